"""Drives the official Python client against server.py.

Usage: python_client.py [--modern]

A line of standard input is a job, {"manifest": FILE, "results": FILE, "server": COMMAND}, and optionally
"arguments": FILE with those of each call, and "calls": FILE with a list of further calls, whose results are reported
as they are. "patience" is the number of seconds for one answer, and "url" the address of a server over HTTP that takes
the place of the command. What the client did is printed as one JSON object in a line.

Runs in a virtual environment that holds `mcp`, version 1 or 2.
"""
import asyncio
import contextlib
import json
import sys
from datetime import timedelta
from importlib.metadata import version

from mcp.client.stdio import StdioServerParameters, stdio_client

MAJOR = int(version("mcp").split(".")[0])
PATIENCE = 600  # seconds


@contextlib.asynccontextmanager
async def connect(server, modern, patience):
    """A connected client and the version of the protocol it speaks. `server` is a command or, for version 2, a URL."""
    if MAJOR == 1:
        from mcp import ClientSession

        async with stdio_client(server) as streams:
            async with ClientSession(*streams, read_timeout_seconds=timedelta(seconds=patience)) as session:
                yield session, (await session.initialize()).protocolVersion
    else:
        from mcp import Client

        server = server if isinstance(server, str) else stdio_client(server)
        async with Client(server, mode="auto" if modern else "legacy", read_timeout_seconds=patience) as client:
            yield client, client.protocol_version


async def run(job, modern):
    with open(job["manifest"], encoding="utf-8") as file:
        tools = json.load(file)["tools"]
    with open(job["results"], encoding="utf-8") as file:
        called = list(json.load(file))
    arguments = {}
    if "arguments" in job:
        with open(job["arguments"], encoding="utf-8") as file:
            arguments = json.load(file)
    calls = []
    if "calls" in job:
        with open(job["calls"], encoding="utf-8") as file:
            calls = json.load(file)
    report = {"protocol": None, "listed": 0, "accepted": 0, "refused": [], "answers": []}

    def refuse(tool, step, error):
        report["refused"].append({"tool": tool, "step": step, "reason": describe(error)})

    try:
        server = job.get("url") or StdioServerParameters(command=job["server"][0], args=job["server"][1:])
        async with connect(server, modern, job.get("patience", PATIENCE)) as (client, protocol):
            report["protocol"] = protocol
            received = (await client.list_tools()).tools
            report["listed"] = len(received)
            if len(received) != len(tools):
                refuse(None, "list", f"{len(tools)} tools sent, {len(received)} received")
            for sent, tool in zip(tools, received):
                # Versions before 1.10 have no such field.
                output = getattr(tool, "outputSchema", None) if MAJOR == 1 else tool.output_schema
                arrived = {"inputSchema": tool.inputSchema if MAJOR == 1 else tool.input_schema, "outputSchema": output}
                arrived["name"] = tool.name
                for key, value in arrived.items():
                    if sent.get(key) != value:
                        refuse(sent["name"], "list", f"{key} does not arrive as it was sent")
            for name in called:
                try:
                    result = await client.call_tool(name, arguments.get(name, {}))
                    # The models name their fields differently, what goes over the wire is the same.
                    fields = result.model_dump(by_alias=True)
                    if fields.get("isError") or fields.get("structuredContent") is None:
                        raise ValueError("no structured content arrived")
                    report["accepted"] += 1
                except Exception as error:
                    refuse(name, "call", error)
            for call in calls:
                try:
                    result = await client.call_tool(call["name"], call["arguments"])
                    fields = result.model_dump(mode="json", by_alias=True, exclude_none=True)
                    report["answers"].append({"result": fields})
                except Exception as error:
                    report["answers"].append({"raised": describe(error)})
    except Exception as error:
        refuse(None, "call" if report["listed"] else "list", error)
    return report


def describe(error):
    """The reason in one line: with a validation error its place, without the schema it quotes."""
    while isinstance(error, BaseException) and hasattr(error, "exceptions"):  # a group of a task runner
        error = error.exceptions[0]
    cause = getattr(error, "__cause__", None) or getattr(error, "__context__", None)
    if hasattr(cause, "json_path"):
        return f"{str(error).splitlines()[0].split(':')[0]}: {cause.json_path}: {cause.message}"
    return str(error) or repr(error)


def main():
    modern = sys.argv[1:] == ["--modern"]
    for line in sys.stdin:
        print(json.dumps(asyncio.run(run(json.loads(line), modern))), flush=True)


if __name__ == "__main__":
    main()
