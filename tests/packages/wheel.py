"""Builds the wheel with maturin, installs it into an empty virtual environment, and runs the program."""
import sys

import common


def check(options):
    out = common.fresh(options.work / "wheel")
    command = [options.tools / "maturin", "build", "--profile", options.profile, "--out", out]
    if options.target:
        command += ["--target", options.target]
        if "musl" in options.target:
            # One static program serves every distribution; its wheel says so.
            command += ["--compatibility", "manylinux2014", "musllinux_1_1"]
    common.run(*command, cwd=common.ROOT)
    (wheel,) = out.glob("*.whl")

    environment = options.work / "wheel-environment"
    common.run(sys.executable, "-m", "venv", "--clear", environment)
    scripts = environment / "bin"
    common.run(scripts / "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", wheel)
    shown, _ = common.run(scripts / "pip", "show", "apimint")
    common.require(f"\nVersion: {common.platforms.VERSION}\n" in shown, f"pip show prints {shown}")
    # Without a PATH, nothing but the installed program can answer.
    common.convert([scripts / "apimint"], common.fresh(options.work / "wheel-project"), env={})
    return f"{wheel.name}, {common.size(wheel)}"
