"""Holds what names platforms and versions against packaging/platforms.py and Cargo.toml."""
import re

import yaml

import common

platforms = common.platforms
# Text before a version that has to be that of Cargo.toml.
VERSION_BEFORE = re.compile(r"(?:apimint/apimint@v|rev: v|ghcr\.io/apimint/apimint:)(\d+\.\d+\.\d+)")


def check(_options):
    targets = [platform.target for platform in platforms.PLATFORMS]
    release = yaml.safe_load((common.ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))
    built = [entry["target"] for entry in release["jobs"]["build"]["strategy"]["matrix"]["include"]]
    common.require(built == targets, f"release.yml builds {built}, packaging/platforms.py has {targets}")
    for platform in platforms.PLATFORMS:
        binstall(platform)
    return f"{len(targets)} platforms, {versions()} versions in documents"


def binstall(platform):
    """Fills in the template of `cargo binstall` for a platform."""
    settings = platforms.PACKAGE["metadata"]["binstall"]
    form = settings["overrides"].get(platform.target, settings)["pkg-fmt"]
    values = {
        "repo": platforms.PACKAGE["repository"],
        "version": platforms.VERSION,
        "name": platforms.PACKAGE["name"],
        "bin": "apimint",
        "target": platform.target,
        # `tgz` stands for both of its extensions; cargo-binstall tries them in turn.
        "archive-suffix": {"tgz": ".tar.gz", "zip": ".zip"}[form],
        "binary-ext": ".exe" if platform.is_windows else "",
    }

    def filled(key):
        return re.sub(r"\{ ([a-z-]+) \}", lambda found: values[found[1]], settings[key])

    url = f"{platforms.PACKAGE['repository']}/releases/download/v{platforms.VERSION}/{platform.archive}"
    common.require(filled("pkg-url") == url, f"cargo binstall downloads {filled('pkg-url')}")
    program = f"{platform.directory}/{platform.program}"
    common.require(filled("bin-dir") == program, f"cargo binstall takes {filled('bin-dir')} from {platform.archive}")


def versions():
    """Returns how many versions of apimint the documents name."""
    count = 0
    for pattern in ("*.md", "docs/*.md", ".pre-commit-hooks.yaml", "action.yml"):
        for path in common.ROOT.glob(pattern):
            for version in VERSION_BEFORE.findall(path.read_text(encoding="utf-8")):
                common.require(version == platforms.VERSION, f"{path} names version {version}")
                count += 1
    common.require(count >= 2, "no document names a version; is this check outdated?")
    return count
