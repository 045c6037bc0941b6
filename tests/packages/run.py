#!/usr/bin/env python3
"""Makes every package of a release from a built program, installs each, and runs what was installed. Nothing is uploaded.

Usage: run.py --binary BINARY --work DIRECTORY [--profile release] [--target TARGET] [--only wheel,npm,…]

--profile and --target are those with which Cargo built BINARY, so that maturin finds it built. The archives of all platforms
have the same program here; what cannot run on this machine is only packed.

Each check prints `PASS NAME: …`, `LEFT OUT NAME: …` if the machine lacks what it needs, or `FAULT NAME: …`.
maturin and PyYAML are installed into DIRECTORY on the first run (tools.txt). Needs Python 3.11 or newer, and Node for npm.
Exit codes: 0 no fault, 1 a fault, 2 wrong arguments, or maturin and PyYAML cannot be installed.
"""
import argparse
import hashlib
import os
import pathlib
import subprocess
import sys
import time

import common

HERE = pathlib.Path(__file__).resolve().parent
CHECKS = ("names", "wheel", "npm", "homebrew", "image", "action")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--binary", required=True, type=pathlib.Path)
    arguments.add_argument("--work", required=True, type=pathlib.Path)
    arguments.add_argument("--profile", default="release")
    arguments.add_argument("--target")
    arguments.add_argument("--only", default=",".join(CHECKS))
    options = arguments.parse_args()
    options.binary = options.binary.resolve()
    options.work = options.work.resolve()
    options.work.mkdir(parents=True, exist_ok=True)
    use_environment(options.work)
    options.tools = pathlib.Path(sys.executable).parent
    options.archives = write_archives(options)

    faults = 0
    for name in options.only.split(","):
        started = time.monotonic()
        try:
            told = f"PASS {name}: {__import__(name).check(options)}"
        except common.LeftOut as reason:
            told = f"LEFT OUT {name}: {reason}"
        except common.Fault as fault:
            told = f"FAULT {name}: {fault}"
            faults += 1
        print(f"{told} ({time.monotonic() - started:.0f} s)", flush=True)
    return 1 if faults else 0


def use_environment(work):
    """Goes on in a virtual environment that has the packages of tools.txt."""
    environment = work / "tools"
    if pathlib.Path(sys.prefix) == environment:
        return
    python = environment / "bin" / "python"
    if not has_tools(python):
        subprocess.run([sys.executable, "-m", "venv", "--clear", environment], check=True)
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", HERE / "tools.txt"]
        if subprocess.run(install, check=False).returncode:
            sys.exit(2)
    os.execv(python, [str(python), *sys.argv])


def has_tools(python):
    imports = [python, "-c", "import maturin, yaml"]
    return python.exists() and subprocess.run(imports, capture_output=True, check=False).returncode == 0


def write_archives(options):
    """Writes an archive per platform and their checksums, as release.yml does."""
    out = common.fresh(options.work / "archives")
    script = common.ROOT / "packaging" / "archive.py"
    sums = ""
    for platform in common.platforms.PLATFORMS:
        common.run(sys.executable, script, "--target", platform.target, "--binary", options.binary, "--out", out)
        sums += f"{hashlib.sha256((out / platform.archive).read_bytes()).hexdigest()} *{platform.archive}\n"
    (out / common.platforms.CHECKSUMS).write_text(sums, encoding="utf-8")
    return out


if __name__ == "__main__":
    sys.exit(main())
