#!/usr/bin/env python3
"""Loads manifests into real MCP clients, and calls every tool that declares an output schema.

Usage: run.py --work DIRECTORY --manifests FILE... [--clients typescript,python] [--max-mb 30]

Each manifest is served by server.py, which sends the file as it stands. Each client must list every tool with
its name, input schema and output schema unchanged, and must accept a result that values.py makes for the
output schema (the official clients validate structured content against it).

The clients are installed into DIRECTORY on the first run and reused after it: the npm packages
@modelcontextprotocol/sdk 1.x and @modelcontextprotocol/client 2.x, and the PyPI package mcp 1.x and 2.x. One
that cannot be installed is reported and left out. Clients of version 2 run twice: with MCP 2025-11-25
(initialize) and with MCP 2026-07-28 (server/discover).

Needs Python 3.9 or newer, and Node 20 or newer for the TypeScript clients. Nothing else runs at the same time.
Exit codes: 0 every client accepted everything, 1 a client refused something, 2 wrong arguments or no client.
"""
import argparse
import collections
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

import values

HERE = os.path.dirname(os.path.abspath(__file__))
REASON = 400  # characters of a reason that are printed


class Client:
    """One installed client, and how to run it."""

    def __init__(self, name, command, modern):
        self.name = name
        self.command = command + (["--modern"] if modern else [])
        self.modern = modern
        self.manifests = self.listed = self.accepted = 0
        self.seconds = 0.0
        self.protocols = collections.Counter()
        self.refused = []


def main():
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS
    )
    arguments.add_argument("--manifests", nargs="+", required=True, metavar="FILE", help="manifests that spec2mcp wrote")
    arguments.add_argument("--work", required=True, metavar="DIRECTORY", help="where the clients are installed")
    arguments.add_argument("--clients", default="typescript,python", help="the clients to run (default: typescript,python)")
    arguments.add_argument("--max-mb", type=float, default=30, help="leave out larger manifests (default: 30)")
    arguments.add_argument("--timeout", type=float, default=900, help="seconds for one client and manifest (default: 900)")
    options = arguments.parse_args()
    wanted = options.clients.split(",")
    if set(wanted) - {"typescript", "python"}:
        arguments.error(f"--clients knows typescript and python, not {options.clients}")

    os.makedirs(options.work, exist_ok=True)
    clients = [client for name in wanted for client in {"typescript": typescript, "python": python}[name](options.work)]
    if not clients:
        print("run.py: no client could be installed")
        return 2

    skipped = {}  # the tools for which no value was found, by reason
    too_large = []
    without = 0
    for path in options.manifests:
        if os.path.getsize(path) > options.max_mb * 1_000_000:
            too_large.append(path)
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
        run_all(clients, path, results, options)

    print()
    for path in too_large:
        print(f"left out: {path} is larger than {options.max_mb:g} MB (--max-mb)")
    for client in clients:
        spoken = ", ".join(f"MCP {version}" for version in client.protocols)
        calls = [one for one in client.refused if one["step"] == "call"]
        print(
            f"{client.name} ({spoken}): {client.manifests} manifests, {client.listed} tools listed, "
            f"{client.accepted} calls accepted, {len(calls)} calls refused, "
            f"{len(client.refused) - len(calls)} faults in lists, {client.seconds:.0f} s"
        )
    unfit = sum(map(len, skipped.values()))
    print(f"not called: {without} tools without an output schema, {unfit} for which no value was found (calls skipped)")
    for reason, tools in sorted(skipped.items(), key=lambda item: -len(item[1])):
        print(f"  {len(tools)}: {reason}: {tools[0]}")
    return 1 if any(client.refused for client in clients) else 0


def run_all(clients, path, results, options):
    """Runs every client against one manifest."""
    with tempfile.TemporaryDirectory(dir=options.work) as directory:
        results_path = os.path.join(directory, "results.json")
        with open(results_path, "w", encoding="utf-8") as file:
            json.dump(results, file)
        for client in clients:
            server = [sys.executable, os.path.join(HERE, "server.py")] + (["--modern"] if client.modern else [])
            server += [os.path.abspath(path), results_path]
            command = client.command + ["--manifest", path, "--results", results_path, "--"] + server
            started = time.monotonic()
            report = run_one(command, options.timeout)
            client.seconds += time.monotonic() - started
            client.manifests += 1
            client.listed += report.get("listed", 0)
            client.accepted += report.get("accepted", 0)
            if report.get("protocol"):
                client.protocols[report["protocol"]] += 1
            client.refused += report["refused"]
            for one in report["refused"]:
                reason = " ".join(one["reason"].split())[:REASON]
                spoken = f", MCP {report['protocol']}" if report.get("protocol") else ""
                tool = one["tool"] or "(all tools)"
                print(f"REFUSED by {client.name}{spoken}: {path}: {one['step']}: {tool}: {reason}", flush=True)


def run_one(command, timeout):
    """What one client reports of one manifest."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout)
        return json.loads(done.stdout.decode("utf-8").splitlines()[-1])
    except subprocess.TimeoutExpired:
        reason = f"no end after {timeout:g} s"
    except (IndexError, ValueError):
        reason = f"exit code {done.returncode}: {done.stderr.decode('utf-8', 'replace')[-REASON:]}"
    return {"refused": [{"tool": None, "step": "list", "reason": reason}]}


def typescript(work):
    """The TypeScript clients."""
    if not shutil.which("node") or not shutil.which("npm"):
        print("left out: the TypeScript clients, because node or npm is not installed")
        return
    for package, major in (("@modelcontextprotocol/sdk", 1), ("@modelcontextprotocol/client", 2)):
        directory = os.path.join(work, f"typescript-{major}")
        installed = os.path.join(directory, "node_modules", package, "package.json")
        if not os.path.exists(installed):
            os.makedirs(directory, exist_ok=True)
            with open(os.path.join(directory, "package.json"), "w", encoding="utf-8") as file:
                json.dump({"private": True}, file)
            command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", f"{package}@{major}"]
            if not install(command, f"{package} {major}.x", directory):
                continue
        with open(installed, encoding="utf-8") as file:
            version = json.load(file)["version"]
        command = ["node", os.path.join(HERE, "typescript.mjs"), "--install", directory, "--major", str(major)]
        for modern in (False, True)[:major]:
            yield Client(f"{package} {version}", command, modern)


def python(work):
    """The Python clients."""
    for major in (1, 2):
        directory = os.path.join(work, f"python-{major}")
        interpreter = os.path.join(directory, "Scripts" if os.name == "nt" else "bin", "python")
        find = [interpreter, "-c", "from importlib.metadata import version; print(version('mcp'))"]
        if not os.path.exists(interpreter) or subprocess.run(find, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
            subprocess.run([sys.executable, "-m", "venv", "--clear", directory], check=True)
            command = [interpreter, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"mcp=={major}.*"]
            if not install(command, f"mcp {major}.x"):
                continue
        version = subprocess.run(find, stdout=subprocess.PIPE, check=True).stdout.decode().strip()
        for modern in (False, True)[:major]:
            yield Client(f"mcp {version}", [interpreter, os.path.join(HERE, "python_client.py")], modern)


def install(command, what, directory=None):
    """Whether an installation succeeded; a failure is reported."""
    print(f"installing {what}", flush=True)
    if subprocess.run(command, cwd=directory).returncode == 0:
        return True
    print(f"left out: {what} could not be installed")
    return False


if __name__ == "__main__":
    sys.exit(main())
