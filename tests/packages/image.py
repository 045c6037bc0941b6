"""Builds the container image around the program and runs it; without Docker, runs the program as the image would."""
import os
import platform
import shutil
import subprocess

import common

# Those of the Dockerfile: a user without rights and without a name, and the directory into which files are mounted.
USER = 65532
DIRECTORY = "/work"
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64", "arm64": "arm64"}


def check(options):
    if options.binary.read_bytes()[:4] != b"\x7fELF" or b"/ld-" in options.binary.read_bytes()[:4096]:
        raise common.LeftOut("the program is not a static one for Linux")
    work = common.fresh(options.work / "image-work")
    shutil.copy(common.DOCUMENT / "openapi.yaml", work)
    if docker_runs():
        inside = build(options, work)
        told = "built and run with Docker"
    else:
        inside = empty_root(options, work)
        told = "run alone in an empty root directory, without Docker"
    convert = ["convert", f"{DIRECTORY}/openapi.yaml"]
    printed, _ = common.run(*inside, *convert, env=os.environ)
    common.expect_manifest(printed)
    _, message = common.run(*inside, *convert, "-o", "/etc/tools.json", code=2, env=os.environ)
    common.require("tools.json" in message, f"a file that its user cannot write: {message}")
    return f"{told}, program of {common.size(options.binary)}"


def docker_runs():
    docker = shutil.which("docker")
    return docker is not None and subprocess.run([docker, "info"], capture_output=True, check=False).returncode == 0


def build(options, work):
    programs = common.fresh(options.work / "image-programs")
    architecture = programs / ARCHITECTURES[platform.machine()]
    architecture.mkdir()
    shutil.copy(options.binary, architecture / "apimint")
    common.run("docker", "build", "--build-context", f"build={programs}", "--tag", "apimint-test", common.ROOT)
    return ["docker", "run", "--rm", "--network", "none", "--volume", f"{work}:{DIRECTORY}:ro", "apimint-test"]


def empty_root(options, work):
    if os.getuid() != 0:
        raise common.LeftOut("there is no Docker, and only root can change the root directory")
    dockerfile = (common.ROOT / "Dockerfile").read_text(encoding="utf-8")
    for line in (f"USER {USER}:{USER}", f"WORKDIR {DIRECTORY}", 'ENTRYPOINT ["/apimint"]'):
        common.require(f"\n{line}\n" in dockerfile, f"the Dockerfile lacks `{line}`")
    root = common.fresh(options.work / "image-root")
    shutil.copy(options.binary, root / "apimint")
    (root / "etc").mkdir()
    shutil.copytree(work, root / DIRECTORY.strip("/"))
    return [common.tool("chroot"), f"--userspec={USER}:{USER}", root, "/apimint"]
