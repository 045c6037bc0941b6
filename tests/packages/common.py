"""What the checks of packages share: running a command, and the document that an installed program has to convert."""
import json
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "packaging"))
import platforms  # noqa: E402

DOCUMENT = ROOT / "testdata" / "library"
TIMEOUT = 600  # seconds for one command


class Fault(Exception):
    """A package does not do what it has to."""


class LeftOut(Exception):
    """Something that a check needs is not on this machine."""


def run(*command, code=0, **options):
    """Runs a command, and returns what it prints on standard output and on standard error."""
    command = [os.fspath(part) for part in command]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=TIMEOUT, check=False, **{"stdin": subprocess.DEVNULL, **options}
    )
    if done.returncode != code:
        raise Fault(f"{' '.join(command)}: exit status {done.returncode}, expected {code}\n{done.stdout}{done.stderr}")
    return done.stdout, done.stderr


def require(condition, message):
    if not condition:
        raise Fault(message)


def tool(name):
    """Returns the path of a program, or leaves the check out."""
    path = shutil.which(name)
    if path is None:
        raise LeftOut(f"there is no {name}")
    return path


def fresh(directory):
    """Makes an empty directory."""
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    return directory


def convert(program, work, **options):
    """Takes an installed program from a description to a manifest, as a new user would; `program` begins its command lines."""
    version, _ = run(*program, "--version", cwd=work, **options)
    require(version == f"apimint {platforms.VERSION}\n", f"{program[0]} --version prints {version!r}")
    shutil.copy(DOCUMENT / "openapi.yaml", work)
    run(*program, "convert", "openapi.yaml", "-o", "tools.json", cwd=work, **options)
    expect_manifest((work / "tools.json").read_bytes())
    run(*program, "check", "tools.json", cwd=work, **options)


def expect_manifest(manifest):
    """The expected manifest is spread over lines, which a written one is not."""
    expected = json.loads((DOCUMENT / "expected.json").read_bytes())
    require(json.loads(manifest) == expected, "the manifest differs from testdata/library/expected.json")


def size(path):
    size = path.stat().st_size
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"
