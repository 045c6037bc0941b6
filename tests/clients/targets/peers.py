#!/usr/bin/env python3
"""Compares what other packages make of input schemas for model APIs with what apimint makes of them.

Usage: peers.py --work DIRECTORY --binary APIMINT INPUT...

Each tool of each input (`apimint convert`, form mcp) is lowered by each package, and by apimint for the same API. A row says of
how many tools the package makes a schema (`made`), how many of these keep the API's documented limits (`accepted`, by
rules.py), and of how many of these all tried values are values of the input schema (`exact`), or at least of its structure
(`faithful`: only bounds, patterns and the like are missed, or the inside of JSON text). apimint's values are decoded by the
side table; there is nothing to decode for the others. The packages are those of check.py.

Exit codes: 0, or 2 for wrong arguments or no packages.
"""
import argparse
import collections
import concurrent.futures
import copy
import logging
import os
import subprocess
import sys
import warnings

import check

# What says more about a value of the right structure; a model API may have no keyword for it.
BOUNDS = {
    "pattern", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems",
    "maxItems", "uniqueItems", "minProperties", "maxProperties", "propertyNames", "if", "not", "format",
}


def main():
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS
    )
    arguments.add_argument("--binary", required=True, type=os.path.abspath, metavar="APIMINT", help="the program")
    arguments.add_argument("--work", required=True, type=os.path.abspath, metavar="DIRECTORY", help="as for check.py")
    arguments.add_argument("inputs", nargs="+", metavar="INPUT", help="descriptions or lists of tools")
    options = arguments.parse_args()
    interpreter = check.install(options.work)
    if interpreter is None:
        return 2
    if os.path.realpath(sys.prefix) != os.path.realpath(os.path.dirname(os.path.dirname(interpreter))):
        return subprocess.run([interpreter, os.path.abspath(__file__), *sys.argv[1:]]).returncode
    totals = collections.defaultdict(collections.Counter)
    with concurrent.futures.ProcessPoolExecutor(check.AT_ONCE) as pool:
        for counts in pool.map(compare, [options.binary] * len(options.inputs), options.inputs):
            for row, counter in counts.items():
                totals[row].update(counter)
    print(f"{'API':<20}{'made by':<28}" + "".join(f"{head:>10}" for head in ("tools", "made", "accepted", "exact", "faithful")))
    for (api, peer), counter in totals.items():
        numbers = [counter[head] for head in ("tools", "made", "accepted", "exact", "faithful")]
        print(f"{api:<20}{peer:<28}" + "".join(f"{number:>10}" for number in numbers))
    return 0


def peers():
    """Rows: the API, the package, what makes a schema of a tool, and the limits that hold for it."""
    from agents.strict_schema import ensure_strict_json_schema
    from anthropic import transform_schema
    from google.genai._mcp_utils import mcp_to_gemini_tool
    from langchain_core.utils.function_calling import convert_to_openai_tool
    from mcp.types import Tool
    from openai.lib._pydantic import _ensure_strict_json_schema

    import rules

    def langchain(tool):
        function = {"name": tool["name"], "description": tool.get("description", ""), "parameters": tool["inputSchema"]}
        return convert_to_openai_tool(function, strict=True)["function"]["parameters"]

    def google(tool):
        made = mcp_to_gemini_tool(Tool.model_validate({key: tool[key] for key in ("name", "inputSchema")}))
        declaration = made.function_declarations[0].model_dump(by_alias=True, exclude_none=True, mode="json")
        return declaration.get("parameters")

    def openai(tool):
        return _ensure_strict_json_schema(tool["inputSchema"], path=(), root=tool["inputSchema"])

    return [
        ("openai-strict", "openai", openai, rules.openai_strict),
        ("openai-strict", "openai-agents", lambda tool: ensure_strict_json_schema(tool["inputSchema"]), rules.openai_strict),
        ("openai-strict", "langchain-core", langchain, rules.openai_strict),
        ("anthropic-strict", "anthropic", lambda tool: transform_schema(tool["inputSchema"]), rules.anthropic_strict),
        ("gemini-parameters", "google-genai (from MCP)", google, rules.gemini_parameters),
        ("gemini", "as it is (AI SDK)", lambda tool: tool["inputSchema"], rules.gemini),
        ("moonshot", "as it is", lambda tool: tool["inputSchema"], rules.moonshot),
        ("agentcore", "as it is", lambda tool: tool["inputSchema"], agentcore),
    ]


def agentcore(schema):
    """What botocore and rules.py say of a schema for the gateway."""
    import rules
    import vendors

    reason = vendors.agentcore({"name": "a", "description": "a", "inputSchema": schema})
    yield from [reason] if reason else rules.agentcore(schema)


def compare(binary, path):
    """The counts for one input, by API and package."""
    import judge
    import law
    import variants

    warnings.simplefilter("ignore")  # google-genai warns of what it sends
    logging.disable()
    counts = collections.defaultdict(collections.Counter)
    done = subprocess.run([binary, "convert", path], stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode not in (0, 1):
        return counts
    tools = {tool["name"]: tool for tool in judge.load(done.stdout)["tools"]}
    sources = {name: judge.validator(tool["inputSchema"]) for name, tool in tools.items()}
    tools = {name: tool for name, tool in tools.items() if sources[name]}
    rows = peers()
    for api, peer, lower, limits in rows:
        for name, tool in tools.items():
            row = counts[api, peer]
            row["tools"] += 1
            try:
                made = lower(copy.deepcopy(tool))
            except Exception:  # Each package has errors of its own, and some fail by accident.
                continue
            count(row, made, {}, sources[name], api, limits)
    for api, limits in {api: limits for api, _, _, limits in rows}.items():
        command = [binary, "convert", path, "--to", api, "--envelope", "mapped"]
        written = judge.load(subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True).stdout)
        row = counts[api, "apimint"]
        row["tools"] += len(tools)
        for tool in variants.tools_of(api, written["tools"]):
            entry = written["map"]["tools"][tool.name]
            if entry["tool"] not in tools:
                continue
            # What is not strict has been reported, and no schema was made for the mode. Anthropic takes 20 strict tools.
            if api.endswith("strict") and not tool.strict:
                continue
            if api == "gemini-parameters" and "parametersJsonSchema" in tool.entry:
                continue
            count(row, tool.schema, entry.get("args", {}), sources[entry["tool"]], api, limits)
    return counts


def count(row, made, places, source, api, limits):
    import law

    row["made"] += 1
    made = made or {"type": "OBJECT" if api == "gemini-parameters" else "object"}
    try:
        if any(limits(made)):
            return
    except Exception:  # A schema of a shape that the rules do not expect, such as `required: null`
        return
    row["accepted"] += 1
    outcome = law.try_tool(law.from_openapi(made) if api == "gemini-parameters" else made, places, source, BOUNDS)
    row["exact"] += not (outcome.wider or outcome.encoded or outcome.faults)
    row["faithful"] += not outcome.faults


if __name__ == "__main__":
    sys.exit(main())
