//! Unions whose branches have different forms for the same value: the side table speaks of places, not of branches.

use foldhash::HashSet;

use super::decode_plan::{DecodeForm, DecodePlan};
use crate::json::{Map, Value};
use crate::model::referenced;

/// Most unions inside one another whose branches are compared.
const MOST_LEVELS: usize = 3;

/// A branch of a union, and how its values are decoded.
#[derive(Clone, Copy)]
pub(super) struct DecodedBranch<'b> {
    pub(super) schema: &'b Map,
    pub(super) plan: &'b DecodePlan,
}

/// A reference to a definition that is still being lowered.
#[derive(Debug)]
pub(super) struct StillUnknown;

/// Compares branches of unions. `resolve` returns what a reference leads to.
pub(super) struct BranchComparison<R> {
    resolve: R,
    /// Pairs of schemas that were compared, or are being compared.
    compared: HashSet<(*const Map, *const Map)>,
}

/// The plan of a value that is sent as it is.
static AS_IT_IS: DecodePlan = DecodePlan {
    name: None,
    form: None,
    null_is_absent: false,
    references: Vec::new(),
    members: None,
    properties: Vec::new(),
};

impl<'b, R: Fn(&str) -> Option<DecodedBranch<'b>>> BranchComparison<R> {
    pub(super) fn new(resolve: R) -> Self {
        Self { resolve, compared: HashSet::default() }
    }

    /// Returns true if a value of one branch would be decoded as one of another.
    pub(super) fn are_in_conflict(&mut self, branches: &[DecodedBranch<'b>]) -> Result<bool, StillUnknown> {
        for (index, one) in branches.iter().enumerate() {
            for other in &branches[index + 1..] {
                if self.conflict(*one, *other)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn conflict(&mut self, one: DecodedBranch<'b>, other: DecodedBranch<'b>) -> Result<bool, StillUnknown> {
        let (one, other) = (self.follow(one)?, self.follow(other)?);
        let places = (std::ptr::from_ref(one.schema), std::ptr::from_ref(other.schema));
        if places.0 == places.1 || !self.compared.insert(places) {
            return Ok(false);
        }
        if has_other_form(one, other) || has_other_form(other, one) {
            return Ok(true);
        }
        let mut names: Vec<&'b str> = Vec::new();
        self.names(one, &mut names, MOST_LEVELS)?;
        self.names(other, &mut names, MOST_LEVELS)?;
        for name in names {
            let (mut ones, mut others) = (Vec::new(), Vec::new());
            self.properties(one, name, &mut ones, MOST_LEVELS)?;
            self.properties(other, name, &mut others, MOST_LEVELS)?;
            for (one, other) in ones.iter().flat_map(|one| others.iter().map(move |other| (*one, *other))) {
                let differs = one.plan.null_is_absent != other.plan.null_is_absent
                    && takes(if one.plan.null_is_absent { other.schema } else { one.schema }, "null");
                if differs || self.conflict(one, other)? {
                    return Ok(true);
                }
            }
        }
        match (member(one), member(other)) {
            (Some(one), Some(other)) => self.conflict(one, other),
            _ => Ok(false),
        }
    }

    /// Collects the names of properties of which a plan says something, in all branches.
    fn names(
        &self,
        branch: DecodedBranch<'b>,
        found: &mut Vec<&'b str>,
        levels: usize,
    ) -> Result<(), StillUnknown> {
        let branch = self.follow(branch)?;
        for (name, _) in &branch.plan.properties {
            if !found.contains(&name.as_str()) {
                found.push(name);
            }
        }
        for inner in branches(branch, levels) {
            self.names(inner, found, levels - 1)?;
        }
        Ok(())
    }

    /// Collects the property of a name, in all branches.
    fn properties(
        &self,
        branch: DecodedBranch<'b>,
        name: &str,
        found: &mut Vec<DecodedBranch<'b>>,
        levels: usize,
    ) -> Result<(), StillUnknown> {
        let branch = self.follow(branch)?;
        found.extend(property(branch, name));
        for inner in branches(branch, levels) {
            self.properties(inner, name, found, levels - 1)?;
        }
        Ok(())
    }

    fn follow(&self, branch: DecodedBranch<'b>) -> Result<DecodedBranch<'b>, StillUnknown> {
        match referenced(branch.schema) {
            Some(name) => (self.resolve)(name).ok_or(StillUnknown),
            None => Ok(branch),
        }
    }
}

/// Returns true if the second branch takes values that the first would decode, in a form that the second does not have.
fn has_other_form(one: DecodedBranch<'_>, other: DecodedBranch<'_>) -> bool {
    one.plan.form.is_some_and(|form| other.plan.form != Some(form) && takes(other.schema, sent_as(form)))
}

fn property<'b>(branch: DecodedBranch<'b>, name: &str) -> Option<DecodedBranch<'b>> {
    let schema = branch.schema.get("properties")?.get(name)?.as_object()?;
    Some(DecodedBranch { schema, plan: branch.plan.property(name).unwrap_or(&AS_IT_IS) })
}

/// Returns the branches of a union; the plan speaks of all alike.
fn branches(branch: DecodedBranch<'_>, levels: usize) -> impl Iterator<Item = DecodedBranch<'_>> {
    let union = branch.schema.get("anyOf").and_then(Value::as_array).filter(|_| levels > 0);
    let schemas = union.into_iter().flatten().filter_map(Value::as_object);
    schemas.map(move |schema| DecodedBranch { schema, plan: branch.plan })
}

fn member(branch: DecodedBranch<'_>) -> Option<DecodedBranch<'_>> {
    let items = branch.schema.get("items")?;
    let is_entry = branch.plan.form == Some(DecodeForm::Entries);
    let schema = if is_entry { items.get("properties")?.get("value")? } else { items }.as_object()?;
    Some(DecodedBranch { schema, plan: branch.plan.members.as_deref().unwrap_or(&AS_IT_IS) })
}

/// Returns the type of what is sent in a form.
fn sent_as(form: DecodeForm) -> &'static str {
    match form {
        DecodeForm::Json => "string",
        DecodeForm::Entries => "array",
    }
}

/// Returns true if a lowered schema may take values of a type.
fn takes(schema: &Map, kind: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(own)) => own == kind,
        Some(Value::Array(kinds)) => kinds.iter().any(|own| own.as_str() == Some(kind)),
        _ => match schema.get("anyOf") {
            Some(Value::Array(branches)) => {
                branches.iter().filter_map(Value::as_object).any(|branch| takes(branch, kind))
            }
            // A reference, or anything.
            _ => true,
        },
    }
}
