#!/usr/bin/env python3
"""Packs the npm packages of a release from its archives.

Usage: pack.py --archives DIRECTORY --out DIRECTORY

Each archive becomes one package `@apimint/OS-CPU` with the program. `apimint` has the launcher and depends on all of them
optionally: npm installs the one whose `os` and `cpu` are those of the machine. The names of the packed files are printed,
in the order in which they have to be published.
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import platforms  # noqa: E402

LICENCES = ("LICENSE-APACHE", "LICENSE-MIT")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--archives", required=True, type=pathlib.Path)
    arguments.add_argument("--out", required=True, type=pathlib.Path)
    options = arguments.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        for number, platform in enumerate(platforms.PLATFORMS):
            directory = pathlib.Path(work, str(number))
            fill_platform(directory, platform, options.archives)
            print(pack(directory, options.out))
        directory = pathlib.Path(work, "apimint")
        fill_launcher(directory)
        print(pack(directory, options.out))


def fill_platform(directory, platform, archives):
    description = {
        **common(platform.npm_package, f"The program of apimint for {platform.os} on {platform.cpu}"),
        "os": [platform.os],
        "cpu": [platform.cpu],
        "preferUnplugged": True,  # Yarn Plug'n'Play must not keep the program in a zip file.
    }
    write(directory, description)
    (directory / "README.md").write_text(
        f"The program of [apimint](https://www.npmjs.com/package/apimint) for `{platform.os}` on `{platform.cpu}`. "
        "Install `apimint` instead of this package.\n",
        encoding="utf-8",
    )
    program = directory / platform.program
    extract(archives / platform.archive, f"{platform.directory}/{platform.program}", program)
    program.chmod(0o755)


def fill_launcher(directory):
    description = {
        **common("apimint", platforms.PACKAGE["description"]),
        "keywords": platforms.PACKAGE["keywords"],
        "bin": {"apimint": "apimint.js"},
        "engines": {"node": ">=16"},
        "optionalDependencies": {each.npm_package: platforms.VERSION for each in platforms.PLATFORMS},
    }
    write(directory, description)
    shutil.copy(HERE / "apimint.js", directory)
    shutil.copy(HERE.parent / "README.md", directory)


def common(name, description):
    """Returns the members of `package.json` that all packages have."""
    repository = platforms.PACKAGE["repository"]
    return {
        "name": name,
        "version": platforms.VERSION,
        "description": description,
        "license": f"({platforms.PACKAGE['license']})",
        "homepage": repository,
        "repository": {"type": "git", "url": f"git+{repository}.git"},
    }


def write(directory, description):
    directory.mkdir()
    (directory / "package.json").write_text(json.dumps(description, indent=2) + "\n", encoding="utf-8")
    for name in LICENCES:
        shutil.copy(platforms.ROOT / name, directory)


def extract(archive, member, to):
    """Writes one file of an archive."""
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive) as opened:
            to.write_bytes(opened.read(member))
    else:
        with tarfile.open(archive) as opened:
            to.write_bytes(opened.extractfile(member).read())


def pack(directory, out):
    """Runs `npm pack`, and returns the path of the packed file."""
    done = subprocess.run(
        [shutil.which("npm") or "npm", "pack", "--json", "--pack-destination", out.resolve()],
        cwd=directory,
        stdout=subprocess.PIPE,
        check=True,
    )
    made = json.loads(done.stdout)
    # npm 12 gives an object by package name where older versions give a list.
    (entry,) = made.values() if isinstance(made, dict) else made
    # Some versions of npm leave the scope in the name that they print.
    return out / entry["filename"].replace("@", "").replace("/", "-")


if __name__ == "__main__":
    main()
