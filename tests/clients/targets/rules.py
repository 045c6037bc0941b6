"""The documented limits of the model APIs, checked without apimint's code: each function gives the faults it finds.

They stand for what no package checks offline. The limits are those of November 2026.
"""
import re

from keywords import ALLOWED, FORMATS, GEMINI_TYPED, TYPES, at, cycle, edges, follow, subschemas, types, walk

NAMES = {
    "openai": r"[A-Za-z0-9_-]{1,64}",
    "openai-responses": r"[A-Za-z0-9_-]{1,128}",
    "openai-strict": r"[A-Za-z0-9_-]{1,64}",
    "anthropic": r"[A-Za-z0-9_-]{1,128}",
    "anthropic-strict": r"[A-Za-z0-9_-]{1,128}",
    "gemini": r"[A-Za-z_][A-Za-z0-9_.:-]{0,127}",
    "gemini-parameters": r"[A-Za-z_][A-Za-z0-9_.:-]{0,127}",
    "bedrock": r"[a-zA-Z0-9_-]{1,64}",
    "agentcore": r"[A-Za-z0-9_.-]{1,128}",
    "moonshot": r"[A-Za-z_][A-Za-z0-9_-]{1,63}",
}
ARGUMENTS = {
    "anthropic": r"[A-Za-z0-9_.-]{1,64}",
    "anthropic-strict": r"[A-Za-z0-9_.-]{1,64}",
    "bedrock": r"[A-Za-z0-9_.-]{1,64}",
    "gemini": r"[A-Za-z_][A-Za-z0-9_]{0,63}",
    "gemini-parameters": r"[A-Za-z_][A-Za-z0-9_]{0,63}",
    "moonshot": r"(?!(?:\$defs|\$ref|anyOf|required|additionalProperties)$).*",
}


def names(target, tool):
    """Faults in the names and the root of a tool, which every target has rules for."""
    if not re.fullmatch(NAMES[target], tool.name):
        yield f"the name `{tool.name}`"
    schema = tool.schema
    if schema is None:
        return
    if not isinstance(schema, dict) or str(schema.get("type")).lower() != "object":
        yield "the root is not of type object"
        return
    for union in ("anyOf", "oneOf", "allOf"):
        if union in schema:
            yield f"{union} at the root"
    for name in schema.get("properties", {}):
        if target in ARGUMENTS and not re.fullmatch(ARGUMENTS[target], name, re.S):
            yield f"the argument `{name}`"


def references(root):
    """References that lead nowhere, and what stands beside others."""
    for place, schema in walk(root):
        if isinstance(schema, dict) and "$ref" in schema:
            name = schema["$ref"]
            if not name.startswith("#/$defs/") or name[8:].replace("~1", "/").replace("~0", "~") not in root.get("$defs", {}):
                yield f"the reference {name} at {at(place)} leads nowhere"
            if not re.fullmatch(r"#/\$defs/[A-Za-z0-9_.-]+", name):
                yield f"the name in the reference {name}"
            beside = [key for key in schema if not key.startswith("$")]
            if beside:
                yield f"{', '.join(beside)} beside the reference at {at(place)}"


def keywords(target, root):
    """Keywords and formats that a target does not document."""
    for place, schema in walk(root):
        if not isinstance(schema, dict):
            yield f"`{str(schema).lower()}` as a schema at {at(place)}" if place[-1] != "additionalProperties" else ""
            continue
        for key in schema.keys() - ALLOWED[target]:
            yield f"the keyword {key} at {at(place)}"
        if "format" in schema and target in FORMATS and schema["format"] not in FORMATS[target]:
            yield f"the format {schema['format']} at {at(place)}"
        if set(types(schema)) - TYPES:
            yield f"the type {schema['type']} at {at(place)}"
        if not schema.keys() & {"type", "enum", "const", "anyOf", "$ref"} and target.endswith("strict"):
            yield f"a schema without a type at {at(place)}"


def openai_strict(root):
    """What OpenAI documents for strict functions."""
    yield from keywords("openai-strict", root)
    yield from references(root)
    properties = values = characters = 0
    for place, schema in walk(root):
        if not isinstance(schema, dict):
            continue
        own = schema.get("properties", {})
        properties += len(own)
        characters += sum(map(len, own)) + sum(map(len, schema.get("$defs", {})))
        listed = schema.get("enum", [])
        values += len(listed)
        size = sum(len(str(value)) for value in listed)
        characters += size + (len(str(schema["const"])) if "const" in schema else 0)
        if len(listed) > 250 and size > 15_000:
            yield f"an enum of {len(listed)} values and {size} characters at {at(place)}"
        if "object" in types(schema) and "enum" not in schema and "const" not in schema:
            if schema.get("additionalProperties") is not False:
                yield f"an open object at {at(place)}"
            if sorted(schema.get("required", [])) != sorted(own):
                yield f"optional properties at {at(place)}"
        if "array" in types(schema) and "items" not in schema:
            yield f"an array without items at {at(place)}"
        if "null" in types(schema) and "enum" in schema and None not in listed:
            yield f"null is not in the enum at {at(place)}"
        if re.search(r"\\[bBpP]|\(\?[=!<]|\\[1-9]", schema.get("pattern", "")):
            yield f"the pattern {schema['pattern']} at {at(place)}"
        for key in same_first(root, schema.get("anyOf", ())):
            yield f"branches with the same first property `{key}` at {at(place)}"
    for what, count, most in (("properties", properties, 5_000), ("values in enums", values, 1_000), ("characters", characters, 120_000)):
        if count > most:
            yield f"{count} {what}"
    deep = levels(root, root, ())
    if deep > 10:
        yield f"{deep} levels"


def same_first(root, branches):
    """First properties that several branches share, unless each has another constant there, which tells them apart."""
    constants = {}
    for branch in (follow(root, branch) for branch in branches):
        for key, inner in list(branch.get("properties", {}).items())[:1]:
            listed = [inner["const"]] if "const" in inner else inner.get("enum", [])
            constants.setdefault(key, []).append([value for value in listed if value is not None])
    for key, listed in constants.items():
        if len(listed) > 1 and not (all(len(one) == 1 for one in listed) and len({str(one) for one in listed}) == len(listed)):
            yield key


def levels(root, schema, open_):
    """How deep objects and arrays are nested. A definition inside itself counts once."""
    if not isinstance(schema, dict):
        return 0
    if "$ref" in schema:
        return 0 if schema["$ref"] in open_ else levels(root, follow(root, schema), (*open_, schema["$ref"]))
    inner = [levels(root, below, open_) for steps, below in subschemas(schema) if steps[0] != "$defs"]
    return max(inner, default=0) + bool({"object", "array"} & set(types(schema)))


def anthropic_strict(root):
    """What Anthropic documents for one strict tool."""
    yield from keywords("anthropic-strict", root)
    yield from references(root)
    name = cycle(root)
    if name:
        yield f"the definition {name} refers to itself"
    for place, schema in walk(root):
        if not isinstance(schema, dict):
            continue
        if isinstance(schema.get("type"), list):
            yield f"several types at {at(place)}"
        if schema.get("type") == "object" and schema.get("additionalProperties") is not False:
            yield f"an open object at {at(place)}"
        if schema.get("minItems", 0) > 1:
            yield f"minItems {schema['minItems']} at {at(place)}"


def anthropic_budget(schemas):
    """What Anthropic documents for the strict tools of one request."""
    nodes = [schema for root in schemas for _, schema in walk(root) if isinstance(schema, dict)]
    optional = sum(len(node.get("properties", {}).keys() - set(node.get("required", ()))) for node in nodes)
    unions = sum("anyOf" in node or isinstance(node.get("type"), list) for node in nodes)
    for what, count, most in (("strict tools", len(schemas), 20), ("optional properties", optional, 24), ("unions", unions, 16)):
        if count > most:
            yield f"{count} {what}, and one request takes {most}"


def gemini(root):
    """What Google documents for `parametersJsonSchema`."""
    yield from keywords("gemini", root)
    yield from references(root)
    for place, schema in walk(root):
        if isinstance(schema, dict) and not all(is_text_or_number(value) for value in schema.get("enum", ())):
            yield f"an enum with other values than text and numbers at {at(place)}"
    name = cycle(root, is_required_only=True)
    if name:
        yield f"the definition {name} requires itself"


def is_text_or_number(value):
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)


def gemini_parameters(root):
    """What Google documents for `parameters`. Types are in upper case."""
    for place, schema in walk(root):
        if not isinstance(schema, dict):
            yield f"`{schema}` as a schema at {at(place)}"
            continue
        for key in schema.keys() - GEMINI_TYPED:
            yield f"the keyword {key} at {at(place)}"
        kind = schema.get("type")
        if kind is None and "anyOf" not in schema:
            yield f"a schema without a type at {at(place)}"
        if "anyOf" in schema and schema.keys() - {"anyOf", "description", "title", "nullable"}:
            yield f"{', '.join(schema.keys() - {'anyOf', 'description', 'title'})} beside anyOf at {at(place)}"
        if kind == "ARRAY" and "items" not in schema:
            yield f"an array without items at {at(place)}"
        if kind == "OBJECT" and not schema.get("properties") and place:
            yield f"an object without properties at {at(place)}"
        if set(schema.get("required", ())) - schema.get("properties", {}).keys():
            yield f"required without a property at {at(place)}"
        if "enum" in schema and (not all(schema["enum"]) or not all(isinstance(value, str) for value in schema["enum"])):
            yield f"an enum with an empty text or another value at {at(place)}"
        if "enum" in schema and kind != "STRING" and schema.get("format") != "enum":
            yield f"an enum of type {kind} at {at(place)}"
        if "format" in schema and schema["format"] not in FORMATS["gemini-parameters"]:
            yield f"the format {schema['format']} at {at(place)}"


def agentcore(root):
    """What botocore does not check: the type is one of six, and what is required is a property."""
    for place, schema in walk(root):
        if schema.get("type") not in TYPES - {"null"}:
            yield f"the type {schema.get('type')} at {at(place)}"
        if set(schema.get("required", ())) - schema.get("properties", {}).keys():
            yield f"required without a property at {at(place)}"


def moonshot(root):
    """What Moonshot's flavour of JSON Schema asks for."""
    yield from keywords("moonshot", root)
    yield from references(root)
    for place, schema in walk(root):
        if not isinstance(schema, dict):
            continue
        if isinstance(schema.get("type"), list):
            yield f"several types at {at(place)}"
        if "anyOf" in schema and schema.keys() - {"anyOf", "description", "title", "default", "$defs"}:
            yield f"{', '.join(sorted(schema.keys() - {'anyOf', 'description', 'title', 'default'}))} beside anyOf at {at(place)}"
        if schema.get("items") in ({}, True, False):
            yield f"items without a type at {at(place)}"
        if set(schema.get("required", ())) - schema.get("properties", {}).keys():
            yield f"required without a property at {at(place)}"
        if not all(is_text_or_number(value) for value in schema.get("enum", ())):
            yield f"an enum with other values than text and numbers at {at(place)}"


def loose(root):
    """References of a list without rules of its own. One to another document is what the author wrote."""
    names = root.get("$defs", {})
    for name, _ in edges(root):
        if "://" not in name and name.replace("~1", "/").replace("~0", "~") not in names:
            yield f"the reference {name} leads nowhere"
