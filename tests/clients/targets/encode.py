"""Says arguments of a tool as a model would have to send them: the inverse of decode.py.

It is used to see that a lowered schema accepts whatever the input schema accepts. Places where null stands for a property
that is left out have no inverse without the schema, so that tools with such places are not encoded.
"""
import json

import decode

MOST_TEXTS = 6  # places whose forms are tried in every combination


class Encoder:
    """Encodes the arguments of one tool. `is_null_text` sends null as JSON text where a place takes JSON text."""

    def __init__(self, places, is_null_text=True):
        decoder = decode.Decoder(places)
        self.root, self.definitions = decoder.root, decoder.definitions
        self.is_null_text = is_null_text

    def encode(self, arguments):
        return self.value(arguments, [self.root])

    def value(self, value, plans):
        plans, at = list(plans), 0
        while at < len(plans):
            references = plans[at].entry.get("ref", [])
            for reference in [references] if isinstance(references, str) else references:
                definition = self.definitions.get(reference.removeprefix("/$defs/").replace("~1", "/").replace("~0", "~"))
                if definition is not None and definition not in plans:
                    plans.append(definition)
            at += 1
        if isinstance(value, list):
            value = [self.value(item, [plan.members for plan in plans if plan.members]) for item in value]
        elif isinstance(value, dict):
            value = dict(self.member(key, inner, plans) for key, inner in value.items())
        forms = [plan.entry["decode"] for plan in plans if "decode" in plan.entry]
        if forms and (value is not None or (self.is_null_text and "json" in forms)):
            if forms[0] == "json":
                return json.dumps(value, ensure_ascii=False)
            if isinstance(value, dict):
                return [{"key": key, "value": inner} for key, inner in value.items()]
        return value

    def member(self, key, value, plans):
        for plan in plans:
            for sent, inner in plan.properties.items():
                if inner.entry.get("name") == key:
                    return sent, self.value(value, [inner])
        inner = [plan.properties.get(key, plan.members) for plan in plans]
        return key, self.value(value, [plan for plan in inner if plan])


def ways(places):
    """Encoders for a tool, one of which sends right: null can be sent as such or as text, and where only one branch of a union
    takes JSON text, the place in the table means either."""
    yield Encoder(places)
    yield Encoder(places, is_null_text=False)
    texts = [place for place, entry in places.items() if entry.get("decode") == "json"]
    for number in range(1, 2 ** min(len(texts), MOST_TEXTS)):
        plain = {place for index, place in enumerate(texts) if number >> index & 1}
        kept = {place: {key: entry[key] for key in entry if key != "decode" or place not in plain} for place, entry in places.items()}
        yield Encoder(kept)


def has_inverse(places):
    return not any("null" in entry for entry in places.values())
