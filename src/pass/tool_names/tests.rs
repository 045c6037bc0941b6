//! Tests of the naming rules, by example and by property.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use proptest::prelude::*;

use super::*;
use crate::diagnostic::Diagnostic;
use crate::model::fingerprint::fingerprint;
use crate::pass::fixture::{catalog, explicit, place, tool};

fn run(tools: Vec<Tool>, max: usize) -> (Catalog, Vec<Diagnostic>) {
    let mut catalog = catalog(tools);
    let sink = Sink::new();
    let options = Options { name_max: max, ..Options::default() };
    name_tools(&mut catalog, &options, &sink);
    (catalog, sink.into_diagnostics())
}

fn list(catalog: &Catalog) -> Vec<String> {
    let name = |tool: &Tool| tool.name.as_ref().unwrap().as_str().to_owned();
    catalog.tools.iter().map(name).collect()
}

fn named(tools: Vec<Tool>) -> (Vec<String>, Vec<Diagnostic>) {
    let (catalog, diagnostics) = run(tools, 64);
    (list(&catalog), diagnostics)
}

/// Returns the name of one operation and the codes of its diagnostics.
fn one(id: &str, method: &str, path: &str) -> (String, Vec<Code>) {
    let (mut names, diagnostics) = named(vec![tool(method, path, Some(id))]);
    (names.remove(0), codes(&diagnostics))
}

fn codes(diagnostics: &[Diagnostic]) -> Vec<Code> {
    diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

#[test]
fn an_ordinary_id_is_split_without_a_word() {
    for (id, expected) in [
        ("getPetById", "get_pet_by_id"),
        ("repos/list-for-org", "repos_list_for_org"),
        ("users.user.ListUser", "users_user_list_user"),
        ("readCoreV1NamespacedPodStatus", "read_core_v1_namespaced_pod_status"),
        ("Find pet by ID", "find_pet_by_id"),
        (" getPet ", "get_pet"),
        ("_private", "private"),
        ("OAuth2Token", "oauth2_token"),
    ] {
        assert_eq!(one(id, "GET", "/x"), (expected.to_owned(), vec![]), "{id}");
    }
}

#[test]
fn characters_that_are_lost_are_reported_with_the_true_id() {
    for (id, expected) in [
        ("Pets: getOne (v1.2)", "pets_get_one_v1_2"),
        ("größeLesen", "grosse_lesen"),
        ("The pet's owner", "the_pets_owner"),
        ("list#all", "list_all"),
        ("pe\u{200b}ts", "pets"),
    ] {
        let (names, diagnostics) = named(vec![tool("GET", "/x", Some(id))]);
        assert_eq!(names, [expected], "{id}");
        assert_eq!(codes(&diagnostics), [Code::NameRewritten]);
        assert!(diagnostics[0].message.contains(id));
    }
}

#[test]
fn without_an_id_method_and_path_are_the_name() {
    for (id, path, expected) in [
        (None, "/users/{id}", "get_users_by_id"),
        (Some(""), "/a/{x}/b/{y}", "get_a_by_x_b_by_y"),
        (Some("  "), "/", "get_root"),
    ] {
        let (names, diagnostics) = named(vec![tool("GET", path, id)]);
        assert_eq!(names, [expected]);
        assert_eq!(codes(&diagnostics), [Code::NameFromPath]);
    }
}

#[test]
fn an_unreadable_id_gives_way_to_method_and_path() {
    for id in ["펫 조회", "日本語のAPI", "!!!", "---", "12"] {
        let (names, diagnostics) = named(vec![tool("GET", "/pets/{id}", Some(id))]);
        assert_eq!(names, ["get_pets_by_id"], "{id}");
        assert_eq!(codes(&diagnostics), [Code::NameUnreadable]);
        assert!(diagnostics[0].message.contains(id));
    }
}

#[test]
fn a_leading_digit_or_dash_gets_the_method_in_front() {
    let prefixed = |name: &str| (name.to_owned(), vec![Code::NamePrefixed]);
    assert_eq!(one("2fa_enable", "POST", "/x"), prefixed("post_2fa_enable"));
    assert_eq!(one("-list", "GET", "/x"), prefixed("get_list"));
    assert_eq!(one("3DSecure", "M-SEARCH", "/x"), prefixed("m_search_3d_secure"));
    assert_eq!(one("2fa", "123", "/x"), prefixed("call_2fa"));
}

#[test]
fn a_long_name_is_cut_and_reported_in_full() {
    let id = "updateTheInterestRateOfASavingsAccountForACustomerOfABranchInACountry";
    let full = "update_the_interest_rate_of_a_savings_account_for_a_customer_of_a_branch_in_a_country";
    let (names, diagnostics) = named(vec![tool("GET", "/x", Some(id))]);
    assert_eq!(
        names,
        [format!("update_the_interest_rate_of_a_savings_account_for_a_{}", fingerprint(&[full]))]
    );
    assert_eq!(codes(&diagnostics), [Code::NameShortened]);
    assert!(diagnostics[0].message.contains(full));
    for max in [8, 9, 20, 40] {
        let (catalog, _) = run(vec![tool("GET", "/x", Some(id))], max);
        assert!(list(&catalog)[0].len() <= max);
    }
}

#[test]
fn methods_separate_a_group() {
    let (names, diagnostics) = named(vec![
        tool("GET", "/user", Some("user")),
        tool("POST", "/user", Some("user")),
        tool("GET", "/pet", Some("getPet")),
    ]);
    assert_eq!(names, ["user_get", "user_post", "get_pet"]);
    assert_eq!(codes(&diagnostics), [Code::NameCollision; 2]);
    assert!(diagnostics[0].message.contains("`user`"));
}

#[test]
fn placeholders_separate_a_group() {
    let (names, _) = named(vec![
        tool("GET", "/user/{id}", Some("getUser")),
        tool("GET", "/user/{email}", Some("get_user")),
    ]);
    assert_eq!(names, ["get_user_by_id", "get_user_by_email"]);
    let (names, _) =
        named(vec![tool("GET", "/pets", Some("list")), tool("GET", "/{org}/{team}/pets", Some("list"))]);
    assert_eq!(names, ["list", "list_by_org_and_team"]);
}

#[test]
fn segments_separate_a_group() {
    let (names, _) = named(vec![
        tool("GET", "/v1/thing/{id}", Some("getThing")),
        tool("GET", "/v2/thing/{id}", Some("getThing")),
    ]);
    assert_eq!(names, ["get_thing_v1", "get_thing_v2"]);
}

#[test]
fn two_differences_separate_what_one_does_not() {
    let (names, _) = named(vec![
        tool("GET", "/v1/thing", Some("thing")),
        tool("POST", "/v1/thing", Some("thing")),
        tool("GET", "/v2/thing", Some("thing")),
    ]);
    assert_eq!(names, ["thing_v1_get", "thing_v1_post", "thing_v2_get"]);
}

#[test]
fn a_hash_separates_what_words_do_not() {
    let (names, _) = named(vec![tool("GET", "/thing", Some("thing")), tool("GET", "/thing/", Some("thing"))]);
    let expected = ["/thing", "/thing/"].map(|path| format!("thing_{}", fingerprint(&["get", path])));
    assert_eq!(names, expected);
    let (names, _) = named(vec![tool("GET", "/same", Some("same")); 5]);
    let distinct: HashSet<String> = names.into_iter().collect();
    assert_eq!(distinct.len(), 5, "equal operations are still several tools");
}

#[test]
fn an_addition_that_is_taken_gives_way() {
    let (names, _) = named(vec![
        tool("GET", "/user/{id}", Some("user")),
        tool("POST", "/user/{name}", Some("user")),
        tool("GET", "/other", Some("userGet")),
    ]);
    assert_eq!(names, ["user_by_id", "user_by_name", "user_get"]);
    // If two groups would get the same name, both try the next addition.
    let (names, _) = named(vec![
        tool("GET", "/y_z", Some("x")),
        tool("GET", "/w", Some("x")),
        tool("GET", "/z", Some("xY")),
        tool("GET", "/v", Some("xY")),
    ]);
    let distinct: HashSet<&String> = names.iter().collect();
    assert_eq!(distinct.len(), 4);
    assert!(!names.contains(&"x_y_z".to_owned()), "{names:?}");
}

#[test]
fn an_explicit_name_is_never_altered() {
    let (names, diagnostics) = named(vec![
        explicit("GET", "/a", "Find-Pets"),
        explicit("GET", "/b", "find_pets"),
        tool("GET", "/c", Some("findPets")),
    ]);
    assert_eq!(names, ["Find-Pets", "find_pets", "find_pets_get"]);
    assert_eq!(codes(&diagnostics), [Code::NameCollision]);
    // Generated names differ from all others in more than case, for clients that ignore case.
    let (names, _) = named(vec![explicit("GET", "/a", "GetPet"), tool("GET", "/c", Some("get_pet"))]);
    assert_eq!(names, ["GetPet", "get_pet"]);
    let (names, _) = named(vec![explicit("GET", "/a", "Get_Pet"), tool("GET", "/c", Some("get_pet"))]);
    assert_eq!(names, ["Get_Pet", "get_pet_get"]);
}

#[test]
fn an_illegal_explicit_name_loses_the_tool() {
    let long = "x".repeat(65);
    for name in ["find.pets", "2fa", "", "größe", "a b", &long] {
        let (names, diagnostics) = named(vec![explicit("GET", "/a", name), tool("GET", "/b", Some("b"))]);
        assert_eq!(names, ["b"], "{name}");
        assert_eq!(codes(&diagnostics), [Code::NameIllegal]);
    }
}

#[test]
fn an_explicit_name_that_is_taken_loses_the_tool() {
    let tools = vec![explicit("GET", "/b", "find"), explicit("GET", "/a", "find")];
    let reversed = tools.iter().rev().cloned().collect();
    for tools in [tools, reversed] {
        let (catalog, diagnostics) = run(tools, 64);
        assert_eq!(list(&catalog), ["find"]);
        assert_eq!(catalog.tools[0].to_string(), "GET /a");
        assert_eq!(codes(&diagnostics), [Code::NameIllegal]);
        assert!(diagnostics[0].message.contains("GET /a"));
    }
}

/// Generates tools as a document might have them, with many equal names.
fn any_tools() -> impl Strategy<Value = Vec<Tool>> {
    let id = prop_oneof![
        4 => "(get|list)(User|Users|V1|IDs|_get|ByB|[A-B])?",
        1 => "[a-bA-B_./ -]{0,5}",
        1 => "[a-c]{50,70}",
        1 => "((get|user|thing)[A-Z_]){12,20}",
        1 => "\\PC{0,70}",
    ];
    let method = prop::sample::select(vec!["GET", "POST", "DELETE", "M-SEARCH"]);
    let path = prop_oneof![
        3 => "(/v[12])?/[ab](/\\{[bc]\\}){0,2}",
        1 => "/[A-Za-z가-나{}#?=&/.-]{0,12}",
    ];
    let tool = (prop::option::weighted(0.8, id), method, path, 0..8).prop_map(|(id, method, path, kind)| {
        match (id, kind) {
            (Some(id), 0) => explicit(method, &path, &id),
            (id, _) => tool(method, &path, id.as_deref()),
        }
    });
    // A document has each operation once.
    prop::collection::vec(tool, 0..16).prop_map(|tools| {
        let mut seen = HashSet::new();
        let new = |tool: &Tool| seen.insert(tool.to_string());
        tools.into_iter().filter(new).collect()
    })
}

/// Returns the name of each operation.
fn by_operation(tools: Vec<Tool>) -> BTreeMap<String, String> {
    let (catalog, _) = run(tools, 64);
    let operations = catalog.tools.iter().map(ToString::to_string);
    operations.zip(list(&catalog)).collect()
}

proptest! {
    #[test]
    fn names_are_legal_and_unique(tools in any_tools(), max in 8..=64_usize) {
        let generated = tools.iter().filter(|tool| matches!(tool.name_source, NameSource::Operation { .. })).count();
        let (catalog, _) = run(tools, max);
        prop_assert!(catalog.tools.len() >= generated, "no generated name costs a tool");
        let names = list(&catalog);
        for name in &names {
            prop_assert!(ToolName::new(name, max).is_some(), "{name}");
        }
        let distinct: BTreeSet<&String> = names.iter().collect();
        prop_assert_eq!(distinct.len(), names.len());
    }

    #[test]
    fn generated_names_are_snake_case(tools in any_tools()) {
        let (catalog, _) = run(tools, 64);
        for tool in &catalog.tools {
            if let (NameSource::Operation { .. }, Some(name)) = (&tool.name_source, &tool.name) {
                let name = name.as_str();
                prop_assert!(name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_')), "{name}");
                prop_assert!(!name.contains("__") && !name.ends_with('_'), "{name}");
            }
        }
    }

    #[test]
    fn order_does_not_matter(
        (tools, shuffled) in any_tools().prop_flat_map(|tools| (Just(tools.clone()), Just(tools).prop_shuffle()))
    ) {
        prop_assert_eq!(by_operation(tools), by_operation(shuffled));
    }

    #[test]
    fn an_unrelated_tool_changes_nothing(tools in any_tools(), at in any::<prop::sample::Index>()) {
        let before = by_operation(tools.clone());
        let mut more = tools;
        more.insert(at.index(more.len() + 1), tool("PUT", "/zz", Some("zzUnrelated")));
        let mut after = by_operation(more);
        after.remove("PUT /zz");
        prop_assert_eq!(before, after);
    }

    #[test]
    fn naming_twice_changes_nothing(tools in any_tools()) {
        let (mut catalog, _) = run(tools, 64);
        let before = list(&catalog);
        name_tools(&mut catalog, &Options::default(), &Sink::new());
        prop_assert_eq!(before, list(&catalog));
    }
}

fn copied(names: &[&str]) -> (Vec<String>, Vec<Code>) {
    let of = |name: &&str| Tool::new(place(1), NameSource::Copied((*name).to_owned()));
    let (catalog, diagnostics) = run(names.iter().map(of).collect(), 64);
    (list(&catalog), codes(&diagnostics))
}

#[test]
fn copied_names_change_only_where_they_must() {
    let (names, codes) = copied(&["classify-ticket", "Wipe_All", "billing.invoice.get", "2fa", "_x", "名前"]);
    assert_eq!(names, ["classify-ticket", "Wipe_All", "billing_invoice_get", "tool_2fa", "x", "tool"]);
    assert_eq!(codes, [Code::NameChanged; 4]);
}

#[test]
fn a_legal_copied_name_keeps_itself_where_two_meet() {
    let hash = fingerprint(&["a.b"]);
    for names in [["a.b", "a_b"], ["a_b", "a.b"]] {
        let (given, _) = copied(&names);
        let expected: Vec<String> = names
            .iter()
            .map(|name| if *name == "a_b" { "a_b".to_owned() } else { format!("a_b_{hash}") })
            .collect();
        assert_eq!(given, expected);
    }
    let (names, codes) = copied(&["a", "a", "b.c", "b.c"]);
    assert_eq!(names, ["a", "b_c"]);
    assert_eq!(codes.iter().filter(|code| **code == Code::NameIllegal).count(), 2);
}

#[test]
fn words_are_written_in_snake_case() {
    let of = |name: &str| Tool::new(place(1), NameSource::Words(name.to_owned()));
    let tools = ["getWeather", "get_weather", "sum-costs", "x"].map(of);
    let (catalog, diagnostics) = run(tools.to_vec(), 64);
    let hash = fingerprint(&["getWeather"]);
    assert_eq!(list(&catalog), [format!("get_weather_{hash}").as_str(), "get_weather", "sum_costs", "x"]);
    assert_eq!(codes(&diagnostics), [Code::NameChanged, Code::NameRespelled]);
}
