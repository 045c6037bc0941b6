//! Proofs that one schema accepts every value that another accepts. A goal without a proof may be true all the same.

use std::collections::HashMap;
use std::ptr;

use crate::json::Value;

use super::annotation_keywords::is_annotation;
use super::bounds;
use super::conjunction::{ConditionalCase, Conjunct, SchemaConjunction};
use super::constrained_type::constrained_type;
use super::disjoint::{are_disjoint, possible_types};
use super::finite_values::finite;
use super::pattern_lengths::pattern_lengths;
use super::rooted_schema::RootedSchema;
use super::same_keywords::have_same_keywords;
use super::step_budget::StepBudget;
use super::value_validator::ValueValidator;
use crate::json::number::count;
use crate::json::types::TypeSet;

/// Limit on nested goals.
const DEPTH: usize = 96;
/// Steps of a goal, besides those of its parts.
const STEPS_PER_GOAL: usize = 16;

/// Number of branches up to which those that are not taken are kept in mind.
const FEW_BRANCHES: usize = 6;

/// The key of a goal: addresses of the schemas, and how `sub` is read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct InclusionGoal {
    sub: Vec<(usize, [bool; 4])>,
    refused: Vec<usize>,
    present: Vec<String>,
    opaque: bool,
    types: TypeSet,
    sup: usize,
    closed: bool,
}

/// The values of a goal: those that have one of the types and satisfy the conjunction.
#[derive(Debug, Clone, Copy)]
pub(super) struct InclusionCase<'c, 'v> {
    /// The constraints that they satisfy.
    pub(super) sub: &'c SchemaConjunction<'v>,
    /// Types outside of which none of them lies.
    pub(super) types: TypeSet,
    /// `true` if they have no members but those that `sub` describes.
    pub(super) closed: bool,
    /// Number of objects and arrays around them in the value that the first goal is about.
    pub(super) level: usize,
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
    /// It counts the steps of all goals.
    pub(super) validator: ValueValidator,
}

impl InclusionProver {
    /// Creates a prover that takes its steps from a budget.
    pub(super) fn new(budget: StepBudget) -> Self {
        Self { validator: ValueValidator::new(budget), ..Self::default() }
    }

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
    pub(super) fn goal(&mut self, case: InclusionCase<'_, '_>, sup: RootedSchema<'_>) -> bool {
        let InclusionCase { sub, types, closed, level } = case;
        if sub.impossible {
            return true;
        }
        let goal = InclusionGoal {
            sub: sub.parts.iter().map(|part| part.identity()).collect(),
            refused: sub.refused.iter().map(|refused| ptr::from_ref(refused.schema).addr()).collect(),
            present: sub.present.iter().map(|name| (*name).to_owned()).collect(),
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
        let size = sub.parts.len() + sub.refused.len() + sub.present.len();
        if self.open.len() >= DEPTH || !self.validator.budget.take(STEPS_PER_GOAL + size) {
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
        let types = possible_types(case.sub, case.types, &mut self.validator);
        if types.is_empty() {
            return true;
        }
        if let Some(values) = finite(case.sub, types, &mut self.validator) {
            return values.iter().all(|value| self.validator.accepts_in_steps(sup, value) == Some(true));
        }
        let mut objects = case.sub.clone();
        if types.is_in(TypeSet::OBJECT) {
            objects.restrict(types);
        }
        let (case, wanted) = (InclusionCase { sub: &objects, types, ..case }, SchemaConjunction::of(&[sup]));
        let is_direct = !wanted.impossible
            && !wanted.opaque
            && wanted.parts.iter().all(|part| self.conjunct(case, *part));
        is_direct || self.by_cases(case, sup, &wanted)
    }

    /// Splits the values by the branches of a union or conditional of `sub`, or by their types, and proves each case.
    fn by_cases(
        &mut self,
        case: InclusionCase<'_, '_>,
        sup: RootedSchema<'_>,
        wanted: &SchemaConjunction<'_>,
    ) -> bool {
        for (index, part) in case.sub.parts.iter().enumerate() {
            let mut rest = case.sub.clone();
            let Some(chosen) = rest.parts.get_mut(index) else { continue };
            if let Some(branches) = part.list("anyOf").filter(|_| !part.any_of_chosen) {
                chosen.any_of_chosen = true;
                return branches.iter().all(|branch| {
                    let mut sub = rest.clone();
                    sub.add(part.at(branch));
                    self.goal(InclusionCase { sub: &sub, ..case }, sup)
                });
            }
            if let Some(branches) = part.list("oneOf").filter(|_| !part.one_of_chosen) {
                chosen.one_of_chosen = true;
                return (0..branches.len()).all(|taken| {
                    let mut sub = rest.clone();
                    for (index, branch) in branches.iter().enumerate() {
                        if index == taken {
                            sub.add(part.at(branch));
                        } else if branches.len() <= FEW_BRANCHES {
                            sub.refused.push(part.at(branch));
                        }
                    }
                    self.goal(InclusionCase { sub: &sub, ..case }, sup)
                });
            }
            if let Some(cases) = part.conditional().filter(|_| !part.if_chosen) {
                chosen.if_chosen = true;
                let rest = InclusionCase { sub: &rest, ..case };
                return self.in_each(rest, &cases, |prover, case| prover.goal(case, sup));
            }
        }
        let splits = ["anyOf", "oneOf", "if", "not", "dependentRequired", "dependentSchemas", "dependencies"];
        let has_union =
            wanted.parts.iter().any(|part| splits.iter().any(|keyword| part.map.contains_key(*keyword)));
        let cases = TypeSet::EACH.iter().map(|one| one.and(case.types)).filter(|one| !one.is_empty());
        has_union
            && cases.clone().count() > 1
            && cases.into_iter().all(|types| self.goal(InclusionCase { types, ..case }, sup))
    }

    /// Proves something of the values in each case of a conditional.
    pub(super) fn in_each<'v>(
        &mut self,
        case: InclusionCase<'_, 'v>,
        cases: &[ConditionalCase<'v>],
        proves: impl Fn(&mut Self, InclusionCase<'_, 'v>) -> bool,
    ) -> bool {
        cases.iter().all(|conditional| {
            let Some(mut sub) = self.assume(case, conditional) else { return true };
            conditional.consequence.into_iter().for_each(|schema| sub.add(schema));
            proves(self, InclusionCase { sub: &sub, ..case })
        })
    }

    /// Adds the condition of a case of a conditional. `None` if no value is left.
    fn assume<'v>(
        &mut self,
        case: InclusionCase<'_, 'v>,
        conditional: &ConditionalCase<'v>,
    ) -> Option<SchemaConjunction<'v>> {
        let is_empty = if conditional.fits {
            self.refutes(case, conditional.condition)
        } else {
            self.goal(case, conditional.condition)
        };
        (!is_empty).then(|| {
            let mut sub = case.sub.clone();
            sub.assume_case(conditional);
            sub
        })
    }

    /// Returns `true` if it can prove that a schema refuses every value of a case.
    pub(super) fn refutes(&mut self, case: InclusionCase<'_, '_>, schema: RootedSchema<'_>) -> bool {
        if are_disjoint(&SchemaConjunction::of(&[schema]), case.sub, &mut self.validator) {
            return true;
        }
        let refused: Vec<RootedSchema<'_>> = case.sub.refused().collect();
        refused.into_iter().any(|refused| self.with_unnamed_members(schema, refused, case.level))
    }

    /// Proves that the values satisfy every keyword of one conjunct of `sup`.
    fn conjunct(&mut self, case: InclusionCase<'_, '_>, part: Conjunct<'_>) -> bool {
        part.map.iter().all(|(keyword, argument)| self.keyword(case, part, keyword, argument))
            // Keywords that are not understood are satisfied if `sub` has a conjunct with the same keywords.
            || case.sub.parts.iter().any(|known| have_same_keywords(*known, part, &mut self.validator.budget))
    }

    /// Proves that the values satisfy one keyword.
    fn keyword(
        &mut self,
        case: InclusionCase<'_, '_>,
        part: Conjunct<'_>,
        keyword: &str,
        argument: &Value,
    ) -> bool {
        let types = case.types;
        if let Some(constrained) = constrained_type(keyword) {
            return !types.meets(constrained)
                || match constrained {
                    TypeSet::NUMBER => bounds::number(case.sub, types, part, keyword, argument),
                    TypeSet::STRING => self.string_keyword(case.sub, keyword, argument),
                    TypeSet::ARRAY => self.array_keyword(case, part, keyword, argument),
                    _ => self.object_keyword(case, part, keyword, argument),
                };
        }
        match keyword {
            "$ref" | "allOf" | "then" | "else" | "minContains" | "maxContains" => true,
            "$id" | "id" if ptr::eq(part.at.schema, part.at.root) => true,
            other if is_annotation(other) => true,
            "type" => TypeSet::of_keyword(argument).is_some_and(|wanted| types.is_in(wanted)),
            // Infinitely many values are never all in a list, and finitely many have been tried one by one.
            "enum" | "const" => false,
            "anyOf" => argument.as_array().is_some_and(|branches| self.any_of(case, part, branches)),
            "oneOf" => self.one_of(case, part, argument),
            "not" => self.refutes(case, part.at(argument)),
            "if" => part.conditional().is_some_and(|cases| {
                cases.iter().all(|conditional| {
                    conditional.consequence.is_none_or(|consequence| {
                        self.assume(case, conditional)
                            .is_none_or(|sub| self.goal(InclusionCase { sub: &sub, ..case }, consequence))
                    })
                })
            }),
            _ => false,
        }
    }

    /// Proves that all strings of a conjunction satisfy a keyword about strings.
    fn string_keyword(&mut self, sub: &SchemaConjunction<'_>, keyword: &str, argument: &Value) -> bool {
        let patterns = sub.parts.iter().filter_map(|part| part.map.get("pattern"));
        if keyword == "pattern" {
            return patterns.into_iter().any(|known| known == argument)
                || argument.as_str().is_some_and(|wanted| self.validator.matches_all(wanted));
        }
        let mut patterns = patterns.filter_map(Value::as_str);
        bounds::count_in(sub, "minLength", "maxLength", keyword, argument)
            || count(argument).is_some_and(|wanted| {
                patterns.any(|pattern| {
                    // What is not valid may mean anything.
                    let is_valid = self.validator.matches(pattern, "").is_some();
                    pattern_lengths(pattern).filter(|_| is_valid).is_some_and(|lengths| match keyword {
                        "minLength" => lengths.least >= wanted,
                        _ => lengths.most <= wanted,
                    })
                })
            })
    }

    /// Proves a goal with every member that `sub` allows. For `not` and `oneOf`, whose branches are not what is sent.
    pub(super) fn with_unnamed_members(
        &mut self,
        sub: RootedSchema<'_>,
        sup: RootedSchema<'_>,
        level: usize,
    ) -> bool {
        self.goal(
            InclusionCase { sub: &SchemaConjunction::of(&[sub]), types: TypeSet::ALL, closed: false, level },
            sup,
        )
    }

    /// Proves a goal about a member or item. It is true if there cannot be one.
    pub(super) fn child(
        &mut self,
        case: InclusionCase<'_, '_>,
        view: Option<SchemaConjunction<'_>>,
        sup: RootedSchema<'_>,
    ) -> bool {
        let (types, level) = (TypeSet::ALL, case.level + 1);
        view.is_none_or(|view| {
            self.goal(InclusionCase { sub: &view, types, level, closed: case.closed }, sup)
        })
    }

    /// Proves `anyOf`: one branch accepts all values, or it accepts those that the others refuse.
    fn any_of(&mut self, case: InclusionCase<'_, '_>, part: Conjunct<'_>, branches: &[Value]) -> bool {
        if branches.iter().any(|branch| self.goal(case, part.at(branch))) {
            return true;
        }
        let is_small = branches.len() <= FEW_BRANCHES && case.sub.refused.len() <= FEW_BRANCHES;
        is_small
            && (0..branches.len()).any(|taken| {
                let mut sub = case.sub.clone();
                let others = branches.iter().enumerate().filter(|(index, _)| *index != taken);
                sub.refused.extend(others.map(|(_, branch)| part.at(branch)));
                branches
                    .get(taken)
                    .is_some_and(|branch| self.goal(InclusionCase { sub: &sub, ..case }, part.at(branch)))
            })
    }

    /// Proves `oneOf` (JSON Schema Core, section 10.2.1.3): one branch accepts all values and is disjoint from every other,
    /// or `sub` has a `oneOf` with equivalent branches.
    fn one_of(&mut self, case: InclusionCase<'_, '_>, part: Conjunct<'_>, argument: &Value) -> bool {
        let Some(branches) = argument.as_array() else { return false };
        let meeting: Vec<&Value> =
            branches.iter().filter(|branch| !self.refutes(case, part.at(branch))).take(2).collect();
        let is_taken = match meeting.as_slice() {
            [] => branches.iter().any(|branch| self.goal(case, part.at(branch))),
            [only] => self.goal(case, part.at(only)),
            _ => false,
        };
        if is_taken {
            return true;
        }
        case.sub.parts.iter().any(|known| {
            !known.one_of_chosen && self.has_equivalent_branches(*known, part, branches, case.level)
        })
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
