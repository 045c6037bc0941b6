#!/usr/bin/env python3
"""Lets real MCP clients call tools through `apimint serve`.

Usage: serve.py --work DIRECTORY --binary APIMINT [--clients python,typescript,rust] INPUT...

Each input, a description or a manifest, is served by `apimint serve` on standard input and output. Each client lists the
tools, which must be those of the manifest, and calls every tool once with all its arguments. An API on the loopback
interface compares each request with the one that `apimint request` shows, and answers with a value of the tool's output
schema; the client must get that value.

The clients are those of run.py. Needs Python 3.10 or newer.
Exit codes: 0 everything was as expected, 1 something was not, 2 wrong arguments or no client.
"""
import argparse
import base64
import collections
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading

import run
import values

CREDENTIAL = "user:password-of-a-test"
# What HTTP clients add or spell themselves.
IGNORED_HEADERS = {"host", "content-length", "user-agent", "accept-encoding", "connection"}


def listen(respond):
    """Starts an HTTP server on the loopback interface, and gives its URL.

    `respond` gets the handler of each request (`BaseHTTPRequestHandler`) and the body.
    """

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # An answer in several packets waits for their acknowledgement.

        def __getattr__(self, name):
            if name.startswith("do_"):
                return self.answer
            raise AttributeError(name)

        def answer(self):
            try:
                respond(self, self.rfile.read(int(self.headers.get("Content-Length") or 0)))
                self.wfile.flush()
            except ConnectionError:  # The client has given up.
                self.close_connection = True

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


class Api:
    """Knows the requests that may come, each with its answer."""

    def __init__(self):
        self.answers = {}  # by method and target: the expected request, and the body of the answer
        self.faults = []
        self.count = 0
        self.url = listen(self.respond)

    def respond(self, handler, body):
        status, reply = self.answer(handler.command, handler.path, handler.headers.items(), body)
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(reply)))
        handler.end_headers()
        handler.wfile.write(reply)

    def answer(self, method, target, headers, body):
        self.count += 1
        if (method, target) not in self.answers:
            self.faults.append(f"unexpected request {method} {target}")
            return 599, b"{}"
        expected, reply = self.answers[method, target]
        got = (canonical(headers), body)
        if got != expected:
            self.faults.append(f"request {method} {target} is {got}, not {expected}")
        return 200, reply


def canonical(headers):
    """Headers as a sorted list, without those that HTTP clients decide."""
    return sorted((name.lower(), value) for name, value in headers if name.lower() not in IGNORED_HEADERS)


def shown(binary, manifest, tool, arguments, url, credentials):
    """The request that `apimint request` shows, or None if there is none."""
    command = [binary, "request", manifest, tool, "-", "--format", "json", "--server", url]
    command += ["--credentials", credentials, "--show-credentials"]
    done = subprocess.run(command, input=json.dumps(arguments).encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return json.loads(done.stdout) if done.returncode == 0 else None


def plain(value):
    """A value with whole numbers as integers, as JavaScript writes them."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: plain(member) for key, member in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


def body_of(request):
    """The bytes of a request's body."""
    body = request["body"]
    if body is None:
        return b""
    return body["text"].encode() if "text" in body else base64.b64decode(body["base64"])


def convert(binary, path, manifest):
    """Converts an input into the file `manifest`, and gives its tools."""
    with open(manifest, "wb") as file:
        subprocess.run([binary, "convert", path], stdout=file, stderr=subprocess.DEVNULL)
    with open(manifest, encoding="utf-8") as file:
        return json.load(file)["tools"]


def write(path, value):
    """Writes a value as JSON into a file."""
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file)


def prepare(binary, path, api, directory, number):
    """Converts an input, and makes the arguments and the answer of each tool. Gives the job and the tools left out."""
    at = lambda name: os.path.join(directory, f"{number}.{name}.json")
    tools = convert(binary, path, at("manifest"))
    schemes = set()
    for tool in tools:
        call = tool["_meta"]["dev.apimint/http"]
        schemes.update(scheme for alternative in call.get("security", []) for scheme in alternative)
        schemes.update(cookie["name"] for cookie in call.get("cookies", []))
    write(at("credentials"), {scheme: CREDENTIAL for scheme in schemes})
    arguments, results, without = {}, {}, []
    for tool in tools:
        name, call = tool["name"], tool["_meta"]["dev.apimint/http"]
        try:
            if call["method"] == "HEAD":
                raise values.Unfit("a response without a body")
            arguments[name] = plain(values.make(tool["inputSchema"]))
            content = values.make(tool["outputSchema"]) if "outputSchema" in tool else {"done": True}
        except values.Unfit as reason:
            without.append(f"{name}: {reason}")
            continue
        request = shown(binary, at("manifest"), name, arguments[name], f"{api.url}/{number}", at("credentials"))
        if request is None:
            without.append(f"{name}: no request with made arguments")
            continue
        key = request["method"], request["url"].removeprefix(api.url)
        if key in api.answers:
            without.append(f"{name}: the same request as another tool")
            continue
        results[name] = content
        reply = content["result"] if call.get("wrap") else content
        api.answers[key] = (canonical(request["headers"]), body_of(request)), json.dumps(reply).encode()
    write(at("arguments"), arguments)
    write(at("results"), results)
    server = [binary, "serve", at("manifest"), "--all", "--server", f"{api.url}/{number}"]
    server += ["--credentials", at("credentials"), "--max-response", "64M"]
    job = ServeJob(at("manifest"), at("results"), at("arguments"), server)
    return job, len(tools), len(results), without


ServeJob = collections.namedtuple("ServeJob", "manifest results arguments server")


def command_line(description):
    """The arguments that this program shares with wrong_answers.py."""
    arguments = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS
    )
    arguments.add_argument("--binary", required=True, type=os.path.abspath, metavar="APIMINT", help="the program")
    arguments.add_argument(
        "--work", required=True, type=os.path.abspath, metavar="DIRECTORY", help="where the clients are installed"
    )
    kinds = ",".join(run.KINDS)
    arguments.add_argument("--clients", default=kinds, help=f"the clients to run (default: {kinds})")
    return arguments


def install(options):
    """The clients that the command line asks for, as far as they can be installed."""
    os.makedirs(options.work, exist_ok=True)
    kinds = {"python": run.python, "typescript": run.typescript, "rust": run.rust}
    return [client for kind in options.clients.split(",") for client in kinds[kind](options.work)]


def main():
    arguments = command_line(__doc__)
    arguments.add_argument("inputs", nargs="+", metavar="INPUT", help="descriptions or manifests")
    options = arguments.parse_args()
    clients = install(options)
    if not clients:
        print("serve.py: no client could be installed")
        return 2
    api = Api()
    with tempfile.TemporaryDirectory(dir=options.work) as directory:
        jobs, called = [], 0
        for number, path in enumerate(options.inputs):
            job, tools, calls, without = prepare(options.binary, path, api, directory, number)
            if tools:
                jobs.append(job)
            called += calls
            print(f"{path}: {tools} tools, {calls} calls", flush=True)
            for reason in without:
                print(f"  not called: {reason}")
        for client in clients:
            client.run(jobs, 900)
    print()
    for client in clients:
        print(client.summary())
    for fault in api.faults[:20]:
        print(f"FAULT: {fault}"[: run.REASON * 2])
    print(f"requests: {api.count}, expected {called * len(clients)}, faults {len(api.faults)}")
    failed = api.faults or api.count != called * len(clients) or any(client.refused for client in clients)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
