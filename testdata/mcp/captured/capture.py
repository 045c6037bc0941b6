"""Captures the answer of a real server to `tools/list`, byte for byte as it came over standard output.

To run it, in a directory outside the repository that holds a copy of this one (Python 3.11, Node 20 or newer):

    python -m venv fastmcp && fastmcp/bin/pip install fastmcp==4.2.3 mcp==2.3.0 pydantic==2.14.4
    python -m venv mcp-1 && mcp-1/bin/pip install mcp==1.30.0 pydantic==2.14.4
    python -m venv mcp-2 && mcp-2/bin/pip install mcp==2.3.0 pydantic==2.14.4
    npm install zod@4.6.7 @modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/server@2.4.0

    python capture.py response fastmcp.input.json fastmcp/bin/python fastmcp_server.py
    python capture.py result fastmcp.page-%d.input.json fastmcp/bin/python fastmcp_server.py 3
    python capture.py result python-sdk-1.input.json mcp-1/bin/python python_sdk.py
    python capture.py response python-sdk-2.input.json mcp-2/bin/python python_sdk.py
    python capture.py --modern result python-sdk-2.2026-07-28.input.json mcp-2/bin/python python_sdk.py
    python capture.py response typescript-sdk-1.input.json node typescript_sdk.mjs 1
    python capture.py result typescript-sdk-2.input.json node typescript_sdk.mjs 2
    python capture.py --modern response typescript-sdk-2.2026-07-28.input.json node typescript_sdk.mjs 2

`response` writes the whole JSON-RPC response, `result` the text of its `result`. `%d` becomes the number of the page:
without it, the server must answer in one. `--modern` asks as MCP 2026-07-28 does, without an `initialize`.
"""

import json
import subprocess
import sys

arguments = sys.argv[1:]
modern = "--modern" in arguments
part, output, *command = [argument for argument in arguments if argument != "--modern"]
server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
client = {"name": "capture", "version": "1.0.0"}


def send(message):
    server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    server.stdin.flush()


def ask(number, method, params):
    """Sends a request and gives the line that answers it."""
    if modern:
        meta = {"protocolVersion": "2026-07-28", "clientInfo": client, "clientCapabilities": {}}
        params["_meta"] = {f"io.modelcontextprotocol/{key}": value for key, value in meta.items()}
    send({"id": number, "method": method, "params": params})
    for line in server.stdout:
        if json.loads(line).get("id") == number:
            return line.decode()
    sys.exit("the server ended")


def result_of(line):
    """The text of `result` in a response."""
    start = line.index('"result":') + len('"result":')
    _, end = json.JSONDecoder().raw_decode(line[start:].lstrip())
    return line[start:].lstrip()[:end] + "\n"


if not modern:
    ask(0, "initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client})
    send({"method": "notifications/initialized"})
page, cursor = 1, None
while page == 1 or cursor is not None:
    line = ask(page, "tools/list", {} if cursor is None else {"cursor": cursor})
    cursor = json.loads(line)["result"].get("nextCursor")
    if cursor is not None and "%d" not in output:
        sys.exit("the server answers in pages")
    with open(output.replace("%d", str(page)), "w", encoding="utf-8", newline="") as file:
        file.write(result_of(line) if part == "result" else line)
    page += 1
server.stdin.close()
server.terminate()
