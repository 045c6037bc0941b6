//! operationIds that `FastAPI` made: function name, path and method in one word.

use std::sync::Arc;

use foldhash::{HashMap, HashMapExt};

use crate::model::{NameSource, Tool};
use crate::pass::ascii_folding::fold;
use crate::pass::identifier_words::snake_case;

use super::draft::NameDraft;

/// Cuts operationIds that `FastAPI` made back to the name of the function, each that no other tool would have as its name then:
/// `list_parcels_parcels_get` of `GET /parcels` becomes `list_parcels`. The call keeps the operationId as written.
pub(super) fn cut_generated_ids(tools: &mut [Tool]) {
    let cuts: Vec<(usize, usize)> = tools
        .iter()
        .enumerate()
        .filter_map(|(index, tool)| Some((index, function_name(&tool.name_source)?.len())))
        .collect();
    if cuts.is_empty() {
        return;
    }
    // The number of tools that would have a name, cut or not.
    let mut wanted: HashMap<String, usize> = HashMap::with_capacity(tools.len() + cuts.len());
    for tool in tools.iter() {
        let name = NameDraft::new(tool).map(|draft| draft.base);
        let name = name.or_else(|| tool.name_source.given().map(str::to_ascii_lowercase));
        *wanted.entry(name.unwrap_or_default()).or_default() += 1;
    }
    let cut_name = |tool: &Tool, length: usize| {
        let id = tool.name_source.given().and_then(|id| id.get(..length)).unwrap_or_default();
        format!("{}{}", tool.prefix.as_deref().unwrap_or_default(), snake_case(&fold(id)))
    };
    let names: Vec<String> = cuts.iter().map(|&(index, length)| cut_name(&tools[index], length)).collect();
    for name in &names {
        *wanted.entry(name.clone()).or_default() += 1;
    }
    for ((index, length), name) in cuts.into_iter().zip(names) {
        if wanted.get(&name) == Some(&1)
            && let NameSource::Operation { operation_id: Some(id), .. } = &mut tools[index].name_source
            && let Some(function) = id.get(..length)
        {
            *id = Arc::from(function);
        }
    }
}

/// Returns the name of the function in an operationId that `FastAPI` made. `generate_unique_id` in `fastapi/utils.py` joins the
/// name and the path, replaces each character that `\W` matches by `_`, and appends `_` and the method in lower case.
fn function_name(source: &NameSource) -> Option<&str> {
    let NameSource::Operation { operation_id: Some(id), method, path } = source else { return None };
    let method = method.as_str();
    let head = id.len().checked_sub(method.len())?;
    if !id.get(head..)?.bytes().eq(method.bytes().map(|byte| byte.to_ascii_lowercase())) {
        return None;
    }
    let mut rest = id.get(..head)?.strip_suffix('_')?;
    for character in path.chars().rev() {
        let written = if character.is_alphanumeric() { character } else { '_' };
        rest = rest.strip_suffix(written)?;
    }
    let is_name = rest.starts_with(|first: char| first.is_ascii_alphabetic());
    is_name.then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pass::fixture::tool;

    fn names(list: &[(&str, &str, &str)]) -> Vec<String> {
        let mut tools: Vec<Tool> =
            list.iter().map(|&(method, path, id)| tool(method, path, Some(id))).collect();
        cut_generated_ids(&mut tools);
        tools.iter().filter_map(|tool| tool.name_source.given()).map(str::to_owned).collect()
    }

    #[test]
    fn generated_ids_are_cut() {
        for (method, path, id, expected) in [
            ("GET", "/parcels", "list_parcels_parcels_get", "list_parcels"),
            ("DELETE", "/a/{item_id}/", "drop_a__item_id___delete", "drop"),
            ("GET", "/", "root__get", "root"),
            ("GET", "/v1/größe-2", "read_v1_größe_2_get", "read"),
            ("POST", "/parcels", "list_parcels_parcels_get", "list_parcels_parcels_get"),
            ("GET", "/parcels", "parcels_get", "parcels_get"),
            ("GET", "/parcels", "_parcels_get", "_parcels_get"),
            ("GET", "/parcels", "get", "get"),
            ("GET", "/parcels", "list_parcels_GET", "list_parcels_GET"),
            ("GET", "/parcels", "_parcels_parcels_get", "_parcels_parcels_get"),
        ] {
            assert_eq!(names(&[(method, path, id)]), [expected], "{id}");
        }
    }

    #[test]
    fn an_id_is_whole_where_the_function_is_not_unique() {
        let twice = [("GET", "/a", "read_a_get"), ("GET", "/b", "read_b_get"), ("GET", "/c", "list_c_get")];
        assert_eq!(names(&twice), ["read_a_get", "read_b_get", "list"]);
        let taken = [("GET", "/a", "read_a_get"), ("GET", "/b", "Read")];
        assert_eq!(names(&taken), ["read_a_get", "Read"]);
    }
}
