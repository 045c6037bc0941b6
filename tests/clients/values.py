"""Makes one value for an output schema that apimint emitted.

`make(schema)` returns a value that conforms, or raises `Unfit` with the reason when this small generator
cannot find one; that says nothing about the schema. It shares no code with apimint or with any validator.

Optional properties are included as far as the bounds on depth and size allow, so that a call covers as much
of the schema as one value can. Of `anyOf` the first branch that works is taken. `format` is ignored.
"""
import math
import re

OPTIONAL_DEPTH = 5  # objects and arrays below this level hold only what they must
OPTIONAL_NODES = 600  # and so do all of them once the value is this large
DEPTH = 40
STEPS = 100_000

# Keywords whose meaning this generator does not know. A schema that needs one of them is skipped.
UNKNOWN = (
    "not", "if", "contains", "dependencies", "dependentRequired", "dependentSchemas", "unevaluatedProperties",
    "unevaluatedItems", "$dynamicRef",
)

# Strings tried for a `pattern`.
STRINGS = (
    "", "a", "A", "0", "1", "12", "abc", "ABC", "Abc", "abc1", "a-b", "a_b", "a.b", "a/b", "/a", "/", "*", "en", "en-US", "US",
    "USD", "EUR", "true", "000", "0000", "00000", "000000", "1234", "12345", "123456", "00000000", "000000000", "0000000000",
    "a0000000", "abcdef", "abcdefgh", "abcdefghij", "ABCDEFGHIJ", "0.1", "1.0", "1.0.0", "v1", "v1.0.0", "1.00", "-1", "+1",
    "#000000", "000000", "0" * 16, "0" * 20, "0" * 24, "0" * 32, "0" * 40, "0" * 64, "a" * 20, "a" * 32, "a" * 40, "A" * 32,
    "00000000-0000-4000-8000-000000000000", "00000000-0000-0000-0000-000000000000", "2024-01-31", "2024-01", "2024",
    "2024-01-31T12:00:00Z", "2024-01-31T12:00:00.000Z", "2024-01-31T12:00:00+00:00", "2024-01-31 12:00:00", "12:00", "12:00:00",
    "PT1H", "P1D", "1h", "1s", "1d", "10.0.0.1", "10.0.0.0/8", "::1", "00:00:00:00:00:00", "example.com", "a@example.com",
    "https://example.com", "https://example.com/a", "http://example.com/", "urn:a:b", "arn:aws:a:b:c:d", "+15550000000",
    "sha256:" + "0" * 64, "application/json", "text/plain", "image/png", "Abcdefgh1!", "A-1", "A1", "a1", "AB", "ab", "S00", "T00", "B00000000", "C00000000", "Rm00000000", "0000000000.000000",
    "000000000000", "0000000000000", "00000-a", "/branches/stable", "/projects/me",
    # What some large descriptions ask for: paths, and identifiers with a prefix.
    "/branches/stable/guides/a", "/branches/stable/apis/a.json", "/branches/stable/categories/guides/a",
    "/branches/stable/custom_pages/a", "/branches/stable/recipes/a", "/changelogs/a", "/images/" + "0" * 24,
    "/projects/me/apikeys/" + "0" * 24, "rdme_a", "D00000000", "E00000000", "F00000000", "Fc00000000", "G00000000",
    "Q00000000", "W00000000", "X000000000", "::1/64", "::/64", "5G:NSWO", "MacroNGeNB-00000", "MacroeNB-00000", "0E-0",
    "00-00-00-00-00-00", "000-00-000000", "000-00-000000-0000", "00000-000000", "0" * 7, "0" * 11,
    "00000000-000-00-00", "1 Mbps", "extgroupid-a@a",
)


class Unfit(Exception):
    """No value was found."""


def make(schema):
    """One value that conforms to `schema`."""
    return Maker(schema).value([schema], 0)


class Maker:
    """Makes one value. `schemas` below are always schemas that one and the same value must conform to."""

    def __init__(self, root):
        self.root = root
        self.nodes = 0
        self.steps = 0

    def value(self, schemas, depth):
        self.steps += 1
        if depth > DEPTH or self.steps > STEPS:
            raise Unfit("the schema needs a value that is too deep or too large")
        parts, choices = [], []
        for schema in schemas:
            self.flatten(schema, parts, choices, set())
        if not choices:
            self.nodes += 1
            return self.plain(parts, depth)
        rest = parts + [{"anyOf": choice} for choice in choices[1:]]
        reason = Unfit("an empty anyOf")
        for branch in choices[0]:
            nodes = self.nodes
            try:
                return self.value(rest + [branch], depth)
            except Unfit as fault:
                reason, self.nodes = fault, nodes
        raise reason

    def flatten(self, schema, parts, choices, seen):
        """Adds to `parts` what `schema` says itself or by reference, and to `choices` its unions."""
        if schema is True:
            return
        if schema is False:
            raise Unfit("a schema that accepts nothing")
        for keyword in UNKNOWN:
            if keyword in schema:
                raise Unfit(f"the keyword {keyword}")
        if "$ref" in schema:
            reference = schema["$ref"]
            if reference in seen:
                raise Unfit(f"a reference to itself: {reference}")
            self.flatten(self.resolve(reference), parts, choices, seen | {reference})
        for part in schema.get("allOf", ()):
            self.flatten(part, parts, choices, seen)
        for keyword in ("anyOf", "oneOf"):
            if keyword in schema:
                choices.append(schema[keyword])
        own = {key: value for key, value in schema.items() if key not in ("$ref", "allOf", "anyOf", "oneOf", "$defs")}
        if own:
            parts.append(own)

    def resolve(self, reference):
        if not reference.startswith("#"):
            raise Unfit(f"the reference {reference}")
        found = self.root
        for key in reference[1:].split("/")[1:]:
            key = key.replace("~1", "/").replace("~0", "~")
            try:
                found = found[int(key)] if isinstance(found, list) else found[key]
            except (KeyError, IndexError, ValueError, TypeError):
                return True  # It leads nowhere: the client is called, and will say so.
        return found

    def plain(self, parts, depth):
        kinds = self.kinds(parts)
        listed = [part["enum"] for part in parts if "enum" in part] + [[part["const"]] for part in parts if "const" in part]
        if listed:
            for one in sorted(listed[0], key=lambda one: one is None):
                if kind(one) in kinds and all(any(same(one, other) for other in others) for others in listed[1:]):
                    return one
            raise Unfit("an enum without a value of the type")
        reason = Unfit("types that exclude each other")
        for name in kinds:
            try:
                return getattr(self, name)(parts, depth)
            except Unfit as fault:
                reason = fault
        raise reason

    def kinds(self, parts):
        """The types that all parts allow, the most telling first."""
        order = ["object", "array", "number", "integer", "string", "boolean", "null"]
        for part in parts:
            named = part.get("type")
            if named is not None:
                named = [named] if isinstance(named, str) else named
                order = [one for one in order if one in named or (one == "integer" and "number" in named)]
        if len(order) == 7:
            for name, words in (
                ("object", ("properties", "required", "additionalProperties", "patternProperties", "minProperties")),
                ("array", ("items", "prefixItems", "minItems")),
                ("number", ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")),
            ):
                if any(word in part for part in parts for word in words):
                    return [name] + [other for other in order if other != name]
            order.sort(key=lambda one: one != "string")
        if "number" in order:
            order.remove("integer")
            order.insert(0, "integer")
            order.sort(key=lambda one: one in ("integer", "number", "string", "boolean", "null"))
        return order

    def object(self, parts, depth):
        required = list(dict.fromkeys(name for part in parts for name in part.get("required", ())))
        known = list(dict.fromkeys(name for part in parts for name in part.get("properties", {})))
        least = max([part.get("minProperties", 0) for part in parts], default=0)
        most = min([part.get("maxProperties", math.inf) for part in parts], default=math.inf)
        made = {}
        for name in required:
            made[name] = self.value(self.member(parts, name), depth + 1)
        optional = [name for name in known if name not in made]
        if any(isinstance(part.get("additionalProperties"), dict) for part in parts) or len(made) + len(optional) < least:
            optional += [name for name in ("key", "key2", "key3") if name not in known]
        for name in optional:
            if len(made) >= least and (depth >= OPTIONAL_DEPTH or self.nodes >= OPTIONAL_NODES):
                break
            if len(made) >= most or (name.startswith("key") and name not in known and len(made) >= max(least, 1)):
                break
            nodes = self.nodes
            try:
                made[name] = self.value(self.member(parts, name), depth + 1)
            except Unfit:
                self.nodes = nodes
        if not least <= len(made) <= most:
            raise Unfit("the number of properties")
        # In the order of the schema, as a server would answer.
        return {name: made[name] for name in known + list(made) if name in made}

    def member(self, parts, name):
        """The schemas of the property `name`."""
        found = []
        for part in parts:
            named = False
            if name in part.get("properties", {}):
                named = True
                found.append(part["properties"][name])
            for pattern, schema in part.get("patternProperties", {}).items():
                if re.search(pattern, name):
                    named = True
                    found.append(schema)
            if not named:
                found.append(part.get("additionalProperties", True))
            if "propertyNames" in part:
                Maker(self.root).exactly(name, part["propertyNames"])
        return found

    def exactly(self, name, schema):
        """Raises unless `name` is a value of `schema`."""
        if isinstance(self.value([schema, {"const": name}], 0), str) and "pattern" in schema:
            self.string([schema, {"pattern": "^" + re.escape(name) + "$"}], 0)

    def array(self, parts, depth):
        least = max([part.get("minItems", 0) for part in parts], default=0)
        most = min([part.get("maxItems", math.inf) for part in parts], default=math.inf)
        tuples = max([len(part.get("prefixItems", ())) for part in parts], default=0)
        roomy = depth < OPTIONAL_DEPTH and self.nodes < OPTIONAL_NODES
        wanted = max(least, min(most, max(1, tuples)) if roomy else 0)
        made = []
        if any("contains" in part for part in parts) or least > 1000:
            raise Unfit("an array with contains, or a long one")
        while len(made) < wanted:
            schemas = []
            for part in parts:
                if len(made) < len(part.get("prefixItems", ())):
                    schemas.append(part["prefixItems"][len(made)])
                # Draft 07 knows no prefixItems: there, items holds for every member.
                schemas.append(part.get("items", True))
            nodes = self.nodes
            try:
                made.append(self.value(schemas, depth + 1))
            except Unfit:
                self.nodes = nodes
                if len(made) < least:
                    raise
                break
        if len(made) > 1 and any(part.get("uniqueItems") for part in parts):
            if any(same(one, other) for at, one in enumerate(made) for other in made[:at]):
                raise Unfit("uniqueItems with several members")
        if not least <= len(made) <= most:
            raise Unfit("the number of members")
        return made

    def integer(self, parts, depth):
        return self.number_of(parts, 1)

    def number(self, parts, depth):
        return self.number_of(parts, 0.5)

    def number_of(self, parts, step):
        low, high = -math.inf, math.inf
        for part in parts:
            low = max(low, part.get("minimum", low), part.get("exclusiveMinimum", low))
            high = min(high, part.get("maximum", high), part.get("exclusiveMaximum", high))
        factors = [part["multipleOf"] for part in parts if "multipleOf" in part]
        first = factors[0] if factors else step
        near = 1 if low <= 1 <= high else (low if low > 1 else high)
        start = math.floor(near / first) if math.isfinite(near) else 0
        tried = [start + offset for offset in (0, 1, -1, 2, -2)]
        for candidate in [near] + [count * first for count in tried] + ([(low + high) / 2] if step < 1 else []):
            if not math.isfinite(candidate) or (step == 1 and candidate != int(candidate)):
                continue
            candidate = int(candidate) if candidate == int(candidate) else candidate
            if any(candidate < part.get("minimum", candidate) or candidate > part.get("maximum", candidate) for part in parts):
                continue
            if any(
                candidate <= part.get("exclusiveMinimum", -math.inf) or candidate >= part.get("exclusiveMaximum", math.inf)
                for part in parts
            ):
                continue
            if any(candidate % factor for factor in factors):
                continue
            return candidate
        raise Unfit("a range or a multiple")

    def string(self, parts, depth):
        least = max([part.get("minLength", 0) for part in parts], default=0)
        most = min([part.get("maxLength", math.inf) for part in parts], default=math.inf)
        patterns = [part["pattern"] for part in parts if "pattern" in part]
        if not patterns:
            text = "text" if most >= 4 else ""
            return text + "x" * (least - len(text)) if least <= most else unfit("lengths that exclude each other")
        for text in STRINGS:
            for padded in (text, text + text[-1:] * (least - len(text))):
                if least <= len(padded) <= most and all(re.search(pattern, padded) for pattern in patterns):
                    return padded
        raise Unfit(f"the pattern {' and '.join(patterns)[:80]}")

    def boolean(self, parts, depth):
        return True

    def null(self, parts, depth):
        return None


def unfit(reason):
    raise Unfit(reason)


def kind(value):
    """The JSON type of a value; whole numbers are integers."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "integer" if value == int(value) else "number"
    return {str: "string", list: "array", dict: "object"}[type(value)]


def same(one, other):
    """Whether two values are equal in JSON, where `true` is not 1."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return one == other
