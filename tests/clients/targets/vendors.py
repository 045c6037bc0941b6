"""The checks that the packages of the vendors make. Each gives the reason why a tool is refused, or None."""
import copy
from typing import List

import anthropic
import botocore.session
import jsonschema_rs
import llguidance
from agents.strict_schema import ensure_strict_json_schema
from anthropic.types import ToolParam as AnthropicTool
from anthropic.types import ToolUnionParam as AnthropicAnyTool
from botocore.validate import ParamValidator
from cohere import ToolV2 as CohereTool
from google.genai import types as google
from mistralai.client.models import Tool as MistralTool
from openai.types.chat import ChatCompletionFunctionToolParam as OpenAiTool
from openai.types.responses import ToolParam as ResponsesTool
from pydantic import ConfigDict, TypeAdapter, ValidationError

FORBID = ConfigDict(extra="forbid", strict=True)
# TypeAdapter takes no configuration for a TypedDict, only for what holds one.
OPENAI = TypeAdapter(List[OpenAiTool], config=FORBID)
RESPONSES = TypeAdapter(List[ResponsesTool], config=FORBID)
ANTHROPIC = TypeAdapter(List[AnthropicTool], config=FORBID)
ANTHROPIC_ANY = TypeAdapter(List[AnthropicAnyTool], config=FORBID)
SESSION = botocore.session.get_session()
CONVERSE = SESSION.get_service_model("bedrock-runtime").operation_model("Converse").input_shape.members["toolConfig"]
AGENTCORE = SESSION.get_service_model("bedrock-agentcore-control").shape_for("ToolDefinition")


def typed(adapter, entry):
    """Validates with the types of an SDK, where nothing may stand that they do not know."""
    try:
        value = adapter.validate_python([entry])[0]
        if isinstance(value, dict) and not isinstance(value.get("tools", []), list):
            list(value["tools"])  # An iterable is validated as it is read.
    except ValidationError as error:
        first = error.errors()[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"


def openai(entry):
    return typed(OPENAI, entry)


def responses(entry):
    return typed(RESPONSES, entry)


def anthropic_loose(entry):
    return typed(ANTHROPIC if "type" not in entry else ANTHROPIC_ANY, entry)


def kept(model, entry):
    """Whether a model of an SDK, which ignores what it does not know, sends the whole entry."""
    try:
        sent = model.model_validate(entry).model_dump(by_alias=True, exclude_unset=True, mode="json")
    except ValidationError as error:
        return str(error.errors()[0]["msg"])
    return None if sent == entry else "something was lost"


def mistral(entry):
    return kept(MistralTool, entry)


def cohere(entry):
    return kept(CohereTool, entry)


def openai_agents(schema):
    """The agents SDK makes a schema strict; one that is strict must come out as it is."""
    try:
        made = ensure_strict_json_schema(copy.deepcopy(schema))
    except Exception as error:  # It raises its own errors, TypeError, ValueError, RecursionError, …
        return f"{type(error).__name__}: {error}"
    return None if made == schema else "it was changed"


def grammar(schema):
    """llguidance compiles a schema to a grammar, as servers with constrained decoding do."""
    return llguidance.LLMatcher.validate_grammar(llguidance.LLMatcher.grammar_from_json_schema(schema)) or None


def anthropic_strict(schema):
    """Anthropic's SDK moves what strict mode lacks into descriptions; there must be nothing to move."""
    try:
        made = anthropic.transform_schema(copy.deepcopy(schema))
    except (AssertionError, ValueError, TypeError) as error:
        return f"{type(error).__name__}: {str(error)[:200]}"
    return difference(schema, made, "")


def difference(schema, made, place):
    """Where the transformed schema says something else. Beside `enum` and `const` the SDK leaves `type` out."""
    if isinstance(schema, list) and isinstance(made, list) and len(schema) == len(made):
        pairs = [(str(index), one, other) for index, (one, other) in enumerate(zip(schema, made))]
    elif isinstance(schema, dict) and isinstance(made, dict):
        keys = list(schema) + [key for key in made if key not in schema]
        pairs = [(key, schema.get(key), made.get(key)) for key in keys]
        if {"enum", "const"} & made.keys():
            pairs = [pair for pair in pairs if pair[0] != "type"]
        if "properties" not in schema and made.get("properties") == {}:
            pairs = [pair for pair in pairs if pair[0] != "properties"]
    else:
        return None if schema == made else f"{place} is changed"
    for key, one, other in pairs:
        found = difference(one, other, f"{place}/{key}")
        if found:
            return found
    return None


def genai(entry):
    """google-genai's declaration forbids what it does not know, and must send what it was given."""
    return kept(google.FunctionDeclaration, entry)


def genai_typed(entry):
    """The same, for the typed schema. The SDK reads whole numbers that are written as text."""
    try:
        sent = google.FunctionDeclaration.model_validate(entry).model_dump(by_alias=True, exclude_unset=True, mode="json")
    except ValidationError as error:
        first = error.errors()[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    return None if numbers(sent) == numbers(entry) else "something was lost"


COUNTS = {"minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"}


def numbers(value, key=None):
    if isinstance(value, dict):
        return {name: numbers(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [numbers(inner) for inner in value]
    if key in ("minimum", "maximum"):
        return float(value)  # The API has them as doubles.
    return int(value) if key in COUNTS and isinstance(value, str) else value


def botocore_report(value, shape):
    return " ".join(ParamValidator().validate(value, shape).generate_report().split()) or None


def bedrock(entry):
    return botocore_report({"tools": [entry]}, CONVERSE)


def agentcore(entry):
    return botocore_report(entry, AGENTCORE)


def meta_schema(schema):
    """Whether it is a JSON Schema."""
    try:
        jsonschema_rs.meta.validate({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema})
    except jsonschema_rs.ValidationError as error:
        return f"no JSON Schema: {error.message[:200]} at {'/'.join(map(str, error.instance_path))}"
