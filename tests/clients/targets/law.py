"""The law of the side table: a value of the lowered schema, decoded, is a value of the tool's input schema.

A value that is not one is `wider` where apimint reported the keyword that refuses it (W002), `encoded` where the value stands
in JSON text, whose schema the API does not see (W004), and else a fault. Backwards, a value of the input schema can be sent:
encoded, it is a value of the lowered schema, except where DOCUMENTED says otherwise.
"""
import collections

import jsonschema_rs

import decode
import encode
import generate

KINDS = jsonschema_rs.ValidationErrorKind
SAMPLES = [("least", 0), ("most", 0), ("random", 1), ("random", 2), ("random", 3)]
TRANSPARENT = {"properties", "items", "$ref", "$defs"}  # what stands in nearly every path excuses nothing
# The keyword under which a message speaks of another.
REPORTED_AS = {"const": "enum", "then": "if", "else": "if", "oneOf": "anyOf"}
Outcome = collections.namedtuple("Outcome", "values unmade wider sole encoded faults")


def try_tool(lowered, places, source, reported):
    """Tries the values of one tool. `places` are the `args` of the side table, `source` validates the input schema, and
    `reported` has the keywords of W002. `faults` of the result are pairs of what was sent and why it is wrong, and `sole` has
    the keywords that alone excuse a value."""
    values = unmade = encoded = 0
    wider, sole, faults = collections.Counter(), set(), []
    validator = compiled(lowered)
    decoder = decode.Decoder(places)
    for mode, seed in SAMPLES:
        try:
            sent = generate.make(lowered, mode, seed)
        except generate.Unfit:
            unmade += 1
            continue
        if not validator.is_valid(sent):
            unmade += 1
            continue
        values += 1
        arguments = decoder.decode(sent)
        if source.is_valid(arguments):
            continue
        excuses, reason = judge(source.iter_errors(arguments), Judge(reported, decoder.texts))
        if reason:
            faults.append((sent, reason))
        elif ["JSON text"] in excuses:
            encoded += 1
        else:
            wider.update({found[0] for found in excuses})
            if len(set().union(*excuses)) == 1:
                sole.update(excuses[0])
    return Outcome(values, unmade, wider, sole, encoded, faults)


def compiled(schema):
    """A validator for which `format` is an annotation. Raises ValidationError for a reference to another document."""
    return jsonschema_rs.Draft202012Validator(schema, validate_formats=False, retriever=nowhere)


def nowhere(uri):
    raise LookupError(uri)


def try_backwards(target, lowered, places, source):
    """Values of the input schema that the lowered schema refuses, each with the reason; and how many were tried."""
    schema, source = source
    values, faults = 0, []
    validator = compiled(lowered)
    for mode, seed in SAMPLES if encode.has_inverse(places) else ():
        try:
            arguments = generate.make(schema, mode, seed)
        except generate.Unfit:
            continue
        if not source.is_valid(arguments):
            continue
        values += 1
        if any(validator.is_valid(way.encode(arguments)) for way in encode.ways(places)):
            continue
        for error in validator.iter_errors(encode.Encoder(places).encode(arguments)):
            if not is_documented(error, target):
                faults.append((arguments, f"narrower: {type(error.kind).__name__} at /{'/'.join(map(str, error.instance_path))}"))
                break
    return values, faults


def is_documented(error, target):
    """Whether an error is one of the few values that a target cannot say."""
    if target == "agentcore" and isinstance(error.kind, KINDS.Type) and error.instance is None:
        return True  # It has no null.
    if target == "gemini-parameters" and isinstance(error.kind, KINDS.Enum) and error.instance == "":
        return True  # Its enums have no empty text, and an optional property can be left out.
    if target in ("openai-strict", "anthropic-strict", "bedrock") and error.schema_path[-1] == "additionalProperties":
        return True  # Strict objects are closed, which W005 says.
    branches = getattr(error.kind, "context", ())
    return any(branch and all(is_documented(inner, target) for inner in branch) for branch in branches)


Judge = collections.namedtuple("Judge", "reported texts")


def judge(errors, by):
    """What excuses each of the errors, and the first that nothing excuses."""
    excuses = []
    for error in errors:
        found = excuse(error, by)
        if not found:
            path = [step for step in keywords_in(error.schema_path) if step not in TRANSPARENT]
            place = "/".join(map(str, error.instance_path))
            return excuses, f"{type(error.kind).__name__} ({'/'.join(path[-2:])}) at /{place}: {error.message[:200]}"
        excuses.append(found)
    return excuses, None


def excuse(error, by):
    """The keywords that may excuse an error, the most likely first: its own, those of one branch of a union, and those that
    hold the schema it comes from."""
    place = tuple(error.instance_path)
    if any(place[: len(text)] == text for text in by.texts):
        return ["JSON text"]
    path = list(keywords_in(error.evaluation_path))
    if isinstance(error.kind, KINDS.OneOfMultipleValid):
        return ["oneOf of which several fit"]  # Every target but the loose ones has `anyOf` instead, as documented.
    if isinstance(error.kind, KINDS.Required) and error.kind.property in error.instance:
        path.append("additionalProperties")  # So the validator speaks of a closed object that must have what it must not.
    if isinstance(error.kind, (KINDS.Required, KINDS.AdditionalProperties)) and "properties" in by.reported:
        return ["properties"]  # The object is sent without its schema.
    found = []
    for branch in getattr(error.kind, "context", ()):
        inner = [excuse(one, by) for one in branch]
        if inner and all(inner):
            found += [keyword for one in inner for keyword in one]
    around = [name for keyword in reversed(path) for name in (keyword, REPORTED_AS.get(keyword)) if name in by.reported]
    return list(dict.fromkeys(found + [keyword for keyword in around if keyword not in TRANSPARENT]))


def keywords_in(path):
    """The keywords in the path of an error, without names and indexes."""
    is_name = False
    for step in path:
        if not is_name and isinstance(step, str):
            yield step
            is_name = step in ("properties", "$defs", "patternProperties", "dependentSchemas")
        else:
            is_name = False


def from_openapi(schema):
    """The JSON Schema of a schema in the OpenAPI subset that Gemini takes as `parameters`."""
    result = {}
    for key, value in schema.items():
        if key == "properties":
            result[key] = {name: from_openapi(inner) for name, inner in value.items()}
        elif key == "items":
            result[key] = from_openapi(value)
        elif key == "anyOf":
            result[key] = [from_openapi(inner) for inner in value]
        elif key == "type":
            result[key] = value.lower()
        elif key in ("minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"):
            result[key] = int(value)
        elif key not in ("nullable", "example", "propertyOrdering", "default"):
            result[key] = value
    if "enum" in result and result.get("type") in ("integer", "number"):
        result["enum"] = [float(value) if result["type"] == "number" else int(value) for value in result["enum"]]
    if schema.get("nullable"):
        if "anyOf" in result:
            result["anyOf"] = [*result["anyOf"], {"type": "null"}]
        else:
            result["type"] = [result["type"], "null"]
            if "enum" in result:
                result["enum"] = [*result["enum"], None]
    return result
