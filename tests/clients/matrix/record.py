#!/usr/bin/env python3
"""Shows lists with one oddity each to many versions of the MCP clients, and records what each client does.

Usage: record.py --work DIRECTORY [--compare] [--clients typescript,python,rust] [--probes WORD]

Each file in probes/ is a result of tools/list with two tools: an odd one and a plain one. probes.tsv says what is odd, which
version of MCP it concerns if not every one, and what a call of the odd tool returns. Each client lists the tools and calls
both. The outcomes, the worst first:

  list     the client lists no tool
  tool     the client lists fewer tools than were sent
  calls    the plain tool cannot be called
  call     the odd tool cannot be called
  altered  a name or a schema arrives with another value, or a tool more than once
  ok       everything arrives, and both calls return

MCP 2025-11-25 and older are spoken over standard input and output, MCP 2026-07-28 over HTTP, where the rules on headers
apply.

The clients are installed into DIRECTORY, 1.5 GB in all. What they did is written to record.tsv beside this program, one
line per probe and client; BLESS=1 cargo test --test docs makes the tables of docs/clients.md from it. With --compare the
outcomes are compared with those in record.tsv. With --clients or --probes, which chooses the probes whose names have WORD,
the lines are printed.

Needs Python 3.10 or newer, Node 20 or newer, and Cargo. Exit codes: 0 recorded, or as recorded; 1 not as recorded; 2 wrong
arguments.
"""
import argparse
import collections
import concurrent.futures
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import run  # noqa: E402
import serve  # noqa: E402
import server  # noqa: E402

# The versions, oldest first. Beside them stand the packages that decide what is refused.
TYPESCRIPT = (
    ("@modelcontextprotocol/sdk", "1.10.2", ("zod@3.25.76",)),
    ("@modelcontextprotocol/sdk", "1.13.3", ("zod@3.25.76", "ajv@6.15.0")),
    ("@modelcontextprotocol/sdk", "1.17.5", ("zod@3.25.76", "ajv@6.15.0")),
    ("@modelcontextprotocol/sdk", "1.20.2", ("zod@3.25.76", "ajv@6.15.0")),
    ("@modelcontextprotocol/sdk", "1.25.3", ("zod@4.6.7", "ajv@8.20.0")),
    ("@modelcontextprotocol/sdk", "1.32.2", ("zod@4.6.7", "ajv@8.20.0")),
    ("@modelcontextprotocol/client", "2.0.0", ("zod@4.6.7",)),
    ("@modelcontextprotocol/client", "2.4.0", ("zod@4.6.7",)),
)
PYTHON = (
    ("1.9.4", ("pydantic==2.11.10",)),  # This and the next two cannot be imported with a later pydantic.
    ("1.12.4", ("pydantic==2.11.10", "jsonschema==4.26.0")),
    ("1.17.0", ("pydantic==2.11.10", "jsonschema==4.26.0")),
    ("1.23.3", ("pydantic==2.14.4", "jsonschema==4.26.0")),
    ("1.30.0", ("pydantic==2.14.4", "jsonschema==4.26.0")),
    ("2.0.0", ("pydantic==2.14.4", "jsonschema==4.26.0")),
    ("2.3.0", ("pydantic==2.14.4", "jsonschema==4.26.0")),
)
RUST = (("1.8.0", "before-3"), ("2.2.0", "before-3"), ("3.11.0", "http"))
KINDS = ("typescript", "python", "rust")

MODERN = "2026-07-28"
LEGACY = "2025-11-25"
PATIENCE = 15  # seconds for one answer; a client that drops a message waits for ever
AT_ONCE = 3
REASON = 90  # characters
ARGUMENTS = {"id": 1}
SENT = 2  # tools: the odd one, and this
PLAIN = "plain"
COLUMNS = ("probe", "client", "version", "protocol", "outcome", "reason")

Probe = collections.namedtuple("Probe", "name protocol result oddity")
Job = collections.namedtuple("Job", "manifest results arguments patience limited url")


def main():
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS
    )
    arguments.add_argument("--work", required=True, metavar="DIRECTORY", help="where the clients are installed")
    arguments.add_argument("--compare", action="store_true", help="compare the outcomes with the record")
    arguments.add_argument("--clients", metavar="KINDS", help=f"the clients to run (default: {','.join(KINDS)})")
    arguments.add_argument("--probes", metavar="WORD", help="only the probes whose names have WORD")
    options = arguments.parse_args()
    wanted = options.clients.split(",") if options.clients else KINDS
    if set(wanted) - set(KINDS):
        arguments.error(f"--clients knows {', '.join(KINDS)}, not {options.clients}")

    work = os.path.abspath(options.work)
    os.makedirs(work, exist_ok=True)
    install = {"typescript": typescript, "python": python, "rust": rust}
    clients = [client for kind in wanted for client in install[kind](work)]
    with open(os.path.join(HERE, "probes.tsv"), encoding="utf-8") as file:
        probes = [Probe(*row) for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)][1:]
    probes = [probe for probe in probes if (options.probes or "") in probe.name]

    with tempfile.TemporaryDirectory(dir=work) as directory:
        jobs = [prepare(probe, directory) for probe in probes]
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            columns = list(pool.map(lambda client: observe(client, probes, jobs), clients))
    lines = [line for row in zip(*columns) for line in row if line]
    if options.compare:
        return compare(lines)
    if options.clients or options.probes:
        write(sys.stdout, lines)
    else:
        with open(os.path.join(HERE, "record.tsv"), "w", encoding="utf-8") as file:
            write(file, lines)
    return 0


def write(file, lines):
    for line in [COLUMNS, *lines]:
        file.write("\t".join(line) + "\n")


def compare(lines):
    """Prints each outcome that is not as recorded. The reasons do not count: other versions of Node word them differently."""
    with open(os.path.join(HERE, "record.tsv"), encoding="utf-8") as file:
        recorded = {tuple(row[:4]): row[4] for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}
    differences = 0
    for *of, outcome, reason in lines:
        before = recorded.get(tuple(of), "nothing")
        if outcome != before:
            differences += 1
            print(f"{' '.join(of)}: {outcome}, recorded was {before}: {reason}")
    print(f"{len(lines)} outcomes, {differences} not as recorded")
    return 1 if differences else 0


def prepare(probe, directory):
    """The job of a probe, without the address of a server."""
    with open(os.path.join(HERE, "probes", f"{probe.name}.json"), encoding="utf-8") as file:
        text = file.read()
    # A list of many megabytes is not kept: `@PADDING 100@` stands for a text of 100 characters.
    text = re.sub("@PADDING ([0-9]+)@", lambda found: "x" * int(found[1]), text)
    paths = {kind: os.path.join(directory, f"{probe.name}.{kind}.json") for kind in ("manifest", "results", "arguments")}
    odd, plain = json.loads(text)["tools"]
    name = odd.get("name", "") if isinstance(odd, dict) else ""
    # The plain tool comes first, so that it is called whatever the odd one does.
    results = {plain["name"]: {"id": 1}, name: json.loads(probe.result)}
    with open(paths["manifest"], "w", encoding="utf-8") as file:
        file.write(text)
    with open(paths["results"], "w", encoding="utf-8") as file:
        json.dump(results, file)
    with open(paths["arguments"], "w", encoding="utf-8") as file:
        json.dump({name: ARGUMENTS for name in results}, file)
    return Job(**paths, patience=PATIENCE, limited=True, url=None)


def observe(client, probes, jobs):
    """What one client does with each probe: a line of the record, or None where the probe does not concern it."""
    protocol = MODERN if client.modern else LEGACY
    lines = []
    for probe, job in zip(probes, jobs):
        if probe.protocol not in ("", protocol):
            lines.append(None)
            continue
        if client.modern:
            job = job._replace(url=over_http(job))
        report = client.ask(job, 6 * PATIENCE)
        outcome, reason = judge(report)
        family, version = client.name.split()
        lines.append((probe.name, family, version, protocol, outcome, tidy(reason)))
    client.stop()
    print(f"{client.name}, MCP {protocol}: done", file=sys.stderr, flush=True)
    return lines


def judge(report):
    """The worst that happened, and why."""
    lists = [one for one in report["refused"] if one["step"] == "list"]
    calls = [one for one in report["refused"] if one["step"] == "call"]
    if not report.get("listed"):
        return "list", (lists or calls)[0]["reason"]
    if report["listed"] < SENT:
        return "tool", lists[0]["reason"]
    spread = [one for one in calls if one["tool"] in (None, PLAIN)]
    if spread:
        return "calls", spread[0]["reason"]
    if calls:
        return "call", calls[0]["reason"]
    if lists:
        return "altered", lists[0]["reason"]
    return "ok", ""


def tidy(reason):
    """A reason in one line, the same in every run."""
    reason = re.sub(r"127\.0\.0\.1:[0-9]+", "127.0.0.1", " ".join(reason.split()))
    return reason if len(reason) <= REASON else reason[: REASON - 1] + "…"


def over_http(job):
    """Serves a job over HTTP, with MCP 2026-07-28, and gives the address."""
    with open(job.manifest, encoding="utf-8") as file:
        manifest = file.read().replace("\n", "")
    with open(job.results, encoding="utf-8") as file:
        results = json.load(file)

    def respond(handler, body):
        message = json.loads(body) if body else {}
        if "id" not in message:
            status, reply = (202 if message else 405), b""
        else:
            status, reply = 200, server.answer(message, manifest, results, True).encode()
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(reply)))
        handler.end_headers()
        handler.wfile.write(reply)

    return serve.listen(respond) + "/mcp"


def typescript(work):
    for package, version, parts in TYPESCRIPT:
        directory = os.path.join(work, f"typescript-{version}")
        major = version.split(".")[0]
        npm = ["npm", "install", "--prefix", directory, "--silent", "--no-audit", "--no-fund", "--ignore-scripts"]
        once(directory, [npm + ["--save-exact", f"{package}@{version}", *parts]])
        command = ["node", os.path.join(os.path.dirname(HERE), "typescript.mjs"), "--install", directory, "--major", major]
        for modern in (False, True)[: int(major)]:
            yield run.Client(f"TypeScript {version}", command, modern)


def python(work):
    for version, parts in PYTHON:
        directory = os.path.join(work, f"python-{version}")
        interpreter = os.path.join(directory, "Scripts" if os.name == "nt" else "bin", "python")
        pip = [interpreter, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        once(directory, [[sys.executable, "-m", "venv", directory], pip + [f"mcp=={version}", *parts]])
        for modern in (False, True)[: int(version[0])]:
            yield run.Client(f"Python {version}", [interpreter, os.path.join(os.path.dirname(HERE), "python_client.py")], modern)


def rust(work):
    """The program in ../rmcp, built with each version of rmcp."""
    for version, feature in RUST:
        project = os.path.join(work, f"rust-{version}")
        target = os.path.join(work, "rust")
        shutil.copytree(os.path.join(os.path.dirname(HERE), "rmcp"), project, dirs_exist_ok=True)
        path = os.path.join(project, "Cargo.toml")
        with open(path, encoding="utf-8") as file:
            text = re.sub('rmcp = { version = "=[0-9.]+"', f'rmcp = {{ version = "={version}"', file.read())
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        command = ["cargo", "build", "--quiet", "--features", feature, "--manifest-path", path]
        subprocess.run(command, env={**os.environ, "CARGO_TARGET_DIR": target}, check=True)
        binary = shutil.copy(os.path.join(target, "debug", "apimint-client-rmcp"), project)
        for modern in (False, True) if feature == "http" else (False,):
            yield run.Client(f"Rust {version}", [binary], modern)


def once(directory, commands):
    """Runs commands that install something, unless they did so before."""
    stamp = os.path.join(directory, "installed")
    if not os.path.exists(stamp):
        os.makedirs(directory, exist_ok=True)
        print(f"installing {os.path.basename(directory)}", file=sys.stderr, flush=True)
        for command in commands:
            subprocess.run(command, check=True)
        with open(stamp, "w", encoding="utf-8") as file:
            file.write(json.dumps(commands))


if __name__ == "__main__":
    sys.exit(main())
