//! Proofs of keywords about the members of objects and the items of arrays.

use crate::json::Value;
use crate::json::number::count;

use super::bounds::{count_in, count_range};
use super::conjunction::{Conjunct, SchemaConjunction};
use super::member_schemas::MemberClass;
use super::prover::{InclusionCase, InclusionProver};
use super::rooted_schema::RootedSchema;
use crate::json::types::TypeSet;

impl InclusionProver {
    /// Proves a keyword about objects. The values of the case may have other types too, which it does not concern.
    pub(super) fn object_keyword(
        &mut self,
        case: InclusionCase<'_, '_>,
        part: Conjunct<'_>,
        keyword: &str,
        argument: &Value,
    ) -> bool {
        let InclusionCase { sub, closed, .. } = case;
        match keyword {
            "minProperties" => {
                count_in(sub, keyword, "maxProperties", keyword, argument)
                    || count(argument).is_some_and(|wanted| sub.required().len() as u64 >= wanted)
            }
            "maxProperties" => {
                let is_closed = || sub.name_patterns().is_empty();
                count_in(sub, "minProperties", keyword, keyword, argument)
                    || (is_closed()
                        && sub.member(MemberClass::Other, closed, &mut self.validator).is_none()
                        && count(argument).is_some_and(|wanted| sub.property_names().len() as u64 <= wanted))
            }
            "required" => argument.as_array().is_some_and(|names| requires_all(sub, names)),
            "properties" => argument.as_object().is_some_and(|wanted| {
                wanted.iter().all(|(name, schema)| {
                    let view = sub.member(MemberClass::Named(name), closed, &mut self.validator);
                    self.child(case, view, part.at(schema))
                })
            }),
            "patternProperties" => argument.as_object().is_some_and(|wanted| {
                wanted.iter().all(|(pattern, schema)| self.pattern_property(case, part.at(schema), pattern))
            }),
            "additionalProperties" => self.undescribed(case, &[part], part.at(argument)),
            "unevaluatedProperties" => {
                // What applies without a condition has evaluated its members. Whatever else would is left out, so that more is
                // proved than needed.
                let all = SchemaConjunction::of(&[part.at]);
                let evaluates_all = all.parts.iter().any(|other| {
                    let evaluates = |keyword: &str| other.map.contains_key(keyword);
                    evaluates("additionalProperties")
                        || (!std::ptr::eq(other.map, part.map) && evaluates("unevaluatedProperties"))
                });
                evaluates_all || self.undescribed(case, &all.parts, part.at(argument))
            }
            "propertyNames" => self.property_names(case, part.at(argument)),
            _ => argument.as_object().is_some_and(|dependents| {
                dependents.iter().all(|(name, dependent)| self.dependent(case, part, name, dependent))
            }),
        }
    }

    /// Proves that members that match a pattern of `sup` satisfy a schema.
    fn pattern_property(
        &mut self,
        case: InclusionCase<'_, '_>,
        wanted: RootedSchema<'_>,
        pattern: &str,
    ) -> bool {
        let InclusionCase { sub, closed, .. } = case;
        let is_met = |prover: &mut Self, class| {
            let view = sub.member(class, closed, &mut prover.validator);
            prover.child(case, view, wanted)
        };
        for name in known_names(sub) {
            let is_concerned = self.validator.matches(pattern, name) != Some(false);
            if is_concerned && !is_met(self, MemberClass::Named(name)) {
                return false;
            }
        }
        let patterns = sub.name_patterns();
        if patterns.contains(&pattern) && is_met(self, MemberClass::Matching(pattern)) {
            return true;
        }
        patterns.iter().all(|known| is_met(self, MemberClass::Matching(known)))
            && is_met(self, MemberClass::Other)
    }

    /// Proves that the members that some conjuncts of `sup` do not describe satisfy a schema (JSON Schema Core, section
    /// 10.3.2.3).
    fn undescribed(
        &mut self,
        case: InclusionCase<'_, '_>,
        describing: &[Conjunct<'_>],
        wanted: RootedSchema<'_>,
    ) -> bool {
        let InclusionCase { sub, closed, .. } = case;
        for name in known_names(sub) {
            let is_described = |prover: &mut Self, part: &Conjunct<'_>| {
                prover.validator.is_described(part.map, name) == Some(true)
            };
            if describing.iter().any(|part| is_described(self, part)) {
                continue;
            }
            let view = sub.member(MemberClass::Named(name), closed, &mut self.validator);
            if !self.child(case, view, wanted) {
                return false;
            }
        }
        let described: Vec<&str> = describing
            .iter()
            .filter_map(|part| part.members("patternProperties"))
            .flatten()
            .map(|(pattern, _)| pattern.as_str())
            .collect();
        for pattern in sub.name_patterns().into_iter().filter(|pattern| !described.contains(pattern)) {
            let view = sub.member(MemberClass::Matching(pattern), closed, &mut self.validator);
            if !self.child(case, view, wanted) {
                return false;
            }
        }
        let view = sub.member(MemberClass::Other, closed, &mut self.validator);
        self.child(case, view, wanted)
    }

    /// Proves that all names of members satisfy a schema.
    fn property_names(&mut self, case: InclusionCase<'_, '_>, wanted: RootedSchema<'_>) -> bool {
        let InclusionCase { sub, closed, level, .. } = case;
        let names = SchemaConjunction::of(
            &sub.parts.iter().filter_map(|part| part.schema("propertyNames")).collect::<Vec<_>>(),
        );
        let names_case =
            InclusionCase { sub: &names, types: TypeSet::STRING, closed: false, level: level + 1 };
        if self.goal(names_case, wanted) {
            return true;
        }
        let is_closed = sub.name_patterns().is_empty()
            && sub.member(MemberClass::Other, closed, &mut self.validator).is_none();
        is_closed
            && known_names(sub).into_iter().all(|name| {
                self.validator.accepts_in_steps(wanted, &Value::from(name)) == Some(true)
                    || sub.member(MemberClass::Named(name), closed, &mut self.validator).is_none()
            })
    }

    /// Proves what `sup` demands of objects with a member (JSON Schema Core, section 10.2.2.4; Validation, section 6.5.4).
    fn dependent(
        &mut self,
        case: InclusionCase<'_, '_>,
        part: Conjunct<'_>,
        name: &str,
        dependent: &Value,
    ) -> bool {
        let InclusionCase { sub, closed, types, .. } = case;
        if sub.member(MemberClass::Named(name), closed, &mut self.validator).is_none() {
            return true;
        }
        let mut sub = sub.clone();
        sub.restrict(types.and(TypeSet::OBJECT));
        sub.add_present(name);
        if !self.validator.budget.take(sub.present.len()) {
            return false;
        }
        let case = InclusionCase { sub: &sub, types: types.and(TypeSet::OBJECT), ..case };
        match dependent {
            Value::Array(names) => {
                requires_all(&sub, names)
                    || case
                        .sub
                        .parts
                        .iter()
                        .filter_map(|part| part.conditional())
                        .any(|cases| self.in_each(case, &cases, |_, case| requires_all(case.sub, names)))
            }
            Value::String(other) => sub.required().contains(other.as_str()),
            schema => self.goal(case, part.at(schema)),
        }
    }

    /// Proves a keyword about arrays.
    pub(super) fn array_keyword(
        &mut self,
        case: InclusionCase<'_, '_>,
        part: Conjunct<'_>,
        keyword: &str,
        argument: &Value,
    ) -> bool {
        let sub = case.sub;
        match keyword {
            "minItems" | "maxItems" => {
                let wanted = count(argument).and_then(|wanted| usize::try_from(wanted).ok());
                count_in(sub, "minItems", "maxItems", keyword, argument)
                    || (keyword == "maxItems"
                        && wanted.is_some_and(|wanted| {
                            sub.item(wanted.max(sub.tuple_length())).is_none()
                                && (wanted..sub.tuple_length()).all(|index| sub.item(index).is_none())
                        }))
                    || (keyword == "minItems"
                        && count(argument).is_some_and(|wanted| {
                            sub.parts.iter().any(|part| {
                                part.contains_bounds().is_some_and(|(_, least, _)| least >= wanted)
                            })
                        }))
            }
            "uniqueItems" => {
                argument == &Value::Bool(false)
                    || count_range(&sub.parts, "minItems", "maxItems").1 <= 1
                    || sub.parts.iter().any(|part| part.map.get("uniqueItems") == Some(&Value::Bool(true)))
            }
            "contains" => self.contains(case, part, part.at(argument)),
            _ => self.items(case, part, keyword, argument),
        }
    }

    /// Proves keywords about items (JSON Schema Core, section 10.3.1, and section 11.2).
    fn items(
        &mut self,
        case: InclusionCase<'_, '_>,
        part: Conjunct<'_>,
        keyword: &str,
        argument: &Value,
    ) -> bool {
        let sub = case.sub;
        match argument {
            Value::Array(schemas) => schemas.iter().enumerate().all(|(index, schema)| {
                let view = sub.item(index);
                self.child(case, view, part.at(schema))
            }),
            schema => {
                let placed = match (keyword, part.map.get("items")) {
                    ("additionalItems", Some(Value::Array(list))) => list.len(),
                    ("additionalItems", _) => return true,
                    ("items", _) if part.list("prefixItems").is_none() => 0,
                    ("items", _) => part.items().0.len(),
                    // What applies without a condition has evaluated its items.
                    _ => {
                        let all = SchemaConjunction::of(&[part.at]);
                        let open = |part: &Conjunct<'_>| {
                            part.map.get("items").is_some_and(|items| !items.is_array())
                                || part.map.contains_key("additionalItems")
                        };
                        if all.parts.iter().any(open) {
                            return true;
                        }
                        all.tuple_length()
                    }
                };
                let wanted = part.at(schema);
                (placed..sub.tuple_length()).all(|index| self.child(case, sub.item(index), wanted))
                    && self.child(case, sub.item(placed.max(sub.tuple_length())), wanted)
            }
        }
    }

    /// Proves `contains` with `minContains` and `maxContains` (JSON Schema Core, section 10.3.1.3).
    fn contains(
        &mut self,
        case: InclusionCase<'_, '_>,
        part: Conjunct<'_>,
        wanted: RootedSchema<'_>,
    ) -> bool {
        let sub = case.sub;
        let Some((_, least, most)) = part.contains_bounds() else { return false };
        let (min_items, max_items) = count_range(&sub.parts, "minItems", "maxItems");
        let known: Vec<(RootedSchema<'_>, u64, u64)> =
            sub.parts.iter().filter_map(|part| part.contains_bounds()).collect();
        let level = case.level + 1;
        let has_least = least == 0
            || known.iter().any(|(schema, known, _)| {
                *known >= least && self.with_unnamed_members(*schema, wanted, level)
            })
            || (min_items >= least
                && (0..sub.tuple_length()).all(|index| self.child(case, sub.item(index), wanted))
                && self.child(case, sub.item(sub.tuple_length()), wanted));
        has_least
            && (most == u64::MAX
                || max_items <= most
                || known.iter().any(|(schema, _, known)| {
                    *known <= most && self.with_unnamed_members(wanted, *schema, level)
                }))
    }
}

/// Returns the names of the members that a conjunction says something about, in order.
fn known_names<'v>(sub: &SchemaConjunction<'v>) -> Vec<&'v str> {
    let mut names: Vec<&str> = sub.property_names().into_iter().chain(sub.required()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Returns `true` if all objects have members of some names.
fn requires_all(sub: &SchemaConjunction<'_>, names: &[Value]) -> bool {
    let required = sub.required();
    names.iter().all(|name| name.as_str().is_some_and(|name| required.contains(name)))
}

impl<'v> Conjunct<'v> {
    /// Returns `contains` with the least and the greatest number of items that it may accept.
    fn contains_bounds(self) -> Option<(RootedSchema<'v>, u64, u64)> {
        let schema = self.schema("contains")?;
        let has_counts = self.at.draft >= super::schema_draft::SchemaDraft::Draft201909;
        let bound = |keyword: &str, default| match self.map.get(keyword).filter(|_| has_counts) {
            Some(bound) => count(bound),
            None => Some(default),
        };
        Some((schema, bound("minContains", 1)?, bound("maxContains", u64::MAX)?))
    }
}
