"""Packs the npm packages, installs them into an empty directory, and runs the program through the launcher."""
import json
import os
import shutil
import signal
import subprocess
import sys
import time

import common

platforms = common.platforms
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}


def check(options):
    npm = common.tool("npm")
    out = common.fresh(options.work / "npm")
    script = common.ROOT / "packaging" / "npm" / "pack.py"
    packed, _ = common.run(sys.executable, script, "--archives", options.archives, "--out", out)
    files = [out / line for line in packed.split()]
    common.require(len(files) == len(platforms.PLATFORMS) + 1, f"pack.py printed {packed}")
    launcher = files[-1]
    (own,) = [
        file for file, platform in zip(files, platforms.PLATFORMS) if platform.npm_package == f"@apimint/{this_platform()}"
    ]

    project = common.fresh(options.work / "npm-project")
    # The registry has none of the packages; those that are not for this platform are optional.
    install = ["install", "--offline", "--no-audit", "--no-fund", "--loglevel=error"]
    common.run(npm, "init", "--yes", cwd=project)
    common.run(npm, *install, own, launcher, cwd=project)
    common.convert(["npx", "--no-install", "apimint"], project)
    command = project / "node_modules" / ".bin" / "apimint"
    streams_and_statuses(command, project)
    signals(command, project)
    missing_packages(command, project)
    return f"{launcher.name} {common.size(launcher)}, {own.name} {common.size(own)}"


def this_platform():
    printed, _ = common.run(common.tool("node"), "-p", "process.platform + '-' + process.arch")
    return printed.strip()


def streams_and_statuses(command, project):
    with open(project / "openapi.yaml", "rb") as description:
        printed, _ = common.run(command, "convert", "-", cwd=project, stdin=description)
    common.expect_manifest(printed)
    dangling = common.ROOT / "testdata" / "references" / "openapi.yaml"
    common.run(command, "convert", dangling, code=1, cwd=project)
    common.run(command, "convert", "no such file.yaml", code=2, cwd=project)


def signals(command, project):
    """A signal to the launcher reaches the program, and both end by it."""
    for number in (signal.SIGTERM, signal.SIGINT):
        server = subprocess.Popen(
            [command, "serve", "openapi.yaml"],
            cwd=project,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        server.stdin.write(json.dumps(INITIALIZE).encode() + b"\n")
        server.stdin.flush()
        answer = json.loads(server.stdout.readline())
        common.require("result" in answer, f"the server answers {answer}")
        os.kill(server.pid, number)
        # The pipe closes when the last process that writes to it has ended.
        server.stdout.read()
        status = server.wait(timeout=20)
        common.require(status in (-number, 0), f"the launcher ends with {status} on signal {number}")
        for _ in range(100):
            if not group_lives(server.pid):
                break
            time.sleep(0.1)
        else:
            raise common.Fault(f"the program is still there after signal {number}")
        server.stdin.close()


def group_lives(group):
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def missing_packages(command, project):
    """The message says what to do if the package of the platform is not installed, or does not exist."""
    name = f"@apimint/{this_platform()}"
    shutil.rmtree(project / "node_modules" / name)
    _, message = common.run(command, "--version", code=2, cwd=project)
    common.require(name in message and "--omit=optional" in message, f"without the platform's package: {message}")
    pretended = "Object.defineProperty(process, 'arch', {value: 'sparc'}); require(process.argv[1])"
    _, message = common.run("node", "-e", pretended, command.resolve(), code=2, cwd=project)
    common.require("-sparc; there are programs for linux-x64, " in message, f"on an unknown platform: {message}")
