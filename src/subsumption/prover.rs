//! Proofs that one schema accepts every value that another accepts. A goal without a proof may be true all the same.

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
use super::same_keywords::have_same_keywords;
use super::value_acceptance::{STEPS, accepts};
use crate::json::types::TypeSet;

/// Limit on nested goals.
const DEPTH: usize = 96;
/// Limit on all goals of one prover.
const GOALS: usize = 40_000;

/// Disjointness checks that cost as much as one goal.
const CHECKS_PER_GOAL: usize = 16;

/// The key of a goal: addresses of the schemas, and how `sub` is read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct InclusionGoal {
    sub: Vec<(usize, bool, bool)>,
    opaque: bool,
    types: TypeSet,
    sup: usize,
    closed: bool,
}

/// The values of a goal: those that have one of the types and satisfy the conjunction.
#[derive(Debug, Clone, Copy)]
struct InclusionCase<'c, 'v> {
    /// The constraints that they satisfy.
    sub: &'c SchemaConjunction<'v>,
    /// Types outside of which none of them lies.
    types: TypeSet,
    /// `true` if they have no members but those that `sub` describes.
    closed: bool,
    /// Number of objects and arrays around them in the value that the first goal is about.
    level: usize,
}

/// Proves goals and keeps the outcomes. Schemas are recognised by their addresses: they have to live as long as the prover.
#[derive(Debug, Default)]
pub(super) struct InclusionProver {
    /// The outcomes of goals that do not depend on an assumption.
    known: HashMap<InclusionGoal, bool>,
    /// Goals whose proof has begun, outermost first, each with the level of its values.
    open: Vec<(InclusionGoal, usize)>,
    /// Index of the outermost open goal that was assumed while the innermost one was being proved.
    assumed: usize,
    /// Number of goals so far.
    goals: usize,
}

impl InclusionProver {
    /// Returns `true` if it can prove that `sup` accepts every value that `sub` accepts. With `closed`, values have no
    /// members but those that `sub` describes.
    pub(super) fn proves(&mut self, sub: RootedSchema<'_>, sup: RootedSchema<'_>, closed: bool) -> bool {
        self.assumed = usize::MAX;
        self.goal(
            InclusionCase { sub: &SchemaConjunction::of(&[sub]), types: TypeSet::ALL, closed, level: 0 },
            sup,
        )
    }

    /// Proves a goal, or takes its outcome from what is known or may be assumed.
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
            // A goal may be assumed for a value inside the one that it is about: that is induction on the size of values.
            // Assumed for the same value, it would prove itself.
            let is_smaller = self.open.get(index).is_some_and(|(_, above)| *above < level);
            if is_smaller {
                self.assumed = self.assumed.min(index);
            }
            return is_smaller;
        }
        self.goals += 1;
        if self.open.len() >= DEPTH || self.goals > GOALS {
            return false;
        }
        let index = self.open.len();
        let outer = std::mem::replace(&mut self.assumed, usize::MAX);
        self.open.push((goal.clone(), level));
        let proved = self.decide(case, sup);
        self.open.pop();
        let assumed = std::mem::replace(&mut self.assumed, outer);
        if proved && assumed < index {
            self.assumed = self.assumed.min(assumed);
        } else if !proved || assumed >= index {
            self.known.insert(goal, proved);
        }
        proved
    }

    /// Proves a goal by its values if they are finitely many, else keyword by keyword, else by cases.
    fn decide(&mut self, case: InclusionCase<'_, '_>, sup: RootedSchema<'_>) -> bool {
        let types = case.types.and(case.sub.types());
        if types.is_empty() {
            return true;
        }
        if let Some(values) = finite(case.sub, types) {
            return accepts_all(sup, &values);
        }
        let (case, wanted) = (InclusionCase { types, ..case }, SchemaConjunction::of(&[sup]));
        let is_direct = !wanted.impossible
            && !wanted.opaque
            && wanted.parts.iter().all(|part| self.conjunct(case, *part));
        is_direct || self.by_cases(case, sup, &wanted)
    }

    /// Counts disjointness checks, which are not goals.
    fn charge(&mut self, checks: usize) {
        self.goals += checks / CHECKS_PER_GOAL;
    }

    /// Splits the values by the branches of a union of `sub`, or by their types where `sup` has a union, and proves each case.
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

    /// Proves that the values satisfy every keyword of one conjunct of `sup`.
    fn conjunct(&mut self, case: InclusionCase<'_, '_>, part: Conjunct<'_>) -> bool {
        part.map.iter().all(|(keyword, argument)| self.keyword(case, part, keyword, argument))
    }

    /// Proves that the values satisfy one keyword.
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
            // Infinitely many values are never all in a list, and finitely many have been tried one by one.
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
                            self.child(case, view, part.at(schema))
                        })
                    })
            }
            "additionalProperties" => {
                !types.meets(TypeSet::OBJECT) || self.additional_properties(case, part, argument)
            }
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
                        known.is_some_and(|known| self.with_unnamed_members(refused, known, level))
                    })
            }
            // The keyword is not understood. It is satisfied if `sub` has a conjunct with the same keywords.
            _ => sub.parts.iter().any(|known| have_same_keywords(*known, part)),
        }
    }

    /// Proves a goal with every member that `sub` allows. For `not` and `oneOf`, whose branches are not what is sent.
    fn with_unnamed_members(&mut self, sub: RootedSchema<'_>, sup: RootedSchema<'_>, level: usize) -> bool {
        self.goal(
            InclusionCase { sub: &SchemaConjunction::of(&[sub]), types: TypeSet::ALL, closed: false, level },
            sup,
        )
    }

    /// Proves a goal about a member or item. It is true if there cannot be one.
    fn child(
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

    /// Proves `additionalProperties` (JSON Schema Core, section 10.3.2.3): for each member that `sub` names and the conjunct
    /// does not, and for members that neither names.
    fn additional_properties(
        &mut self,
        case: InclusionCase<'_, '_>,
        part: Conjunct<'_>,
        argument: &Value,
    ) -> bool {
        let InclusionCase { sub, closed, .. } = case;
        if part.map.contains_key("patternProperties") {
            return sub.parts.iter().any(|known| have_same_keywords(*known, part));
        }
        let nothing = Map::new();
        let named = part.members("properties").unwrap_or(&nothing);
        let wanted = part.at(argument);
        let others = sub.parts.iter().filter_map(|part| part.members("properties")).flatten();
        others.filter(|(name, _)| !named.contains_key(*name)).all(|(name, _)| {
            let view = sub.member(Some(name), closed);
            self.child(case, view, wanted)
        }) && self.child(case, sub.member(None, closed), wanted)
    }

    /// Proves `items` and `prefixItems` (JSON Schema Core, section 10.3.1).
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
                    .all(|(index, schema)| self.child(case, sub.item(Some(index)), part.at(schema)))
            });
        }
        if argument.is_array() {
            return false;
        }
        let theirs = sub.parts.iter().filter_map(|part| part.list("prefixItems")).map(Vec::len).max();
        let wanted = part.at(argument);
        (placed..theirs.unwrap_or(0)).all(|index| self.child(case, sub.item(Some(index)), wanted))
            && self.child(case, sub.item(None), wanted)
    }

    /// Proves `oneOf` (JSON Schema Core, section 10.2.1.3): one branch accepts all values and is disjoint from every other,
    /// or `sub` has a `oneOf` with equivalent branches.
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
        sub.parts
            .iter()
            .any(|known| !known.one_of_chosen && self.has_equivalent_branches(*known, part, branches, level))
    }

    /// Pairs each branch of one `oneOf` with an equivalent branch of another. Then exactly one branch of the one accepts a
    /// value if and only if exactly one branch of the other does.
    fn has_equivalent_branches(
        &mut self,
        known: Conjunct<'_>,
        part: Conjunct<'_>,
        wanted: &[Value],
        level: usize,
    ) -> bool {
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
                self.with_unnamed_members(one, other, level) && self.with_unnamed_members(other, one, level)
            });
            free.and_then(|index| taken.get_mut(index)).is_some_and(|taken| !std::mem::replace(taken, true))
        })
    }
}

/// Returns `true` if a schema is known to accept each value of a list.
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
