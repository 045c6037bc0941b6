//! Unions whose branches have different forms for the same value: the side table speaks of places, not of branches.

use foldhash::HashSet;

use super::decode_plan::{DecodeForm, DecodePlan};
use crate::json::{Map, Value};

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
pub(super) struct BranchComparison<'b, R> {
    resolve: R,
    /// Pairs of definitions that were compared, or are being compared.
    compared: HashSet<(&'b str, &'b str)>,
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

impl<'b, R: Fn(&str) -> Option<DecodedBranch<'b>>> BranchComparison<'b, R> {
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
        if let ([one], [other]) = (one.plan.references.as_slice(), other.plan.references.as_slice())
            && (one == other || !self.compared.insert((one, other)))
        {
            return Ok(false);
        }
        let (one, other) = (self.follow(one)?, self.follow(other)?);
        if has_other_form(one, other) || has_other_form(other, one) {
            return Ok(true);
        }
        let names = one.plan.properties.iter().chain(&other.plan.properties).map(|(name, _)| name);
        for name in names {
            let (Some(one), Some(other)) = (property(one, name), property(other, name)) else { continue };
            let differs = one.plan.null_is_absent != other.plan.null_is_absent
                && takes(if one.plan.null_is_absent { other.schema } else { one.schema }, "null");
            if differs || self.conflict(one, other)? {
                return Ok(true);
            }
        }
        match (member(one), member(other)) {
            (Some(one), Some(other)) => self.conflict(one, other),
            _ => Ok(false),
        }
    }

    fn follow(&self, branch: DecodedBranch<'b>) -> Result<DecodedBranch<'b>, StillUnknown> {
        match branch.plan.references.as_slice() {
            [name] if branch.schema.contains_key("$ref") => (self.resolve)(name).ok_or(StillUnknown),
            _ => Ok(branch),
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

fn member(branch: DecodedBranch<'_>) -> Option<DecodedBranch<'_>> {
    let schema = branch.schema.get("items")?.as_object()?;
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
