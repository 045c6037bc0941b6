#!/usr/bin/env python3
"""Prints what `apimint serve` costs: the time until it lists its tools, and what a call takes beside a plain request.

Usage: serve_cost.py --binary BINARY [--runs N] [--calls N] [FILE...]

* For each FILE (a description or a manifest): the time from the start of the process to the first byte of the answer to
  `tools/list`, with every tool (`--all`), and to the whole first page; medians of N processes.
* One process of each kind calls an API on the loopback interface N times, in turns: `apimint serve` for a description with
  one operation, and Python's `http.client` with the same request on a connection that is kept. The medians of both, and
  their difference, which is what the server adds: reading the message, validating the arguments, making the request,
  checking the answer, and writing the result.

Needs Python 3.9 or newer on a Unix.
"""
import argparse
import http.client
import http.server
import json
import pathlib
import statistics
import subprocess
import tempfile
import threading
import time

VERSION = "2025-06-18"
HELLO = {
    "protocolVersion": VERSION,
    "capabilities": {},
    "clientInfo": {"name": "serve_cost", "version": "1"},
}
ANSWER = json.dumps({"items": [{"id": at, "name": f"Item {at}"} for at in range(20)]}).encode()
DESCRIPTION = """\
openapi: 3.1.0
info: {{title: Cost, version: "1"}}
servers: [{{url: "{url}"}}]
paths:
  /items/{{id}}:
    get:
      operationId: list_items
      summary: Lists items.
      parameters:
        - {{name: id, in: path, required: true, schema: {{type: integer}}}}
        - {{name: q, in: query, schema: {{type: string, maxLength: 100}}}}
      responses:
        "200":
          description: The items.
          content:
            application/json:
              schema:
                type: object
                required: [items]
                properties:
                  items:
                    type: array
                    items: {{type: object, properties: {{id: {{type: integer}}, name: {{type: string}}}}}}
"""


class Server:
    """A process of `apimint serve` on standard input and output."""

    def __init__(self, binary, file, *options):
        self.started = time.perf_counter()
        command = [binary, "serve", str(file), *options]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
        )
        self.number = 0
        self.ask("initialize", HELLO)
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")

    def ask(self, method, params):
        """The answer to a request, and the times of its first and its last byte since the process started."""
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        first = self.process.stdout.read(1)
        begun = time.perf_counter() - self.started
        parts = [first]
        while not parts[-1].endswith(b"\n"):
            parts.append(self.process.stdout.read(1 << 20))
            if not parts[-1]:
                raise SystemExit("apimint serve ended; run it by hand to see why")
        return json.loads(b"".join(parts)), begun, time.perf_counter() - self.started

    def end(self):
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()


def listing(binary, file, runs):
    """The medians of the first and the last byte of the first page, in seconds; the tools on it."""
    rows = []
    for _ in range(runs):
        server = Server(binary, file, "--all")
        answer, first, last = server.ask("tools/list", {})
        server.end()
        rows.append((first, last))
    return [statistics.median(column) for column in zip(*rows)] + [len(answer["result"]["tools"])]


class Api(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self):
        head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(ANSWER)}\r\n\r\n"
        self.wfile.write(head.encode() + ANSWER)


def calls(binary, count):
    """The medians of a call and of a plain request, in seconds."""
    api = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Api)
    threading.Thread(target=api.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as directory:
        file = pathlib.Path(directory) / "openapi.yaml"
        file.write_text(DESCRIPTION.format(url=f"http://127.0.0.1:{api.server_port}"))
        server = Server(binary, file)
        connection = http.client.HTTPConnection("127.0.0.1", api.server_port)
        called, plain = [], []
        for _ in range(count):
            start = time.perf_counter()
            answer, _, _ = server.ask("tools/call", {"name": "list_items", "arguments": {"id": 7, "q": "light"}})
            called.append(time.perf_counter() - start)
            if answer["result"].get("isError"):
                raise SystemExit(f"the call failed: {answer}")
            start = time.perf_counter()
            connection.request("GET", "/items/7?q=light", headers={"Accept": "application/json"})
            json.loads(connection.getresponse().read())
            plain.append(time.perf_counter() - start)
        server.end()
    return statistics.median(called), statistics.median(plain)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--binary", required=True)
    arguments.add_argument("--runs", type=int, default=15)
    arguments.add_argument("--calls", type=int, default=2000)
    arguments.add_argument("files", nargs="*", metavar="FILE")
    options = arguments.parse_args()
    print("| input | first byte of tools/list, ms | whole page, ms | tools on it |\n|---|---|---|---|")
    for file in options.files:
        first, last, tools = listing(options.binary, file, options.runs)
        print(f"| {pathlib.Path(file).name} | {first * 1e3:.1f} | {last * 1e3:.1f} | {tools} |", flush=True)
    called, plain = calls(options.binary, options.calls)
    print(f"\na call: {called * 1e6:.0f} us; a plain request: {plain * 1e6:.0f} us; "
          f"added: {(called - plain) * 1e6:.0f} us ({options.calls} of each, in turns)")


if __name__ == "__main__":
    main()
