//! Names every argument (the naming rules in docs/mapping.md).

use std::sync::Arc;

use foldhash::{HashMap, HashSet, HashSetExt};

use crate::credential;
use crate::diagnostic::{Code, Diagnostic, Sink, TextDigest};
use crate::json::Value;
use crate::model::{Argument, ArgumentLocation, ArgumentName, Catalog};
use crate::options::Options;
use crate::parallel::each;
use crate::schema::order;

use super::ascii_folding::fold;
use crate::model::fingerprint::{self, fingerprint};

/// Names every argument. A true name that every client accepts is kept; if several arguments have it, the first
/// location in the order of [`ArgumentLocation`] keeps it. The new names of the others do not depend on the order of
/// arguments.
pub fn name_arguments(catalog: &mut Catalog, options: &Options, sink: &Sink) {
    each(&mut catalog.tools, sink, |tool, sink| {
        // Without the call in `_meta`, a runtime cannot look up the true name.
        let is_lost = !options.http && tool.call.is_some();
        for argument in &mut tool.arguments {
            mask_name(argument, sink);
        }
        let names = choose_names(&tool.arguments);
        for (argument, name) in tool.arguments.iter_mut().zip(names) {
            if let Some(name) = &name {
                report(argument, name, is_lost, sink);
                if is_unreadable(&argument.true_name) {
                    describe_true_name(argument);
                }
            }
            argument.name = name.map(|name| name.name);
        }
    });
}

/// Masks credentials in the name of an argument, since the HTTP call in `_meta` has the name in full.
fn mask_name(argument: &mut Argument, sink: &Sink) {
    let Argument { true_name, sent_as, .. } = argument;
    for name in std::iter::once(true_name).chain(sent_as) {
        if credential::contains(name) {
            let held = TextDigest::credential(name);
            let mut masked = name.to_string();
            credential::mask(&mut masked);
            *name = masked.into();
            let message = format!("removed a credential from the name of the argument `{name}`");
            let diagnostic = Diagnostic::new(Code::SecretRemoved, message).at(argument.place);
            sink.push(diagnostic.below(["name"]).digest(held));
        }
    }
}

/// A final argument name.
#[derive(Debug, Clone)]
struct SettledArgument {
    name: ArgumentName,
    /// The legal form of the true name, if another argument has that name.
    collided: Option<String>,
}

/// Returns the names of a tool's arguments, in their order.
fn choose_names(arguments: &[Argument]) -> Vec<Option<SettledArgument>> {
    let mut order: Vec<usize> = (0..arguments.len()).collect();
    order.sort_by_key(|&index| {
        let argument = &arguments[index];
        (argument.location, &argument.true_name)
    });
    let mut taken: HashSet<ArgumentName> = HashSet::with_capacity(arguments.len());
    let mut names = vec![None; arguments.len()];
    for &index in &order {
        if let Some(name) = ArgumentName::sharing(&arguments[index].true_name)
            && taken.insert(name.clone())
        {
            names[index] = Some(SettledArgument { name, collided: None });
        }
    }
    let mut counts = HashMap::default();
    for &index in &order {
        if names[index].is_none() {
            names[index] = first_free_name(&arguments[index], &mut taken, &mut counts);
        }
    }
    names
}

/// Returns the first free name of: the legal form, the same with the location, the same with a hash of the true name.
///
/// `counts` holds, by true name and location, the last number that was hashed into a name.
fn first_free_name<'a>(
    argument: &'a Argument,
    taken: &mut HashSet<ArgumentName>,
    counts: &mut HashMap<(&'a str, ArgumentLocation), usize>,
) -> Option<SettledArgument> {
    let base = legal(&argument.true_name);
    let location = argument.location.as_str();
    let hash = std::iter::once_with(|| fingerprint(&[&argument.true_name]));
    // Two hashes can be equal, and a location can have a name twice: a number in the hash tells these apart.
    let tried = counts.entry((&argument.true_name, argument.location)).or_insert(1);
    let counted = std::iter::repeat_with(|| {
        *tried += 1;
        fingerprint(&[&argument.true_name, location, &tried.to_string()])
    });
    let additions = [String::new(), location.to_owned()].into_iter().chain(hash).chain(counted);
    for addition in additions {
        let name = ArgumentName::new(&append(&base, &addition))?;
        if taken.insert(name.clone()) {
            let collided = (!addition.is_empty()).then_some(base);
            return Some(SettledArgument { name, collided });
        }
    }
    None
}

/// Returns true if a true name has letters or digits, but none that a client accepts.
fn is_unreadable(true_name: &str) -> bool {
    !true_name.is_ascii()
        && true_name.contains(char::is_alphanumeric)
        && ArgumentName::new(true_name).is_none()
        && accepted_characters(true_name).is_empty()
}

/// Writes the true name into the description of an argument, since a model does not see the call.
fn describe_true_name(argument: &mut Argument) {
    let true_name = &*argument.true_name;
    let own = argument.schema.0.get("description").and_then(Value::as_str).unwrap_or_default();
    if own.contains(true_name) {
        return;
    }
    let text = if own.is_empty() { true_name.to_owned() } else { format!("{true_name}: {own}") };
    let schema = &mut Arc::make_mut(&mut argument.schema).0;
    schema.insert("description", Value::String(text));
    order(schema);
}

/// Returns a name with letters folded to ASCII, and each run of characters that clients refuse replaced by one `_`, which is
/// removed at both ends.
fn accepted_characters(true_name: &str) -> String {
    let folded = fold(true_name).text;
    let allowed = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '-');
    let pieces: Vec<&str> =
        folded.split(|character| !allowed(character)).filter(|piece| !piece.is_empty()).collect();
    pieces.join("_")
}

/// Returns the legal form of a true name: the name itself if it is legal; else its accepted characters, cut to the limit.
fn legal(true_name: &str) -> String {
    if let Some(name) = ArgumentName::new(true_name) {
        return name.as_str().to_owned();
    }
    let name = accepted_characters(true_name);
    if name.is_empty() {
        return "arg".to_owned();
    }
    match name.get(..ArgumentName::MAX - fingerprint::LENGTH - 1) {
        Some(head) if name.len() > ArgumentName::MAX => format!("{head}_{}", fingerprint(&[true_name])),
        _ => name,
    }
}

/// Appends `_` and an addition to a name, which is cut to keep the limit.
fn append(base: &str, addition: &str) -> String {
    if addition.is_empty() {
        return base.to_owned();
    }
    let head = base.get(..ArgumentName::MAX - addition.len() - 1).unwrap_or(base);
    format!("{head}_{addition}")
}

fn report(argument: &Argument, settled: &SettledArgument, is_lost: bool, sink: &Sink) {
    let Argument { true_name, location, .. } = argument;
    let name = &settled.name;
    let whose = match location {
        ArgumentLocation::Body => "of the body",
        ArgumentLocation::QueryString => "that is the query string",
        ArgumentLocation::Path => "in the path",
        ArgumentLocation::Query => "in the query",
        ArgumentLocation::Header => "in the header",
        ArgumentLocation::Cookie => "in the cookie",
        ArgumentLocation::PartHeader => "in a header of a part",
        ArgumentLocation::Input => "of the input",
    };
    let report_code = |code, message: String| {
        let diagnostic = if is_lost {
            Diagnostic::new(
                code,
                format!("{message}; with --no-http the manifest does not keep the true name"),
            )
            .help("Leave --no-http out, or see that the runtime knows the true name.")
        } else {
            Diagnostic::new(code, message)
        };
        let keys = ["properties", true_name].into_iter().filter(|_| *location == ArgumentLocation::Input);
        sink.push(diagnostic.at(argument.place).below(keys));
    };
    if ArgumentName::new(true_name).is_none() {
        report_code(Code::ArgumentRenamed, format!("`{true_name}` {whose} is named `{name}`"));
    }
    if let Some(base) = &settled.collided {
        let message = format!("another argument is named `{base}`; `{true_name}` {whose} is named `{name}`");
        report_code(Code::ArgumentCollision, message);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;
    use crate::diagnostic::Diagnostic;
    use crate::pass::fixture::{argument, catalog, tool};

    fn named(list: &[(&str, ArgumentLocation)]) -> (Vec<String>, Vec<Diagnostic>) {
        let mut tool = tool("GET", "/", Some("a"));
        tool.arguments = list
            .iter()
            .map(|&(name, location)| Argument { location, ..argument(name, crate::json::Value::Null) })
            .collect();
        let mut catalog = catalog(vec![tool]);
        let sink = Sink::new();
        name_arguments(&mut catalog, &Options::default(), &sink);
        let names = catalog.tools[0]
            .arguments
            .iter()
            .map(|argument| argument.name.as_ref().unwrap().as_str().to_owned());
        (names.collect(), sink.into_diagnostics())
    }

    fn names(list: &[(&str, ArgumentLocation)]) -> Vec<String> {
        named(list).0
    }

    #[test]
    fn a_legal_name_keeps_itself_without_a_word() {
        let (names, diagnostics) = named(&[
            ("petId", ArgumentLocation::Path),
            ("X-Request-ID", ArgumentLocation::Header),
            ("api.version", ArgumentLocation::Query),
            ("_", ArgumentLocation::Query),
            ("ID", ArgumentLocation::Query),
            ("id", ArgumentLocation::Header),
        ]);
        assert_eq!(names, ["petId", "X-Request-ID", "api.version", "_", "ID", "id"]);
        assert_eq!(diagnostics, []);
    }

    #[test]
    fn illegal_characters_become_one_underscore() {
        for (true_name, expected) in [
            ("filter[name]", "filter_name"),
            ("$top", "top"),
            ("ids[]", "ids"),
            ("StartTime<", "StartTime"),
            ("a  &  b", "a_b"),
            ("_keep[x]_", "_keep_x__"),
            ("größe", "grosse"),
            ("caf\u{e9}", "cafe"),
            ("名前", "arg"),
            ("[]", "arg"),
            ("", "arg"),
        ] {
            let (names, diagnostics) = named(&[(true_name, ArgumentLocation::Query)]);
            assert_eq!(names, [expected], "{true_name}");
            assert_eq!(diagnostics.len(), 1);
            assert_eq!(diagnostics[0].code, Code::ArgumentRenamed);
            assert!(diagnostics[0].message.contains(&format!("`{true_name}`")));
        }
    }

    #[test]
    fn a_long_name_is_cut_with_a_hash() {
        let long = "x".repeat(65);
        let name = names(&[(&long, ArgumentLocation::Query)]).remove(0);
        assert_eq!(name, format!("{}_{}", "x".repeat(57), fingerprint(&[&long])));
        assert_eq!(names(&[(&"x".repeat(64), ArgumentLocation::Query)]), ["x".repeat(64)]);
    }

    #[test]
    fn the_first_location_keeps_a_shared_name() {
        let (names, diagnostics) = named(&[
            ("id", ArgumentLocation::Path),
            ("id", ArgumentLocation::Query),
            ("id", ArgumentLocation::Header),
            ("id", ArgumentLocation::Cookie),
            ("id", ArgumentLocation::Body),
        ]);
        assert_eq!(names, ["id", "id_query", "id_header", "id_cookie", "id_body"]);
        let codes: Vec<Code> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        assert_eq!(codes, [Code::ArgumentCollision; 4]);
        assert!(diagnostics[0].message.contains("`id`"));
    }

    #[test]
    fn an_illegal_name_gives_way_to_a_legal_one() {
        let list = [("a[b]", ArgumentLocation::Path), ("a_b", ArgumentLocation::Query)];
        assert_eq!(names(&list), ["a_b_path", "a_b"]);
        let list = [
            ("a[b]", ArgumentLocation::Query),
            ("a{b}", ArgumentLocation::Query),
            ("a(b)", ArgumentLocation::Query),
        ];
        let hash = fingerprint(&["a{b}"]);
        assert_eq!(names(&list), ["a_b_query", &format!("a_b_{hash}"), "a_b"]);
    }

    #[test]
    fn a_taken_suffix_becomes_a_hash() {
        let list = [
            ("id", ArgumentLocation::Path),
            ("id", ArgumentLocation::Query),
            ("id_query", ArgumentLocation::Body),
        ];
        let hash = fingerprint(&["id"]);
        assert_eq!(names(&list), ["id", &format!("id_{hash}"), "id_query"]);
        let long = "y".repeat(64);
        let list = [(long.as_str(), ArgumentLocation::Path), (long.as_str(), ArgumentLocation::Query)];
        assert_eq!(names(&list), [long.clone(), format!("{}_query", "y".repeat(58))]);
    }

    #[test]
    fn a_name_twice_in_one_location_is_still_two_arguments() {
        let list = [("id", ArgumentLocation::Query); 5];
        let distinct: HashSet<String> = names(&list).into_iter().collect();
        assert_eq!(distinct.len(), 5);
    }

    fn any_arguments() -> impl Strategy<Value = Vec<(String, ArgumentLocation)>> {
        let name = prop_oneof![
            "[ab]{1,2}",
            "[ab$_\\[\\]é名-]{0,4}",
            "[ab](_query|_header|_body)",
            "[ab\\[]{62,70}",
            "\\PC{0,80}",
        ];
        let location = prop::sample::select(vec![
            ArgumentLocation::Path,
            ArgumentLocation::Query,
            ArgumentLocation::QueryString,
            ArgumentLocation::Header,
            ArgumentLocation::Cookie,
            ArgumentLocation::Body,
        ]);
        prop::collection::hash_set((name, location), 0..12).prop_map(|set| set.into_iter().collect())
    }

    proptest! {
        #[test]
        fn names_are_unique_and_legal_and_true_where_they_can_be(list in any_arguments()) {
            let list: Vec<(&str, ArgumentLocation)> = list.iter().map(|(name, at)| (name.as_str(), *at)).collect();
            let names = names(&list);
            let distinct: HashSet<&String> = names.iter().collect();
            prop_assert_eq!(distinct.len(), list.len());
            for name in &names {
                prop_assert!(ArgumentName::new(name).is_some(), "{}", name);
            }
            for (true_name, _) in &list {
                if ArgumentName::new(true_name).is_some() {
                    let holder = names.iter().position(|name| name == true_name);
                    prop_assert_eq!(list[holder.unwrap()].0, *true_name);
                }
            }
        }

        #[test]
        fn order_does_not_matter(
            (list, shuffled) in any_arguments().prop_flat_map(|list| (Just(list.clone()), Just(list).prop_shuffle()))
        ) {
            let of = |list: &[(String, ArgumentLocation)]| -> HashMap<(String, ArgumentLocation), String> {
                let borrowed: Vec<(&str, ArgumentLocation)> = list.iter().map(|(name, at)| (name.as_str(), *at)).collect();
                list.iter().cloned().zip(names(&borrowed)).collect()
            };
            prop_assert_eq!(of(&list), of(&shuffled));
        }
    }
}
