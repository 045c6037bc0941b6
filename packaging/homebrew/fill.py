#!/usr/bin/env python3
"""Prints the Homebrew formula of a release.

Usage: fill.py SHA256SUMS > apimint.rb
"""
import argparse
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import platforms  # noqa: E402


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("checksums", type=pathlib.Path, help="The file of the release with the checksums of its archives")
    options = arguments.parse_args()
    values = placeholders(options.checksums.read_text(encoding="utf-8"))
    template = (HERE / "apimint.rb.in").read_text(encoding="utf-8")
    sys.stdout.write(re.sub(r"@([a-z0-9_:-]+)@", lambda found: values[found[1]], template))


def placeholders(checksums):
    """Returns the texts of the placeholders by name."""
    # `HASH *NAME`, or with two spaces, as sha256sum prints it.
    sums = {name: digest for digest, name in re.findall(r"^([0-9a-f]{64}) [ *](.+)$", checksums, re.M)}
    repository = platforms.PACKAGE["repository"]
    values = {"repository": repository, "version": platforms.VERSION}
    for platform in platforms.PLATFORMS:
        if platform.is_windows:
            continue
        values[f"url:{platform.target}"] = f"{repository}/releases/download/v{platforms.VERSION}/{platform.archive}"
        values[f"sha256:{platform.target}"] = sums[platform.archive]
    return values


if __name__ == "__main__":
    main()
