//! Proves that whatever one schema accepts another accepts too. What is not proved may hold all the same.

use std::collections::HashMap;
use std::ptr;

use crate::json::{Map, Value};

use super::annotation_keywords::is_annotation;
use super::bounds;
use super::conjunction::{Conjunct, SchemaConjunction};
use super::disjoint::are_disjoint;
use super::enum_values::EnumValues;
use super::finite_values::finite;
use super::rooted_schema::RootedSchema;
use super::same_keywords::is_same;
use super::value_acceptance::{STEPS, accepts};
use crate::json::types::TypeSet;

/// Goals inside one another, and all goals, after which nothing more is proved.
const DEPTH: usize = 96;
const GOALS: usize = 40_000;

/// Looks at a schema that take as long as one goal.
const LOOKS: usize = 16;

/// What is to be proved, by the identities of the schemas.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct InclusionGoal {
    sub: Vec<(usize, bool, bool)>,
    opaque: bool,
    types: TypeSet,
    sup: usize,
    closed: bool,
}

/// The values that a question is about.
#[derive(Debug, Clone, Copy)]
struct InclusionCase<'c, 'v> {
    /// What holds for them.
    sub: &'c SchemaConjunction<'v>,
    /// The types that they have, among others.
    types: TypeSet,
    /// Whether only members are sent that are named.
    closed: bool,
    /// How many levels down in the whole they are.
    level: usize,
}

/// Proves inclusions between schemas that live as long as it does, and remembers what it proved.
#[derive(Debug, Default)]
pub(super) struct InclusionProver {
    known: HashMap<InclusionGoal, bool>,
    /// Goals that are being proved, with the level of the value that each is about.
    open: Vec<(InclusionGoal, usize)>,
    /// The outermost open goal that was taken for granted since the innermost began.
    granted: usize,
    goals: usize,
}

impl InclusionProver {
    /// Whether it is proved that `sup` accepts all that `sub` accepts. `closed` reads `sub` as what a sender says who sends
    /// only members that are named.
    pub(super) fn proves(&mut self, sub: RootedSchema<'_>, sup: RootedSchema<'_>, closed: bool) -> bool {
        self.granted = usize::MAX;
        self.goal(
            InclusionCase { sub: &SchemaConjunction::of(&[sub]), types: TypeSet::ALL, closed, level: 0 },
            sup,
        )
    }

    fn goal(&mut self, case: InclusionCase<'_, '_>, sup: RootedSchema<'_>) -> bool {
        let InclusionCase { sub, types, closed, level } = case;
        if sub.impossible {
            return true;
        }
        let goal = InclusionGoal {
            sub: sub.parts.iter().map(|part| part.identity()).collect(),
            opaque: sub.opaque,
            types,
            sup: ptr::from_ref(sup.schema).addr(),
            closed,
        };
        if let Some(known) = self.known.get(&goal) {
            return *known;
        }
        if let Some(index) = self.open.iter().position(|(open, _)| *open == goal) {
            // The same question about a smaller value may be taken for granted: values end. About the same value it
            // would prove itself.
            let is_smaller = self.open.get(index).is_some_and(|(_, above)| *above < level);
            if is_smaller {
                self.granted = self.granted.min(index);
            }
            return is_smaller;
        }
        self.goals += 1;
        if self.open.len() >= DEPTH || self.goals > GOALS {
            return false;
        }
        let index = self.open.len();
        let outer = std::mem::replace(&mut self.granted, usize::MAX);
        self.open.push((goal.clone(), level));
        let proved = self.decide(case, sup);
        self.open.pop();
        let granted = std::mem::replace(&mut self.granted, outer);
        if proved && granted < index {
            self.granted = self.granted.min(granted);
        } else if !proved || granted >= index {
            self.known.insert(goal, proved);
        }
        proved
    }

    fn decide(&mut self, case: InclusionCase<'_, '_>, sup: RootedSchema<'_>) -> bool {
        let types = case.types.and(case.sub.types());
        if types.is_empty() {
            return true;
        }
        if let Some(values) = finite(case.sub, types) {
            return accepts_all(sup, &values);
        }
        let (case, wanted) = (InclusionCase { types, ..case }, SchemaConjunction::of(&[sup]));
        let is_direct =
            !wanted.impossible && !wanted.opaque && wanted.parts.iter().all(|part| self.part(case, *part));
        is_direct || self.by_cases(case, sup, &wanted)
    }

    /// Counts what is looked at without being a goal.
    fn charge(&mut self, looks: usize) {
        self.goals += looks / LOOKS;
    }

    /// Each branch of a union by itself, or each type.
    fn by_cases(
        &mut self,
        case: InclusionCase<'_, '_>,
        sup: RootedSchema<'_>,
        wanted: &SchemaConjunction<'_>,
    ) -> bool {
        for (index, part) in case.sub.parts.iter().enumerate() {
            let (keyword, chosen) = match (part.any_of_chosen, part.one_of_chosen) {
                (false, _) if part.map.contains_key("anyOf") => ("anyOf", (true, part.one_of_chosen)),
                (_, false) if part.map.contains_key("oneOf") => ("oneOf", (part.any_of_chosen, true)),
                _ => continue,
            };
            let Some(branches) = part.list(keyword) else { continue };
            return branches.iter().all(|branch| {
                let mut sub = case.sub.clone();
                if let Some(part) = sub.parts.get_mut(index) {
                    (part.any_of_chosen, part.one_of_chosen) = chosen;
                }
                sub.add(part.at(branch), 0);
                self.goal(InclusionCase { sub: &sub, ..case }, sup)
            });
        }
        let has_union =
            wanted.parts.iter().any(|part| part.map.contains_key("anyOf") || part.map.contains_key("oneOf"));
        let cases = TypeSet::EACH.iter().map(|one| one.and(case.types)).filter(|one| !one.is_empty());
        has_union
            && cases.clone().count() > 1
            && cases.into_iter().all(|types| self.goal(InclusionCase { types, ..case }, sup))
    }

    /// One part of what is wanted.
    fn part(&mut self, case: InclusionCase<'_, '_>, part: Conjunct<'_>) -> bool {
        part.map.iter().all(|(keyword, argument)| self.keyword(case, part, keyword, argument))
    }

    fn keyword(
        &mut self,
        case: InclusionCase<'_, '_>,
        part: Conjunct<'_>,
        keyword: &str,
        argument: &Value,
    ) -> bool {
        let InclusionCase { sub, types, closed, level } = case;
        match keyword {
            "$ref" | "allOf" => true,
            other if is_annotation(other) => true,
            "type" => TypeSet::of_keyword(argument).is_some_and(|wanted| types.is_in(wanted)),
            // Only what has finitely many values is in a list, and that is decided before.
            "enum" | "const" => false,
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
                !types.meets(TypeSet::NUMBER) || bounds::number(sub, types, keyword, argument)
            }
            "minLength" | "maxLength" => {
                !types.meets(TypeSet::STRING) || bounds::length(sub, keyword, argument)
            }
            "pattern" => {
                !types.meets(TypeSet::STRING)
                    || sub.parts.iter().any(|part| part.map.get("pattern") == Some(argument))
            }
            "minItems" | "maxItems" => !types.meets(TypeSet::ARRAY) || bounds::length(sub, keyword, argument),
            "uniqueItems" => {
                let yes = Some(&Value::Bool(true));
                !types.meets(TypeSet::ARRAY)
                    || argument == &Value::Bool(false)
                    || sub.parts.iter().any(|part| part.map.get("uniqueItems") == yes)
            }
            "minProperties" | "maxProperties" => {
                !types.meets(TypeSet::OBJECT) || bounds::length(sub, keyword, argument)
            }
            "required" => {
                let known = sub.required();
                let is_required = |name: &Value| name.as_str().is_some_and(|name| known.contains(name));
                !types.meets(TypeSet::OBJECT)
                    || argument.as_array().is_some_and(|names| names.iter().all(is_required))
            }
            "properties" => {
                !types.meets(TypeSet::OBJECT)
                    || argument.as_object().is_some_and(|wanted| {
                        wanted.iter().all(|(name, schema)| {
                            let view = sub.member(Some(name), closed);
                            self.below(case, view, part.at(schema))
                        })
                    })
            }
            "additionalProperties" => !types.meets(TypeSet::OBJECT) || self.further(case, part, argument),
            "items" | "prefixItems" => {
                !types.meets(TypeSet::ARRAY) || self.items(case, part, keyword, argument)
            }
            "anyOf" => argument
                .as_array()
                .is_some_and(|branches| branches.iter().any(|branch| self.goal(case, part.at(branch)))),
            "oneOf" => self.one_of(case, part, argument),
            "not" => {
                let refused = part.at(argument);
                are_disjoint(&SchemaConjunction::of(&[refused]), sub)
                    || sub.parts.iter().any(|known| {
                        let known = known.map.get("not").map(|schema| known.at(schema));
                        known.is_some_and(|known| self.strictly(refused, known, level))
                    })
            }
            // Not understood, but it may stand in both.
            _ => sub.parts.iter().any(|known| is_same(*known, part)),
        }
    }

    /// The same question without the assumption about senders, for the other way round.
    fn strictly(&mut self, sub: RootedSchema<'_>, sup: RootedSchema<'_>, level: usize) -> bool {
        self.goal(
            InclusionCase { sub: &SchemaConjunction::of(&[sub]), types: TypeSet::ALL, closed: false, level },
            sup,
        )
    }

    /// A goal about a member or item.
    fn below(
        &mut self,
        case: InclusionCase<'_, '_>,
        view: Option<Vec<RootedSchema<'_>>>,
        sup: RootedSchema<'_>,
    ) -> bool {
        let (types, level) = (TypeSet::ALL, case.level + 1);
        view.is_none_or(|view| {
            self.goal(
                InclusionCase { sub: &SchemaConjunction::of(&view), types, level, closed: case.closed },
                sup,
            )
        })
    }

    /// `additionalProperties`: members that `sub` names and `part` does not, and those that nobody names.
    fn further(&mut self, case: InclusionCase<'_, '_>, part: Conjunct<'_>, argument: &Value) -> bool {
        let InclusionCase { sub, closed, .. } = case;
        if part.map.contains_key("patternProperties") {
            return sub.parts.iter().any(|known| is_same(*known, part));
        }
        let nothing = Map::new();
        let named = part.members("properties").unwrap_or(&nothing);
        let wanted = part.at(argument);
        let others = sub.parts.iter().filter_map(|part| part.members("properties")).flatten();
        others.filter(|(name, _)| !named.contains_key(*name)).all(|(name, _)| {
            let view = sub.member(Some(name), closed);
            self.below(case, view, wanted)
        }) && self.below(case, sub.member(None, closed), wanted)
    }

    fn items(
        &mut self,
        case: InclusionCase<'_, '_>,
        part: Conjunct<'_>,
        keyword: &str,
        argument: &Value,
    ) -> bool {
        let sub = case.sub;
        let placed = part.list("prefixItems").map_or(0, Vec::len);
        if keyword == "prefixItems" {
            return argument.as_array().is_some_and(|schemas| {
                schemas
                    .iter()
                    .enumerate()
                    .all(|(index, schema)| self.below(case, sub.item(Some(index)), part.at(schema)))
            });
        }
        if argument.is_array() {
            return false;
        }
        let theirs = sub.parts.iter().filter_map(|part| part.list("prefixItems")).map(Vec::len).max();
        let wanted = part.at(argument);
        (placed..theirs.unwrap_or(0)).all(|index| self.below(case, sub.item(Some(index)), wanted))
            && self.below(case, sub.item(None), wanted)
    }

    /// `oneOf`: one branch takes all, and every other takes nothing of it.
    fn one_of(&mut self, case: InclusionCase<'_, '_>, part: Conjunct<'_>, argument: &Value) -> bool {
        let InclusionCase { sub, level, .. } = case;
        let Some(branches) = argument.as_array() else { return false };
        self.charge(branches.len());
        let meets = |branch: &&Value| !are_disjoint(sub, &SchemaConjunction::of(&[part.at(branch)]));
        let meeting: Vec<&Value> = branches.iter().filter(meets).take(2).collect();
        let is_taken = match meeting.as_slice() {
            [] => branches.iter().any(|branch| self.goal(case, part.at(branch))),
            [only] => self.goal(case, part.at(only)),
            _ => false,
        };
        if is_taken {
            return true;
        }
        sub.parts.iter().any(|known| !known.one_of_chosen && self.matched(*known, part, branches, level))
    }

    /// Whether the branches of two `oneOf` say the same one by one: then exactly one fits here where exactly one
    /// fits there.
    fn matched(&mut self, known: Conjunct<'_>, part: Conjunct<'_>, wanted: &[Value], level: usize) -> bool {
        let Some(branches) = known.list("oneOf").filter(|list| list.len() == wanted.len()) else {
            return false;
        };
        let mut taken = vec![false; wanted.len()];
        branches.iter().all(|branch| {
            let free = (0..wanted.len()).find(|index| {
                let (Some(false), Some(other)) = (taken.get(*index), wanted.get(*index)) else {
                    return false;
                };
                let (one, other) = (known.at(branch), part.at(other));
                self.strictly(one, other, level) && self.strictly(other, one, level)
            });
            free.and_then(|index| taken.get_mut(index)).is_some_and(|taken| !std::mem::replace(taken, true))
        })
    }
}

/// Whether a schema accepts every one of some values, of which there can be many.
fn accepts_all(sup: RootedSchema<'_>, values: &[Value]) -> bool {
    let sup = sup.followed();
    let listed = sup.schema.get("enum").and_then(Value::as_array);
    let (Some(listed), Value::Object(map)) = (listed, sup.schema) else {
        return values.iter().all(|value| accepts(sup, value, &mut { STEPS }) == Some(true));
    };
    let listed = EnumValues::of(listed);
    let rest = map.iter().filter(|(keyword, _)| *keyword != "enum");
    let rest = Value::Object(rest.map(|(keyword, value)| (keyword.clone(), value.clone())).collect());
    let is_accepted = |value| {
        listed.holds(value) == Some(true) && accepts(sup.to(&rest), value, &mut { STEPS }) == Some(true)
    };
    values.iter().all(is_accepted)
}
