//! The catalogue of diagnostic codes: one row a code, with its variant, family and number, name, level, what it means and
//! what to do about it.

use super::super::{Family, Severity};

catalogue! {
    Unreadable: Source 1 "unreadable-input" Error,
        "The file, URL or standard input could not be read.",
        "Check the path and its permissions.";
    NotText: Source 2 "not-utf-8" Error,
        "The input is not text in UTF-8 or UTF-16.",
        "Save the file as UTF-8.";
    Empty: Source 3 "empty-input" Error,
        "The input holds nothing.",
        "Give a file that holds an API description.";
    Syntax: Source 4 "syntax" Error,
        "The input is neither well-formed JSON nor well-formed YAML.",
        "Correct the text at the place that is shown.";
    DuplicateKey: Source 5 "duplicate-key" Warning,
        "An object has the same key twice; the last value counts.",
        "Remove or rename one of the two.";
    TooDeep: Source 6 "too-deep" Error,
        "The input nests deeper than the limit.",
        "Flatten the document; the deepest public description has 35 levels.";
    TooLarge: Source 7 "too-large" Error,
        "The input is larger than the limit.",
        "Split the document, or raise the limit with --max-bytes or --limit nodes=N.";
    AliasExpansion: Source 8 "alias-expansion" Error,
        "YAML aliases expand beyond the limit, or an alias refers to itself.",
        "Replace aliases by references, or raise the limit with --limit alias_nodes=N or alias_bytes=N.";
    SeveralDocuments: Source 9 "several-documents" Warning,
        "A YAML stream holds more than one document; only the first is read.",
        "Give one document a file.";
    LenientJson: Source 10 "lenient-json" Warning,
        "The input looks like JSON but is not well-formed; it was read as YAML.",
        "Correct the JSON at the place that is shown.";
    UnknownFormat: Source 11 "unknown-format" Error,
        "The input is no format that can be converted.",
        "Give a document in one of the formats that the message names, or say with --from which one it is.";
    UnsupportedVersion: Source 12 "unsupported-version" Error,
        "The document is of a version that is not supported.",
        "Supported are Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2.";
    VersionSpelling: Source 13 "version-spelling" Note,
        "The version is not written as the specification asks.",
        "Write it as a quoted string.";
    Unwritable: Source 14 "unwritable-output" Error,
        "The output could not be written; a file that was there before is unchanged.",
        "Check the path, its permissions and the free space.";
    KeyNotScalar: Source 15 "key-not-scalar" Warning,
        "A YAML mapping has a key that is a list or a mapping; the entry is left out.",
        "Use a plain string as key.";
    WrongRoot: Source 16 "wrong-root" Error,
        "The root of the document is not an object.",
        "An API description is an object.";
    TooManyDiagnostics: Source 17 "too-many-diagnostics" Warning,
        "More was found than is listed.",
        "Correct what is listed, or raise the limit with --limit diagnostics=N.";
    Stale: Source 18 "stale-output" Error,
        "A manifest that was written earlier is not what its description becomes now.",
        "Run the same command without --check, and keep what it writes.";
    Configuration: Source 19 "configuration" Error,
        "A configuration file says something that means nothing.",
        "Correct the file at the place that is shown; docs/configuration.md lists every key.";
    PageLeft: Source 20 "page-left" Warning,
        "The directory holds a page of an earlier list that had more pages.",
        "Remove the file, if no one uses it.";
    OverlayUnusable: Overlay 1 "overlay-unusable" Error,
        "A file that is given as an overlay is none, or one of a version that is not supported.",
        "Give an overlay of version 1.0 or 1.1, with `overlay`, `info` and `actions`.";
    OverlayAction: Overlay 2 "overlay-action" Error,
        "An action of an overlay cannot be applied, and is skipped.",
        "Correct the action. Names with other signs than letters, digits and `_` stand in brackets: `$.info['x-name']`.";
    OverlayMisfit: Overlay 3 "overlay-misfit" Error,
        "A value of an overlay cannot be merged into what is there, which is kept.",
        "Remove what is there with an action before, or write a value of the same kind.";
    OverlayUnmatched: Overlay 4 "overlay-unmatched" Warning,
        "The target of an action selects nothing, so that the action changes nothing.",
        "Correct the target, or remove the action.";
    OverlayField: Overlay 5 "overlay-field" Warning,
        "An overlay has a field that its specification does not have; it is ignored.",
        "Correct its spelling, or begin its name with `x-`.";
    OverlayIdle: Overlay 6 "overlay-idle" Warning,
        "An action, or a field of it, has no effect.",
        "Remove it, or say what the action is to do: `update`, `copy` or `remove: true`.";
    OverlayExtends: Overlay 7 "overlay-extends" Warning,
        "An overlay says that it is for another document; it is applied.",
        "Check that it is the right overlay, and correct or remove `extends`.";
    OverlayIrregular: Overlay 8 "overlay-irregular" Note,
        "An overlay is not written as its specification asks; it is applied as it is meant.",
        "Correct it if other tools are to read it.";
    DanglingReference: Reference 1 "dangling-reference" Error,
        "A reference points to nothing; what needs it is left out.",
        "Correct the reference or add its target.";
    ReferenceOutside: Reference 2 "reference-outside" Error,
        "A reference leaves the directory of the document and is not followed.",
        "Move the file below the document, or allow it with --allow-outside.";
    ReferenceNetwork: Reference 3 "reference-network" Error,
        "A reference needs the network and is not followed.",
        "Allow it with --allow-net, or bundle the document first.";
    ReferenceUnreadable: Reference 4 "reference-unreadable" Error,
        "The file a reference points to cannot be used.",
        "Correct that file.";
    ReferenceCycle: Reference 5 "reference-cycle" Warning,
        "References lead to one another and never to a value; any value is accepted there.",
        "Break the cycle.";
    ReferenceSibling: Reference 6 "reference-sibling" Warning,
        "Beside `$ref` this version ignores every other keyword.",
        "Put the reference into `allOf` beside the other keywords.";
    MalformedReference: Reference 7 "malformed-reference" Error,
        "A `$ref` is not a string; what needs it is left out, and a schema accepts any value.",
        "Write the reference as a URI in a string.";
    DanglingScheme: Reference 8 "dangling-scheme" Warning,
        "A security requirement names a scheme that is not declared.",
        "Declare the scheme or correct the name.";
    MalformedOperation: Operation 1 "malformed-operation" Error,
        "A path item or operation has the wrong type and is left out.",
        "Write it as an object.";
    WebhooksDropped: Operation 2 "webhooks-dropped" Warning,
        "Webhooks are requests that the API sends; they are no tools.",
        "Nothing to do, unless they were meant to be operations.";
    CallbacksDropped: Operation 3 "callbacks-dropped" Note,
        "Callbacks are requests that the API sends; they are no tools.",
        "Nothing to do.";
    UnknownMethod: Operation 4 "unknown-method" Warning,
        "A path item has a key that is no HTTP method of this version.",
        "Use a lower-case method, or `additionalOperations` in OpenAPI 3.2.";
    NoDescription: Operation 5 "no-description" Warning,
        "The operation has neither summary nor description.",
        "Add a summary: a model chooses tools by it.";
    DroppedField: Operation 6 "dropped-field" Warning,
        "A field has no place in the manifest and is dropped.",
        "Nothing to do, unless it was misspelt.";
    DeprecatedSkipped: Operation 7 "deprecated-skipped" Note,
        "A deprecated operation was left out, as asked.",
        "Nothing to do.";
    Disabled: Operation 8 "disabled" Note,
        "The operation is switched off by an extension in the document.",
        "Nothing to do.";
    LinksDropped: Operation 9 "links-dropped" Note,
        "Links between responses and operations have no place in a tool.",
        "Nothing to do.";
    NoOperations: Operation 10 "no-operations" Warning,
        "The document has no operation, or none became a tool, so the manifest is empty.",
        "Check that `paths`, or the list of tools, is where it belongs.";
    WrongType: Operation 11 "wrong-type" Warning,
        "A field has the wrong type and is ignored.",
        "Correct the value.";
    MalformedPath: Operation 12 "malformed-path" Warning,
        "A key of `paths` is no path.",
        "Begin it with a slash.";
    InvalidExtension: Operation 13 "invalid-extension" Warning,
        "An extension that steers the conversion has a value it cannot have.",
        "See the mapping of extensions in the documentation.";
    NoServer: Operation 14 "no-server" Warning,
        "The document does not say on which host the API is.",
        "Add `servers` (2.0: `host`) with an absolute URL, or give the document by its URL.";
    PathFragment: Operation 15 "path-fragment" Note,
        "A path has a fragment, which is never sent over HTTP; the call goes to the path before it.",
        "Nothing to do: what tells the operations apart stands in their parameters.";
    OnePage: Operation 16 "one-page" Warning,
        "The list is one page of several; the tools of the others are missing.",
        "Follow `nextCursor`, and give all pages as one input, one behind the other.";
    MalformedTool: Operation 17 "malformed-tool" Error,
        "A tool has no name or is no object, and is left out.",
        "A tool is an object with a name.";
    InputMissing: Operation 18 "input-missing" Warning,
        "A tool does not describe its input; it has no arguments.",
        "Give it a schema: `{\"type\": \"object\"}` where it takes nothing.";
    NotChosen: Operation 19 "not-chosen" Note,
        "An operation, capability or definition is not among those that were chosen.",
        "Nothing to do, if that was meant.";
    RuleUnmatched: Operation 20 "rule-unmatched" Warning,
        "A rule of --include, --exclude or a configuration file matches nothing.",
        "Correct the rule, or remove it.";
    TooManyTools: Operation 21 "too-many-tools" Warning,
        "There are more tools than --max-tools keeps.",
        "Choose with --include and --exclude, so that the right ones are kept.";
    RuleNotApplied: Operation 22 "rule-not-applied" Error,
        "A rule of a configuration file sets what cannot be set; that has no effect.",
        "Change the rule as the message says.";
    NameShortened: Name 1 "name-shortened" Warning,
        "The name was longer than the limit and was cut.",
        "Give the operation a shorter operationId.";
    NameCollision: Name 2 "name-collision" Warning,
        "Several operations had the same name; each got an addition that tells it apart.",
        "Give each operation an operationId of its own.";
    NameFromPath: Name 3 "name-from-path" Note,
        "The operation has no operationId; its name comes from method and path.",
        "Add an operationId.";
    NameUnreadable: Name 4 "name-unreadable" Warning,
        "The operationId has no letter or digit that a tool name may hold; the name comes from method and path.",
        "Add an ASCII operationId.";
    NameIllegal: Name 5 "name-illegal" Error,
        "A name that was given explicitly is not allowed, or is taken; the tool is left out.",
        "Choose a name of letters, digits, `_` and `-` that begins with a letter.";
    NameRewritten: Name 6 "name-rewritten" Note,
        "The operationId holds characters that a tool name may not hold.",
        "Nothing to do.";
    NamePrefixed: Name 7 "name-prefixed" Note,
        "The name began with a digit; the method was put in front.",
        "Give an operationId that begins with a letter.";
    NameChanged: Name 8 "name-changed" Warning,
        "A name that is copied holds what model APIs refuse, or is too long or taken; it was changed.",
        "Use letters, digits, `_` and `-`, and begin with a letter.";
    NameVerbatim: Name 9 "name-verbatim" Warning,
        "A name that clients refuse was kept as it is, as asked.",
        "Leave --exact out, or use letters, digits, `_` and `-`, and begin with a letter.";
    NameRespelled: Name 10 "name-respelled" Note,
        "The source's name for a tool is written in lower case, with `_` between its words.",
        "Nothing to do: `_meta` keeps the name as it was.";
    NameKept: Name 11 "name-kept" Note,
        "An operation keeps the name it was published under, though its source would now give it another.",
        "Nothing to do; to have the new name, remove the line from the lock file.";
    NameMoved: Name 12 "name-moved" Warning,
        "A tool was published under another name, and callers know it by that.",
        "Remove the explicit name, or tell those who call the tool.";
    NameGone: Name 13 "name-gone" Warning,
        "An operation that was published has no tool any more; no other tool gets its name.",
        "Tell those who call the tool; when none is left, remove the line from the lock file.";
    NameNew: Name 14 "name-new" Note,
        "A tool is published for the first time.",
        "Nothing to do: its name is kept from now on.";
    ArgumentRenamed: Argument 1 "argument-renamed" Warning,
        "A parameter's name holds characters that clients refuse; the argument has another name.",
        "Nothing to do: the call keeps the true name.";
    ArgumentCollision: Argument 2 "argument-collision" Warning,
        "Two parameters of an operation have the same name; one got an addition.",
        "Nothing to do: the call keeps the true names.";
    UndeclaredPlaceholder: Argument 3 "undeclared-placeholder" Warning,
        "The path has a placeholder that no parameter declares; a required string was added.",
        "Declare the parameter.";
    CookieAtRuntime: Argument 4 "cookie-at-runtime" Warning,
        "A cookie is set by the runtime, not by the model.",
        "Use --cookies to make cookies arguments.";
    CredentialRemoved: Argument 5 "credential-removed" Warning,
        "A parameter carries the credential of a security scheme, so it is no argument.",
        "Nothing to do: the runtime sets it.";
    HeaderIgnored: Argument 6 "header-ignored" Note,
        "OpenAPI ignores parameters named Accept, Content-Type and Authorization.",
        "Describe them by media types and security schemes.";
    MalformedParameter: Argument 7 "malformed-parameter" Warning,
        "A parameter cannot be used and is left out.",
        "A parameter is an object with `name` and `in`.";
    ParameterWithoutPlace: Argument 8 "parameter-without-place" Warning,
        "A path parameter has no placeholder in the path and is left out.",
        "Add the placeholder or remove the parameter.";
    PlaceholderMatched: Argument 9 "placeholder-matched" Warning,
        "A placeholder and a path parameter differ only in spelling and are taken as one.",
        "Spell both alike.";
    ParameterWithoutSchema: Argument 10 "parameter-without-schema" Warning,
        "A parameter says nothing about its type; any value is accepted.",
        "Add a schema.";
    DuplicateParameter: Argument 11 "duplicate-parameter" Warning,
        "An operation declares a parameter twice; the last one counts.",
        "Remove one of the two.";
    PathParameterOptional: Argument 12 "path-parameter-optional" Warning,
        "A path parameter is always required.",
        "Add `required: true`.";
    SeveralContents: Argument 13 "several-contents" Warning,
        "A parameter's `content` has more than one media type; the first is used.",
        "Keep one media type.";
    HeaderNotMirrored: Argument 14 "header-not-mirrored" Warning,
        "An `x-mcp-header` breaks MCP's rules for it and is dropped, since clients would refuse the tool.",
        "Put it on an argument that is a string, an integer or a boolean, with a header name of its own.";
    InputWrapped: Argument 15 "input-wrapped" Warning,
        "The input of a tool is no object; it became one argument, `value`.",
        "Describe the input as an object: its properties are the arguments.";
    InputConditionDropped: Argument 16 "input-condition-dropped" Warning,
        "A condition on all arguments together was dropped, since model APIs refuse it at the root of a schema.",
        "Say it in the description, or nest it in a property.";
    MediaTypesDropped: Body 1 "media-types-dropped" Note,
        "The request body is offered in several media types; one was chosen.",
        "Nothing to do.";
    UnusualBody: Body 2 "unusual-body" Warning,
        "The method gives a request body no meaning; it is kept.",
        "Many servers and proxies drop such bodies.";
    BinaryBody: Body 3 "binary-body" Warning,
        "A binary value is given as base64 text.",
        "Nothing to do: the call says that it must be decoded.";
    TextBody: Body 4 "text-body" Warning,
        "The body is no JSON; it is given as one text.",
        "Offer the operation in JSON.";
    MalformedBody: Body 5 "malformed-body" Warning,
        "The request body cannot be used and is left out.",
        "A request body is an object with `content`.";
    BodyNotFlattened: Body 6 "body-not-flattened" Note,
        "The body could not be lifted to the top level without loss; it stays one argument.",
        "Nothing to do.";
    BodyWithoutSchema: Body 7 "body-without-schema" Warning,
        "The request body says nothing about its form; any value is accepted.",
        "Add a schema.";
    MediaTypeRepaired: Body 8 "media-type-repaired" Warning,
        "A form has a media type that does not exist; the one that is meant is sent.",
        "Write `multipart/form-data` or `application/x-www-form-urlencoded`.";
    OutputWrapped: Response 1 "output-wrapped" Note,
        "The response is no object; it is wrapped as `result`.",
        "Nothing to do: the call says so.";
    OutputOmitted: Response 2 "output-omitted" Note,
        "The operation gets no output schema, since a success response lacks a JSON body, or may lack it.",
        "Nothing to do.";
    ResponsesUnited: Response 3 "responses-united" Note,
        "Several success responses with JSON bodies became alternatives.",
        "Nothing to do.";
    HeadersDropped: Response 4 "headers-dropped" Note,
        "Response headers have no place in a tool.",
        "Nothing to do.";
    MalformedResponse: Response 5 "malformed-response" Warning,
        "A response cannot be used; it counts as one without a body.",
        "Write it as an object with a `description`.";
    NoResponses: Response 6 "no-responses" Warning,
        "The operation declares no response, so the tool gets no output schema.",
        "Declare the success response, with a schema if it is JSON.";
    SequentialResponse: Response 7 "sequential-response" Note,
        "A response, or a description of it, is a sequence of items, which no output schema can describe.",
        "Nothing to do.";
    ResponseNotJson: Response 8 "response-not-json" Note,
        "A response is no JSON, so the tool gets no output schema.",
        "Nothing to do: the call says which media type to ask for.";
    Weakened: Schema 1 "schema-weakened" Warning,
        "A schema could not be expressed exactly; the result accepts more.",
        "Nothing to do, unless the difference matters.";
    KeywordDropped: Schema 2 "keyword-dropped" Warning,
        "A schema keyword has no meaning here and is dropped.",
        "Check its spelling.";
    KeywordRepaired: Schema 3 "keyword-repaired" Warning,
        "A schema keyword had a value it cannot have; it was repaired.",
        "Correct the value.";
    TypeRepaired: Schema 4 "type-repaired" Warning,
        "A schema names a type that does not exist; the nearest one is used.",
        "Use string, number, integer, boolean, object or array.";
    ItemsMissing: Schema 5 "items-missing" Warning,
        "An array says nothing about its items; `items: {}` was added, since clients demand it.",
        "Describe the items.";
    TypeInferred: Schema 6 "type-inferred" Note,
        "A schema has no type; it was inferred from its other keywords.",
        "Write the type.";
    PatternMoved: Schema 7 "pattern-moved" Warning,
        "A pattern that some clients refuse was moved into the description.",
        "Write a pattern without look-around, inline flags and Unicode classes.";
    PatternRepaired: Schema 8 "pattern-repaired" Note,
        "A pattern was rewritten without change of meaning.",
        "Nothing to do.";
    RequiredBoolean: Schema 9 "required-boolean" Warning,
        "`required` on a property is a boolean; the property was added to the list of its object.",
        "List required names in the object that holds them.";
    RequiredWithoutProperty: Schema 10 "required-without-property" Warning,
        "`required` names a property that is not described; any value is accepted for it.",
        "Describe the property.";
    EnumRepaired: Schema 11 "enum-repaired" Warning,
        "Enum values do not fit the declared type; they were converted or left out.",
        "Write the values in the declared type.";
    DefaultRepaired: Schema 12 "default-repaired" Warning,
        "A default does not fit the declared type; it was converted or left out.",
        "Write the default in the declared type.";
    NullableVersion: Schema 13 "nullable-version" Warning,
        "`nullable` is no keyword of this version; it was read as it is meant.",
        "Write `null` into `type`.";
    DiscriminatorPlain: Schema 14 "discriminator-without-union" Warning,
        "A schema has a discriminator, but no union names its subtypes.",
        "List the subtypes in `oneOf` where any of them may stand.";
    FormatsDropped: Schema 15 "output-formats-dropped" Note,
        "Formats leave output schemas, since clients assert them.",
        "Nothing to do.";
    MalformedSchema: Schema 16 "malformed-schema" Warning,
        "A value that should be a schema is none; any value is accepted there.",
        "Write an object (or, from 3.1 on, a boolean).";
    UnsafeProperty: Schema 17 "unsafe-property" Warning,
        "A property named like a member of JavaScript's Object.prototype left the output schema.",
        "Nothing to do.";
    DirectionDropped: Schema 18 "direction-dropped" Note,
        "Read-only properties leave inputs, write-only properties leave outputs.",
        "Nothing to do.";
    BoundRepaired: Schema 19 "bound-repaired" Warning,
        "A bound has a value it cannot have.",
        "Correct the value.";
    NumberOutOfRange: Schema 20 "number-out-of-range" Warning,
        "A value holds a number that no double holds, or nests too deep; it is dropped.",
        "Use a number below about 1.8e308, or a value that is less deep.";
    DiscriminatorRepaired: Schema 21 "discriminator-repaired" Warning,
        "A discriminator cannot be used as it stands.",
        "Give `propertyName` and a mapping to existing schemas.";
    UnknownDialect: Schema 22 "unknown-dialect" Warning,
        "What should name the dialect of a schema names none that is known.",
        "Name a published draft from 04 to 2020-12, or leave `$schema` out.";
    Unsatisfiable: Schema 23 "unsatisfiable" Warning,
        "A schema contradicts itself, so that no value satisfies it, or only null.",
        "Change the keywords that the message names, so that they agree.";
    DefinitionKept: Definition 1 "definition-kept" Note,
        "Fields of a definition that MCP has no place for, or that hints only approximate, are kept in `_meta`.",
        "Nothing to do: a runtime finds them under `dev.apimint/definition`.";
    UnknownCategory: Definition 2 "unknown-category" Warning,
        "The category of a tool is not known; its hints are those of a side effect.",
        "Use read, write, analysis, delete or side_effect.";
    ConfirmationLost: Definition 3 "confirmation-lost" Warning,
        "A tool that changes nothing asks for confirmation, which no hint can say.",
        "Let the runtime ask: `_meta` keeps `requiresConfirmation`.";
    DefinitionRemoved: Definition 4 "definition-removed" Note,
        "A tool whose status is `removed` is left out.",
        "Nothing to do.";
    DefinitionValue: Definition 5 "definition-value" Warning,
        "A field of a definition has a value it cannot have.",
        "Correct the value.";
    RoutingIncomplete: Definition 6 "routing-incomplete" Warning,
        "The HTTP route of a definition cannot be used, or not all of it.",
        "Give `endpoint` and `method`, and in `paramMap` for each argument one of path, query, header and body.";
    MalformedResult: Result 1 "malformed-result" Error,
        "A result of a tool has neither data nor an error, or both.",
        "Give exactly one of `data` and `error`.";
    ResultMisfit: Result 2 "result-misfit" Error,
        "The data of a result does not fit the output schema of its tool; clients refuse such a result.",
        "Correct the data, or the output schema.";
    FetchedAtDropped: Result 3 "fetched-at-dropped" Note,
        "The time of a result has no place in MCP and is dropped.",
        "Put it into `data` if a model needs it.";
    UnlistedTool: Result 4 "unlisted-tool" Warning,
        "The manifest does not list the tool of a result, so its data is not checked.",
        "Give the manifest that has the tool, and name it in `tool`.";
    NoOutputSchema: Result 5 "no-output-schema" Note,
        "The tool of a result has no output schema, so its data is not checked.",
        "Nothing to do.";
    NoToolList: Result 6 "no-tool-list" Error,
        "A document that should be a manifest lists no tools.",
        "Give the result of `tools/list`, such as what `apimint convert` writes.";
    OutputSchemaUnsound: Result 7 "output-schema-unsound" Error,
        "The output schema of a tool cannot be used to check data.",
        "Convert the manifest with `apimint convert`, which repairs it.";
    ResultUnchecked: Result 8 "result-unchecked" Warning,
        "The output schema of a tool branches so much that its data is not checked.",
        "Check the data where it is made, or write an output schema in which fewer ways lead to one part.";
    HintFromWord: Hint 1 "hint-from-word" Note,
        "A word in the name says that the operation is destructive.",
        "If it is not, override it: `x-mcp: {annotations: {destructiveHint: false}, allow: [H003]}`.";
    HintOverridden: Hint 2 "hint-overridden" Note,
        "An extension overrides the hints.",
        "Nothing to do.";
    HintLessCautious: Hint 3 "hint-less-cautious" Warning,
        "An extension makes the hints less cautious than the method says.",
        "Check that the operation is as harmless as it says.";
    HintReadLike: Hint 4 "hint-read-like" Note,
        "A POST looks like a read; its hints stay cautious.",
        "If it changes nothing, say so: `x-mcp: {annotations: {readOnlyHint: true}, allow: [H003]}`.";
    SecretRemoved: Safety 1 "secret-removed" Warning,
        "A value that looks like a credential was removed.",
        "Take it out of the document, and revoke it if it is real.";
    HiddenText: Safety 2 "hidden-text" Warning,
        "Invisible characters were removed; they can carry instructions that no reader sees.",
        "Remove them from the document.";
    InlineSecret: Safety 3 "inline-secret" Error,
        "An AgentHub manifest holds a secret itself; it is removed.",
        "Keep the secret in a store, name it by `secret_ref` (env://, vault:// or kms://), and revoke it if it is real.";
    SecretReference: Safety 4 "secret-reference" Warning,
        "A reference to a secret never leaves the AgentHub manifest; it is dropped.",
        "Nothing to do.";
    Untyped: Lint 1 "untyped" Warning,
        "An argument or property has no type, so that a model can pass anything.",
        "Give it a type, or list what it can be in `anyOf`.";
    FreeFormMap: Lint 2 "free-form-map" Warning,
        "An object has no named properties and takes any member.",
        "Name its properties, or give `additionalProperties` a schema.";
    UnionNotDiscriminated: Lint 3 "union-not-discriminated" Warning,
        "The branches of a union are objects that no property tells apart.",
        "Give each branch a required property with a `const` of its own.";
    ArgumentUndescribed: Lint 4 "argument-undescribed" Warning,
        "An argument has no description.",
        "Say what to pass, in which form, with an example.";
    RequiredWithDefault: Lint 5 "required-with-default" Warning,
        "A required argument or property has a default, which is never used.",
        "Make it optional, or remove the default.";
    ManyTools: Client 1 "many-tools" Warning,
        "The manifest has more tools than some clients take.",
        "Choose the operations that an agent needs.";
    LongDescription: Client 2 "long-description" Warning,
        "A description is longer than some clients keep.",
        "Begin with what matters most.";
    DeepSchema: Client 3 "deep-schema" Warning,
        "A schema nests deeper than some model APIs accept.",
        "Flatten the schema.";
    FieldMissing: AgentHub 1 "field-missing" Warning,
        "An AgentHub manifest lacks a field that its format requires.",
        "Add the field.";
    FieldType: AgentHub 2 "field-type" Warning,
        "A field of an AgentHub manifest has another type than its format says.",
        "Write the value in the type that the message names.";
    FieldValue: AgentHub 3 "field-value" Warning,
        "A field of an AgentHub manifest has a value that its format does not allow.",
        "Write a value that the rule in the message allows.";
    FieldUnknown: AgentHub 4 "field-unknown" Warning,
        "AgentHub 0.1 has no such field; it is dropped.",
        "Correct its spelling, or begin its name with `x-agenthub-` or `agenthub.` to have it kept in `_meta`.";
    FieldCondition: AgentHub 5 "field-condition" Warning,
        "Two fields of an AgentHub manifest contradict each other, or one demands another.",
        "Change one of the two.";
    IdempotencyMissing: AgentHub 6 "idempotency-missing" Error,
        "A capability with side effects does not say whether it needs an idempotency key, and is left out.",
        "Add `idempotency_key_required: true`.";
    NotOverMcp: AgentHub 7 "not-over-mcp" Warning,
        "A capability is not offered over MCP.",
        "Add `MCP` to its `protocols`, or leave such capabilities out with --only-mcp.";
    RemoteInput: AgentHub 8 "remote-input" Warning,
        "An input schema stands elsewhere; its `$ref` is kept, and clients must not follow it.",
        "Allow it with --allow-net, or write the schema in place or into a file beside the manifest.";
    RemoteOutput: AgentHub 9 "remote-output" Warning,
        "An output schema stands elsewhere; it is left out, since some clients would lose the whole list.",
        "Allow it with --allow-net, or write the schema in place or into a file beside the manifest.";
    NotOverMcpSkipped: AgentHub 10 "not-over-mcp-skipped" Note,
        "A capability that is not offered over MCP was left out, as asked.",
        "Nothing to do.";
    SchemaVerbatim: AgentHub 11 "schema-verbatim" Warning,
        "A schema that clients refuse was kept as it is, as asked.",
        "Leave --exact out.";
    LongQualifiedName: Client 4 "long-qualified-name" Warning,
        "With the name of the server in front, tool names are longer than some clients show.",
        "Lower --name-max, or give the server a shorter name with --server-name.";
    LargeSchema: Client 5 "large-schema" Warning,
        "The input schema of a tool is so large that it takes much of what a model can read.",
        "Choose other operations, or describe the body less closely.";
    LongList: Client 6 "long-list" Warning,
        "The list of tools is longer than some clients accept in one message.",
        "Choose the operations that an agent needs, or let the server send the list in pages.";
    TooManyTokens: Client 7 "too-many-tokens" Warning,
        "A model has to read more of the tools than --max-tokens allows.",
        "See with `apimint inspect` where they go, and choose with --include and --exclude.";
    Slimmed: Client 8 "slimmed" Note,
        "--slim cut texts of schemas, which a model does not read any more.",
        "Leave out --slim, or choose a lower level, where models need the texts.";
    ListMalformed: Manifest 2 "list-malformed" Error,
        "A list of tools, or what stands around it, has not the shape that MCP asks for.",
        "Correct the value, or have `apimint convert` write the list anew.";
    ToolMalformed: Manifest 3 "tool-malformed" Error,
        "A member of a tool is missing or of the wrong type; strict clients refuse the whole list.",
        "Correct the value, or have `apimint convert` write the list anew.";
    NameRefused: Manifest 4 "name-refused" Error,
        "A name is one that clients or model APIs refuse.",
        "Use letters, digits, `_` and `-`, a letter first, and 64 characters at most.";
    NameRepeated: Manifest 5 "name-repeated" Error,
        "Two tools of a list have the same name.",
        "Give each tool a name of its own.";
    SchemaRefused: Manifest 6 "schema-refused" Error,
        "A schema of a tool is sound, but clients or model APIs refuse its form.",
        "Have `apimint convert` write the list anew: it brings schemas into the portable form.";
    SchemaUnsound: Manifest 7 "schema-unsound" Error,
        "A schema of a tool is not valid under Draft 07 and 2020-12, or has a reference that leads to nothing.",
        "Correct the schema at the place that is shown.";
    ToolInvalid: Manifest 1 "tool-invalid" Error,
        "A tool failed the check of its schemas and is left out.",
        "This is a fault of the converter: please report it with the operation.";
}
