"""Decodes the arguments that a model gave, by the side table: a second implementation, which shares nothing with apimint's.

A side table's `args` maps places to what is done there: `name` is the argument's name in the tool, `decode` how the value is
sent (`json`: as JSON text, `entries`: as a list of objects with `key` and `value`), `null: absent` says that null stands for a
property that is left out, and `ref` names the definition whose places apply too. A place is a JSON Pointer through the names
of properties; `*` stands for each member of an array and each value of a map (`~2` for a property of that name).
"""
import json


class Plan:
    """What is done at one place and below it."""

    def __init__(self):
        self.entry = {}
        self.members = None
        self.properties = {}

    def step(self, step):
        if step == "*":
            self.members = self.members or Plan()
            return self.members
        name = "*" if step == "~2" else step.replace("~1", "/").replace("~0", "~")
        return self.properties.setdefault(name, Plan())


class Decoder:
    """Decodes the arguments of one tool. `texts` then has the places of the result that were sent as JSON text."""

    def __init__(self, places):
        self.root = Plan()
        self.definitions = {}
        self.texts = []
        for place, entry in places.items():
            steps = place.split("/")[1:]
            plan = self.root
            if steps[:1] == ["$defs"]:
                name = steps[1].replace("~1", "/").replace("~0", "~")
                plan = self.definitions.setdefault(name, Plan())
                steps = steps[2:]
            for step in steps:
                plan = plan.step(step)
            plan.entry = entry

    def decode(self, arguments):
        self.texts = []
        return self.value(arguments, [self.root], ())

    def value(self, value, plans, place):
        """`plans` all apply to the value; those of references are added, each after what leads to it."""
        plans, at = list(plans), 0
        while at < len(plans):
            plan = plans[at]
            at += 1
            references = plan.entry.get("ref", [])
            for reference in [references] if isinstance(references, str) else references:
                definition = self.definitions.get(reference.removeprefix("/$defs/").replace("~1", "/").replace("~0", "~"))
                if definition is not None and definition not in plans:
                    plans.append(definition)
            form = plan.entry.get("decode")
            if form == "json" and isinstance(value, str):
                self.texts.append(place)
                try:
                    value = json.loads(value)
                except ValueError:
                    pass
            elif form == "entries" and isinstance(value, list) and all(map(is_entry, value)):
                value = {entry["key"]: entry["value"] for entry in value}
        if isinstance(value, list):
            inner = [plan.members for plan in plans if plan.members]
            return [self.value(item, inner, (*place, index)) for index, item in enumerate(value)] if inner else value
        if isinstance(value, dict):
            return self.object(value, plans, place)
        return value

    def object(self, value, plans, place):
        result = {}
        for key, member in value.items():
            inner = [plan.properties.get(key, plan.members) for plan in plans]
            inner = [plan for plan in inner if plan]
            if member is None and any(plan.entry.get("null") == "absent" for plan in inner):
                continue
            name = next((plan.entry["name"] for plan in inner if "name" in plan.entry), key)
            result[name] = self.value(member, inner, (*place, name))
        return result


def is_entry(value):
    return isinstance(value, dict) and value.keys() == {"key", "value"} and isinstance(value["key"], str)
