#!/usr/bin/env python3
"""A small MCP server over standard input and output that serves one manifest as it stands.

Usage: server.py [--modern] MANIFEST RESULTS

It speaks JSON-RPC itself, without an SDK, so that nothing between the file and the client can alter a tool:
the text of MANIFEST, less its line breaks, is the result of tools/list. RESULTS is a JSON object that gives
the structured content of each tool that may be called. With --modern the server also answers
server/discover, so that clients of MCP 2026-07-28 use that version; without it they fall back to initialize.
"""
import json
import sys

INITIALIZE = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN = "2026-07-28"
INFO = {"name": "manifest-server", "version": "0"}


def main():
    arguments = sys.argv[1:]
    modern = arguments[:1] == ["--modern"]
    manifest_path, results_path = arguments[modern:]
    with open(manifest_path, encoding="utf-8", newline="") as file:
        # A line break inside a JSON string is always escaped: what is removed stands between tokens.
        manifest = file.read().replace("\r", "").replace("\n", "")
    with open(results_path, encoding="utf-8") as file:
        results = json.load(file)

    for line in sys.stdin.buffer:
        message = json.loads(line)
        if "id" in message:
            sys.stdout.buffer.write(answer(message, manifest, results, modern).encode("utf-8") + b"\n")
            sys.stdout.buffer.flush()


def answer(message, manifest, results, modern):
    """The response to one request, as text."""
    method, parameters = message["method"], message.get("params") or {}
    if method == "tools/list":
        result = manifest
    elif method == "initialize":
        version = parameters.get("protocolVersion")
        version = version if version in INITIALIZE else INITIALIZE[-1]
        result = json.dumps({"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": INFO})
    elif method == "server/discover" and modern:
        result = json.dumps({
            "resultType": "complete", "ttlMs": 0, "cacheScope": "private", "supportedVersions": [MODERN],
            "capabilities": {"tools": {}}, "_meta": {"io.modelcontextprotocol/serverInfo": INFO},
        })
    elif method == "tools/call" and parameters.get("name") in results:
        content = results[parameters["name"]]
        result = json.dumps({
            "resultType": "complete", "content": [{"type": "text", "text": "ok"}], "structuredContent": content,
        })
    elif method == "ping":
        result = "{}"
    else:
        error = {"code": -32601, "message": f"no such method or tool: {method} {parameters.get('name', '')}".strip()}
        return json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": error})
    return f'{{"jsonrpc":"2.0","id":{json.dumps(message["id"])},"result":{result}}}'


if __name__ == "__main__":
    main()
