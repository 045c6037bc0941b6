//! Filters of `JSONPath` (RFC 9535, section 2.3.5) and its five functions (section 2.4).

use std::cmp::Ordering;

use jsonpath_rust::parser::model::{
    Comparable, Comparison, Filter, FilterAtom, FnArg, Literal, SingularQuery, SingularQuerySegment, Test,
    TestFunction,
};
use regex::{Regex, RegexBuilder};

use super::super::Kind;
use super::patch::{Item, Stop};
use super::query::Run;

/// Bytes that one regular expression may take when it is compiled.
const PATTERN_BYTES: usize = 1 << 20;

/// What is compared, or handed to a function.
#[derive(Debug, Clone)]
enum Value<'q> {
    Nothing,
    Item(Item),
    Null,
    Boolean(bool),
    Number(f64),
    Text(&'q str),
}

/// Whether a filter holds for an item. The bound on the nesting of queries bounds the recursion.
pub(super) fn holds(run: &mut Run<'_, '_>, item: Item, filter: &Filter) -> Result<bool, Stop> {
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

/// A function that RFC 9535 does not have, or has for another purpose.
fn misplaced(function: &TestFunction) -> Stop {
    let text = function.to_string();
    Stop::Function(text.split('(').next().unwrap_or_default().to_owned())
}

fn test(run: &mut Run<'_, '_>, item: Item, what: &Test) -> Result<bool, Stop> {
    match what {
        Test::Function(function) => match &**function {
            TestFunction::Match(text, pattern) => matches(run, item, text, pattern, true),
            TestFunction::Search(text, pattern) => matches(run, item, text, pattern, false),
            other => Err(misplaced(other)),
        },
        query => Ok(!nodes(run, item, query)?.is_empty()),
    }
}

/// What a query selects as seen from an item.
fn nodes(run: &mut Run<'_, '_>, item: Item, query: &Test) -> Result<Vec<Item>, Stop> {
    match query {
        Test::RelQuery(segments) => run.segments(item, segments),
        Test::AbsQuery(query) => {
            let root = Item::ROOT;
            run.segments(root, &query.segments)
        }
        Test::Function(function) => Err(misplaced(function)),
    }
}

/// RFC 9535, section 2.3.5.2.2.
fn compare(run: &mut Run<'_, '_>, item: Item, comparison: &Comparison) -> Result<bool, Stop> {
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

fn comparable<'q>(run: &mut Run<'_, '_>, item: Item, what: &'q Comparable) -> Result<Value<'q>, Stop> {
    match what {
        Comparable::Literal(literal) => Ok(literal_value(literal)),
        Comparable::Function(function) => number_of(run, item, function),
        Comparable::SingularQuery(query) => {
            let (mut at, segments) = match query {
                SingularQuery::Current(segments) => (item, segments),
                SingularQuery::Root(segments) => (Item::ROOT, segments),
            };
            for segment in segments {
                let found = match segment {
                    SingularQuerySegment::Name(name) => run.patch.entry(at, name)?,
                    SingularQuerySegment::Index(index) => run.patch.element(at, *index)?,
                };
                let Some(found) = found else { return Ok(Value::Nothing) };
                at = found;
            }
            Ok(Value::Item(at))
        }
    }
}

#[allow(clippy::cast_precision_loss, reason = "queries may hold integers up to 2^53 (RFC 9535, section 2.1)")]
fn literal_value(literal: &Literal) -> Value<'_> {
    match literal {
        Literal::Int(number) => Value::Number(*number as f64),
        Literal::Float(number) => Value::Number(*number),
        Literal::String(text) => Value::Text(text),
        Literal::Bool(value) => Value::Boolean(*value),
        Literal::Null => Value::Null,
    }
}

/// `length`, `count` and `value` (RFC 9535, sections 2.4.4, 2.4.5 and 2.4.8).
fn number_of<'q>(run: &mut Run<'_, '_>, item: Item, function: &'q TestFunction) -> Result<Value<'q>, Stop> {
    let count = |count: usize| Value::Number(f64::from(u32::try_from(count).unwrap_or(u32::MAX)));
    match function {
        TestFunction::Length(of) => Ok(match argument(run, item, of)? {
            Value::Text(text) => count(text.chars().count()),
            Value::Item(found) => match run.patch.value(found).as_str() {
                Some(text) => count(text.chars().count()),
                None if matches!(run.patch.kind(found), Kind::Array | Kind::Object) => {
                    count(run.patch.children(found)?.len())
                }
                None => Value::Nothing,
            },
            _ => Value::Nothing,
        }),
        TestFunction::Count(FnArg::Test(query)) => Ok(count(nodes(run, item, query)?.len())),
        TestFunction::Value(FnArg::Test(query)) => Ok(match nodes(run, item, query)?.as_slice() {
            [one] => Value::Item(*one),
            _ => Value::Nothing,
        }),
        other => Err(misplaced(other)),
    }
}

/// An argument of which a function takes the value.
fn argument<'q>(run: &mut Run<'_, '_>, item: Item, argument: &'q FnArg) -> Result<Value<'q>, Stop> {
    match argument {
        FnArg::Literal(literal) => Ok(literal_value(literal)),
        FnArg::Test(query) => match &**query {
            Test::Function(function) => number_of(run, item, function),
            query => Ok(match nodes(run, item, query)?.as_slice() {
                [one] => Value::Item(*one),
                _ => Value::Nothing,
            }),
        },
        FnArg::Filter(_) => Ok(Value::Nothing),
    }
}

/// `match` and `search` (RFC 9535, sections 2.4.6 and 2.4.7).
fn matches(
    run: &mut Run<'_, '_>,
    item: Item,
    text: &FnArg,
    pattern: &FnArg,
    whole: bool,
) -> Result<bool, Stop> {
    let (text, pattern) = (argument(run, item, text)?, argument(run, item, pattern)?);
    let (Some(text), Some(pattern)) = (text_of(run, &text), text_of(run, &pattern)) else {
        return Ok(false);
    };
    run.patch.charge(text.len() / 8)?;
    let key = (pattern, whole);
    if !run.patterns.contains_key(&key) {
        // To compile one takes about as long as to go through a document of a thousand values.
        run.patch.charge(1_000 + key.0.len())?;
        let compiled = compile(&key.0, whole);
        run.patterns.insert(key.clone(), compiled);
    }
    let compiled = run.patterns.get(&key).and_then(Option::as_ref);
    Ok(compiled.is_some_and(|pattern| pattern.is_match(&text)))
}

/// Takes linear time on every text, whatever the expression.
fn compile(pattern: &str, whole: bool) -> Option<Regex> {
    let pattern = if whole { format!("^(?:{pattern})$") } else { pattern.to_owned() };
    RegexBuilder::new(&pattern).size_limit(PATTERN_BYTES).dfa_size_limit(PATTERN_BYTES).build().ok()
}

fn text_of(run: &Run<'_, '_>, value: &Value<'_>) -> Option<String> {
    match value {
        Value::Text(text) => Some((*text).to_owned()),
        Value::Item(item) => run.patch.value(*item).as_str().map(str::to_owned),
        _ => None,
    }
}

/// Whether two values are equal; nothing equals nothing.
fn equal(run: &mut Run<'_, '_>, left: &Value<'_>, right: &Value<'_>) -> Result<bool, Stop> {
    if let (Value::Item(left), Value::Item(right)) = (left, right) {
        return same(run, *left, *right);
    }
    Ok(alike(&plain(run, left), &plain(run, right)))
}

fn alike(left: &Value<'_>, right: &Value<'_>) -> bool {
    match (left, right) {
        (Value::Nothing, Value::Nothing) | (Value::Null, Value::Null) => true,
        (Value::Boolean(left), Value::Boolean(right)) => left == right,
        (Value::Number(left), Value::Number(right)) => left.partial_cmp(right) == Some(Ordering::Equal),
        (Value::Text(left), Value::Text(right)) => left == right,
        _ => false,
    }
}

/// Which of two numbers or texts is less; other values have no order.
fn order(run: &Run<'_, '_>, left: &Value<'_>, right: &Value<'_>) -> Option<Ordering> {
    match (plain(run, left), plain(run, right)) {
        (Value::Number(left), Value::Number(right)) => left.partial_cmp(&right),
        // Bytes of UTF-8 have the order of the scalar values that the RFC asks for.
        (Value::Text(left), Value::Text(right)) => Some(left.cmp(right)),
        _ => None,
    }
}

/// What an item holds, if it is neither array nor object.
fn plain<'a>(run: &'a Run<'_, '_>, value: &'a Value<'_>) -> Value<'a> {
    let Value::Item(item) = value else { return value.clone() };
    let node = run.patch.value(*item);
    match node.kind() {
        Kind::Null => Value::Null,
        Kind::Boolean => node.as_bool().map_or(Value::Nothing, Value::Boolean),
        Kind::Number => {
            let number = node.as_number().and_then(|spelling| spelling.parse().ok());
            number.map_or(Value::Nothing, Value::Number)
        }
        Kind::String => node.as_str().map_or(Value::Nothing, Value::Text),
        Kind::Array | Kind::Object => value.clone(),
    }
}

/// Whether two items are equal, member by member. The bound on depth bounds the recursion.
fn same(run: &mut Run<'_, '_>, left: Item, right: Item) -> Result<bool, Stop> {
    if left == right {
        return Ok(true);
    }
    let kind = run.patch.kind(left);
    if kind != run.patch.kind(right) {
        return Ok(false);
    }
    if !matches!(kind, Kind::Array | Kind::Object) {
        let (left, right) = (Value::Item(left), Value::Item(right));
        return Ok(alike(&plain(run, &left), &plain(run, &right)));
    }
    let (own, others) = (run.patch.children(left)?, run.patch.children(right)?);
    if own.len() != others.len() {
        return Ok(false);
    }
    for (child, other) in own.into_iter().zip(others) {
        let other = match kind {
            Kind::Array => Some(other),
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
