#!/usr/bin/env python3
"""Writes the archive of a release: the program with its manual pages, completions and licences.

Usage: archive.py --target TARGET --binary BINARY --out DIRECTORY

The program is run, so that the machine has to be one that it is for.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import tempfile

import platforms

DOCUMENTS = ("README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT")
SHELLS = ("bash", "zsh", "fish", "elvish", "powershell")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--target", required=True, type=platforms.of_target, dest="platform")
    arguments.add_argument("--binary", required=True, type=pathlib.Path)
    arguments.add_argument("--out", required=True, type=pathlib.Path)
    options = arguments.parse_args()
    print(write(options.platform, options.binary, options.out))


def write(platform, binary, out):
    """Writes the archive into the directory `out`, and returns its path."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        directory = pathlib.Path(work, platform.directory)
        fill(directory, platform, binary)
        extension = "zip" if platform.is_windows else "gztar"
        made = shutil.make_archive(os.fspath(out / platform.directory), extension, work, platform.directory)
    return pathlib.Path(made)


def fill(directory, platform, binary):
    (directory / "completions").mkdir(parents=True)
    for name in DOCUMENTS:
        shutil.copy(platforms.ROOT / name, directory)
    program = directory / platform.program
    shutil.copy(binary, program)
    program.chmod(0o755)
    subprocess.run([program, "man", "--output", directory / "man"], check=True)
    for shell in SHELLS:
        with open(directory / "completions" / f"apimint.{shell}", "wb") as file:
            subprocess.run([program, "completions", shell], stdout=file, check=True)


if __name__ == "__main__":
    main()
