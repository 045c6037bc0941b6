#!/usr/bin/env python3
"""Converts every root document of the shared corpus and checks what comes out.

Usage: corpus.py --binary BINARY --corpus DIRECTORY --out DIRECTORY

DIRECTORY/INDEX.tsv names the documents, the operations in each, and whether a Python parser could read it.
The run fails when a conversion ends by a signal, a panic or the time limit, when a readable document is
refused, when a second run gives other bytes, and when a manifest has fewer tools than the document has
operations and the diagnostics do not account for the difference.

Writes OUT/NAME/manifest.json and OUT/NAME/diagnostics.jsonl for each document, and OUT/summary.txt.
"""
import argparse
import collections
import concurrent.futures
import csv
import json
import os
import re
import subprocess
import sys
import time

TIMEOUT = 60  # seconds for one conversion
AT_ONCE = 2
RERUN_BELOW = 5  # seconds: quicker conversions run twice, and their bytes are compared

# Documents that must be refused (exit code 2), each with its reason. Every other document must be converted.
REFUSED = {
    "mermade/3.0-malicious-yamlbomb.yaml": "an alias that contains itself",
}

# Documents with fewer tools than the index counts operations, where no diagnostic can account for it:
# the difference that is allowed, and its reason.
FEWER_TOOLS = {}

# Codes that remove one operation each: those that the catalogue marks, and O004, since a key that is not a method of the
# version may still be counted as an operation.
CATALOGUE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src", "diagnostic", "code", "catalogue.rs")
with open(CATALOGUE, encoding="utf-8") as catalogue:
    REMOVING = {"O004", *re.findall(r"^ +([A-Z]\d{3}) .*\+ RemovesTool", catalogue.read(), re.M)}
# A reference fault removes operations only where an operation or a path item stands.
ROOT_OPERATION = re.compile(r"^/paths/[^/]+(/(additionalOperations/)?[^/]+)?(/\$ref)?$")
PART_OPERATION = re.compile(r"^(/[^/]+){0,2}(/\$ref)?$")


class Result:
    """What one conversion did."""

    def __init__(self, name, operations):
        self.name = name
        self.operations = operations
        self.tools = 0
        self.exit = None
        self.seconds = 0.0
        self.bytes = 0
        self.codes = collections.Counter()
        self.removed = 0
        self.faults = []


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--binary", required=True)
    arguments.add_argument("--corpus", required=True)
    arguments.add_argument("--out", required=True)
    options = arguments.parse_args()

    with open(os.path.join(options.corpus, "INDEX.tsv"), encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    # Large documents first: the two workers then end at about the same time.
    order = sorted(rows, key=lambda row: -int(row["bytes"] or 0))
    started = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        done = {
            result.name: result
            for result in pool.map(lambda row: convert(row, options), order)
        }
    results = [done[row["file"]] for row in rows]
    for name in sorted(set(REFUSED) | set(FEWER_TOOLS)):
        if name not in done:
            print(f"corpus.py: {name} is listed in this script, but not in the index")

    print_differences(results)
    faults = [(result.name, fault) for result in results for fault in result.faults]
    for name, fault in faults:
        print(f"FAULT {name}: {fault}")
    text = summary(results, len(faults), time.monotonic() - started)
    print(text, end="")
    with open(os.path.join(options.out, "summary.txt"), "w", encoding="utf-8") as file:
        file.write(text)
    return 1 if faults or not results else 0


def convert(row, options):
    """Converts one document, in most cases twice."""
    name = row["file"]
    result = Result(name, int(row["operations"] or 0))
    source = os.path.join(options.corpus, name)
    folder = os.path.join(options.out, re.sub(r"[^A-Za-z0-9._-]+", "_", name))
    os.makedirs(folder, exist_ok=True)
    manifest = os.path.join(folder, "manifest.json")
    diagnostics = os.path.join(folder, "diagnostics.jsonl")
    if not os.path.isfile(source):
        result.faults.append("the index names a file that is not there")
        return result

    started = time.monotonic()
    result.exit = run(options.binary, source, manifest, diagnostics)
    result.seconds = time.monotonic() - started
    result.bytes = os.path.getsize(manifest)
    if result.exit is None:
        os.remove(manifest)
        result.faults.append(f"not done after {TIMEOUT} s")
        return result
    read_diagnostics(diagnostics, name, result)
    judge_exit(row, result)
    if result.exit == 1 and not result.bytes and result.codes["O010"]:
        # A description without tools: nothing is written.
        account_for_difference(result)
        os.remove(manifest)
    elif result.exit in (0, 1):
        count_tools(manifest, result)
        account_for_difference(result)
    else:
        if result.bytes:
            result.faults.append("writes to standard output although it fails")
        os.remove(manifest)

    if result.seconds < RERUN_BELOW and result.exit in (0, 1):
        again = [os.path.join(folder, part) for part in ("again.json", "again.jsonl")]
        run(options.binary, source, *again)
        for first, second in zip((manifest, diagnostics), again):
            if os.path.exists(first) and read(first) != read(second):
                result.faults.append(f"a second run gives another {os.path.basename(first)}")
            os.remove(second)
    return result


def run(binary, source, out, err):
    """Runs one conversion; gives its exit code, or nothing if it took too long."""
    with open(out, "wb") as stdout, open(err, "wb") as stderr:
        try:
            return subprocess.run(
                [binary, "convert", "--diagnostics", "json", source],
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                timeout=TIMEOUT,
                check=False,
            ).returncode
        except subprocess.TimeoutExpired:
            return None


def read(path):
    with open(path, "rb") as file:
        return file.read()


def read_diagnostics(path, name, result):
    """Counts diagnostics by code, and those that remove an operation."""
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            try:
                diagnostic = json.loads(line)
                code = diagnostic["code"]
            except (ValueError, KeyError, TypeError):
                result.faults.append(f"standard error has a line that is no diagnostic: {line.strip()[:200]}")
                return
            result.codes[code] += 1
            if removes_operation(diagnostic, name):
                result.removed += 1


def removes_operation(diagnostic, name):
    code = diagnostic["code"]
    if code in REMOVING:
        return True
    if not code.startswith("R"):
        return False
    pointer = diagnostic.get("pointer") or ""
    file = (diagnostic.get("file") or "").replace(os.sep, "/")
    if not file or file.endswith(name):
        return ROOT_OPERATION.match(pointer) is not None
    return PART_OPERATION.match(pointer) is not None


def judge_exit(row, result):
    name = result.name
    code = result.exit
    if code < 0:
        result.faults.append(f"ends by signal {-code}")
    elif code == 101:
        result.faults.append("panics")
    elif code > 2:
        result.faults.append(f"exit code {code}")
    elif name in REFUSED:
        if code != 2:
            result.faults.append(f"exit code {code}, but it must be refused: {REFUSED[name]}")
    elif code == 2:
        known = f" (a Python parser says: {row['parse_problem']})" if row["parse_problem"] else ""
        result.faults.append(f"is refused{known}")


def count_tools(path, result):
    try:
        with open(path, encoding="utf-8") as file:
            result.tools = len(json.load(file)["tools"])
    except (ValueError, KeyError, TypeError) as error:
        result.faults.append(f"the manifest is no tools/list result: {error}")


def account_for_difference(result):
    missing = result.operations - result.tools
    allowed = max(result.removed, FEWER_TOOLS.get(result.name, (0, ""))[0])
    if missing > allowed:
        result.faults.append(
            f"{result.tools} tools for {result.operations} operations; diagnostics account for {allowed}"
        )


def print_differences(results):
    rows = [
        result
        for result in results
        if result.exit in (0, 1) and result.tools != result.operations
    ]
    if not rows:
        return
    print(f"{'operations':>10} {'tools':>6} {'accounted':>9}  document")
    for result in rows:
        codes = " ".join(
            f"{code}×{count}"
            for code, count in sorted(result.codes.items())
            if code in REMOVING or code.startswith("R")
        )
        reason = FEWER_TOOLS.get(result.name, (0, ""))[1]
        note = "; ".join(part for part in (codes, reason) if part)
        print(
            f"{result.operations:>10} {result.tools:>6} {result.removed:>9}  {result.name}"
            + (f"  ({note})" if note else "")
        )


def summary(results, faults, seconds):
    codes = collections.Counter()
    for result in results:
        codes.update(result.codes)
    exits = collections.Counter(str(result.exit) for result in results)
    slowest = sorted(results, key=lambda result: -result.seconds)[:3]
    lines = [
        f"corpus: {len(results)} documents, {sum(result.operations for result in results)} operations, "
        f"{sum(result.tools for result in results)} tools, "
        f"{sum(result.bytes for result in results) / 1e6:.0f} MB of manifests, {faults} faults, {seconds:.0f} s",
        "exit codes: " + ", ".join(f"{code} ×{count}" for code, count in sorted(exits.items())),
        "slowest: " + ", ".join(f"{result.name} {result.seconds:.1f} s" for result in slowest),
        "diagnostics: " + ", ".join(f"{code} ×{count}" for code, count in sorted(codes.items())),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
