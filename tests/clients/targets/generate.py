"""Makes values of a lowered schema, as a model would send them.

`make(schema, mode, seed)` gives a value, or raises `Unfit`. The modes: `least` sends only what must be sent, and null where
it can; `most` sends every property and two items; `random` decides by the seed. A value may miss what the schema asks for
(some patterns, `not`, …): whoever calls this validates it. Text whose description says that it is JSON text is JSON text.
"""
import json
import math
import random

import patterns

MOST_NODES = 250  # larger values get nothing more that can be left out
OPTIONAL_DEPTH = 7
DEPTH = 60
STEPS = 20_000
WORDS = ("text", "a", "Zoë", "two words", "", "null", "12", '"quoted"', "line\nbreak", "日本")

TELLING = {
    "object": {"properties", "additionalProperties", "patternProperties", "propertyNames", "minProperties", "maxProperties"},
    "array": {"items", "prefixItems", "minItems", "maxItems", "uniqueItems"},
}


class Unfit(Exception):
    """No value was found."""


def make(schema, mode, seed=0):
    return Maker(schema, mode, seed).value(schema, 0)


class Maker:
    def __init__(self, root, mode, seed):
        self.root = root
        self.mode = mode
        self.random = random.Random(seed)
        self.nodes = self.steps = self.texts = 0

    def chance(self):
        """Whether something is done that need not be done."""
        return self.mode == "most" or (self.mode == "random" and self.random.random() < 0.6)

    def is_full(self, depth):
        return depth > OPTIONAL_DEPTH or self.nodes > MOST_NODES

    def value(self, schema, depth):
        self.steps += 1
        if depth > DEPTH or self.steps > STEPS:
            raise Unfit("too deep or too large")
        if schema is True or schema == {}:
            return self.anything(depth)
        if schema is False:
            raise Unfit("a schema that accepts nothing")
        if "$ref" in schema:
            return self.value(self.resolve(schema["$ref"]), depth + 0.1)
        if "allOf" in schema:
            return self.value(self.merged(schema), depth)
        for union in ("anyOf", "oneOf"):
            if union in schema:
                return self.branch(schema, union, depth)
        self.nodes += 1
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.listed(schema["enum"], depth)
        kind = self.kind(schema, depth)
        return getattr(self, kind)(schema, depth) if kind else self.anything(depth)

    def merged(self, schema):
        """A schema with the parts of its `allOf` beside each other: enough for the loose lists, and validated afterwards."""
        result = {key: value for key, value in schema.items() if key != "allOf"}
        for part in schema["allOf"]:
            while isinstance(part, dict) and "$ref" in part:
                part = self.resolve(part["$ref"])
            if not isinstance(part, dict):
                continue
            for key, value in part.items():
                if key == "properties":
                    result[key] = {**result.get(key, {}), **value}
                elif key in ("required", "allOf"):
                    result[key] = result.get(key, []) + value
                else:
                    result.setdefault(key, value)
        return result

    def resolve(self, reference):
        found = self.root
        for key in reference.split("/")[1:]:
            found = found[key.replace("~1", "/").replace("~0", "~")]
        return found

    def branch(self, schema, union, depth):
        branches = schema[union]
        order = list(range(len(branches)))
        if self.mode == "random":
            self.random.shuffle(order)
        if self.mode == "least" or self.is_full(depth):
            order.sort(key=lambda index: 0 if is_null(branches[index]) else 1)
        elif self.mode == "most":
            order.sort(key=lambda index: 1 if is_null(branches[index]) else 0)
        beside = {key: value for key, value in schema.items() if key not in (union, "$defs", "description", "title")}
        reason = Unfit("an empty union")
        for index in order:
            branch = branches[index]
            if "JSON text of" in schema.get("description", "") and isinstance(branch, dict) and branch.get("type") == "string":
                branch = {"description": schema["description"], **branch}  # Said once, beside the union with null.
            try:
                return self.value({**beside, "allOf": [beside, branch]} if beside else branch, depth + 0.1)
            except Unfit as fault:
                reason = fault
        raise reason

    def listed(self, values, depth):
        if self.mode == "random":
            return self.random.choice(values)
        if self.mode == "least" or self.is_full(depth):
            return None if None in values else values[0]
        return [value for value in values if value is not None][-1] if values != [None] else None

    def kind(self, schema, depth):
        kinds = schema.get("type")
        if kinds is None:
            # What says how objects or arrays look means them; apimint writes the type where a target asks for one.
            kinds = next((kind for kind, words in TELLING.items() if schema.keys() & words), None)
        if not isinstance(kinds, list):
            return kinds
        if self.mode == "random":
            return self.random.choice(kinds)
        if "null" in kinds and (self.mode == "least" or self.is_full(depth)):
            return "null"
        return next((kind for kind in kinds if kind != "null"), "null")

    def anything(self, depth):
        """Any JSON value."""
        if self.mode == "least":
            return "text"
        scalars = [None, True, 0, -1.5, "text", ""]
        if depth > 4:
            return self.random.choice(scalars)
        return self.random.choice([*scalars, [self.random.choice(scalars)], self.free(depth), {"a": [{}]}])

    def free(self, depth):
        """Any object."""
        return {f"key{number}": self.anything(depth + 1) for number in range(0 if self.mode == "least" else self.random.randint(0, 2))}

    def object(self, schema, depth):
        properties, required = schema.get("properties", {}), schema.get("required", [])
        result = {}
        for key, inner in properties.items():
            if key not in required and (self.is_full(depth) or not self.chance()):
                continue
            nodes = self.nodes
            try:
                result[key] = self.value(inner, depth + 1)
            except Unfit:
                self.nodes = nodes
                if key in required:
                    raise
        further = schema.get("additionalProperties")
        for key in required:
            if key not in result:
                result[key] = self.value(further if isinstance(further, dict) else {}, depth + 1)
        # A model sends properties without a name only where the schema asks for them.
        if isinstance(further, dict) or further is True or "properties" not in schema:
            least = schema.get("minProperties", 0) - len(result)
            wanted = max(least, 1 if further is not False and not self.is_full(depth) and self.chance() else 0)
            most = schema.get("maxProperties", math.inf) - len(result)
            for number in range(int(min(wanted, most))):
                if further is not False and number < 50:
                    result[f"key-{number}"] = self.value(further if isinstance(further, dict) else {}, depth + 1)
        return result

    def array(self, schema, depth):
        least, most = schema.get("minItems", 0), schema.get("maxItems", math.inf)
        tuples = schema.get("prefixItems", [])
        wanted = 0
        if not self.is_full(depth) and self.chance():
            wanted = max(len(tuples), 2 if self.mode == "most" else self.random.randint(0, 3))
        count = int(min(max(least, wanted), most))
        if count > 500:
            raise Unfit("a long array")
        result = []
        for index in range(count):
            inner = tuples[index] if index < len(tuples) else schema.get("items", {})
            nodes = self.nodes
            try:
                result.append(self.value(inner, depth + 1))
            except Unfit:
                self.nodes = nodes
                if index < least:
                    raise
                break
        return result

    def integer(self, schema, depth):
        return self.numeric(schema, 1)

    def number(self, schema, depth):
        return self.numeric(schema, 0.5)

    def numeric(self, schema, step):
        step = schema.get("multipleOf", step)
        low = max(schema.get("minimum", -math.inf), schema.get("exclusiveMinimum", -math.inf))
        high = min(schema.get("maximum", math.inf), schema.get("exclusiveMaximum", math.inf))
        if low > high:
            raise Unfit("bounds that exclude each other")
        near = {"least": low, "most": high, "random": self.random.choice([low, high, self.random.uniform(-999, 999)])}[self.mode]
        if not math.isfinite(near):
            near = 0
        near = min(max(near, low, -(2**63)), high, 2**63 - 1)
        if low <= near <= high and near not in (schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")) and (
            near % step == 0 if "multipleOf" in schema or step == 1 else True
        ):
            return int(near) if near == int(near) else near
        for offset in (0, 1, -1, 2):
            found = (math.floor(near / step) + offset) * step
            if low <= found <= high and found not in (schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")):
                return int(found) if found == int(found) else found
        return (low + high) / 2

    def string(self, schema, depth):
        described = schema.get("description", "")
        if "JSON text of an object" in described:
            return json.dumps(self.free(depth))
        if "JSON text of" in described:
            return json.dumps(self.anything(depth))
        least, most = schema.get("minLength", 0), schema.get("maxLength", math.inf)
        if "pattern" in schema:
            try:
                return patterns.matching(schema["pattern"], self.random, self.mode, least, most)
            except patterns.Unknown as reason:
                raise Unfit(f"the pattern {schema['pattern'][:80]}") from reason
        if least > 100_000:
            raise Unfit("a long string")
        if self.mode == "least":
            return "x" * least
        self.texts += 1
        text = f"text {self.texts}" if self.mode == "most" else self.random.choice(WORDS)
        text += "x" * (least - len(text))
        return text[: int(most)] if most < len(text) else text

    def boolean(self, schema, depth):
        return self.random.random() < 0.5 if self.mode == "random" else self.mode == "most"

    def null(self, schema, depth):
        return None


def is_null(schema):
    return isinstance(schema, dict) and (schema.get("type") == "null" or schema.get("enum") == [None])
