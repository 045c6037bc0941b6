#!/usr/bin/env python3
"""Fails if a command grows faster with its input than the input: the growth gate.

Usage: growth.py [--binary BINARY] [--short] [--only LIST] [--work DIRECTORY]

For each list that an input can have (operations, parameters, schemas, values, servers, ...) a made-up input has n, 2n and 4n
entries in that list and next to nothing else. Each command that reads such an input runs once per size. Time, peak memory and
output may grow by a factor of 2.5 per doubling at most, beyond what a run on an almost empty input takes.

In the short form, which `.ci/run` runs, time is the number of instructions that valgrind counts, with one thread, and there are
two sizes; so the result depends on the program only. Without --short it is the processor time of the fastest of three runs, on
larger inputs.

Needs Python 3.9 or newer on a Unix; valgrind for the short form.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
# The largest factor per doubling of the list.
FACTOR = 2.5
# Growth that is above the factor for a reason: (list, command, figure) and the reason.
EXPECTED = {}


def document(paths=None, schemas=None, **root):
    return {"openapi": "3.1.0", "info": {"title": "Growth", "version": "1"}, "servers": [{"url": "https://example.com"}],
            "paths": paths or {"/a": {"get": operation("a")}}, "components": {"schemas": schemas or {}}, **root}


def operation(name, schema=None, **fields):
    answer = {"200": {"description": "Done", "content": {"application/json": {"schema": schema}}}} if schema else {
        "204": {"description": "None"}}
    return {"operationId": name, "summary": f"Does {name}.", "responses": answer, **fields}


def reference(number):
    return {"$ref": f"#/components/schemas/S{number}"}


def record(number, n):
    """A schema that refers to the next one; the last refers to the first. A hundred are more than a bound allows."""
    return {"type": "object", "description": f"Record {number}. {'More of it. ' * 30}", "properties": {
        "id": {"type": "string", "maxLength": 40}, "next": reference((number + 1) % n)}}


def operations(n):
    return document({f"/a{i}": {"get": operation(f"get{i}", {"type": "object", "properties": {f"a{i}": {"type": "string"}}})}
                     for i in range(n)})


def parameters(n):
    listed = [{"name": f"a{i}", "in": "query", "description": f"Filter {i}.", "schema": {"type": "string"}} for i in range(n)]
    return document({"/a": {"get": operation("a", parameters=listed)}})


def schemas(n):
    """A ring of schemas that one operation reaches."""
    return document({"/a": {"get": operation("a", reference(0))}}, {f"S{i}": record(i, n) for i in range(n)})


def reach(n):
    """As many operations as schemas, and each reaches them all."""
    paths = {f"/a{i}": {"put": operation(f"put{i}", reference(i), requestBody={"content": {"application/json": {
        "schema": reference(i)}}})} for i in range(n)}
    return document(paths, {f"S{i}": record(i, n) for i in range(n)})


def properties(n):
    fields = {f"a{i}": {"type": "string", "description": f"Field {i}."} for i in range(n)}
    body = {"content": {"application/json": {"schema": {"type": "object", "properties": fields}}}}
    return document({"/a": {"post": operation("a", {"type": "object", "properties": fields}, requestBody=body)}})


def values(n):
    schema = {"type": "string", "enum": [f"value-{i}" for i in range(n)]}
    return document({"/a": {"get": operation("a", parameters=[{"name": "a", "in": "query", "schema": schema}])}})


def servers(n):
    return document(servers=[{"url": f"https://a{i}.example.com", "description": f"Server {i}"} for i in range(n)])


def security(n):
    schemes = {f"key{i}": {"type": "apiKey", "in": "header", "name": f"X-Key-{i}"} for i in range(n)}
    made = document(security=[{f"key{i}": []} for i in range(n)])
    made["components"]["securitySchemes"] = schemes
    return made


def tags(n):
    return document({"/a": {"get": operation("a", tags=[f"tag {i}" for i in range(n)])}})


def findings(n):
    """Properties with faults that are reported one by one."""
    fields = {f"a{i}": {"type": "any", "minimum": "1", "x-a": 1, "pattern": "(?<=a)b"} for i in range(n)}
    return document({"/a": {"get": operation("a", {"type": "object", "properties": fields})}})


def parts(n):
    listed = [{"type": "object", "properties": {f"a{i}": {"type": "string"}}, "required": [f"a{i}"]} for i in range(n)]
    return document({"/a": {"get": operation("a", {"allOf": listed})}})


def branches(n):
    listed = [{"type": "object", "properties": {"kind": {"const": f"a{i}"}}, "required": ["kind"]} for i in range(n)]
    return document({"/a": {"post": operation("a", requestBody={"content": {"application/json": {
        "schema": {"oneOf": listed}}}})}})


def tools(n, word="text"):
    return {"tools": [{"name": f"tool_{i}", "description": f"Tool {i}.", "inputSchema": {
        "type": "object", "properties": {"a": {"type": "string", "description": f"Some {word} {i}."}}}} for i in range(n)]}


def overlay(n):
    return {"overlay": "1.0.0", "info": {"title": "Overlay", "version": "1"}, "actions": [
        {"target": f"$.paths['/a{i}'].get", "update": {"summary": f"Changed {i}."}} for i in range(n)]}


CONVERT = ("convert", "INPUT", "-o", "OUT")
INSPECT = ("inspect", "INPUT", "--json")
PAGE = ("inspect", "INPUT", "--html", "OUT")
SELF = ("diff", "INPUT", "INPUT")
CHECK = ("check", "INPUT")
DESCRIPTION = {"convert": CONVERT, "page": PAGE}
# Each list: the size n of the short form, the input, and the commands that read it.
LISTS = {
    "operations": (60, operations, {**DESCRIPTION, "inspect": INSPECT, "diff": SELF}),
    "parameters": (150, parameters, DESCRIPTION),
    "schemas": (100, schemas, DESCRIPTION),
    "reach": (100, reach, {**DESCRIPTION, "diff": SELF}),
    "properties": (200, properties, DESCRIPTION),
    "values": (1000, values, DESCRIPTION),
    "servers": (200, servers, DESCRIPTION),
    "security": (150, security, DESCRIPTION),
    "tags": (500, tags, DESCRIPTION),
    "findings": (60, findings, DESCRIPTION),
    "parts": (120, parts, DESCRIPTION),
    "branches": (100, branches, DESCRIPTION),
    "overlays": (60, operations, {"convert": ("convert", "INPUT", "--overlay", "OVERLAY", "-o", "OUT")}),
    "tools": (100, tools, {"convert": CONVERT, "check": CHECK, "inspect": INSPECT}),
    "changes": (100, tools, {"diff": ("diff", "INPUT", "CHANGED")}),
}


# The files that a command may read, each with what makes it: a list and its number of entries.
INPUTS = {"INPUT": lambda name, n: LISTS[name][1](n), "OVERLAY": lambda _, n: overlay(n),
          "CHANGED": lambda _, n: tools(n, "other")}


def make(name, n, work):
    for file, content in INPUTS.items():
        (pathlib.Path(work) / f"{file.lower()}.json").write_text(json.dumps(content(name, int(n))), encoding="utf-8")


class Run:
    """One run of a command: what it costs."""

    def __init__(self, binary, work, name, command, n, short):
        work = work / f"{name}-{'-'.join(command[:1] + command[2:3]).replace('-', '')}-{n}"
        work.mkdir(parents=True, exist_ok=True)
        # The peak memory of a process counts what this one takes when it starts it, so the inputs are made elsewhere.
        subprocess.run([sys.executable, __file__, "--make", name, str(n), str(work)], check=True)
        out = work / "out"
        named = {file: str(work / f"{file.lower()}.json") for file in INPUTS} | {"OUT": str(out)}
        words = [binary, *(named.get(word, word) for word in command)]
        self.figures = {}
        if short:
            self.figures["instructions"] = instructions(words)
        seconds, memory, printed = min(measured(words) for _ in range(1 if short else 3))
        if not short:
            self.figures["ms"] = seconds * 1000
        self.figures["KiB"] = memory
        self.figures["bytes"] = printed + (out.stat().st_size if out.exists() else 0)


def instructions(words):
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *words]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "RAYON_NUM_THREADS": "1"}, check=False)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode not in (0, 1) or not found:
        raise SystemExit(f"failed: {' '.join(words)}\n{done.stderr[-2000:]}")
    return int(found.group(1))


def measured(words):
    """Processor seconds, peak KiB and printed bytes of a run."""
    reading, writing = os.pipe()
    actions = [(os.POSIX_SPAWN_DUP2, writing, 1), (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)]
    process = os.posix_spawnp(words[0], words, {**os.environ, "RAYON_NUM_THREADS": "1"}, file_actions=actions)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        printed = sum(map(len, iter(lambda: pipe.read(1 << 20), b"")))
    _, status, usage = os.wait4(process, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        raise SystemExit(f"failed: {' '.join(words)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss, printed


def judged(name, command, runs, floor):
    """Lines about one list and command, and whether all figures grow slowly enough."""
    lines, is_good = [], True
    for figure in runs[0].figures:
        # What an almost empty input costs says nothing about growth, and small costs are mostly chance.
        costs = [max(run.figures[figure] - floor.figures[figure], 0) for run in runs]
        least = {"KiB": 16_384, "ms": 20, "instructions": 10_000_000}.get(figure, 0)
        factors = [after / before for before, after in zip(costs, costs[1:]) if before > least]
        worst = max(factors, default=0)
        reason = EXPECTED.get((name, command, figure))
        mark = "" if worst <= FACTOR else f"  expected: {reason}" if reason else "  GROWS TOO FAST"
        is_good &= worst <= FACTOR or reason is not None
        shown = " ".join(f"{run.figures[figure]:,.0f}" for run in runs)
        lines.append(f"{name:11} {command:8} {figure:12} {shown:>40}  × {worst:.2f}{mark}")
    return lines, is_good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(HERE.parent / "target/release/apimint"))
    parser.add_argument("--work", type=pathlib.Path, default=HERE.parent / "target/growth")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--only", choices=LISTS)
    arguments = parser.parse_args()
    begun = time.monotonic()
    sizes = [1, 2] if arguments.short else [8, 16, 32]
    jobs = {}
    # Instructions do not depend on what else runs; times do.
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() if arguments.short else 1) as pool:
        for name, (n, _, commands) in LISTS.items():
            if arguments.only in (None, name):
                for command, words in commands.items():
                    counts = [1, *(n * size for size in sizes)]
                    jobs[name, command] = [pool.submit(Run, arguments.binary, arguments.work, name, words, count, arguments.short)
                                           for count in counts]
        is_good = True
        for (name, command), runs in jobs.items():
            floor, *runs = (run.result() for run in runs)
            lines, are_good = judged(name, command, runs, floor)
            is_good &= are_good
            print("\n".join(lines), flush=True)
    print(f"{len(jobs)} lists and commands, {time.monotonic() - begun:.0f} s: {'no growth is too fast' if is_good else 'FAILED'}")
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--make"]:
        make(*sys.argv[2:])
    else:
        main()
