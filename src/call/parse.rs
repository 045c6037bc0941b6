//! Parses `_meta["dev.apimint/http"]`, which may come from any program: what has the wrong type is an error with its place, and
//! members that are not known are ignored. `docs/apimint-call.schema.json` says the same as a JSON Schema.

use crate::json::pointer::escaped;
use crate::json::{Map, Value};
use crate::model::meta::HTTP;
use crate::model::{ArgumentLocation, ParameterStyle};

use super::description::{
    BodySource, CallBody, CallDescription, HeaderSource, NeededCookie, PartForm, PartForms,
    SchemeDescription, SentPartHeader, ServerTemplate, StyleForm, TemplateVariable, ValueDestination,
    ValueForm, explodes,
};
use super::error::CallError;

/// The most levels of parts inside parts that are read; more have no use, and a runtime must not recurse without end.
const MOST_PART_LEVELS: usize = 8;

/// Parses the call of a tool.
pub(super) fn parse_call(tool: &Value) -> Result<CallDescription, CallError> {
    let call = tool.get("_meta").and_then(|meta| meta.get(HTTP)).ok_or(CallError::NoCall)?;
    parse_described(call)
}

/// Returns the fault of a value that stands as the call of a tool in `_meta`.
pub(crate) fn call_fault(call: &Value) -> Option<CallError> {
    parse_described(call).err()
}

fn parse_described(call: &Value) -> Result<CallDescription, CallError> {
    let object = ObjectReader::new(call, format!("/_meta/{}", escaped(HTTP)))?;
    let method = object.required("method")?;
    let method = http::Method::from_bytes(method.as_bytes())
        .map_err(|_| object.malformed("method", "the name of an HTTP method"))?;
    let path = object.required("path")?.to_owned();
    if !path.starts_with('/') && !path.is_empty() {
        return Err(object.malformed("path", "a path that begins with `/`"));
    }
    Ok(CallDescription {
        method,
        path,
        servers: object.list("servers", server)?,
        arguments: object.map("arguments", |_, argument| destination(argument))?,
        constants: object.list("constants", |constant| {
            let value = constant.get("value").ok_or_else(|| constant.malformed("value", "present"))?;
            Ok((destination(constant)?, value.clone()))
        })?,
        body: object.inner("body")?.map(|body| body_description(&body)).transpose()?,
        accept: object.text("accept")?.map(str::to_owned),
        wrap: object.flag("wrap")?.unwrap_or(false),
        cookies: object.list("cookies", |cookie| {
            let name = cookie.required("name")?.to_owned();
            Ok(NeededCookie { name, required: cookie.flag("required")?.unwrap_or(false) })
        })?,
        security: match object.get("security") {
            Some(_) => Some(object.list("security", |alternative| alternative.members(scheme_description))?),
            None => None,
        },
    })
}

fn server(server: &ObjectReader<'_>) -> Result<ServerTemplate, CallError> {
    let variable = |name: &str, variable: &ObjectReader<'_>| {
        let (default, values) = (variable.text("default")?.map(str::to_owned), variable.texts("enum")?);
        Ok(TemplateVariable { name: name.to_owned(), default, values })
    };
    Ok(ServerTemplate {
        url: server.required("url")?.to_owned(),
        name: server.text("name")?.map(str::to_owned),
        variables: server.map("variables", variable)?.into_iter().map(|(_, variable)| variable).collect(),
    })
}

fn destination(argument: &ObjectReader<'_>) -> Result<ValueDestination, CallError> {
    let location = match argument.required("in")? {
        "path" => ArgumentLocation::Path,
        "query" => ArgumentLocation::Query,
        "querystring" => ArgumentLocation::QueryString,
        "header" => ArgumentLocation::Header,
        "cookie" => ArgumentLocation::Cookie,
        _ => return Err(argument.malformed("in", "`path`, `query`, `querystring`, `header` or `cookie`")),
    };
    Ok(ValueDestination {
        name: argument.required("name")?.to_owned(),
        location,
        form: value_form(argument, location)?,
        keep_slashes: argument.flag("keepSlashes")?.unwrap_or(false),
        constants: argument.object("constants")?,
    })
}

fn value_form(argument: &ObjectReader<'_>, location: ArgumentLocation) -> Result<ValueForm, CallError> {
    if let Some(media_type) = argument.text("contentType")? {
        return Ok(ValueForm::Content(media_type.to_owned(), parts(argument, MOST_PART_LEVELS)?));
    }
    // The defaults of OpenAPI, for calls that leave them out ("Parameter Object").
    let default = match location {
        ArgumentLocation::Path | ArgumentLocation::Header => ParameterStyle::Simple,
        _ => ParameterStyle::Form,
    };
    let style = style(argument)?.unwrap_or(default);
    let inner_delimiter = match argument.text("itemsCollectionFormat")? {
        None => None,
        Some("csv") => Some(","),
        Some("ssv") => Some(" "),
        Some("tsv") => Some("\t"),
        Some("pipes") => Some("|"),
        Some(_) => {
            return Err(argument.malformed("itemsCollectionFormat", "`csv`, `ssv`, `tsv` or `pipes`"));
        }
    };
    Ok(ValueForm::Style(StyleForm {
        style,
        explode: argument.flag("explode")?.unwrap_or(explodes(style)),
        allow_reserved: argument.flag("allowReserved")?.unwrap_or(false),
        tab_separated: is_tab_separated(argument)?,
        inner_delimiter,
    }))
}

fn style(object: &ObjectReader<'_>) -> Result<Option<ParameterStyle>, CallError> {
    let style = object.text("style")?.map(|word| ParameterStyle::from_word(word).ok_or(word));
    style.transpose().map_err(|_| object.malformed("style", "a style of OpenAPI"))
}

fn is_tab_separated(object: &ObjectReader<'_>) -> Result<bool, CallError> {
    match object.text("collectionFormat")? {
        None => Ok(false),
        Some("tsv") => Ok(true),
        Some(_) => Err(object.malformed("collectionFormat", "`tsv`")),
    }
}

fn decodes(object: &ObjectReader<'_>) -> Result<bool, CallError> {
    match object.text("decode")? {
        None => Ok(false),
        Some("base64") => Ok(true),
        Some(_) => Err(object.malformed("decode", "`base64`")),
    }
}

fn body_description(body: &ObjectReader<'_>) -> Result<CallBody, CallError> {
    let source = if let Some(value) = body.get("value") {
        BodySource::Settled(value.clone())
    } else if let Some(argument) = body.text("argument")? {
        BodySource::Argument(argument.to_owned())
    } else if let Some(arguments) = body.inner("arguments")? {
        let text = |value: &Value, argument: &str| {
            value
                .as_str()
                .map(str::to_owned)
                .ok_or_else(|| arguments.malformed(argument, "the name of a property"))
        };
        let properties = arguments
            .map
            .iter()
            .map(|(name, value)| Ok::<_, CallError>((name.as_str().to_owned(), text(value, name.as_str())?)));
        BodySource::Properties(properties.collect::<Result<_, _>>()?)
    } else {
        BodySource::Constants
    };
    Ok(CallBody {
        source,
        constants: body.object("constants")?,
        content_type: body.required("contentType")?.to_owned(),
        decode: decodes(body)?,
        parts: parts(body, MOST_PART_LEVELS)?,
    })
}

fn parts(object: &ObjectReader<'_>, levels: usize) -> Result<PartForms, CallError> {
    let Some(levels) = levels.checked_sub(1) else {
        return Err(object.malformed("parts", "nested less deeply"));
    };
    let mut named = object.map("parts", |_, part| part_form(part, levels))?;
    let every = named.iter().position(|(name, _)| name == "*").map(|at| Box::new(named.remove(at).1));
    Ok(PartForms { named, every, prefix: object.list("prefixParts", |part| part_form(part, levels))? })
}

fn part_form(part: &ObjectReader<'_>, levels: usize) -> Result<PartForm, CallError> {
    let header = |name: &str, header: &ObjectReader<'_>| {
        let source = match (header.text("argument")?, header.get("value")) {
            (Some(argument), _) => HeaderSource::Argument(argument.to_owned()),
            (None, Some(value)) => HeaderSource::Settled(value.clone()),
            (None, None) => return Err(header.malformed("value", "present, or else `argument`")),
        };
        Ok(SentPartHeader { name: name.to_owned(), source })
    };
    let headers = match part.get("headers") {
        // Names alone: headers that the part may have. They are not sent, since nothing says their values.
        Some(Value::Array(_)) => Vec::new(),
        _ => part.map("headers", header)?.into_iter().map(|(_, header)| header).collect(),
    };
    Ok(PartForm {
        content_type: part.text("contentType")?.map(str::to_owned),
        style: style(part)?,
        explode: part.flag("explode")?,
        allow_reserved: part.flag("allowReserved")?,
        tab_separated: is_tab_separated(part)?,
        decode: decodes(part)?,
        headers,
        parts: if part.get("parts").is_some() || part.get("prefixParts").is_some() {
            parts(part, levels)?
        } else {
            PartForms::default()
        },
    })
}

fn scheme_description(name: &str, scheme: &ObjectReader<'_>) -> Result<SchemeDescription, CallError> {
    let text = |key| scheme.text(key).map(|text| text.map(str::to_owned));
    Ok(SchemeDescription {
        name: name.to_owned(),
        kind: text("type")?,
        location: text("in")?,
        parameter: text("name")?,
        http_scheme: text("scheme")?,
    })
}

/// An object of the call, with its place for errors.
struct ObjectReader<'v> {
    map: &'v Map,
    pointer: String,
}

impl<'v> ObjectReader<'v> {
    fn new(value: &'v Value, pointer: String) -> Result<Self, CallError> {
        match value.as_object() {
            Some(map) => Ok(Self { map, pointer }),
            None => Err(CallError::Malformed { pointer, expected: "an object" }),
        }
    }

    fn malformed(&self, key: &str, expected: &'static str) -> CallError {
        CallError::Malformed { pointer: self.at(key), expected }
    }

    fn at(&self, key: &str) -> String {
        format!("{}/{}", self.pointer, escaped(key))
    }

    fn get(&self, key: &str) -> Option<&'v Value> {
        self.map.get(key)
    }

    fn text(&self, key: &str) -> Result<Option<&'v str>, CallError> {
        match self.get(key) {
            None => Ok(None),
            Some(value) => value.as_str().map(Some).ok_or_else(|| self.malformed(key, "a string")),
        }
    }

    fn required(&self, key: &str) -> Result<&'v str, CallError> {
        self.text(key)?.ok_or_else(|| self.malformed(key, "a string"))
    }

    fn flag(&self, key: &str) -> Result<Option<bool>, CallError> {
        match self.get(key) {
            None => Ok(None),
            Some(value) => value.as_bool().map(Some).ok_or_else(|| self.malformed(key, "`true` or `false`")),
        }
    }

    fn texts(&self, key: &str) -> Result<Vec<String>, CallError> {
        let Some(value) = self.get(key) else { return Ok(Vec::new()) };
        let texts = value.as_array().and_then(|items| {
            items.iter().map(|item| item.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
        });
        texts.ok_or_else(|| self.malformed(key, "a list of strings"))
    }

    /// Returns a member that is any object, or an empty one.
    fn object(&self, key: &str) -> Result<Map, CallError> {
        Ok(self.inner(key)?.map(|inner| inner.map.clone()).unwrap_or_default())
    }

    fn inner(&self, key: &str) -> Result<Option<Self>, CallError> {
        self.get(key).map(|value| Self::new(value, self.at(key))).transpose()
    }

    /// Reads a list of objects.
    fn list<T>(&self, key: &str, read: impl Fn(&Self) -> Result<T, CallError>) -> Result<Vec<T>, CallError> {
        let Some(value) = self.get(key) else { return Ok(Vec::new()) };
        let items = value.as_array().ok_or_else(|| self.malformed(key, "a list"))?;
        let read = |(index, item)| read(&Self::new(item, format!("{}/{index}", self.at(key)))?);
        items.iter().enumerate().map(read).collect()
    }

    /// Reads an object of objects.
    fn map<T>(
        &self,
        key: &str,
        read: impl Fn(&str, &Self) -> Result<T, CallError>,
    ) -> Result<Vec<(String, T)>, CallError> {
        let Some(inner) = self.inner(key)? else { return Ok(Vec::new()) };
        inner.members(|name, member| Ok((name.to_owned(), read(name, member)?)))
    }

    /// Reads each member, which must be an object.
    fn members<T>(&self, read: impl Fn(&str, &Self) -> Result<T, CallError>) -> Result<Vec<T>, CallError> {
        let read = |(name, value): (&'v crate::json::Key, &'v Value)| {
            read(name.as_str(), &Self::new(value, self.at(name.as_str()))?)
        };
        self.map.iter().map(read).collect()
    }
}
