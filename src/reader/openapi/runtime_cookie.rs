//! Cookies that the runtime sets: how their values are written.

use crate::diagnostic::Code;
use crate::model::{Format, ParameterStyle, RuntimeCookie};
use crate::source::{Fields, Node, TakenField};

use super::reader::OpenApiReader;

impl<'s> OpenApiReader<'s> {
    /// Reads style, `explode` and type of a cookie parameter (OpenAPI 3.2, "Parameter Object"). The cookie is no argument, so
    /// that its schema is not translated; what else is said of it is for people.
    pub(super) fn runtime_cookie(
        &self,
        name: &str,
        required: bool,
        node: Node<'s>,
        fields: &mut Fields<'s>,
    ) -> RuntimeCookie {
        let style = fields.take("style").map(TakenField::used).and_then(|style| {
            let known = style.as_str().and_then(ParameterStyle::from_word);
            let known = known.filter(|style| matches!(style, ParameterStyle::Form | ParameterStyle::Cookie));
            if known.is_none() {
                let message = format!("`style` of the cookie `{name}` is not one of cookies; it is `form`");
                self.sink.report(Code::WrongType, style.place(), message);
            }
            known
        });
        let explode = fields.take("explode").is_none_or(|flag| self.flag(Some(flag)));
        // Before OpenAPI 3.2, cookies have no `allowReserved`.
        let allow_reserved = self.flag(fields.take("allowReserved")) && self.format == Format::OpenApi32;
        let content =
            fields.take("content").map(TakenField::used).and_then(|content| content.entries().next());
        let schema = fields.take("schema").map(TakenField::used);
        let content = content.filter(|_| schema.is_none());
        let schema = match content {
            Some((_, media)) => {
                self.follow(media, "the media type of the cookie").and_then(|media| media.get("schema"))
            }
            None => schema,
        };
        // A cookie in the form of Swagger 2.0 has the keywords of its schema itself.
        let schema = schema.map_or(Some(node), |schema| self.follow(schema, "the schema of the cookie"));
        let kind = schema.and_then(|schema| schema.get("type"));
        let words = kind.into_iter().flat_map(|kind| kind.as_str().into_iter().chain(texts(kind)));
        let types = words.map(str::to_owned).collect();
        let style = style.unwrap_or(ParameterStyle::Form).as_str();
        RuntimeCookie {
            name: name.to_owned(),
            required,
            style: content.is_none().then_some(style),
            explode,
            allow_reserved: allow_reserved && content.is_none(),
            content_type: content.map(|(media_type, _)| media_type.to_owned()),
            types,
        }
    }
}

/// Iterates over the texts in a list.
fn texts(list: Node<'_>) -> impl Iterator<Item = &str> {
    list.items().filter_map(Node::as_str)
}
