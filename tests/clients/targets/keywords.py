"""What each model API documents that a schema may hold, written down once more, apart from apimint's own tables.

Each entry of `ALLOWED` has the keywords that may stand in a schema for a target. A target that is not here takes JSON Schema
as it is. `GEMINI_TYPED` has those of the OpenAPI subset that the Gemini API takes as `parameters`.
"""

ANNOTATIONS = {"title", "description"}
CORE = ANNOTATIONS | {"type", "enum", "properties", "required", "items", "anyOf"}
REFERENCES = {"$ref", "$defs"}
NUMBERS = {"minimum", "maximum"}

ALLOWED = {
    # https://developers.openai.com/api/docs/guides/structured-outputs, "Supported schemas"
    "openai-strict": CORE | REFERENCES | NUMBERS
    | {"const", "additionalProperties", "format", "pattern", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems"},
    # https://platform.claude.com/docs/en/build-with-claude/structured-outputs, "JSON Schema limitations"
    "anthropic-strict": CORE | REFERENCES | {"const", "additionalProperties", "format", "minItems"},
    # https://ai.google.dev/api/caching, "FunctionDeclaration", and the list of `responseJsonSchema` there
    "gemini": CORE | REFERENCES | NUMBERS
    | {"$id", "$anchor", "format", "prefixItems", "minItems", "maxItems", "additionalProperties", "oneOf", "propertyOrdering"},
    # Moonshot Flavored JSON Schema
    "moonshot": CORE | REFERENCES | NUMBERS
    | {"minLength", "maxLength", "minItems", "maxItems", "additionalProperties", "default"},
}
FORMATS = {
    "openai-strict": {"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"},
    "anthropic-strict": {"date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"},
    "gemini-parameters": {"date-time", "int32", "int64", "float", "double", "enum"},
}
GEMINI_TYPED = {
    "type", "format", "title", "description", "nullable", "enum", "items", "minItems", "maxItems", "properties", "required",
    "minProperties", "maxProperties", "minLength", "maxLength", "pattern", "example", "anyOf", "propertyOrdering", "default",
    "minimum", "maximum",
}
TYPES = {"string", "number", "integer", "boolean", "object", "array", "null"}

SINGLE = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames", "unevaluatedProperties",
          "unevaluatedItems", "contentSchema")
LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
MAPS = ("properties", "$defs", "patternProperties", "dependentSchemas")


def subschemas(schema):
    """The schemas right below a schema, each with the steps that lead there."""
    if not isinstance(schema, dict):
        return
    for keyword in SINGLE:
        if isinstance(schema.get(keyword), (dict, bool)):
            yield (keyword,), schema[keyword]
    for keyword in LISTS:
        for index, inner in enumerate(schema.get(keyword, ())):
            yield (keyword, index), inner
    for keyword in MAPS:
        for name, inner in schema.get(keyword, {}).items():
            yield (keyword, name), inner


def walk(schema, place=()):
    """A schema and all below it, each with its place."""
    yield place, schema
    for steps, inner in subschemas(schema):
        yield from walk(inner, place + steps)


def types(schema):
    """The names in `type`, as a list."""
    named = schema.get("type", [])
    return named if isinstance(named, list) else [named]


def at(place):
    return "/".join(map(str, place)) or "the root"


def follow(root, schema):
    """The schema that a reference leads to, or the schema itself."""
    for _ in range(64):
        if not isinstance(schema, dict) or "$ref" not in schema:
            break
        name = schema["$ref"].removeprefix("#/$defs/").replace("~1", "/").replace("~0", "~")
        schema = root["$defs"][name]
    return schema


def edges(schema, is_required_only=False, through_property=False):
    """The definitions that a schema refers to, in itself, each with whether a property leads there. `is_required_only` leaves
    out what optional properties refer to."""
    if not isinstance(schema, dict):
        return
    if "$ref" in schema:
        yield schema["$ref"].removeprefix("#/$defs/"), through_property
    for steps, inner in subschemas(schema):
        if steps[0] == "$defs" or (is_required_only and steps[0] == "properties" and steps[1] not in schema.get("required", ())):
            continue
        yield from edges(inner, is_required_only, through_property or steps[0] == "properties")


def cycle(root, is_required_only=False):
    """A definition that leads back to itself, or None. With `is_required_only` only over required properties, and at least
    one: a list or a map of itself can be empty."""
    graph = {name: set(edges(inner, is_required_only)) for name, inner in root.get("$defs", {}).items()}
    for name, out in graph.items():
        for first, through_property in out:
            if is_required_only and not through_property:
                continue
            seen, open_ = set(), [first]
            while open_:
                one = open_.pop()
                if one == name:
                    return name
                if one not in seen:
                    seen.add(one)
                    open_ += [next_ for next_, _ in graph.get(one, ())]
    return None
