"""The official Python client against a server on standard input and output. Runs where `mcp` 2 is installed.

A line of standard input is a job, {"server": COMMAND, "calls": [[TOOL, ARGUMENTS], …]}. The names of the listed tools and the
results of the calls are printed as one JSON object in a line.
"""
import asyncio
import json
import sys

from mcp import Client
from mcp.client.stdio import StdioServerParameters

PATIENCE = 60  # seconds


async def run(job):
    server = StdioServerParameters(command=job["server"][0], args=job["server"][1:], env=job["environment"])
    async with Client(server, read_timeout_seconds=PATIENCE) as client:
        tools = (await client.list_tools()).tools
        results = [await client.call_tool(name, arguments) for name, arguments in job["calls"]]
        return {
            "tools": [tool.model_dump(by_alias=True, exclude_none=True, mode="json") for tool in tools],
            "results": [result.model_dump(by_alias=True, exclude_none=True, mode="json") for result in results],
        }


for line in sys.stdin:
    print(json.dumps(asyncio.run(run(json.loads(line)))), flush=True)
