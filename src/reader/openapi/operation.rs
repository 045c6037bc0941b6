//! Converts one operation to one tool.

use std::sync::Arc;

use crate::diagnostic::{Code, brief};
use crate::json::{Map, Value};
use crate::model::{
    Annotations, BodyCall, Constant, Format, HintSource, HttpCall, Method, NameSource, Server, Tool,
};
use crate::selection::SelectionCandidate;
use crate::source::{Fields, Node, TakenField};

use super::extensions::OperationExtensions;
use super::operation_parameters::OperationParameters;
use super::path_item::PathItem;
use super::reader::OpenApiReader;
use super::request_body::RequestBody;
use super::{security, servers, tags};

impl<'s> OpenApiReader<'s> {
    /// Reads an operation (OpenAPI 3.2, "Operation Object"; Swagger 2.0, "Operation Object") into a tool.
    pub(super) fn operation(&mut self, method: Method, written: Node<'s>, item: &PathItem<'s>) {
        if written.is_null() {
            return;
        }
        self.found += 1;
        let path = item.path;
        let what = format!("the operation {method} {}", brief(path));
        let Some(node) = self.follow_operation(written, &what) else {
            return;
        };
        if !node.is_object() {
            let message = format!("{what} is {}, not an object; it is left out", node.kind());
            self.sink.report(Code::MalformedOperation, written.place(), message);
            return;
        }
        let Some(rules) = self.rules_if_wanted(node, &method, path, &what) else {
            return;
        };
        let mut fields = Fields::new(node);
        fields.pass_over(&["$ref"], "it was followed");
        let extension =
            OperationExtensions::read(node, self.sink).over(&item.extension).over(&self.extension);
        if extension.enabled() == Some(false) {
            self.sink.report(Code::Disabled, node.place(), format!("{what} is disabled by an extension"));
            return;
        }
        let deprecated = self.flag(fields.take("deprecated"));
        if deprecated && self.options.skip_deprecated {
            self.sink.report(
                Code::DeprecatedSkipped,
                node.place(),
                format!("{what} is deprecated and was left out"),
            );
            return;
        }
        let operation_id: Option<Arc<str>> = self.text(fields.take("operationId")).map(Arc::from);
        let summary = self.text(fields.take("summary"));
        let description = self.text(fields.take("description"));
        if let Some(callbacks) = fields.take("callbacks") {
            let message = "callbacks are requests that the API sends; they are not converted";
            callbacks.reported_unless_empty(Code::CallbacksDropped, message, self.sink);
        }
        let mut parameters = self.parameters(item, fields.take("parameters").map(TakenField::used));
        let template: Arc<str> = self.template(path, node, &parameters.arguments).into();
        self.match_placeholders(&template, node, &mut parameters.arguments);
        let inherits = self.format == Format::Swagger20;
        let request_body = if inherits { None } else { fields.take("requestBody").map(TakenField::used) };
        let mut types = |key, inherited: Option<Node<'s>>| {
            inherits.then(|| fields.take_value(key).map(TakenField::used).or(inherited)).flatten()
        };
        let (consumes, produces) = (types("consumes", self.consumes), types("produces", self.produces));
        let body = self.body(request_body, &mut parameters, consumes, &method);
        parameters.arguments.sort_by_key(|argument| argument.location);
        // A description can have tens of thousands of operations.
        parameters.arguments.shrink_to_fit();
        let response =
            self.responses(node, fields.take("responses").map(TakenField::used), produces, &method);
        let own_security = security::declared(fields.take_value("security"), self.sink);
        let security = own_security.or(self.security);
        let security = security.map(|security| self.schemes.requirements(security, self.sink));
        let security = self.add_credentials(std::mem::take(&mut parameters.credentials), security);
        let servers = self.operation_servers(&mut fields, item);
        self.report_unknown(&fields, &what);

        let name_source = match extension.text("name") {
            Some(name) => NameSource::Explicit(name.to_owned()),
            None => NameSource::Operation {
                operation_id: operation_id.clone(),
                method: method.clone(),
                path: template.clone(),
            },
        };
        let mut annotations = Annotations::default();
        extension.hints(&mut annotations);
        let inherited = |text: Option<&str>| text.map(str::to_owned).filter(|text| !text.trim().is_empty());
        let bare = summary.is_none() && description.is_none();
        self.tools.push(Tool {
            explicit_title: extension.text("title").map(str::to_owned),
            explicit_description: extension.text("description").map(str::to_owned),
            summary: summary.or_else(|| inherited(item.summary).filter(|_| bare)),
            source_description: description.or_else(|| inherited(item.description).filter(|_| bare)),
            tags: tags::distinct(node),
            deprecated,
            arguments: parameters.arguments,
            constants: parameters.constants,
            output: response.output.filter(|_| self.options.output_schema),
            annotations,
            rules,
            hint_source: HintSource::Method,
            source_path: Some(if *template == *path { template.clone() } else { path.into() }),
            call: Some(HttpCall {
                method,
                path: self.sent_path(template, item.written),
                servers,
                body,
                accept: response.accept,
                response_types: response.types,
                cookies: parameters.cookies,
                security,
                operation_id,
            }),
            ..Tool::new(node.place(), name_source)
        });
    }

    /// Returns the tool rules that apply to an operation, or `None` if the options exclude it.
    fn rules_if_wanted(
        &mut self,
        node: Node<'s>,
        method: &Method,
        path: &str,
        what: &str,
    ) -> Option<Vec<usize>> {
        if self.choice.is_open() {
            return Some(Vec::new());
        }
        let candidate = SelectionCandidate {
            id: node.get("operationId").and_then(Node::scalar_text),
            method: Some(method.as_str()),
            path: Some(path),
            tags: tags::of_operation(node).collect(),
        };
        let is_wanted = self.choice.wants(&candidate, &what, node.place(), self.sink);
        is_wanted.then(|| self.choice.rules(&candidate))
    }

    /// Returns the path that is sent. A fragment, by which some documents distinguish operations with the same URL, is not part
    /// of a request (RFC 9110, section 7.1).
    fn sent_path(&self, template: Arc<str>, item: Node<'s>) -> Arc<str> {
        // Without a slash, the host of the server and the path would be one word.
        let template = if template.starts_with('/') { template } else { format!("/{template}").into() };
        match template.split_once('#') {
            Some((path, fragment)) if !fragment.contains('{') => {
                let message =
                    format!("the fragment of `{template}` is never sent; the call goes to `{path}`");
                self.sink.report(Code::PathFragment, item.place(), message);
                path.into()
            }
            _ => template,
        }
    }

    /// Reads the body and adds its argument: `requestBody` of OpenAPI 3, or a parameter of Swagger 2.0.
    fn body(
        &mut self,
        request_body: Option<Node<'s>>,
        parameters: &mut OperationParameters<'s>,
        consumes: Option<Node<'s>>,
        method: &Method,
    ) -> Option<BodyCall> {
        let RequestBody { argument, headers, call, is_left_out } = match request_body {
            Some(body) => {
                for ignored in parameters.body.iter().chain(&parameters.form) {
                    let name = ignored.get("name").and_then(Node::scalar_text).unwrap_or_default();
                    let message = format!("the body parameter `{name}` beside `requestBody` is left out");
                    self.sink.report(Code::MalformedParameter, ignored.place(), message);
                }
                self.request_body(body, method)
            }
            None => self.swagger_body(parameters, consumes, method),
        }?;
        if !is_left_out {
            parameters.arguments.push(argument);
            parameters.arguments.extend(headers);
        } else if argument.required {
            let value = Value::Object(Map::new());
            parameters.constants.push(Constant { argument, path: Vec::new(), value });
        } else {
            return None;
        }
        Some(call)
    }

    /// Returns the servers of the operation, or else of the path item or the root (OpenAPI 3.2, "Operation Object",
    /// `servers`).
    fn operation_servers(&self, fields: &mut Fields<'s>, item: &PathItem<'s>) -> Arc<[Server]> {
        let given = self.options.server_url.as_ref();
        if self.format == Format::Swagger20 {
            let schemes = fields.take("schemes").map(TakenField::used).filter(|schemes| !schemes.is_empty());
            return match schemes {
                Some(schemes) if given.is_none() => servers::with_schemes(&self.servers, schemes).into(),
                _ => self.servers.clone(),
            };
        }
        let own = fields
            .take("servers")
            .map(TakenField::used)
            .or(item.servers)
            .filter(|servers| !servers.is_empty());
        own.map_or_else(
            || self.servers.clone(),
            |servers| servers::servers(Some(servers), self.document, given, self.sink).into(),
        )
    }
}
