"""Runs the steps of action.yml as GitHub does, against releases on a server of its own.

A step is its `run` block in bash, with the inputs in the environment, files for GITHUB_PATH and GITHUB_OUTPUT, and a
directory for RUNNER_TEMP.
"""
import functools
import http.server
import json
import os
import pathlib
import re
import shutil
import threading

import yaml

import common

platforms = common.platforms
REPOSITORY = "somebody/apimint"
# https://docs.github.com/en/actions/reference/workflows-and-actions/metadata-syntax#branding
COLORS = {"white", "black", "yellow", "blue", "green", "orange", "red", "purple", "gray-dark"}
OMITTED_ICONS = {
    "coffee", "columns", "divide-circle", "divide-square", "divide", "frown", "hexagon", "key", "meh", "mouse-pointer",
    "smile", "tool", "x-octagon",
}  # fmt: skip
BAD_LIST = '{"tools": [{"name": "a b", "inputSchema": {"type": "array"}}]}'
# RUNNER_OS and RUNNER_ARCH, and the platform whose program runs there.
RUNNERS = {
    ("Linux", "X64"): ("linux", "x64"),
    ("Linux", "ARM64"): ("linux", "arm64"),
    ("macOS", "X64"): ("darwin", "x64"),
    ("macOS", "ARM64"): ("darwin", "arm64"),
    ("Windows", "X64"): ("win32", "x64"),
    ("Windows", "ARM64"): ("win32", "x64"),
}


class Action:
    """The action in a workspace of its own."""

    def __init__(self, options, server, name):
        self.definition = yaml.safe_load((common.ROOT / "action.yml").read_text(encoding="utf-8"))
        self.options = options
        self.directory = common.fresh(options.work / "action" / name)
        self.workspace = self.directory / "workspace"
        self.temporary = self.directory / "temporary"
        for path in (self.workspace, self.temporary):
            path.mkdir()
        shutil.copy(common.DOCUMENT / "openapi.yaml", self.workspace)
        self.server = server
        self.runner = ("Linux", "X64")
        self.path = [os.environ["PATH"]]
        self.repository = REPOSITORY
        self.outputs = {}

    def use(self, code=0, **inputs):
        """Runs every step until one fails, and returns what they print; `code` is the exit status of the last one."""
        declared = self.definition["inputs"]
        unknown = set(inputs) - set(declared)
        common.require(not unknown, f"action.yml has no inputs {unknown}")
        values = {name: inputs.get(name, declared[name].get("default", "")) for name in declared}
        steps = self.definition["runs"]["steps"]
        printed = ""
        for step in steps:
            common.require(not set(step) - {"name", "id", "shell", "env", "run"}, f"a step that this check cannot run: {step}")
            try:
                printed += self.step(step, values)
            except common.Fault as fault:
                common.require(f"exit status {code}, expected 0" in str(fault), str(fault))
                return str(fault)
        common.require(code == 0, f"the action succeeds:\n{printed}")
        return printed

    def step(self, step, values):
        script = self.directory / "step.sh"
        script.write_text(step["run"], encoding="utf-8")
        files = {name: self.directory / name for name in ("GITHUB_PATH", "GITHUB_OUTPUT")}
        for path in files.values():
            path.write_text("", encoding="utf-8")
        environment = {
            "PATH": os.pathsep.join(self.path),
            "HOME": os.environ["HOME"],
            "GITHUB_ACTIONS": "true",
            "GITHUB_SERVER_URL": self.server,
            "GITHUB_ACTION_PATH": str(common.ROOT),
            "RUNNER_OS": self.runner[0],
            "RUNNER_ARCH": self.runner[1],
            "RUNNER_TEMP": str(self.temporary),
            **{name: str(path) for name, path in files.items()},
            **{name: self.evaluate(text, values) for name, text in step.get("env", {}).items()},
        }
        bash = [common.tool("bash"), "--noprofile", "--norc", "-e", "-o", "pipefail", script]
        printed = "".join(common.run(*bash, cwd=self.workspace, env=environment))
        self.path[:0] = reversed(files["GITHUB_PATH"].read_text(encoding="utf-8").split("\n")[:-1])
        self.outputs.update(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text(encoding="utf-8").splitlines())
        return printed

    def evaluate(self, text, values):
        """Evaluates the expressions that action.yml has."""

        def value(expression):
            if expression[1] == "github.action_repository || 'apimint/apimint'":
                return self.repository or "apimint/apimint"
            return values[re.fullmatch(r"inputs\.(\w+)", expression[1])[1]]

        return re.sub(r"\$\{\{ (.*?) \}\}", value, text)


def check(options):
    branding = yaml.safe_load((common.ROOT / "action.yml").read_text(encoding="utf-8"))["branding"]
    common.require(branding["color"] in COLORS and branding["icon"] not in OMITTED_ICONS, f"GitHub refuses {branding}")
    for name in ("curl", "tar", "unzip"):
        common.tool(name)
    releases = common.fresh(options.work / "releases")
    server, address = serve(releases)
    try:
        make = functools.partial(Action, options, address)
        without_a_release(make)
        publish(releases, REPOSITORY, options.archives)
        publish(releases, "apimint/apimint", options.archives)
        checks = (every_runner, altered_archive, commands, arguments_of_convert, arguments_of_others, wrong_inputs)
        for each in checks:
            each(make, releases)
    finally:
        server.shutdown()
    return "installed, built from source, and each command run"


def serve(directory):
    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=directory))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}"


def publish(releases, repository, archives):
    shutil.copytree(archives, releases / repository / "releases" / "download" / f"v{platforms.VERSION}")


def cargo_stub(action):
    """Puts a `cargo` into the PATH that installs the program without building it, and records its arguments."""
    stubs = common.fresh(action.directory / "stubs")
    stub = stubs / "cargo"
    record = action.directory / "cargo.txt"
    lines = (
        "#!/bin/sh",
        f"printf '%s\\n' \"$@\" > '{record}'",
        'mkdir -p "$RUNNER_TEMP/apimint-source/bin"',
        f"cp '{action.options.binary}' \"$RUNNER_TEMP/apimint-source/bin/apimint\"",
    )
    stub.write_text("\n".join(lines) + "\n", encoding="utf-8")
    stub.chmod(0o755)
    action.path.insert(0, str(stubs))
    return record


def without_a_release(make):
    action = make("no-release")
    record = cargo_stub(action)
    action.use(input="openapi.yaml", output="tools.json")
    expected = ["install", "--locked", "--path", str(common.ROOT), "--root", str(action.temporary / "apimint-source")]
    common.require(record.read_text().splitlines() == expected, f"cargo is called with {record.read_text()}")
    common.expect_manifest((action.workspace / "tools.json").read_bytes())

    # What was asked for by its version is not replaced.
    action = make("no-such-release")
    record = cargo_stub(action)
    printed = action.use(code=1, input="openapi.yaml", version="99.0.0")
    common.require("::error::apimint 99.0.0 could not be downloaded" in printed, printed)
    common.require(not record.exists(), "another version than that asked for is built")

    action = make("no-cargo")
    tools = common.fresh(action.directory / "tools")
    for name in ("bash", "curl", "sed", "head", "mkdir"):
        (tools / name).symlink_to(common.tool(name))
    action.path = [str(tools)]
    printed = action.use(code=1, input="openapi.yaml")
    common.require("there is no Cargo to build apimint" in printed, printed)


def every_runner(make, _releases):
    for runner, names in RUNNERS.items():
        action = make("-".join(runner))
        action.runner = runner
        (platform,) = [each for each in platforms.PLATFORMS if (each.os, each.cpu) == names]
        cargo_stub(action)  # would be called if the archive were not found
        if platform.is_windows:
            # Its program has a name that this system does not look for.
            printed = action.use(code=127, input="openapi.yaml")
        else:
            printed = action.use(input="openapi.yaml", output="tools.json")
            common.expect_manifest((action.workspace / "tools.json").read_bytes())
        common.require("from source" not in printed, f"{runner}: built from source")
        installed = pathlib.Path(action.path[0], platform.program)
        common.require(installed.is_file() and platform.directory in str(installed), f"{runner}: {installed}")
    action = make("unknown-runner")
    action.runner = ("Linux", "RISCV")
    cargo_stub(action)
    common.require("from source" in action.use(input="openapi.yaml"), "an unknown runner builds from source")
    action = make("by-path")
    action.repository = ""
    action.use(input="openapi.yaml")
    common.expect_manifest((action.temporary / "tools.json").read_bytes())
    action = make("source")
    record = cargo_stub(action)
    action.use(input="openapi.yaml", version="source")
    common.require(record.exists(), "`version: source` installs a release")


def altered_archive(make, releases):
    altered = releases / "altered" / "apimint" / "releases" / "download" / f"v{platforms.VERSION}"
    shutil.copytree(releases / REPOSITORY / "releases" / "download" / f"v{platforms.VERSION}", altered)
    with open(altered / platforms.PLATFORMS[0].archive, "ab") as archive:
        archive.write(b"\0")
    action = make("altered")
    action.repository = "altered/apimint"
    cargo_stub(action)
    printed = action.use(code=1, input="openapi.yaml")
    common.require("FAILED" in printed and "from source" not in printed, printed)


def commands(make, _releases):
    action = make("convert")
    action.use(input="openapi.yaml", output="tools.json", arguments="--exclude\nmethod:post\n")
    common.require("borrow_book" not in (action.workspace / "tools.json").read_text(), "the arguments are not passed")
    common.require(action.outputs["manifest"] == "tools.json", f"the outputs are {action.outputs}")
    printed = action.use(code=1, input="openapi.yaml", output="tools.json", check="true")
    common.require("::error" in printed and "S018" in printed, f"a manifest that is out of date: {printed}")
    common.require("borrow_book" not in (action.workspace / "tools.json").read_text(), "`check: true` writes")

    for arguments in ("--to\nopenai", "--protocol=2026-07-28"):
        action.use(input="openapi.yaml", arguments=arguments)
    (action.workspace / "bad.json").write_text(BAD_LIST)
    printed = action.use(code=2, input="missing.yaml", output="bad.json")
    common.require("::error file=bad.json" in printed, f"the manifest that is there is not checked: {printed}")

    action = make("build")
    (action.workspace / "apimint.toml").write_text('[[manifest]]\nsource = "openapi.yaml"\noutput = "tools.json"\n')
    action.use(command="build")
    common.expect_manifest((action.workspace / "tools.json").read_bytes())
    action.use(command="build", input="apimint.toml", check="true")
    (action.workspace / "tools.json").write_text("{}")
    action.use(code=1, command="build", check="true")

    action = make("check")
    good, bad = (action.workspace / name for name in ("good list.json", "bad.json"))
    shutil.copy(common.DOCUMENT / "expected.json", good)
    bad.write_text(BAD_LIST)
    action.use(command="check", input="good list.json")
    printed = action.use(code=1, command="check", input="good list.json\nbad.json\n")
    common.require("::error file=bad.json" in printed, f"no annotation: {printed}")


def arguments_of_convert(make, _releases):
    action = make("arguments-of-convert")
    config, manifest = action.workspace / "mcp.toml", action.workspace / "tools.json"
    # An input of YAML's `|` ends with a line feed.
    convert = functools.partial(action.use, input="openapi.yaml\n", output="tools.json")

    def names():
        return sorted(each["name"] for each in json.loads(manifest.read_text())["tools"])

    listed = '[[manifest]]\nsource = "openapi.yaml"\noutput = "other.json"\n'
    config.write_text(listed + 'include = ["method:get"]\n')
    for arguments in ("--config=mcp.toml", "--config\nmcp.toml\n"):
        convert(arguments=arguments)
        common.require(names() == ["get_book", "search_books"], f"the configuration is not taken: {names()}")
    convert(arguments="--config=mcp.toml\n--exclude\npath:/books\n\n--name-max=40", check="false")
    common.require(names() == ["get_book"], f"the configuration and rules are not taken: {names()}")
    convert(arguments="--include=id:borrowBook\n--report\nreport.xml")
    common.require(names() == ["borrow_book"], f"the rule is not taken: {names()}")
    common.require("<testsuite " in (action.workspace / "report.xml").read_text(), "there is no report")

    # What is not for every client is not checked as if it were, and neither is a directory of lists.
    config.write_text(listed + 'to = "openai"\n')
    convert(arguments="--config=mcp.toml")
    action.use(input="openapi.yaml", output="pages", arguments="--page-size=2")
    common.require(len(list((action.workspace / "pages").iterdir())) == 2, "there are no pages")

    # The levels are also those of the check.
    (action.workspace / "bad.json").write_text(BAD_LIST)
    bad = functools.partial(action.use, input="missing.yaml", output="bad.json", code=2)
    for arguments in ("--allow=M006", "--allow\nM006"):
        printed = bad(arguments=arguments)
        common.require("M004" in printed and "M006" not in printed, f"the level is not taken: {printed}")


def arguments_of_others(make, _releases):
    action = make("arguments-of-others")
    manifests = ("one", "two")
    text = "".join(f'[[manifest]]\nsource = "openapi.yaml"\noutput = "{name}.json"\n' for name in manifests)
    (action.workspace / "mcp.toml").write_text(text)
    action.use(command="build", input="mcp.toml\n", arguments="two\n--report=build.sarif")
    written = {name: (action.workspace / f"{name}.json").exists() for name in manifests}
    common.require(written == {"one": False, "two": True}, f"`build` takes no names: {written}")
    common.require((action.workspace / "build.sarif").exists(), "there is no report of `build`")

    (action.workspace / "bad.json").write_text(BAD_LIST)
    check = functools.partial(action.use, command="check", input="bad.json")
    printed = check(code=1, arguments="--allow=M006\n--protocol\n2025-06-18\n--report=check.jsonl")
    common.require("M004" in printed and "M006" not in printed, f"`check` takes no level: {printed}")
    common.require("M006" not in (action.workspace / "check.jsonl").read_text(), "the report of `check`")
    check(arguments="--allow\nM")


def wrong_inputs(make, _releases):
    action = make("wrong-inputs")
    for inputs in ({}, {"input": "a.yaml\nb.yaml"}, {"command": "check"}, {"command": "publish"}):
        printed = action.use(code=2, **inputs)
        common.require("::error::" in printed, f"{inputs}: {printed}")
