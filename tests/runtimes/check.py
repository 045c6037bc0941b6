#!/usr/bin/env python3
"""Holds the runtimes in docs/runtimes to docs/calls.md.

Usage: check.py --binary APIMINT --work DIRECTORY [--shared DIRECTORY] [--runtimes python,typescript] [-v]

1. Each call of testdata/calls must become the request that is shown, or an error where one is shown (its words are apimint's own),
   and each response the result that is shown.
2. Where --shared has calls/vectors.json, each vector must become the request that `apimint request` makes.
3. The official Python client starts each runtime, lists its tools and calls them; a server on loopback answers (endtoend.py).
4. Each runtime has fewer than 350 lines: it is read before it is copied.

Each runtime runs as one process: a job in, a request out, a line of JSON each. A job has `tool`, `arguments`, and where they
matter `credentials`, `server`, `variables`, `base` and `validate`. The result has `method`, `url`, `headers` (pairs) and `body`
(base64 or null), or `error`; `crash` is an exception of another kind, and always a fault. A job with `tool` and `response` has a
CallToolResult as its result.

DIRECTORY holds the clients that tests/clients/run.py installs, and the packages for TypeScript. What cannot be installed is left
out. Needs PyYAML. Exit codes: 0 every call is right, 1 a runtime makes a wrong request or is too long, 2 no runtime could be run.
"""
import argparse
import base64
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
RUNTIMES = os.path.join(ROOT, "docs", "runtimes")
sys.path.insert(0, os.path.join(ROOT, "tests", "clients"))
import run as clients  # noqa: E402

import endtoend  # noqa: E402

SHOWN = 500  # characters of a fault
MOST_LINES = 349  # of a runtime

# Larger integers are rounded where JavaScript reads JSON, so that a runtime in it must refuse them (docs/runtimes/README.md).
MOST_IN_JAVASCRIPT = 2**53 - 1


class Runtime:
    """One runtime: how its requests are made in a batch, and how its server is started."""

    def __init__(self, name, batch, server):
        self.name, self.batch, self.server = name, batch, server

    def requests(self, jobs):
        """The results of all jobs, in order."""
        lines = "".join(json.dumps(job) + "\n" for job in jobs)
        run = subprocess.run(self.batch, input=lines.encode(), stdout=subprocess.PIPE)
        results = [json.loads(line) for line in run.stdout.splitlines()]
        missing = len(jobs) - len(results)
        return results + [{"crash": f"no result; exit code {run.returncode}"}] * missing


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS
    )
    parser.add_argument("--binary", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--shared")
    parser.add_argument("--runtimes", default="python,typescript")
    parser.add_argument("-v", "--verbose", action="store_true", help="print what passes, too")
    options = parser.parse_args()
    work = os.path.abspath(options.work)
    os.makedirs(work, exist_ok=True)
    interpreter = python_of(work)
    made = {"python": lambda: python(interpreter), "typescript": lambda: typescript(work)}
    runtimes = [runtime for name in options.runtimes.split(",") if (runtime := made[name]())]
    if not runtimes:
        print("check.py: no runtime could be run")
        return 2
    checks = [("calls", *rule_cases())]
    vectors = os.path.join(options.shared or "", "calls", "vectors.json")
    if os.path.exists(vectors):
        checks.append(("vectors", *vector_cases(options.binary, vectors)))
    failed = 0
    for name in ("apimint_runtime.py", "apimint_runtime.ts"):
        if (lines := lines_of(os.path.join(RUNTIMES, name))) > MOST_LINES:
            print(f"FAIL {name}: {lines} lines instead of at most {MOST_LINES}")
            failed += 1
    for runtime in runtimes:
        counts = []
        for what, jobs, judges in checks:
            results = runtime.requests(jobs)
            faults = [judge(runtime.name, result) for judge, result in zip(judges, results)]
            for judge, found in zip(judges, faults):
                if found or options.verbose:
                    print(f"{'FAIL' if found else 'PASS'} {runtime.name} {judge.name}{': ' if found else ''}{found[:SHOWN]}")
            counts.append((what, sum(not found for found in faults), len(faults)))
        if interpreter:
            faults, calls = endtoend.faults_of(runtime.server, interpreter)
            for fault in faults:
                print(f"FAIL {runtime.name} end to end: {fault}")
            counts.append(("end to end", calls - len(faults), calls))
        failed += any(right < total for _, right, total in counts)
        print(f"runtime {runtime.name}: " + ", ".join(f"{what} {right}/{total}" for what, right, total in counts))
    return 1 if failed else 0


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return sum(1 for _ in file)


def python_of(work):
    """The interpreter of the installed Python client with `mcp` 2."""
    commands = [client.command[0] for client in clients.python(work) if client.name.startswith("mcp 2.")]
    return commands[0] if commands else None


def python(interpreter):
    if interpreter is None:
        return None
    batch = [interpreter, os.path.join(HERE, "batch.py"), RUNTIMES]
    return Runtime("python", batch, [interpreter, os.path.join(RUNTIMES, "apimint_runtime.py")])


def typescript(work):
    """The runtime runs beside the packages it needs; `tsx` runs it, since Node 20 does not run TypeScript. It must also compile."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        print("LEFT OUT: the TypeScript runtime, because node or npm is not installed")
        return None
    directory = os.path.join(work, "typescript-runtime")
    os.makedirs(directory, exist_ok=True)
    lock = os.path.join(HERE, "typescript", "package-lock.json")
    for name in ("package.json", "package-lock.json"):
        shutil.copy(os.path.join(HERE, "typescript", name), directory)
    install = [npm, "ci", "--prefix", directory, "--silent", "--no-audit", "--no-fund", "--ignore-scripts"]
    if not clients.installed("the packages of the TypeScript runtime", directory, lock, [install]):
        return None
    for path in (os.path.join(RUNTIMES, "apimint_runtime.ts"), os.path.join(HERE, "batch.ts"),
                 os.path.join(HERE, "typescript", "tsconfig.json")):
        shutil.copy(path, directory)
    compiled = subprocess.run([npm, "exec", "--prefix", directory, "--", "tsc", "--project", directory], cwd=directory)
    if compiled.returncode:
        sys.exit(1)
    command = [node, "--import", os.path.join(directory, "node_modules", "tsx", "dist", "esm", "index.mjs")]
    return Runtime("typescript", [*command, os.path.join(directory, "batch.ts")],
                   [*command, os.path.join(directory, "apimint_runtime.ts")])


class Judge:
    """The name of a call, its arguments, and what its result must be."""

    def __init__(self, name, arguments, expected):
        self.name, self.arguments, self.expected = name, arguments, expected

    def __call__(self, runtime, result):
        """The faults of a result in one line; empty if it is right."""
        if "crash" in result:
            return result["crash"]
        if "error" in self.expected or runtime == "typescript" and is_rounded(self.arguments):
            return "" if "error" in result else f"{result['url']} instead of an error"
        if "error" in result:
            return result["error"]
        if "result" in self.expected:
            expected = self.expected["result"].items()
            return "; ".join(f"{what} {result.get(what)} instead of {one}" for what, one in expected if result.get(what) != one)
        found = {"method": result["method"], "url": result["url"], "body": body_text(result)}
        found["headers"] = {name.lower(): without_boundary(text) for name, text in result["headers"]}
        faults = []
        for what, expected in self.expected.items():
            got = found[what]
            if what == "headers":
                got = {name: got.get(name) for name in expected}
            if got != expected:
                faults.append(f"{what} {got} instead of {expected}")
        return "; ".join(faults)


def is_rounded(value):
    if isinstance(value, (dict, list)):
        return any(map(is_rounded, value.values() if isinstance(value, dict) else value))
    return isinstance(value, int) and abs(value) > MOST_IN_JAVASCRIPT


def body_text(result):
    """A body as the files of testdata/calls write it: text, or `{base64: …}`."""
    if result["body"] is None:
        return None
    content = without_boundary(base64.b64decode(result["body"]).decode("latin-1")).encode("latin-1")
    try:
        return content.decode().replace("\r\n", "\n")
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(content).decode()}


def without_boundary(text):
    """A header or body with its boundaries as `BOUNDARY`."""
    for boundary in re.findall(r"boundary=([0-9A-Za-z-]+)|(?:\A|\n)--([0-9A-Za-z-]+)\r\n", text):
        text = text.replace("".join(boundary).removesuffix("--"), "BOUNDARY")
    return text


def rule_cases():
    """The jobs of testdata/calls, and what they must become."""
    jobs, judges = [], []
    folder = os.path.join(ROOT, "testdata", "calls")
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            rule = yaml.safe_load(file)
        for at, case in enumerate(rule["cases"], 1):
            call = {"method": "GET", "path": "/", "servers": [{"url": "https://h.example"}]}
            call |= rule.get("call", {}) | case.get("call", {})
            tool = {"name": "t", "inputSchema": rule.get("input", {"type": "object"}), "_meta": {"dev.apimint/http": call}}
            job = {"tool": tool, "arguments": case.get("arguments", {})}
            job |= {key: case[key] for key in ("credentials", "server", "variables", "base", "validate", "response") if key in case}
            jobs.append(job)
            expected = {key: case[key] for key in ("method", "url", "headers", "body", "error", "result") if key in case}
            rule_name = name.removesuffix(".yaml")
            judges.append(Judge(f"{rule_name} {at}", job["arguments"], expected))
    return jobs, judges


def vector_cases(binary, path):
    """The jobs of the vectors, and the requests that apimint makes of them."""
    with open(path, encoding="utf-8") as file:
        vectors = json.load(file)
    jobs, judges, manifests = [], [], {}
    with tempfile.TemporaryDirectory() as directory:
        for vector in vectors:
            key = (vector["document"], *vector["options"])
            if key not in manifests:
                manifest = os.path.join(directory, f"{len(manifests)}.json")
                document = os.path.join(os.path.dirname(path), "documents", vector["document"])
                subprocess.run([binary, "convert", "-q", document, "-o", manifest, *vector["options"]], stderr=subprocess.DEVNULL)
                with open(manifest, encoding="utf-8") as file:
                    tools = json.load(file)["tools"]
                manifests[key] = manifest, {tool["_meta"]["dev.apimint/http"].get("operationId"): tool for tool in tools}
            manifest, tools = manifests[key]
            tool, arguments = tools[vector["operationId"]], vector["arguments"]
            if vector.get("arguments_by_true_name"):
                entries = tool["_meta"]["dev.apimint/http"].get("arguments", {})
                names = {entry["name"]: argument for argument, entry in entries.items()}
                arguments = {names.get(name, name): value for name, value in arguments.items()}
            job = {"tool": tool, "arguments": arguments, "credentials": vector.get("credentials", {})}
            job |= {"variables": vector.get("server_variables", {}), "base": vector.get("document_url")}
            jobs.append(job)
            judges.append(Judge(vector["name"], arguments, of_apimint(binary, manifest, job, directory)))
    return jobs, judges


def of_apimint(binary, manifest, job, directory):
    """The request of `apimint request`, in the form of an expectation."""
    credentials = os.path.join(directory, "credentials.json")
    with open(credentials, "w", encoding="utf-8") as file:
        json.dump(job["credentials"], file)
    command = [binary, "request", manifest, job["tool"]["name"], json.dumps(job["arguments"]), "--format", "json"]
    command += ["--show-credentials", "--credentials", credentials]
    command += [word for name, text in job["variables"].items() for word in ("--server-variable", f"{name}={text}")]
    command += ["--base", job["base"]] if job["base"] else []
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if run.returncode:
        return {"error": ""}
    request = json.loads(run.stdout)
    body = request.pop("body")
    if body is not None:
        body = base64.b64encode(body["text"].encode()).decode() if "text" in body else body["base64"]
    headers = {name.lower(): without_boundary(text) for name, text in request["headers"]}
    return {**request, "headers": headers, "body": body_text({"body": body})}


if __name__ == "__main__":
    sys.exit(main())
