//! The options in `docs/`: the help, the option tables, and the JSON Schema of the configuration are written from the
//! arguments of the command line.

use std::fmt::Write;

use clap::{Arg, CommandFactory};
use serde_json::{Map, Value, json};

use super::{compare, help, limits, read};

// The definition itself, which belongs to the binary and not to the library.
#[allow(dead_code, unused_imports, reason = "the binary uses the rest")]
#[path = "../../src/cli/arguments/mod.rs"]
mod arguments;

use arguments::{Cli, OptionKey, OptionType};

#[test]
fn help_is_the_page() {
    let mut text = format!("$ apimint --help\n\n{}\n", help(&["--help"]));
    for subcommand in Cli::command().get_subcommands() {
        let arguments = [subcommand.get_name(), "--help"];
        let _ = write!(text, "$ apimint {}\n\n{}\n", arguments.join(" "), help(&arguments));
    }
    compare("docs/help.txt", &text);
}

/// The number of lines of a screen.
const SCREEN: usize = 50;

#[test]
fn short_help_fits_on_a_screen() {
    for subcommand in Cli::command().get_subcommands() {
        let lines = help(&[subcommand.get_name(), "-h"]).lines().count();
        assert!(lines <= SCREEN, "{} -h has {lines} lines", subcommand.get_name());
    }
}

/// Rare options are left out of the short help, and none of the long help.
#[test]
fn long_help_has_every_option() {
    for subcommand in Cli::command().get_subcommands() {
        let text = help(&[subcommand.get_name(), "--help"]);
        for long in subcommand.get_arguments().filter_map(Arg::get_long) {
            assert!(text.contains(&format!("--{long}")), "{}: {long}", subcommand.get_name());
        }
    }
}

#[test]
fn the_guide_has_every_option() {
    let command = Cli::command();
    let convert = command.find_subcommand("convert").unwrap();
    let mut table = "| option | does | default |\n|---|---|---|\n".to_owned();
    for argument in convert.get_arguments().filter(|one| !one.is_positional()) {
        write_row(&mut table, &[typed(argument), does(argument), default(argument)]);
    }
    compare_table("docs/guide.md", "options of convert", &table);
}

#[test]
fn the_page_on_the_configuration_has_every_option() {
    for (name, keys) in
        [("options of a source", OptionKey::of_source()), ("options of a list", OptionKey::of_list())]
    {
        let mut table = "| key | type | does | default |\n|---|---|---|---|\n".to_owned();
        for key in keys {
            let default = default_of(&key).map(|value| format!("`{value}`")).unwrap_or_default();
            let cells = [format!("`{}`", key.name()), value_type(&key), escaped(&description(&key)), default];
            write_row(&mut table, &cells);
        }
        compare_table("docs/configuration.md", name, &table);
    }
}

#[test]
fn the_schema_of_the_configuration_has_every_option() {
    let page = "docs/apimint.schema.json";
    let mut schema: Value = serde_json::from_str(&read(page)).unwrap();
    let (of_source, of_list) = (OptionKey::of_source(), OptionKey::of_list());
    let all: Vec<&OptionKey> = of_source.iter().chain(&of_list).collect();
    schema["definitions"]["options"] =
        all.iter().map(|key| (key.name(), schema_of(key))).collect::<Map<_, _>>().into();
    let source: Vec<&OptionKey> = of_source.iter().collect();
    for (table, keys) in [("", &all), ("/definitions/manifest", &all), ("/definitions/source", &source)] {
        let properties = schema.pointer_mut(&format!("{table}/properties")).unwrap().as_object_mut().unwrap();
        let is_option = |value: &Value| {
            value["$ref"].as_str().is_some_and(|target| target.starts_with("#/definitions/options/"))
        };
        properties.retain(|_, value| !is_option(value));
        for key in keys {
            properties.insert(key.name(), json!({"$ref": format!("#/definitions/options/{}", key.name())}));
        }
    }
    compare(page, &(serde_json::to_string_pretty(&schema).unwrap() + "\n"));
}

/// Compares the table below the comment with this name, or writes it there.
#[track_caller]
pub(super) fn compare_table(page: &str, name: &str, table: &str) {
    let text = read(page);
    let comment = format!("<!-- {name}: written by BLESS=1 cargo test --test docs -->\n");
    let (before, after) = text.split_once(&comment).unwrap_or_else(|| panic!("{page} has no line {comment}"));
    let after = after.trim_start();
    let rest: String = after.split_inclusive('\n').skip_while(|line| line.starts_with('|')).collect();
    compare(page, &format!("{before}{comment}\n{table}\n{}", rest.trim_start()));
}

/// Returns an option as it is typed.
fn typed(argument: &Arg) -> String {
    let names = [
        argument.get_short().map(|short| format!("-{short}")),
        argument.get_long().map(|long| format!("--{long}")),
    ];
    let value = argument.get_value_names().filter(|_| argument.get_action().takes_values());
    let value = value.map(|names| format!(" {}", names[0])).unwrap_or_default();
    let names: Vec<String> = names.into_iter().flatten().map(|name| format!("`{name}{value}`")).collect();
    escaped(&names.join(", "))
}

fn does(argument: &Arg) -> String {
    let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
    let values = argument.get_possible_values();
    let values = values.iter().filter(|_| argument.get_action().takes_values());
    let values: Vec<String> = values.map(|value| format!("`{}`", value.get_name())).collect();
    let values = if values.is_empty() { String::new() } else { format!(": {}", values.join(", ")) };
    escaped(&format!("{help}{values}"))
}

fn default(argument: &Arg) -> String {
    let values = argument.get_default_values().iter().filter(|_| argument.get_action().takes_values());
    values.map(|value| format!("`{}`", value.to_str().unwrap())).collect::<Vec<_>>().join(", ")
}

/// Returns the help of an option, as it applies to the key of a configuration.
fn description(key: &OptionKey) -> String {
    let help = key.argument.get_help().map(ToString::to_string).unwrap_or_default();
    match key.flag_value() {
        Some(false) => format!("If `false`: {}{}", help[..1].to_lowercase(), &help[1..]),
        _ => help,
    }
}

fn value_type(key: &OptionKey) -> String {
    match key.value_type() {
        OptionType::Boolean => "boolean".to_owned(),
        OptionType::Number if !key.words().is_empty() => key.words().join(", "),
        OptionType::Number => "number".to_owned(),
        OptionType::Amount => "number or string".to_owned(),
        OptionType::AmountOrNone => "number, string or `none`".to_owned(),
        OptionType::Word(words) => {
            words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
        }
        OptionType::String => "string".to_owned(),
        OptionType::Strings => "strings".to_owned(),
        OptionType::AmountsByName => "table".to_owned(),
    }
}

fn schema_of(key: &OptionKey) -> Value {
    let mut schema = match key.value_type() {
        OptionType::Boolean => json!({"type": "boolean"}),
        OptionType::Number => {
            let (least, most) = range(key);
            let mut schema = json!({"type": "integer", "minimum": least});
            if let Some(most) = most {
                schema["maximum"] = most.into();
            }
            schema
        }
        // Draft 7 ignores what stands beside `$ref`.
        OptionType::Amount => json!({"oneOf": [{"$ref": "#/definitions/amount"}]}),
        OptionType::AmountOrNone => json!({"oneOf": [{"$ref": "#/definitions/amount_or_none"}]}),
        OptionType::Word(words) => json!({"enum": words}),
        OptionType::String => json!({"type": "string", "minLength": 1}),
        OptionType::Strings => {
            json!({"oneOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]})
        }
        OptionType::AmountsByName => {
            let amounts: Map<String, Value> = limits()
                .into_iter()
                .map(|(name, _)| (name, json!({"$ref": "#/definitions/amount"})))
                .collect();
            json!({"type": "object", "additionalProperties": false, "properties": amounts})
        }
    };
    let mut described = Map::new();
    described.insert("description".to_owned(), format!("{}.", description(key)).into());
    described.append(schema.as_object_mut().unwrap());
    if let Some(default) = default_of(key) {
        described.insert("default".to_owned(), default);
    }
    described.into()
}

fn default_of(key: &OptionKey) -> Option<Value> {
    if let Some(typed) = key.flag_value() {
        return Some((!typed).into());
    }
    let text = key.argument.get_default_values().first()?.to_str().unwrap();
    Some(match key.value_type() {
        OptionType::Number => text.parse::<u64>().unwrap().into(),
        _ => text.into(),
    })
}

/// Returns the least and the largest number that an option accepts, which clap does not tell. A bound that is only the
/// width of the type is none.
fn range(key: &OptionKey) -> (u64, Option<u64>) {
    let accepts = |number: u64| key.check(&number.to_string()).is_ok();
    let least = (0..=1_000).find(|&number| accepts(number)).expect("the option accepts a number");
    let (mut low, mut high) = (least, u64::from(u32::MAX));
    if accepts(high) {
        return (least, None);
    }
    while high - low > 1 {
        let middle = low.midpoint(high);
        *(if accepts(middle) { &mut low } else { &mut high }) = middle;
    }
    (least, Some(low))
}

fn write_row(table: &mut String, cells: &[String]) {
    for cell in cells {
        let _ = write!(table, "| {cell}{}", if cell.is_empty() { "" } else { " " });
    }
    table.push_str("|\n");
}

/// Escapes text for a cell of a table.
fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
}
