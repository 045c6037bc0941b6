"""Compares what the vendors' JavaScript SDKs send with what they were given."""
import functools
import json
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
INSTALLED = "APIMINT_TARGETS_NODE"  # the directory with the npm packages; without it nothing is compared
SAME_FORM = {"openai-strict": "openai", "openai-strict --responses": "openai-responses", "moonshot": "openai",
             "openai --grammar": "openai", "anthropic-strict": "anthropic"}
KNOWN = {"openai", "openai-responses", "anthropic", "gemini", "gemini-parameters", *SAME_FORM}


@functools.lru_cache(maxsize=None)
def process():
    """The running sent.mjs."""
    command = ["node", os.path.join(HERE, "sent.mjs"), "--install", os.environ[INSTALLED]]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def ask(target, tools):
    """What each SDK sends: lists of its name, the tools or None, and in that case the reason."""
    running = process()
    running.stdin.write(json.dumps({"target": target, "tools": tools}).encode() + b"\n")
    running.stdin.flush()
    return json.loads(running.stdout.readline())


def refusals(name, tools):
    """The tools that an SDK refuses or changes: each with the SDK and a reason. `name` is that of the variant."""
    if not os.environ.get(INSTALLED) or name not in KNOWN:
        return
    target = SAME_FORM.get(name, name)
    given = [comparable(tool) for tool in declarations(target, tools)]
    if not given:
        return
    for answer in ask(target, tools):
        sdk, sent = answer[:2]
        if sent is None:
            yield "(the list)", sdk, answer[2]
            continue
        sent = [comparable(tool) for tool in declarations(target, sent)]
        if len(given) != len(sent):
            yield "(the list)", sdk, f"{len(sent)} tools of {len(given)} are sent"
        for before, after in zip(given, sent):
            if sdk == "@ai-sdk/openai" and not before.get("function", before).get("strict"):
                continue  # It rewrites `allOf` in schemas that are not strict; that it takes them is all it shows.
            # The AI SDK writes the schema of a tool without arguments, where Gemini's own leaves it out.
            if before != after and not (sdk.startswith("@ai-sdk") and len(before) < len(after) and before.items() <= after.items()):
                yield after.get("name") or after["function"]["name"], sdk, f"the tool is changed: {difference(before, after)}"


def declarations(target, tools):
    return [tool for group in tools for tool in group["functionDeclarations"]] if target.startswith("gemini") else tools


def comparable(tool):
    """A tool without what an SDK leaves out of its own accord: output schemas and `propertyNames` in the AI SDK, and null as a
    default in Google's. JavaScript reads every number as a double."""
    without = lambda pairs: {key: value for key, value in pairs if (key, value) != ("default", None) and key != "propertyNames"}
    tool = {key: value for key, value in tool.items() if key != "output_schema"}
    return json.loads(json.dumps(tool), parse_int=float, object_pairs_hook=without)


def difference(before, after, place=""):
    """The first place where two values differ."""
    if isinstance(before, dict) and isinstance(after, dict):
        pairs = [(key, before.get(key), after.get(key)) for key in {**before, **after}]
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = [(index, one, other) for index, (one, other) in enumerate(zip(before, after))]
    else:
        return None if before == after else f"{place} {json.dumps(before)[:80]} → {json.dumps(after)[:80]}"
    return next(filter(None, (difference(one, other, f"{place}/{key}") for key, one, other in pairs)), None)
