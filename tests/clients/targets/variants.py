"""The lists that apimint writes for model APIs: how each is asked for, and where the tools are in it."""
import collections

# name: what the tables call it; target: the name in the side table and in messages; options: of `apimint convert`.
Variant = collections.namedtuple("Variant", "name target options")
# One tool of a list. entry: as it stands there; schema: of its arguments, or None; strict: what the list says, or None.
Tool = collections.namedtuple("Tool", "name entry schema strict")

VARIANTS = [
    Variant("openai", "openai", []),
    Variant("openai --grammar", "openai", ["--grammar"]),
    Variant("openai-responses", "openai-responses", []),
    Variant("openai-responses --namespace", "openai-responses", ["--namespace"]),
    Variant("openai-strict", "openai-strict", []),
    Variant("openai-strict --responses", "openai-strict", ["--responses"]),
    Variant("anthropic", "anthropic", []),
    Variant("anthropic --defer", "anthropic", ["--defer"]),
    Variant("anthropic-strict", "anthropic-strict", []),
    Variant("gemini", "gemini", []),
    Variant("gemini-parameters", "gemini-parameters", []),
    Variant("bedrock", "bedrock", []),
    Variant("bedrock --strict-tools", "bedrock", ["--strict-tools", "*"]),
    Variant("agentcore", "agentcore", []),
    Variant("moonshot", "moonshot", []),
]


def tools_of(target, tools):
    """The tools in a list for a target. Raises KeyError and TypeError if the list has another shape."""
    return list(READ[target](tools))


def functions(tools):
    """Chat Completions: `{"type": "function", "function": {…}}`. The Responses API has the same without `function`."""
    for tool in tools:
        if tool["type"] == "tool_search":
            continue
        if tool["type"] == "namespace":
            yield from functions(tool["tools"])
            continue
        entry = tool.get("function", tool)
        yield Tool(entry["name"], tool, entry["parameters"], entry.get("strict"))


def anthropic(tools):
    for tool in tools:
        if "input_schema" in tool or "type" not in tool:
            yield Tool(tool["name"], tool, tool["input_schema"], tool.get("strict"))


def gemini(tools):
    for group in tools:
        for tool in group["functionDeclarations"]:
            yield Tool(tool["name"], tool, tool.get("parametersJsonSchema", tool.get("parameters")), None)


def bedrock(tools):
    for tool in tools["tools"]:
        entry = tool["toolSpec"]
        yield Tool(entry["name"], tool, entry["inputSchema"]["json"], entry.get("strict"))


def agentcore(tools):
    for tool in tools:
        yield Tool(tool["name"], tool, tool["inputSchema"], None)


READ = {
    "openai": functions,
    "openai-responses": functions,
    "openai-strict": functions,
    "anthropic": anthropic,
    "anthropic-strict": anthropic,
    "gemini": gemini,
    "gemini-parameters": gemini,
    "bedrock": bedrock,
    "agentcore": agentcore,
    "moonshot": functions,
}
