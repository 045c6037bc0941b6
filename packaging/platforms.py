"""The platforms that a release has programs for, and what Cargo.toml says of the package.

Every script here, and the check of .github/workflows/release.yml and action.yml (tests/packages/names.py), reads this table.
"""
import dataclasses
import pathlib
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["package"]
VERSION = PACKAGE["version"]
CHECKSUMS = "SHA256SUMS"


@dataclasses.dataclass(frozen=True)
class Platform:
    """A target of rustc, and the names of its system and processor for npm (`process.platform`, `process.arch`)."""

    target: str
    os: str
    cpu: str

    @property
    def is_windows(self):
        return self.os == "win32"

    @property
    def directory(self):
        """The only entry at the top of the archive."""
        return f"apimint-{self.target}"

    @property
    def archive(self):
        return self.directory + (".zip" if self.is_windows else ".tar.gz")

    @property
    def program(self):
        return "apimint.exe" if self.is_windows else "apimint"

    @property
    def npm_package(self):
        return f"@apimint/{self.os}-{self.cpu}"


# Programs for Linux are linked statically, so that one serves every distribution, whatever its C library.
PLATFORMS = (
    Platform("x86_64-unknown-linux-musl", "linux", "x64"),
    Platform("aarch64-unknown-linux-musl", "linux", "arm64"),
    Platform("x86_64-apple-darwin", "darwin", "x64"),
    Platform("aarch64-apple-darwin", "darwin", "arm64"),
    Platform("x86_64-pc-windows-msvc", "win32", "x64"),
)


def of_target(target):
    for platform in PLATFORMS:
        if platform.target == target:
            return platform
    raise SystemExit(f"no platform of packaging/platforms.py has the target {target}")
