"""Entries that each check must refuse, so that a check which has stopped to see anything is noticed.

`silent()` gives the names of checks that accept what they must refuse.
"""
import law
import rules
import vendors

OPEN = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
CLOSED = {**OPEN, "additionalProperties": False}
LOOP = {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "required": ["a"], "additionalProperties": False,
        "$defs": {"A": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "required": ["a"], "additionalProperties": False}}}


def root(schema, **more):
    """A strict root with one property."""
    return {"type": "object", "properties": {"a": schema}, "required": ["a"], "additionalProperties": False, **more}


def nested(levels):
    schema = {"type": "string"}
    for _ in range(levels):
        schema = root(schema)
    return schema


def function(**more):
    return {"type": "function", "function": {"name": "a", "description": "a", "parameters": OPEN, **more}}


# The check, and what it must refuse.
VENDORS = [
    (vendors.openai, function(unknown=1)),
    (vendors.openai, function(strict="yes")),
    (vendors.responses, {"type": "function", "name": "a", "parameters": OPEN}),
    (vendors.responses, {"type": "namespace", "name": "a", "description": "a", "tools": [{"type": "function"}]}),
    (vendors.anthropic_loose, {"name": "a", "input_schema": OPEN, "unknown": 1}),
    (vendors.anthropic_loose, {"type": "unknown", "name": "a"}),
    (vendors.mistral, function(unknown=1)),
    (vendors.cohere, {"type": "unknown", "function": {}}),
    (vendors.openai_agents, OPEN),
    (vendors.grammar, {"type": "array", "uniqueItems": True}),
    (vendors.anthropic_strict, root({"type": "string", "minLength": 3})),
    (vendors.anthropic_strict, root({"type": ["string", "null"]})),
    (vendors.anthropic_strict, OPEN),
    (vendors.genai, {"name": "a", "unknown": 1}),
    (vendors.genai_typed, {"name": "a", "parameters": {"type": "OBJECT", "uniqueItems": True}}),
    (vendors.bedrock, {"toolSpec": {"name": "a", "inputSchema": {"json": OPEN}, "unknown": 1}}),
    (vendors.agentcore, {"name": "a", "description": "a", "inputSchema": {**OPEN, "title": "a"}}),
    (vendors.meta_schema, {"type": "OBJECT"}),
]
RULES = [
    (rules.openai_strict, OPEN),
    (rules.openai_strict, {**CLOSED, "required": []}),
    (rules.openai_strict, root({})),
    (rules.openai_strict, root({"type": "string", "minLength": 3})),
    (rules.openai_strict, root({"type": "string", "format": "uri"})),
    (rules.openai_strict, root({"$ref": "#/$defs/A", "description": "a"}, **{"$defs": {"A": {"type": "string"}}})),
    (rules.openai_strict, root({"$ref": "#/$defs/A"})),
    (rules.openai_strict, root({"type": "string", "enum": [str(number) for number in range(1001)]})),
    (rules.openai_strict, root({"type": "string", "enum": [f"{number:070}" for number in range(251)]})),
    (rules.openai_strict, root({"type": ["string", "null"], "enum": ["a"]})),
    (rules.openai_strict, root({"anyOf": [CLOSED, CLOSED]})),
    (rules.openai_strict, nested(11)),
    (rules.anthropic_strict, LOOP),
    (rules.anthropic_strict, root({"type": ["string", "null"]})),
    (rules.anthropic_strict, root({"type": "array", "items": {"type": "string"}, "minItems": 2})),
    (rules.anthropic_budget, [CLOSED] * 21),
    (rules.anthropic_budget, [{**CLOSED, "required": []}] * 13 * 2),
    (rules.anthropic_budget, [root({"anyOf": [{"type": "string"}, {"type": "null"}]})] * 17),
    (rules.gemini, LOOP),
    (rules.gemini, root({"type": "string", "pattern": "a"})),
    (rules.gemini, root({"type": "boolean", "enum": [True]})),
    (rules.gemini_parameters, {"type": "OBJECT", "properties": {"a": {"type": "OBJECT"}}}),
    (rules.gemini_parameters, {"type": "OBJECT", "properties": {"a": {"type": "ARRAY"}}}),
    (rules.gemini_parameters, {"type": "OBJECT", "properties": {"a": {"type": "INTEGER", "enum": ["1"]}}}),
    (rules.gemini_parameters, {"type": "OBJECT", "properties": {"a": {"anyOf": [{"type": "STRING"}], "default": 1}}}),
    (rules.agentcore, {"type": "object", "properties": {"a": {"type": "null"}}}),
    (rules.agentcore, {"type": "object", "required": ["a"]}),
    (rules.moonshot, root({"type": ["string", "null"]})),
    (rules.moonshot, root({"type": "string", "anyOf": [{"type": "string"}]})),
    (rules.moonshot, {"type": "object", "required": ["a"]}),
    (rules.moonshot, root({"type": "array", "items": {}})),
    (rules.loose, {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}}),
]
# A lowered schema, the places of its side table, the input schema, and whether the first law fails, or the one backwards.
LAWS = [
    ({"type": "object", "properties": {"a": {"type": "string", "description": "JSON text of an object."}}, "required": ["a"]}, {},
     {"type": "object", "properties": {"a": {"type": "object"}}}, "try_tool"),
    (root({"type": ["string", "null"]}), {}, OPEN, "try_tool"),
    (root({"type": "string"}), {"/a": {"name": "b"}}, CLOSED, "try_tool"),
    (root({"type": "string", "enum": ["a"]}), {}, CLOSED, "try_backwards"),
    (root({"type": "integer"}), {}, CLOSED, "try_backwards"),
]


def silent():
    for check, entry in VENDORS:
        if not check(entry):
            yield f"{check.__name__} accepts {entry}"
    for rule, schema in RULES:
        if not any(rule(schema)):
            yield f"{rule.__name__} accepts {str(schema)[:200]}"
    for lowered, places, schema, which in LAWS:
        source = law.compiled(schema)
        if which == "try_tool":
            faults = law.try_tool(lowered, places, source, frozenset()).faults
        else:
            faults = law.try_backwards("openai", lowered, places, (schema, source))[1]
        if not faults:
            yield f"{which} accepts {lowered} with {places} for {schema}"
