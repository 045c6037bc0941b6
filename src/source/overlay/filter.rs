//! Filter selectors of `JSONPath` (RFC 9535, section 2.3.5) and function extensions (section 2.4).

use std::cmp::Ordering;

use jsonpath_rust::parser::model::{
    Comparable, Comparison, Filter, FilterAtom, FnArg, Literal, SingularQuery, SingularQuerySegment, Test,
    TestFunction,
};
use regex::{Regex, RegexBuilder};

use super::super::tree::NodeKind;
use super::evaluation::QueryRun;
use super::patch::{PatchItem, PatchStop};

/// Memory limit of a compiled regular expression, in bytes.
const PATTERN_BYTES: usize = 1 << 20;

/// Operand of a comparison, or argument of a function.
#[derive(Debug, Clone)]
enum FilterValue<'q> {
    Nothing,
    Item(PatchItem),
    Null,
    Boolean(bool),
    Number(f64),
    Text(&'q str),
}

impl QueryRun<'_, '_> {
    /// Returns true if an item passes a filter selector (RFC 9535, section 2.3.5).
    pub(super) fn matches_filter(&mut self, item: PatchItem, filter: &Filter) -> Result<bool, PatchStop> {
        holds(self, item, filter)
    }
}

/// Evaluates a filter for an item. The bound on the nesting of queries bounds the recursion.
fn holds(run: &mut QueryRun<'_, '_>, item: PatchItem, filter: &Filter) -> Result<bool, PatchStop> {
    match filter {
        Filter::Or(filters) => {
            for filter in filters {
                if holds(run, item, filter)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Filter::And(filters) => {
            for filter in filters {
                if !holds(run, item, filter)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        Filter::Atom(FilterAtom::Filter { expr, not }) => Ok(holds(run, item, expr)? != *not),
        Filter::Atom(FilterAtom::Test { expr, not }) => Ok(test(run, item, expr)? != *not),
        Filter::Atom(FilterAtom::Comparison(comparison)) => compare(run, item, comparison),
    }
}

/// Creates the error for a function that RFC 9535 does not define, or not in this position.
fn misplaced(function: &TestFunction) -> PatchStop {
    let text = function.to_string();
    PatchStop::Function(text.split('(').next().unwrap_or_default().to_owned())
}

fn test(run: &mut QueryRun<'_, '_>, item: PatchItem, what: &Test) -> Result<bool, PatchStop> {
    match what {
        Test::Function(function) => match &**function {
            TestFunction::Match(text, pattern) => matches(run, item, text, pattern, true),
            TestFunction::Search(text, pattern) => matches(run, item, text, pattern, false),
            other => Err(misplaced(other)),
        },
        query => Ok(!nodes(run, item, query)?.is_empty()),
    }
}

/// Evaluates a query, relative to an item.
fn nodes(run: &mut QueryRun<'_, '_>, item: PatchItem, query: &Test) -> Result<Vec<PatchItem>, PatchStop> {
    match query {
        Test::RelQuery(segments) => run.segments(item, segments),
        Test::AbsQuery(query) => {
            let root = PatchItem::ROOT;
            run.segments(root, &query.segments)
        }
        Test::Function(function) => Err(misplaced(function)),
    }
}

/// Evaluates a comparison (RFC 9535, section 2.3.5.2.2).
fn compare(run: &mut QueryRun<'_, '_>, item: PatchItem, comparison: &Comparison) -> Result<bool, PatchStop> {
    let (left, right) = comparison.vals();
    let (left, right) = (comparable(run, item, left)?, comparable(run, item, right)?);
    Ok(match comparison {
        Comparison::Eq(..) => equal(run, &left, &right)?,
        Comparison::Ne(..) => !equal(run, &left, &right)?,
        Comparison::Lt(..) => order(run, &left, &right) == Some(Ordering::Less),
        Comparison::Gt(..) => order(run, &left, &right) == Some(Ordering::Greater),
        Comparison::Lte(..) => {
            order(run, &left, &right) == Some(Ordering::Less) || equal(run, &left, &right)?
        }
        Comparison::Gte(..) => {
            order(run, &left, &right) == Some(Ordering::Greater) || equal(run, &left, &right)?
        }
    })
}

fn comparable<'q>(
    run: &mut QueryRun<'_, '_>,
    item: PatchItem,
    what: &'q Comparable,
) -> Result<FilterValue<'q>, PatchStop> {
    match what {
        Comparable::Literal(literal) => Ok(literal_value(literal)),
        Comparable::Function(function) => number_of(run, item, function),
        Comparable::SingularQuery(query) => {
            let (mut at, segments) = match query {
                SingularQuery::Current(segments) => (item, segments),
                SingularQuery::Root(segments) => (PatchItem::ROOT, segments),
            };
            for segment in segments {
                let found = match segment {
                    SingularQuerySegment::Name(name) => run.patch.entry(at, name)?,
                    SingularQuerySegment::Index(index) => run.patch.element(at, *index)?,
                };
                let Some(found) = found else { return Ok(FilterValue::Nothing) };
                at = found;
            }
            Ok(FilterValue::Item(at))
        }
    }
}

#[allow(clippy::cast_precision_loss, reason = "queries may hold integers up to 2^53 (RFC 9535, section 2.1)")]
fn literal_value(literal: &Literal) -> FilterValue<'_> {
    match literal {
        Literal::Int(number) => FilterValue::Number(*number as f64),
        Literal::Float(number) => FilterValue::Number(*number),
        Literal::String(text) => FilterValue::Text(text),
        Literal::Bool(value) => FilterValue::Boolean(*value),
        Literal::Null => FilterValue::Null,
    }
}

/// Evaluates `length`, `count` and `value` (RFC 9535, sections 2.4.4, 2.4.5 and 2.4.8).
fn number_of<'q>(
    run: &mut QueryRun<'_, '_>,
    item: PatchItem,
    function: &'q TestFunction,
) -> Result<FilterValue<'q>, PatchStop> {
    let count = |count: usize| FilterValue::Number(f64::from(u32::try_from(count).unwrap_or(u32::MAX)));
    match function {
        TestFunction::Length(of) => Ok(match argument(run, item, of)? {
            FilterValue::Text(text) => count(text.chars().count()),
            FilterValue::Item(found) => match run.patch.value(found).as_str() {
                Some(text) => count(text.chars().count()),
                None if matches!(run.patch.kind(found), NodeKind::Array | NodeKind::Object) => {
                    count(run.patch.children(found)?.len())
                }
                None => FilterValue::Nothing,
            },
            _ => FilterValue::Nothing,
        }),
        TestFunction::Count(FnArg::Test(query)) => Ok(count(nodes(run, item, query)?.len())),
        TestFunction::Value(FnArg::Test(query)) => Ok(match nodes(run, item, query)?.as_slice() {
            [one] => FilterValue::Item(*one),
            _ => FilterValue::Nothing,
        }),
        other => Err(misplaced(other)),
    }
}

/// Evaluates an argument of type `ValueType` (RFC 9535, section 2.4.1).
fn argument<'q>(
    run: &mut QueryRun<'_, '_>,
    item: PatchItem,
    argument: &'q FnArg,
) -> Result<FilterValue<'q>, PatchStop> {
    match argument {
        FnArg::Literal(literal) => Ok(literal_value(literal)),
        FnArg::Test(query) => match &**query {
            Test::Function(function) => number_of(run, item, function),
            query => Ok(match nodes(run, item, query)?.as_slice() {
                [one] => FilterValue::Item(*one),
                _ => FilterValue::Nothing,
            }),
        },
        FnArg::Filter(_) => Ok(FilterValue::Nothing),
    }
}

/// Evaluates `match` and `search` (RFC 9535, sections 2.4.6 and 2.4.7).
fn matches(
    run: &mut QueryRun<'_, '_>,
    item: PatchItem,
    text: &FnArg,
    pattern: &FnArg,
    whole: bool,
) -> Result<bool, PatchStop> {
    let (text, pattern) = (argument(run, item, text)?, argument(run, item, pattern)?);
    let (Some(text), Some(pattern)) = (text_of(run, &text), text_of(run, &pattern)) else {
        return Ok(false);
    };
    run.patch.charge(text.len() / 8)?;
    let key = (pattern, whole);
    if !run.patterns.contains_key(&key) {
        // Compiling a pattern takes about as long as visiting a document of a thousand values.
        run.patch.charge(1_000 + key.0.len())?;
        let compiled = compile(&key.0, whole);
        run.patterns.insert(key.clone(), compiled);
    }
    let compiled = run.patterns.get(&key).and_then(Option::as_ref);
    Ok(compiled.is_some_and(|pattern| pattern.is_match(&text)))
}

/// Compiles a pattern. The engine takes linear time for every text and pattern.
fn compile(pattern: &str, whole: bool) -> Option<Regex> {
    let pattern = if whole { format!("^(?:{pattern})$") } else { pattern.to_owned() };
    RegexBuilder::new(&pattern).size_limit(PATTERN_BYTES).dfa_size_limit(PATTERN_BYTES).build().ok()
}

fn text_of(run: &QueryRun<'_, '_>, value: &FilterValue<'_>) -> Option<String> {
    match value {
        FilterValue::Text(text) => Some((*text).to_owned()),
        FilterValue::Item(item) => run.patch.value(*item).as_str().map(str::to_owned),
        _ => None,
    }
}

/// Compares two operands for equality. `Nothing` equals only `Nothing` (RFC 9535, section 2.3.5.2.2).
fn equal(
    run: &mut QueryRun<'_, '_>,
    left: &FilterValue<'_>,
    right: &FilterValue<'_>,
) -> Result<bool, PatchStop> {
    if let (FilterValue::Item(left), FilterValue::Item(right)) = (left, right) {
        return same(run, *left, *right);
    }
    Ok(alike(&plain(run, left), &plain(run, right)))
}

fn alike(left: &FilterValue<'_>, right: &FilterValue<'_>) -> bool {
    match (left, right) {
        (FilterValue::Nothing, FilterValue::Nothing) | (FilterValue::Null, FilterValue::Null) => true,
        (FilterValue::Boolean(left), FilterValue::Boolean(right)) => left == right,
        (FilterValue::Number(left), FilterValue::Number(right)) => {
            left.partial_cmp(right) == Some(Ordering::Equal)
        }
        (FilterValue::Text(left), FilterValue::Text(right)) => left == right,
        _ => false,
    }
}

/// Compares two numbers or strings; other values have no order.
fn order(run: &QueryRun<'_, '_>, left: &FilterValue<'_>, right: &FilterValue<'_>) -> Option<Ordering> {
    match (plain(run, left), plain(run, right)) {
        (FilterValue::Number(left), FilterValue::Number(right)) => left.partial_cmp(&right),
        // UTF-8 preserves the order of Unicode scalar values, which RFC 9535 requires.
        (FilterValue::Text(left), FilterValue::Text(right)) => Some(left.cmp(right)),
        _ => None,
    }
}

/// Returns the value of an item that is neither an array nor an object.
fn plain<'a>(run: &'a QueryRun<'_, '_>, value: &'a FilterValue<'_>) -> FilterValue<'a> {
    let FilterValue::Item(item) = value else { return value.clone() };
    let node = run.patch.value(*item);
    match node.kind() {
        NodeKind::Null => FilterValue::Null,
        NodeKind::Boolean => node.as_bool().map_or(FilterValue::Nothing, FilterValue::Boolean),
        NodeKind::Number => {
            let number = node.as_number().and_then(|spelling| spelling.parse().ok());
            number.map_or(FilterValue::Nothing, FilterValue::Number)
        }
        NodeKind::String => node.as_str().map_or(FilterValue::Nothing, FilterValue::Text),
        NodeKind::Array | NodeKind::Object => value.clone(),
    }
}

/// Compares two items for equality, with all their descendants. The limit on depth bounds the recursion.
fn same(run: &mut QueryRun<'_, '_>, left: PatchItem, right: PatchItem) -> Result<bool, PatchStop> {
    if left == right {
        return Ok(true);
    }
    let kind = run.patch.kind(left);
    if kind != run.patch.kind(right) {
        return Ok(false);
    }
    if !matches!(kind, NodeKind::Array | NodeKind::Object) {
        let (left, right) = (FilterValue::Item(left), FilterValue::Item(right));
        return Ok(alike(&plain(run, &left), &plain(run, &right)));
    }
    let (own, others) = (run.patch.children(left)?, run.patch.children(right)?);
    if own.len() != others.len() {
        return Ok(false);
    }
    for (child, other) in own.into_iter().zip(others) {
        let other = match kind {
            NodeKind::Array => Some(other),
            _ => {
                let key = run.patch.key(child).key();
                run.patch.entry(right, key)?
            }
        };
        match other {
            Some(other) if same(run, child, other)? => {}
            _ => return Ok(false),
        }
    }
    Ok(true)
}
