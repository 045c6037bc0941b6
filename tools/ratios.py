#!/usr/bin/env python3
"""Prints how long conversions take and how much memory, as ratios to reading and writing the same file.

Usage: ratios.py [--runs N] [--work DIRECTORY] [--binary BINARY] [FILE...]

Three tables, all of whole processes that write to a new file:

* each FILE against `tools/yardstick`, which reads JSON into `serde_json::Value` and writes it to a file, or reads
  YAML with the parser that apimint uses into a plain tree; and against peers that are installed;
* start-up: a description with 20 operations;
* growth: a made-up description with 250, 500, ... 4,000 operations.

Without FILE, GitHub's description (13 MB) is fetched from the npm package `@octokit/openapi`, and converted to YAML
for a second row. The runs of one row take turns, so that whatever else the machine does hits all of them alike; the
figures are medians. Peak memory is the resident set, the program itself included (and at least that of this script).

Peers are told by environment variables that hold a command, with `{}` for the file: `PEER_FASTMCP="python tool.py {}"`.
What they write to standard output is dropped.

Needs Python 3.9 or newer on a Unix, a Rust toolchain, and npm to fetch the description.
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import statistics
import subprocess
import time

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = "@octokit/openapi@23.0.2"
PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9 _/.-]*[A-Za-z0-9]\Z")
NOT_PLAIN = {"true", "false", "null", "yes", "no", "on", "off"}


def run(command, output):
    """Seconds of wall and processor time, and MiB of peak memory, of one run. Any exit code but 0 and 1 is a failure."""
    output.unlink(missing_ok=True)
    silent = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_WRONLY, 0) for fd in (1, 2)]
    start = time.perf_counter()
    process = os.posix_spawnp(command[0], command, os.environ, file_actions=silent)
    _, status, usage = os.wait4(process, 0)
    wall = time.perf_counter() - start
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        raise SystemExit(f"failed: {shlex.join(command)}")
    unit = 1 << 10 if os.uname().sysname == "Linux" else 1 << 20
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit


def medians(commands, runs, output):
    """The medians of several commands whose runs take turns. Each writes `output`, which is not there before."""
    results = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            results[name].append(run(command, output))
    return {name: [statistics.median(figure) for figure in zip(*rows)] for name, rows in results.items()}


def apart(work, *arguments):
    """Does something in a process of its own. What this process takes at most counts for those that it starts."""
    process = os.fork()
    if process == 0:
        status = 1
        try:
            work(*arguments)
            status = 0
        finally:
            os._exit(status)
    if os.waitpid(process, 0)[1]:
        raise SystemExit(1)


def to_yaml(value, indent, write):
    """Writes JSON data as block YAML; texts as people write them, plain where that is possible."""
    pad = "  " * indent
    items = value.items() if isinstance(value, dict) else [("-", item) for item in value]
    for key, item in items:
        write(pad + ("-" if key == "-" and isinstance(value, list) else scalar(key) + ":"))
        if isinstance(item, (dict, list)) and item:
            write("\n")
            to_yaml(item, indent + 1, write)
        else:
            write(f" {scalar(item)}\n")


def scalar(value):
    if isinstance(value, str) and PLAIN.match(value) and value.lower() not in NOT_PLAIN:
        return value
    return json.dumps(value, ensure_ascii=False)


def fetched(work):
    """GitHub's description as JSON and as YAML."""
    as_json, as_yaml = work / "github.json", work / "github.yaml"
    if not as_json.exists():
        subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=work, check=True)
        subprocess.run(["tar", "-xzf", next(work.glob("octokit-openapi-*.tgz")).name], cwd=work, check=True)
        (work / "package/generated/api.github.com.json").rename(as_json)
    if not as_yaml.exists():
        apart(write_yaml, as_json, as_yaml)
    return [as_json, as_yaml]


def write_yaml(as_json, as_yaml):
    with as_yaml.open("w", encoding="utf-8") as out:
        to_yaml(json.loads(as_json.read_text(encoding="utf-8")), 0, out.write)


def description(operations):
    """A description with this many operations, one schema for each, and one that all share."""
    paths, schemas = {}, {"Page": {"type": "object", "properties": {"next": {"type": "string"}}}}
    for number in range(operations):
        properties = {f"field_{field}": {"type": "string", "description": f"Field {field} of it."} for field in range(8)}
        properties["page"] = {"$ref": "#/components/schemas/Page"}
        schemas[f"Thing{number}"] = {"type": "object", "required": ["field_0"], "properties": properties}
        reference = {"$ref": f"#/components/schemas/Thing{number}"}
        content = {"application/json": {"schema": reference}}
        parameter = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
        paths[f"/things{number}/{{id}}"] = {"put": {
            "operationId": f"putThing{number}", "summary": f"Puts thing {number}", "parameters": [parameter],
            "requestBody": {"content": content}, "responses": {"200": {"description": "Done", "content": content}},
        }}
    return {"openapi": "3.1.0", "info": {"title": "Things", "version": "1"}, "servers": [{"url": "https://example.com"}],
            "paths": paths, "components": {"schemas": schemas}}


def mebibytes(path):
    return path.stat().st_size / 2**20


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--work", type=pathlib.Path, default=HERE.parent / "target/ratios")
    parser.add_argument("--binary", type=pathlib.Path)
    parser.add_argument("files", nargs="*", type=pathlib.Path, metavar="FILE")
    arguments = parser.parse_args()
    work = arguments.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    binary = arguments.binary
    if binary is None:
        subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=HERE.parent, check=True)
        binary = HERE.parent / "target/release/apimint"
    built = ["cargo", "build", "--release", "--quiet", "--target-dir", str(work / "target")]
    subprocess.run(built, cwd=HERE / "yardstick", check=True)
    yardstick = work / "target/release/yardstick"
    output = work / "output.json"
    convert = [str(binary), "convert", "--quiet", "--output", str(output)]
    peers = {name[5:].lower(): command for name, command in os.environ.items() if name.startswith("PEER_")}

    print(f"load of the machine: {os.getloadavg()[0]:.1f}\n")
    print("| file | MiB | wall, s | to read and write it, s | ratio | processor, s | peak, MiB | × of the file |")
    print("|---|---|---|---|---|---|---|---|")
    for path in arguments.files or fetched(work):
        commands = {"ours": convert + [str(path)], "yardstick": [str(yardstick), str(path), str(output)]}
        commands |= {name: shlex.split(command.replace("{}", str(path))) for name, command in peers.items()}
        figures = medians(commands, arguments.runs, output)
        ours, base, size = figures["ours"], figures["yardstick"][0], mebibytes(path)
        print(f"| {path.name} | {size:.1f} | {ours[0]:.3f} | {base:.3f} | {ours[0] / base:.2f} | {ours[1]:.3f} "
              f"| {ours[2]:.0f} | {ours[2] / size:.1f} |")
        for name in peers:
            wall, processor, peak = figures[name]
            print(f"| {name}, the same file | | {wall:.3f} | | {wall / base:.2f} | {processor:.3f} | {peak:.0f} | |")

    print("\n| operations | MiB | wall, ms | ms a MiB of input | peak, MiB |\n|---|---|---|---|---|")
    for operations in (20, 250, 500, 1000, 2000, 4000):
        path = work / f"{operations}.json"
        apart(lambda: path.write_text(json.dumps(description(operations)), encoding="utf-8"))
        wall, _, peak = medians({"ours": convert + [str(path)]}, arguments.runs, output)["ours"]
        print(f"| {operations} | {mebibytes(path):.2f} | {wall * 1000:.1f} | {wall * 1000 / mebibytes(path):.0f} | {peak:.0f} |")


if __name__ == "__main__":
    main()
