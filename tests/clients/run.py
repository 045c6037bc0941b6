#!/usr/bin/env python3
"""Loads manifests into real MCP clients, and calls every tool that declares an output schema.

Usage: run.py --work DIRECTORY --manifests FILE... [--clients python,typescript,rust] [--max-mb 30]

Each manifest is served by server.py, which sends the file as it stands. Each client must list every tool with
its name, input schema and output schema unchanged, and must accept a result that values.py makes for the
output schema. The clients for Python and TypeScript validate structured content against it.

The clients are installed into DIRECTORY on the first run and reused after it: the PyPI package mcp, the npm
packages @modelcontextprotocol/sdk and @modelcontextprotocol/client, and a small program around the crate rmcp.
Their versions stand in versions/ and rmcp/Cargo.lock. One that cannot be installed is reported and left out.
Clients that know MCP 2026-07-28 run twice: with MCP 2025-11-25 (initialize) and with it (server/discover).

Needs Python 3.10 or newer, Node 20 or newer for the TypeScript clients, and Cargo for the Rust client.
Exit codes: 0 every client accepted everything, 1 a client refused something, 2 wrong arguments or no client.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import values

HERE = os.path.dirname(os.path.abspath(__file__))
VERSIONS = os.path.join(HERE, "versions")
KINDS = ("python", "typescript", "rust")
AT_ONCE = 2  # clients that run at the same time
REASON = 400  # characters of a reason that are printed

Job = collections.namedtuple("Job", "manifest results")


class Client:
    """One installed client. Its process takes one manifest after the other: a job in, a report out, a line each."""

    def __init__(self, name, command, modern):
        self.name = name
        self.command = command + (["--modern"] if modern else [])
        self.modern = modern
        self.process = self.errors = None
        self.manifests = self.listed = self.accepted = 0
        self.seconds = 0.0
        self.protocols = collections.Counter()
        self.refused = []

    def run(self, jobs, timeout):
        started = time.monotonic()
        for job in jobs:
            report = self.ask(job, timeout)
            self.manifests += 1
            self.listed += report.get("listed", 0)
            self.accepted += report.get("accepted", 0)
            if report.get("protocol"):
                self.protocols[report["protocol"]] += 1
            self.refused += report["refused"]
            for one in report["refused"]:
                reason = " ".join(one["reason"].split())[:REASON]
                spoken = f", MCP {report['protocol']}" if report.get("protocol") else ""
                tool = one["tool"] or "(all tools)"
                print(f"REFUSED by {self.name}{spoken}: {job.manifest}: {one['step']}: {tool}: {reason}\n", end="", flush=True)
        self.stop()
        self.seconds = time.monotonic() - started

    def ask(self, job, timeout):
        """What the client reports of one manifest."""
        if self.process is None:
            self.errors = tempfile.TemporaryFile()
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors
            )
        line = json.dumps({"server": self.server(job), **job._asdict()})
        timer = threading.Timer(timeout, self.process.kill)
        started = time.monotonic()
        timer.start()
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
            return json.loads(self.process.stdout.readline())
        except (OSError, ValueError):
            timed_out = time.monotonic() - started >= timeout
            self.process.kill()
            code = self.process.wait()
            size = self.errors.seek(0, os.SEEK_END)
            self.errors.seek(max(0, size - REASON))
            said = self.errors.read().decode("utf-8", "replace")
            self.stop()
            reason = f"no end after {timeout:g} s" if timed_out else f"exit code {code}: {said}"
            return {"refused": [{"tool": None, "step": "list", "reason": reason}]}
        finally:
            timer.cancel()

    def server(self, job):
        """The command that serves the manifest of a job as it stands. A job can name another."""
        server = [sys.executable, os.path.join(HERE, "server.py")] + (["--modern"] if self.modern else [])
        return server + [os.path.abspath(job.manifest), job.results]

    def stop(self):
        if self.process is not None:
            self.process.communicate()
            self.errors.close()
            self.process = None

    def summary(self):
        spoken = ", ".join(f"MCP {version}" for version in self.protocols)
        calls = sum(one["step"] == "call" for one in self.refused)
        return (
            f"client {self.name} ({spoken}): {self.manifests} manifests, {self.listed} tools listed, "
            f"{self.accepted} calls accepted, {calls} calls refused, {len(self.refused) - calls} faults in lists, "
            f"{self.seconds:.0f} s"
        )


def main():
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS
    )
    arguments.add_argument("--manifests", nargs="+", required=True, metavar="FILE", help="manifests that apimint wrote")
    arguments.add_argument("--work", required=True, metavar="DIRECTORY", help="where the clients are installed")
    arguments.add_argument("--clients", default=",".join(KINDS), help=f"the clients to run (default: {','.join(KINDS)})")
    arguments.add_argument("--max-mb", type=float, default=30, help="leave out larger manifests (default: 30)")
    arguments.add_argument("--timeout", type=float, default=900, help="seconds for one client and manifest (default: 900)")
    options = arguments.parse_args()
    wanted = options.clients.split(",")
    if set(wanted) - set(KINDS):
        arguments.error(f"--clients knows {', '.join(KINDS)}, not {options.clients}")

    work = os.path.abspath(options.work)
    os.makedirs(work, exist_ok=True)
    install = {"python": python, "typescript": typescript, "rust": rust}
    clients = [client for kind in wanted for client in install[kind](work)]
    if not clients:
        print("run.py: no client could be installed")
        return 2

    with tempfile.TemporaryDirectory(dir=work) as directory:
        jobs, notes = prepare(options, directory)
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            for _ in pool.map(lambda client: client.run(jobs, options.timeout), clients):
                pass
    print()
    for note in notes:
        print(note)
    for client in clients:
        print(client.summary())
    return 1 if any(client.refused for client in clients) else 0


def prepare(options, directory):
    """Makes the results of all calls; gives the jobs, and what is to be said in the end."""
    jobs, notes = [], []
    skipped = {}  # the tools for which no value was found, by reason
    without = 0
    for path in options.manifests:
        if os.path.getsize(path) > options.max_mb * 1_000_000:
            notes.append(f"left out: {path} is larger than {options.max_mb:g} MB (--max-mb)")
            continue
        with open(path, encoding="utf-8") as file:
            tools = json.load(file)["tools"]
        results = {}
        for tool in tools:
            if "outputSchema" not in tool:
                without += 1
                continue
            try:
                results[tool["name"]] = values.make(tool["outputSchema"])
            except values.Unfit as reason:
                skipped.setdefault(str(reason), []).append(f"{tool['name']} of {path}")
        print(f"{path}: {len(tools)} tools, {len(results)} calls", flush=True)
        jobs.append(Job(path, os.path.join(directory, f"{len(jobs)}.json")))
        with open(jobs[-1].results, "w", encoding="utf-8") as file:
            json.dump(results, file)
    unfit = sum(map(len, skipped.values()))
    notes.append(f"not called: {without} tools without an output schema, {unfit} for which no value was found")
    for reason, tools in sorted(skipped.items(), key=lambda item: -len(item[1])):
        notes.append(f"  {len(tools)}: {reason}: {tools[0]}")
    return jobs, notes


def python(work):
    """The Python clients."""
    for major in (1, 2):
        directory = os.path.join(work, f"python-{major}")
        interpreter = os.path.join(directory, "Scripts" if os.name == "nt" else "bin", "python")
        lock = os.path.join(VERSIONS, f"python-{major}.txt")
        commands = [
            [sys.executable, "-m", "venv", "--clear", directory],
            [interpreter, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", lock],
        ]
        if not installed(f"the Python package mcp {major}.x", directory, lock, commands):
            continue
        find = [interpreter, "-c", "from importlib.metadata import version; print(version('mcp'))"]
        version = subprocess.run(find, stdout=subprocess.PIPE, check=True).stdout.decode().strip()
        for modern in (False, True)[:major]:
            yield Client(f"mcp {version}", [interpreter, os.path.join(HERE, "python_client.py")], modern)


def typescript(work):
    """The TypeScript clients."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        print("LEFT OUT: the TypeScript clients, because node or npm is not installed")
        return
    for major, package in ((1, "@modelcontextprotocol/sdk"), (2, "@modelcontextprotocol/client")):
        directory = os.path.join(work, f"typescript-{major}")
        locked = os.path.join(VERSIONS, f"typescript-{major}")
        lock = os.path.join(locked, "package-lock.json")
        os.makedirs(directory, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(os.path.join(locked, name), directory)
        commands = [[npm, "ci", "--prefix", directory, "--silent", "--no-audit", "--no-fund", "--ignore-scripts"]]
        if not installed(f"{package} {major}.x", directory, lock, commands):
            continue
        with open(os.path.join(directory, "node_modules", package, "package.json"), encoding="utf-8") as file:
            version = json.load(file)["version"]
        command = [node, os.path.join(HERE, "typescript.mjs"), "--install", directory, "--major", str(major)]
        for modern in (False, True)[:major]:
            yield Client(f"{package} {version}", command, modern)


def rust(work):
    """The Rust client."""
    cargo = shutil.which("cargo")
    if not cargo:
        print("LEFT OUT: the Rust client, because cargo is not installed")
        return
    project = os.path.join(HERE, "rmcp")
    target = os.path.join(work, "rust")
    print("building the Rust client", flush=True)
    command = [cargo, "build", "--quiet", "--locked", "--manifest-path", os.path.join(project, "Cargo.toml")]
    if subprocess.run(command, env={**os.environ, "CARGO_TARGET_DIR": target}).returncode:
        print("LEFT OUT: the Rust client could not be built")
        return
    with open(os.path.join(project, "Cargo.lock"), encoding="utf-8") as file:
        version = file.read().split('name = "rmcp"\nversion = "')[1].split('"')[0]
    binary = os.path.join(target, "debug", "apimint-client-rmcp" + (".exe" if os.name == "nt" else ""))
    for modern in (False, True):
        yield Client(f"rmcp {version}", [binary], modern)


def installed(what, directory, lock, commands):
    """Installs what `lock` says, unless it stands there already. A failure is reported."""
    stamp = os.path.join(directory, "installed")
    with open(lock, encoding="utf-8") as file:
        wanted = file.read()
    if os.path.exists(stamp):
        with open(stamp, encoding="utf-8") as file:
            if file.read() == wanted:
                return True
    print(f"installing {what}", flush=True)
    for command in commands:
        if subprocess.run(command).returncode:
            print(f"LEFT OUT: {what} could not be installed")
            return False
    with open(stamp, "w", encoding="utf-8") as file:
        file.write(wanted)
    return True


if __name__ == "__main__":
    sys.exit(main())
