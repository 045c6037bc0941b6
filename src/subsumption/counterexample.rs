//! Search for a counterexample: a value that one schema accepts and another refuses.
//!
//! Candidates come from the keywords of both schemas: listed values, bounds and their neighbours, samples of patterns, and
//! objects and arrays of such values. Only a candidate for which validation decides both ways is a counterexample.

use crate::json::{Map, Value, json};

use super::bounds::count_range;
use super::candidate_values::{BRANCHES, listed, member_names, numbers, strings};
use super::conjunction::SchemaConjunction;
use super::member_schemas::MemberClass;
use super::rooted_schema::RootedSchema;
use super::value_validator::ValueValidator;
use crate::json::types::TypeSet;

/// Limit on the nesting of a candidate and on the branches that are taken on the way to it.
const DEPTH: usize = 8;
/// Candidates that are made in one step.
const CANDIDATES_PER_STEP: usize = 8;

/// Limit on the steps of one search.
const WORK: usize = 200_000;

/// Searches for a value that `sub` accepts and `sup` refuses.
pub(super) fn counterexample(
    sub: RootedSchema<'_>,
    sup: RootedSchema<'_>,
    closed: bool,
    validator: &mut ValueValidator,
) -> Option<Value> {
    let (one, other) = (SchemaConjunction::of(&[sub]), SchemaConjunction::of(&[sup]));
    let found = validator
        .in_steps(WORK, |validator| CounterexampleSearch { closed, validator }.find(&one, Some(&other), 0));
    // The conjunctions leave out what they do not understand.
    found.filter(|value| {
        validator.in_steps(WORK, |validator| {
            validator.accepts(sub, value) == Some(true) && validator.accepts(sup, value) == Some(false)
        })
    })
}

/// Makes candidates of one kind.
type CandidateStage<'s> = &'s dyn Fn(&mut CounterexampleSearch<'_>) -> Vec<Value>;

pub(super) struct CounterexampleSearch<'w> {
    /// `true` if `sub` has no members but those that it describes.
    closed: bool,
    /// It counts the steps.
    validator: &'w mut ValueValidator,
}

impl CounterexampleSearch<'_> {
    /// Searches for a value that satisfies `one` and not `other`; without `other`, for one that satisfies `one`.
    pub(super) fn find(
        &mut self,
        one: &SchemaConjunction<'_>,
        other: Option<&SchemaConjunction<'_>>,
        depth: usize,
    ) -> Option<Value> {
        self.values(one, other, depth, 1).pop()
    }

    /// Searches for several such values.
    pub(super) fn values(
        &mut self,
        one: &SchemaConjunction<'_>,
        other: Option<&SchemaConjunction<'_>>,
        depth: usize,
        most: usize,
    ) -> Vec<Value> {
        let mut found = Vec::new();
        if depth >= DEPTH || !self.validator.budget.take(1) {
            return found;
        }
        if one.impossible || other.is_some_and(|other| other.parts.is_empty() && !other.impossible) {
            return found;
        }
        let types = one.types();
        let mut is_enough = |search: &mut Self, candidates: Vec<Value>| {
            search.validator.budget.take(candidates.len() / CANDIDATES_PER_STEP);
            for candidate in candidates {
                if found.len() < most && !found.contains(&candidate) && search.fits(one, other, &candidate) {
                    found.push(candidate);
                }
            }
            found.len() >= most
        };
        let stages: [(TypeSet, CandidateStage<'_>); 11] = [
            (TypeSet::ALL, &|_| listed(one, other)),
            (TypeSet::STRING, &|_| strings(one, other)),
            (TypeSet::NUMBER, &|_| numbers(one, other)),
            (TypeSet::BOOLEAN, &|_| vec![json!(true), json!(false)]),
            (TypeSet::NULL, &|_| vec![Value::Null]),
            // Cheap, and often enough.
            (TypeSet::OBJECT, &|search| search.smallest_object(one, depth)),
            (TypeSet::ARRAY, &|search| search.arrays(one, other, depth)),
            (TypeSet::ALL, &|search| search.overlaps(one, other, depth)),
            (TypeSet::OBJECT, &|search| search.objects(one, other, depth)),
            (TypeSet::ALL, &|search| search.refused_branches(one, other, depth)),
            (TypeSet::ALL, &|search| search.branches(one, other, depth, most)),
        ];
        for (of, stage) in stages {
            if types.meets(of) {
                let candidates = stage(self);
                if is_enough(self, candidates) {
                    break;
                }
            }
        }
        found
    }

    /// Returns `true` if a candidate satisfies `one` and not `other`.
    fn fits(
        &mut self,
        one: &SchemaConjunction<'_>,
        other: Option<&SchemaConjunction<'_>>,
        value: &Value,
    ) -> bool {
        one.parts.iter().all(|part| self.validator.accepts(part.at, value) == Some(true))
            && one.refused.iter().all(|refused| self.validator.accepts(*refused, value) == Some(false))
            && other.is_none_or(|other| {
                other.impossible
                    || other.parts.iter().any(|part| self.validator.accepts(part.at, value) == Some(false))
            })
    }

    /// Returns values of the branches of `one`.
    fn branches(
        &mut self,
        one: &SchemaConjunction<'_>,
        other: Option<&SchemaConjunction<'_>>,
        depth: usize,
        most: usize,
    ) -> Vec<Value> {
        let mut found = Vec::new();
        for (index, part) in one.parts.iter().enumerate() {
            let mut rest = one.clone();
            let Some(chosen) = rest.parts.get_mut(index) else { continue };
            let branches = match (part.list("anyOf"), part.list("oneOf"), part.conditional()) {
                (Some(branches), _, _) if !part.any_of_chosen => {
                    chosen.any_of_chosen = true;
                    branches
                }
                (_, Some(branches), _) if !part.one_of_chosen => {
                    chosen.one_of_chosen = true;
                    branches
                }
                (_, _, Some(cases)) if !part.if_chosen => {
                    chosen.if_chosen = true;
                    for conditional in cases {
                        let mut case = rest.clone();
                        case.assume_case(&conditional);
                        conditional.consequence.into_iter().for_each(|schema| case.add(schema));
                        found.extend(self.values(&case, other, depth + 1, most));
                    }
                    continue;
                }
                _ => continue,
            };
            for branch in branches.iter().take(BRANCHES) {
                let mut case = rest.clone();
                case.add(part.at(branch));
                found.extend(self.values(&case, other, depth + 1, most));
            }
            // The other unions are split within each branch.
            break;
        }
        found
    }

    /// Returns values that satisfy `one` and two branches of a `oneOf` of `other`.
    fn overlaps(
        &mut self,
        one: &SchemaConjunction<'_>,
        other: Option<&SchemaConjunction<'_>>,
        depth: usize,
    ) -> Vec<Value> {
        let mut found = Vec::new();
        for part in other.into_iter().flat_map(|other| &other.parts) {
            let pairs = part.list("oneOf").into_iter().flat_map(|all| all.iter().zip(all.iter().skip(1)));
            for (first, second) in pairs.take(BRANCHES) {
                let mut case = one.clone();
                case.assume(part.at(first));
                case.assume(part.at(second));
                found.extend(self.find(&case, None, depth + 1));
            }
        }
        found
    }

    /// Returns values that satisfy `one` and that branches of `other` refuse.
    fn refused_branches(
        &mut self,
        one: &SchemaConjunction<'_>,
        other: Option<&SchemaConjunction<'_>>,
        depth: usize,
    ) -> Vec<Value> {
        let mut found = Vec::new();
        for part in other.into_iter().flat_map(|other| &other.parts) {
            let refusing = |schema| SchemaConjunction::of(&[schema]);
            for branches in ["anyOf", "oneOf"].iter().filter_map(|keyword| part.list(keyword)) {
                // A value that one branch refuses is likely to be refused by the others if they are few.
                for branch in branches.iter().take(BRANCHES) {
                    let branch = refusing(part.at(branch));
                    found.extend(self.values(one, Some(&branch), depth + 1, 3));
                }
            }
            if let Some(not) = part.schema("not") {
                let mut case = one.clone();
                case.assume(not);
                found.extend(self.find(&case, None, depth + 1));
            }
            for conditional in part.conditional().into_iter().flatten() {
                let Some(schema) = conditional.consequence else { continue };
                let mut case = one.clone();
                case.assume_case(&conditional);
                found.extend(self.find(&case, Some(&refusing(schema)), depth + 1));
            }
            for keyword in ["dependentSchemas", "dependencies"] {
                for (name, schema) in
                    part.members(keyword).into_iter().flatten().filter(|(_, one)| !one.is_array())
                {
                    let mut case = one.clone();
                    case.restrict(TypeSet::OBJECT);
                    case.add_present(name);
                    found.extend(self.find(&case, Some(&refusing(part.at(schema))), depth + 1));
                }
            }
        }
        found
    }

    /// Returns the smallest object, if there is one.
    fn smallest_object(&mut self, one: &SchemaConjunction<'_>, depth: usize) -> Vec<Value> {
        let mut one = one.clone();
        one.restrict(TypeSet::OBJECT);
        self.smallest(&one, depth).map(Value::Object).into_iter().collect()
    }

    /// Returns the smallest object with one more member, and larger ones.
    fn objects(
        &mut self,
        one: &SchemaConjunction<'_>,
        other: Option<&SchemaConjunction<'_>>,
        depth: usize,
    ) -> Vec<Value> {
        let mut one = one.clone();
        one.restrict(TypeSet::OBJECT);
        let names = member_names(&one, other);
        let Some(base) = self.smallest(&one, depth) else { return Vec::new() };
        let mut found = Vec::new();
        let mut full = base.clone();
        for name in &names {
            let Some(view) = one.member(MemberClass::Named(name), self.closed, self.validator) else {
                continue;
            };
            let theirs =
                other.and_then(|other| other.member(MemberClass::Named(name), false, self.validator));
            let telling = theirs.and_then(|theirs| self.find(&view, Some(&theirs), depth + 1));
            let plain = match base.get(name.as_str()) {
                Some(known) => Some(known.clone()),
                None => self.find(&view, None, depth + 1),
            };
            // The member may require others.
            let mut with = one.clone();
            with.add_present(name);
            let around = if with.required().len() > base.len() + 1 {
                self.smallest(&with, depth)
            } else {
                Some(base.clone())
            };
            for member in [&telling, &plain].into_iter().flatten() {
                let mut object = around.clone().unwrap_or_else(|| base.clone());
                object.insert(name.clone(), member.clone());
                found.push(Value::Object(object));
            }
            if let Some(member) = plain {
                full.insert(name.clone(), member);
                found.push(Value::Object(full.clone()));
            }
            if let Some(member) = telling {
                let mut object = full.clone();
                object.insert(name.clone(), member);
                found.push(Value::Object(object));
            }
        }
        for name in &names {
            let mut object = full.clone();
            if object.shift_remove(name.as_str()).is_some() {
                found.push(Value::Object(object));
            }
        }
        found
    }

    /// Makes the object that has the required members only, and as many more as `minProperties` demands.
    fn smallest(&mut self, one: &SchemaConjunction<'_>, depth: usize) -> Option<Map> {
        let mut base = Map::new();
        let mut required: Vec<&str> = one.required().into_iter().collect();
        required.sort_unstable();
        for name in required {
            let view = one.member(MemberClass::Named(name), self.closed, self.validator)?;
            // Without a value for a required member there is no object.
            base.insert(name.to_owned(), self.find(&view, None, depth + 1)?);
        }
        let (least, _) = count_range(&one.parts, "minProperties", "maxProperties");
        let mut more = member_names(one, None).into_iter();
        while (base.len() as u64) < least {
            let name = more.next()?;
            let mut with = one.clone();
            with.add_present(&name);
            if base.contains_key(name.as_str()) || with.required().len() > one.required().len() + 1 {
                continue;
            }
            let view = one.member(MemberClass::Named(&name), self.closed, self.validator);
            if let Some(member) = view.and_then(|view| self.find(&view, None, depth + 1)) {
                base.insert(name, member);
            }
        }
        Some(base)
    }
}
