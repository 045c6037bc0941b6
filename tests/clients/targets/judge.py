"""Converts one input for one target and judges the list: runs in the environment with the vendors' packages."""
import collections
import functools
import json
import re
import subprocess

import jsonschema_rs

import javascript
import law
import rules
import variants
import vendors

TIMEOUT = 300  # seconds for one conversion
WEAKENED = re.compile(r"`([^`]+)` (?:moved to the description|is left out), (\d+) times in (\d+) tools")

# For each target: checks of an entry of the list, checks of a schema, and rules. What only strict tools keep is in STRICT.
ENTRY = {
    "openai": [vendors.openai, vendors.mistral, vendors.cohere],
    "openai-responses": [vendors.responses],
    "anthropic": [vendors.anthropic_loose],
    "anthropic-strict": [vendors.anthropic_loose],
    "gemini": [vendors.genai],
    "bedrock": [vendors.bedrock],
    "agentcore": [vendors.agentcore],
    "moonshot": [vendors.openai],
}
RULES = {
    "openai": [rules.loose],
    "openai-responses": [rules.loose],
    "anthropic": [rules.loose],
    "gemini": [rules.gemini],
    "bedrock": [rules.loose],
    "agentcore": [rules.agentcore],
    "moonshot": [rules.moonshot],
}
STRICT = {
    "openai-strict": ([vendors.openai_agents, vendors.grammar], [rules.openai_strict]),
    "anthropic-strict": ([vendors.anthropic_strict], [rules.anthropic_strict]),
    "bedrock": ([vendors.anthropic_strict], [rules.anthropic_strict]),
}


class Report:
    """What was found in one list."""

    def __init__(self):
        self.tools = self.accepted = self.strict = self.left_out = 0
        self.values = self.backwards = self.unmade = self.same = self.encoded = 0
        self.weakened = collections.Counter()  # by keyword, as reported
        self.weakened_tools = collections.Counter()  # and in how many tools
        self.wider = collections.Counter()  # values by keyword that was reported
        self.wider_tools = collections.Counter()  # tools by keyword, where no other can be the cause
        self.refused = []  # tool, check, reason
        self.faults = []  # tool, what was sent, reason


def judge(binary, path, variant):
    """The report on the list for one variant, or None for an input that cannot be used."""
    source = listed(binary, path)
    if source is None:
        return None
    report = Report()
    command = [binary, "convert", path, "--to", variant.target, "--envelope", "mapped", "--diagnostics", "json", *variant.options]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        report.refused.append(("", "convert", f"not done after {TIMEOUT} s"))
        return report
    if done.returncode not in (0, 1):
        said = done.stderr.decode(errors="replace").strip()[-300:]
        report.refused.append(("", "convert", f"exit code {done.returncode}: {said}"))
        return report
    written = load(done.stdout)
    tools = variants.tools_of(variant.target, written["tools"])
    diagnostics(done.stderr.decode(), report)
    report.tools = len(tools)
    if len(source) != len(tools) + report.left_out:
        report.refused.append(("", "count", f"{len(source)} tools, {len(tools)} written, {report.left_out} reported as left out"))
    names = collections.Counter(tool.name for tool in tools)
    for name in (name for name, count in names.items() if count > 1):
        report.refused.append((name, "names", f"{names[name]} tools have the name"))
    judge_list(variant, tools, written, report)
    for tool in tools:
        reasons = list(refusals(variant, tool))
        report.refused += [(tool.name, *reason) for reason in reasons]
        report.strict += bool(tool.strict)
        entry = written["map"]["tools"].get(tool.name)
        if entry is None or entry["tool"] not in source:
            report.refused.append((tool.name, "side table", "the side table does not lead to a tool"))
            continue
        if not reasons or tool.schema is None or isinstance(tool.schema, dict):
            try_values(variant.target, tool, entry, source[entry["tool"]], report)
    for keyword, count in report.wider_tools.items():
        if keyword in report.weakened and count > report.weakened_tools[keyword]:
            reason = f"{count} tools are wider by {keyword}, and {report.weakened_tools[keyword]} were reported"
            report.refused.append(("", "reported", reason))
    refused = {reason[0] for reason in report.refused}
    report.accepted = sum(tool.name not in refused for tool in tools)
    return report


def load(text):
    """The value of JSON text. The validator takes no integers of more than 64 bits, so that these become floats."""
    return json.loads(text, parse_int=lambda digits: int(digits) if -(2**63) <= int(digits) < 2**63 else float(digits))


@functools.lru_cache(maxsize=1)
def listed(binary, path):
    """The tools of an input by name, each with the validator of its input schema: those of `--to mcp`. None if there are
    none."""
    done = subprocess.run([binary, "convert", path], stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT)
    if done.returncode not in (0, 1):
        return None
    tools = load(done.stdout)["tools"]
    return {tool["name"]: (tool["inputSchema"], validator(tool["inputSchema"]), {}) for tool in tools}


def validator(schema):
    """The validator of an input schema, or None where it refers to another document."""
    try:
        return law.compiled(schema)
    except jsonschema_rs.ValidationError:
        return None


def diagnostics(text, report):
    for line in text.splitlines():
        finding = json.loads(line)
        if finding["code"] == "W001":
            report.left_out += 1
        found = WEAKENED.search(finding["message"]) if finding["code"] == "W002" else None
        if found:
            report.weakened[found[1]] += int(found[2])
            report.weakened_tools[found[1]] += int(found[3])


def judge_list(variant, tools, written, report):
    """Checks of a list as a whole."""
    strict = [tool.schema for tool in tools if tool.strict]
    if variant.target in ("anthropic-strict", "bedrock"):
        report.refused += [("", "budget", reason) for reason in rules.anthropic_budget(strict)]
    report.refused += javascript.refusals(variant.name, written["tools"])
    if variant.target == "openai-responses" or "--responses" in variant.options:
        entries = written["tools"]
        for index, entry in enumerate(entries):
            reason = vendors.responses(entry)
            if reason:
                report.refused.append((entry.get("name", f"entry {index}"), "vendors.responses", reason))


def refusals(variant, tool):
    """Why one tool is refused: pairs of a check and its reason."""
    target = variant.target
    typed = target == "gemini-parameters" and "parameters" in tool.entry
    entry, schema, own = ENTRY.get(target, []), [], RULES.get(target, [])
    if target == "openai-strict" and "--responses" not in variant.options:
        entry = [vendors.openai]
    if target == "gemini-parameters":
        entry, own = ([vendors.genai_typed], [rules.gemini_parameters]) if typed else ([vendors.genai], [rules.gemini])
    if not typed:
        schema = [vendors.meta_schema]
    if "--grammar" in variant.options:
        schema = [*schema, vendors.grammar]
    if tool.strict:
        schema, own = [*schema, *STRICT[target][0]], STRICT[target][1]
    elif target in STRICT:
        own = [rules.loose]
    if "strict" not in variant.target and target != "bedrock" and tool.strict:
        yield "strict", "a tool is strict in a list that is not"
    for check in entry if "--namespace" not in variant.options else []:
        reason = check(tool.entry)
        if reason:
            yield check.__name__, reason
    for reason in rules.names(target, tool):
        yield "names", reason
    if tool.schema is None:
        return
    for check in schema:
        reason = check(tool.schema)
        if reason:
            yield check.__name__, reason
    for rule in own:
        for reason in filter(None, rule(tool.schema)):
            yield rule.__name__, reason


def try_values(target, tool, entry, source, report):
    """Tries the values of a tool. A list that says the same as another of the same input is tried once."""
    schema, validator, tried = source
    lowered = {"type": "object", "properties": {}} if tool.schema is None else tool.schema
    if str(lowered.get("type")).isupper():
        lowered = law.from_openapi(lowered)
    places = entry.get("args", {})
    if validator is None:
        return
    if not places and lowered == schema:
        report.same += 1
        return
    reported = frozenset(report.weakened)
    key = json.dumps([lowered, places]), reported, target
    if key not in tried:
        outcome = law.try_tool(lowered, places, validator, reported)
        tried[key] = outcome, *law.try_backwards(target, lowered, places, (schema, validator))
    outcome, backwards, refused = tried[key]
    report.backwards += backwards
    report.faults += [(tool.name, json.dumps(sent, ensure_ascii=False), reason) for sent, reason in refused]
    report.values += outcome.values
    report.unmade += outcome.unmade
    report.encoded += outcome.encoded
    report.wider.update(outcome.wider)
    report.wider_tools.update(outcome.sole)
    report.faults += [(tool.name, json.dumps(sent, ensure_ascii=False), reason) for sent, reason in outcome.faults]
