//! The catalogue of diagnostics: families of codes, and one row per code with its variant, name, level, properties, summary
//! and help. The rest of what is said of a code is its page, `docs/diagnostics/CODE.md`.

use super::super::Severity;
use super::Property;

catalogue! {
    /// `S`: reading files, standard input and URLs.
    Source 'S' "source" {
        S001 Unreadable "unreadable-input" Error:
            "The file, URL or standard input cannot be read.",
            "Check the path and its permissions.";
        S002 NotText "not-utf-8" Error:
            "The input is not text in UTF-8 or UTF-16.",
            "Save the file as UTF-8.";
        S003 Empty "empty-input" Error:
            "The input is empty.",
            "Give a file that holds an API description.";
        S004 Syntax "syntax" Error:
            "The input is neither well-formed JSON nor well-formed YAML.",
            "Correct the text at the place that is shown.";
        S005 DuplicateKey "duplicate-key" Warning:
            "An object has the same key twice; the last value is used.",
            "Remove or rename one of the two.";
        S006 TooDeep "too-deep" Error:
            "The input is nested deeper than the limit.",
            "Flatten the document, or move deep schemas to `components`.";
        S007 TooLarge "too-large" Error:
            "The input is larger than the limit.",
            "Split the document, or raise the limit with --max-bytes or --limit nodes=N.";
        S008 AliasExpansion "alias-expansion" Error:
            "YAML aliases expand beyond the limit, or an alias refers to itself.",
            "Replace aliases by references, or raise the limit with --limit alias_nodes=N or alias_bytes=N.";
        S009 SeveralDocuments "several-documents" Warning:
            "The YAML file holds more than one document; only the first is read.",
            "Put each document into a file of its own.";
        S010 LenientJson "lenient-json" Warning:
            "The input looks like JSON but is not well-formed; it is read as YAML.",
            "Correct the JSON at the place that is shown.";
        S011 UnknownFormat "unknown-format" Error:
            "The input is not in a format that can be converted.",
            "Give a document in one of the formats that the message names, or name its format with --from.";
        S012 UnsupportedVersion "unsupported-version" Error:
            "This version of the format is not supported.",
            "Convert the document to Swagger 2.0 or OpenAPI 3.0, 3.1 or 3.2.";
        S013 VersionSpelling "version-spelling" Note:
            "The version is a number, where the specification requires a string.",
            "Write the version as a quoted string.";
        S014 Unwritable "unwritable-output" Error:
            "The output cannot be written; an existing file is left unchanged.",
            "Check the path, its permissions and the free space.";
        S015 KeyNotScalar "key-not-scalar" Warning:
            "A key of a YAML mapping is a list or a mapping; the entry is ignored.",
            "Use a plain string as the key.";
        S016 WrongRoot "wrong-root" Error:
            "The root of the document is not an object.",
            "Check that this is the right file, and that --from names its format.";
        S017 TooManyDiagnostics "too-many-diagnostics" Warning:
            "There are more diagnostics than the limit; the rest is not listed.",
            "Correct what is listed, or raise the limit with --limit diagnostics=N.";
        S018 Stale "stale-output" Error:
            "The manifest on disk is out of date.",
            "Run the same command without --check, and keep what it writes.";
        S019 Configuration "configuration" Error:
            "The configuration file is not valid.",
            "Correct the file at the place that is shown; docs/configuration.md lists every key.";
        S020 PageLeft "page-left" Warning:
            "The directory holds a page of an earlier, longer list.",
            "Remove the file if nobody uses it.";
        S021 ErrorResponse "error-response" Error:
            "The input is an error response of a server, not a list of tools.",
            "Send `tools/list` again as the server's message says, and give its result.";
        S022 UnpairedSurrogate "unpaired-surrogate" Warning:
            "An escape is half of a surrogate pair; it is read as the replacement character U+FFFD.",
            "Write the whole character, or both halves of its pair.";
        S023 LineEnds "line-ends" Note:
            "The lines of a file on disk end with CR LF, and not with LF; nothing else differs.",
            "`*.tools.json text eol=lf` in .gitattributes keeps the bytes of such files.";
    }
    /// `V`: overlays.
    Overlay 'V' "overlay" {
        V001 OverlayUnusable "overlay-unusable" Error:
            "A file given with --overlay is not an overlay, or its version is not supported.",
            "Give an overlay of version 1.0 or 1.1, with `overlay`, `info` and `actions`.";
        V002 OverlayAction "overlay-action" Error:
            "An action of an overlay cannot be applied and is skipped.",
            "Correct the action. In JSONPath, names with characters other than letters, digits and `_` go in brackets: \
             `$.info['x-name']`.";
        V003 OverlayMisfit "overlay-misfit" Error:
            "A value of an overlay cannot be merged into the existing value, which is kept.",
            "Remove the existing value with an earlier action, or write a value of the same kind.";
        V004 OverlayUnmatched "overlay-unmatched" Warning:
            "The target of an action selects nothing, so the action has no effect.",
            "Correct the target, or remove the action.";
        V005 OverlayField "overlay-field" Warning:
            "An unknown field of an overlay is ignored.",
            "Correct its spelling, or begin its name with `x-`.";
        V006 OverlayIdle "overlay-idle" Warning:
            "An action of an overlay, or a field of it, has no effect.",
            "Remove it, or add `update`, `copy` or `remove: true`.";
        V007 OverlayExtends "overlay-extends" Warning:
            "`extends` of an overlay names another document; the overlay is applied anyway.",
            "Check that it is the right overlay, and correct or remove `extends`.";
        V008 OverlayIrregular "overlay-irregular" Note:
            "An overlay breaks its specification, but its meaning is clear; it is applied.",
            "Other tools may refuse the overlay as it is.";
    }
    /// `R`: following `$ref`.
    Reference 'R' "reference" {
        R001 DanglingReference "dangling-reference" Error + AcceptsMore:
            "The target of a reference does not exist; what needs it is left out.",
            "Correct the reference or add its target.";
        R002 ReferenceOutside "reference-outside" Error + AcceptsMore:
            "A reference leaves the directory of the document and is not followed.",
            "Move the file into that directory, or allow it with --allow-outside.";
        R003 ReferenceNetwork "reference-network" Error + AcceptsMore:
            "A reference needs the network and is not followed.",
            "Allow it with --allow-net, or bundle the document first.";
        R004 ReferenceUnreadable "reference-unreadable" Error + AcceptsMore:
            "The file that a reference names cannot be used.",
            "Correct that file.";
        R005 ReferenceCycle "reference-cycle" Warning + AcceptsMore:
            "References form a cycle without a value; any value is accepted there.",
            "Break the cycle: let one of the references lead to a value.";
        R006 ReferenceSibling "reference-sibling" Warning:
            "A keyword beside `$ref` is ignored in this version.",
            "Put the reference into `allOf` beside the other keywords.";
        R007 MalformedReference "malformed-reference" Error + AcceptsMore:
            "A `$ref` is not a string; what needs it is left out, and a schema accepts any value.",
            "Write the reference as a URI in a string.";
        R008 DanglingScheme "dangling-scheme" Warning:
            "A security requirement names a scheme that is not declared.",
            "Declare the scheme or correct the name.";
        R009 ReferenceNearby "reference-nearby" Warning:
            "A reference resolves from a schema around it and not from the root; it is followed there.",
            "Move the definitions to `components/schemas`, and refer to them there.";
    }
    /// `O`: reading operations.
    Operation 'O' "operation" {
        O001 MalformedOperation "malformed-operation" Error + RemovesTool:
            "A path item or operation has the wrong type and is left out.",
            "Write it as an object.";
        O002 WebhooksDropped "webhooks-dropped" Note:
            "Webhooks are requests that the API sends, so they do not become tools.",
            "Move them to `paths` if clients are to call them; otherwise allow O002.";
        O003 CallbacksDropped "callbacks-dropped" Note:
            "Callbacks are requests that the API sends, so they do not become tools.",
            "The operation itself becomes a tool.";
        O004 UnknownMethod "unknown-method" Warning:
            "A key of a path item is not an HTTP method of this version.",
            "Use a lower-case method, or `additionalOperations` in OpenAPI 3.2.";
        O005 NoDescription "no-description" Warning:
            "The operation has neither summary nor description.",
            "Add a summary: a model chooses tools by it.";
        O006 DroppedField "dropped-field" Warning:
            "A field has no counterpart in the manifest and is ignored.",
            "Correct its name if it is misspelt, or remove it.";
        O007 DeprecatedSkipped "deprecated-skipped" Note + RemovesTool:
            "A deprecated operation is left out, as requested.",
            "Without --skip-deprecated it becomes a tool.";
        O008 Disabled "disabled" Note + RemovesTool:
            "An extension in the document switches the operation off.",
            "`x-mcp: true` on the operation switches it on.";
        O009 LinksDropped "links-dropped" Note:
            "Links between operations have no counterpart in a tool and are ignored.",
            "A model can still call the linked operation.";
        O010 NoOperations "no-operations" Error:
            "The document has no operation, or none became a tool, so the manifest is empty.",
            "Check that `paths`, or the list of tools, is at the right place.";
        O011 WrongType "wrong-type" Warning:
            "A field has the wrong type and is ignored.",
            "Correct the value.";
        O012 MalformedPath "malformed-path" Warning:
            "A key of `paths` does not begin with a slash.",
            "Begin the path with a slash.";
        O013 InvalidExtension "invalid-extension" Warning:
            "An extension that controls the conversion has an invalid value.",
            "Correct the value; docs/mapping.md lists the keys of each extension.";
        O014 NoServer "no-server" Warning:
            "The document does not name the host of the API.",
            "Use `--server-url`, add `servers` (2.0: `host`) with an absolute URL, or give the document by its URL.";
        O015 PathFragment "path-fragment" Note:
            "A path has a fragment, which HTTP does not send; the call uses the path without it.",
            "The API has to tell such operations apart by their parameters.";
        O016 OnePage "one-page" Warning:
            "The list is one page of several; the tools of the other pages are missing.",
            "Follow `nextCursor`, and give the concatenated pages as one input.";
        O017 MalformedTool "malformed-tool" Error + RemovesTool:
            "A tool has no name or is not an object, and is left out.",
            "Write the tool as an object with a name.";
        O018 InputMissing "input-missing" Warning:
            "A tool does not describe its input; it has no arguments.",
            "Give it a schema: `{\"type\": \"object\"}` if it takes no arguments.";
        O019 NotChosen "not-chosen" Note + RemovesTool:
            "An operation, capability or definition was not selected and is left out.",
            "--include, --exclude, --read-only and --max-tools select.";
        O020 RuleUnmatched "rule-unmatched" Warning:
            "A rule of --include, --exclude or a configuration file matches nothing.",
            "Correct the rule, or remove it.";
        O021 TooManyTools "too-many-tools" Warning:
            "There are more tools than --max-tools allows; the first ones are kept.",
            "Select the tools to keep with --include and --exclude.";
        O022 RuleNotApplied "rule-not-applied" Error:
            "A rule of a configuration file asks for something impossible; that part has no effect.",
            "Change the rule as the message says.";
        O023 NotAFunction "not-a-function" Warning + RemovesTool:
            "A tool of a model API takes free text, or is executed by that API, and is left out.",
            "Write it as a function with a schema for its arguments, or remove it from the list.";
        O024 ServerVariable "server-variable" Warning:
            "A variable in the URL of a server is not declared, or has no usable default.",
            "Declare it in `variables` of the server, with a `default` that is in its `enum`.";
    }
    /// `N`: tool names.
    Name 'N' "name" {
        N001 NameShortened "name-shortened" Warning:
            "The name is longer than the limit and is cut.",
            "Give the operation a shorter operationId.";
        N002 NameCollision "name-collision" Warning:
            "Several operations have the same name; each gets a suffix.",
            "Give each operation an operationId of its own.";
        N003 NameFromPath "name-from-path" Note:
            "The operation has no operationId; the tool is named after method and path.",
            "An operationId gives a name that stays when the path changes.";
        N004 NameUnreadable "name-unreadable" Warning:
            "The operationId has no ASCII letter or digit; the tool is named after method and path.",
            "Add an ASCII operationId.";
        N005 NameIllegal "name-illegal" Error + RemovesTool:
            "A name given explicitly is invalid or already taken; the tool is left out.",
            "Choose a unique name of letters, digits, `_` and `-` that begins with a letter.";
        N006 NameRewritten "name-rewritten" Note:
            "The operationId has characters that are not allowed in tool names; they are replaced.",
            "The call in `_meta` keeps the operationId.";
        N007 NamePrefixed "name-prefixed" Note:
            "The operationId does not begin with a letter; the method is put in front.",
            "The call in `_meta` keeps the operationId.";
        N008 NameChanged "name-changed" Warning:
            "A tool name that model APIs refuse, or that is too long or taken, is changed.",
            "Use letters, digits, `_` and `-`, and begin with a letter.";
        N009 NameVerbatim "name-verbatim" Warning:
            "A name that clients refuse is kept, as --exact asks.",
            "Leave --exact out, or use letters, digits, `_` and `-`, and begin with a letter.";
        N010 NameRespelled "name-respelled" Note:
            "The name of a tool is rewritten in lower case, with `_` between words.",
            "`_meta` keeps the original name.";
        N011 NameKept "name-kept" Note:
            "The tool keeps its published name, although the document would now give another.",
            "To get the new name, remove the line from the lock file.";
        N012 NameMoved "name-moved" Warning:
            "A published tool gets a new name; callers know it by the old one.",
            "Remove the explicit name, or tell the callers of the tool.";
        N013 NameGone "name-gone" Warning:
            "A published tool no longer exists; its name stays reserved.",
            "Tell the callers of the tool; when none is left, remove the line from the lock file.";
        N014 NameNew "name-new" Note:
            "A tool is published for the first time.",
            "The lock file keeps its name from now on.";
    }
    /// `A`: parameters and arguments.
    Argument 'A' "argument" {
        A001 ArgumentRenamed "argument-renamed" Note:
            "The name of a parameter has characters that clients refuse; the argument is renamed.",
            "Send the original name, which the call in `_meta` keeps, or rename the parameter.";
        A002 ArgumentCollision "argument-collision" Note:
            "Two parameters of an operation have the same name; one gets a suffix.",
            "Send the original names, which the call in `_meta` keeps, or rename one of the parameters.";
        A003 UndeclaredPlaceholder "undeclared-placeholder" Warning:
            "No parameter declares a placeholder of the path; a required string is added.",
            "Declare the parameter.";
        A004 CookieAtRuntime "cookie-at-runtime" Warning:
            "A cookie is set by the runtime, not by the model.",
            "Use --cookies to make cookies arguments.";
        A005 CredentialRemoved "credential-removed" Note:
            "A parameter carries the credential of a security scheme, so it does not become an argument.",
            "Let the runtime send the credential, and remove the parameter from the description.";
        A006 HeaderIgnored "header-ignored" Note:
            "OpenAPI ignores parameters named Accept, Content-Type and Authorization.",
            "Media types and security schemes describe these headers.";
        A007 MalformedParameter "malformed-parameter" Warning:
            "A parameter is not valid and is left out.",
            "Write the parameter as an object with `name` and `in`.";
        A008 ParameterWithoutPlace "parameter-without-place" Warning:
            "A path parameter has no placeholder in the path and is left out.",
            "Add the placeholder or remove the parameter.";
        A009 PlaceholderMatched "placeholder-matched" Warning:
            "A placeholder and a path parameter differ only in spelling; they are treated as one.",
            "Spell both the same way.";
        A010 ParameterWithoutSchema "parameter-without-schema" Warning:
            "A parameter has no schema; any value is accepted.",
            "Add a schema.";
        A011 DuplicateParameter "duplicate-parameter" Warning:
            "An operation declares a parameter twice; the last one is used.",
            "Remove one of the two.";
        A012 PathParameterOptional "path-parameter-optional" Warning:
            "A path parameter is not marked as required; its argument is required anyway.",
            "Add `required: true`.";
        A013 SeveralContents "several-contents" Warning:
            "The `content` of a parameter has more than one media type; the first is used.",
            "Keep one media type.";
        A014 HeaderNotMirrored "header-not-mirrored" Warning:
            "An `x-mcp-header` breaks the rules of MCP, for which clients refuse the tool; it is removed.",
            "Put it on an argument that is a string, an integer or a boolean, with a unique header name.";
        A015 InputWrapped "input-wrapped" Warning:
            "The input of a tool is not an object; it becomes one argument, `value`.",
            "Describe the input as an object: its properties are the arguments.";
        A016 InputConditionDropped "input-condition-dropped" Warning:
            "A condition on several arguments is dropped, since model APIs refuse it at the root of a schema.",
            "State it in the description, or move it into a property.";
        A017 CredentialByName "credential-by-name" Warning:
            "A parameter is named like a credential, so it does not become an argument.",
            "Declare a security scheme for it, or use --credential-arguments to keep the argument.";
    }
    /// `B`: request bodies.
    Body 'B' "body" {
        B001 MediaTypesDropped "media-types-dropped" Note:
            "The request body has several media types; one is used.",
            "JSON is preferred to forms, forms to text, text to anything else.";
        B002 UnusualBody "unusual-body" Warning:
            "HTTP defines no meaning for a request body with this method; it is kept.",
            "Check that the API reads the body: many servers and proxies drop it.";
        B003 BinaryBody "binary-body" Note:
            "A binary value is passed as base64 text.",
            "Let the runtime decode the value, as the call in `_meta` says.";
        B004 TextBody "text-body" Warning:
            "The request body is not JSON; it is passed as one string.",
            "Offer the operation in JSON.";
        B005 MalformedBody "malformed-body" Warning:
            "The request body is not valid and is left out.",
            "Write the request body as an object with `content`.";
        B006 BodyNotFlattened "body-not-flattened" Note:
            "The properties of the body cannot become arguments without loss; the body stays one argument.",
            "The message says why.";
        B007 BodyWithoutSchema "body-without-schema" Warning:
            "The request body has no schema; any value is accepted.",
            "Add a schema.";
        B008 MediaTypeRepaired "media-type-repaired" Warning:
            "The media type of a form does not exist; the intended one is used.",
            "Write `multipart/form-data` or `application/x-www-form-urlencoded`.";
        B009 EmptyBody "empty-body" Note:
            "The request body can only be `{}`, or nothing describes it; it is not an argument.",
            "If the API reads a body here, describe its properties.";
    }
    /// `P`: responses and output schemas.
    Response 'P' "response" {
        P001 OutputWrapped "output-wrapped" Note:
            "The response may be something other than an object; it is wrapped as `result`.",
            "`wrap: true` in the call tells the runtime to wrap the value.";
        P002 OutputOmitted "output-omitted" Note:
            "A success response may come without a JSON body, so the tool has no output schema.",
            "Clients fail a call whose result lacks the promised content.";
        P003 ResponsesUnited "responses-united" Note:
            "Several success responses with JSON bodies become alternatives of one output schema.",
            "The output schema lists them in `anyOf`.";
        P004 HeadersDropped "headers-dropped" Note:
            "Response headers have no counterpart in a tool and are ignored.",
            "Only the body of a response reaches a model.";
        P005 MalformedResponse "malformed-response" Warning:
            "A response is not valid; it is treated as one without a body.",
            "Write it as an object with a `description`.";
        P006 NoResponses "no-responses" Warning:
            "The operation declares no response, so the tool has no output schema.",
            "Declare the success response, with a schema if it is JSON.";
        P007 SequentialResponse "sequential-response" Note:
            "A response is a sequence of items, which an output schema cannot describe.",
            "`accept` in the call still names its media type.";
        P008 ResponseNotJson "response-not-json" Note:
            "A response is not JSON, so the tool has no output schema.",
            "`accept` in the call names its media type.";
        P009 ResponseTypesDropped "response-types-dropped" Note:
            "A response has several media types; one is used.",
            "`accept` in the call names the media type that is used; JSON is preferred.";
    }
    /// `J`: translating schemas.
    Schema 'J' "schema" {
        J001 Weakened "schema-weakened" Warning + AcceptsMore:
            "A schema cannot be expressed exactly; the result accepts more values.",
            "Use --dialect 2020-12 if your clients support it, or write the schema without the keyword.";
        J002 KeywordDropped "keyword-dropped" Warning:
            "A key is not a schema keyword of this version and is ignored.",
            "Correct its spelling, or begin its name with `x-`.";
        J003 KeywordRepaired "keyword-repaired" Warning + AcceptsMore:
            "A schema keyword has an invalid value; it is repaired or dropped.",
            "Correct the value.";
        J004 TypeRepaired "type-repaired" Warning + AcceptsMore:
            "A schema names a type that does not exist; the closest one is used.",
            "Use string, number, integer, boolean, object or array.";
        J005 ItemsMissing "items-missing" Warning:
            "An array does not describe its items; `items: {}` is added, which clients require.",
            "Describe the items.";
        J006 TypeInferred "type-inferred" Note:
            "A schema has no type; it is inferred from other keywords.",
            "A `type` in the description silences this note.";
        J007 PatternMoved "pattern-moved" Warning + AcceptsMore:
            "A pattern that some clients refuse is moved into the description.",
            "Write a pattern without look-around, inline flags and Unicode classes.";
        J008 PatternRepaired "pattern-repaired" Note:
            "A pattern is rewritten so that every regex engine accepts it.",
            "It matches the same texts.";
        J009 RequiredBoolean "required-boolean" Warning:
            "`required` on a schema is a boolean; it is moved to the `required` list of the object.",
            "List required names in the object that has them.";
        J010 RequiredWithoutProperty "required-without-property" Warning + AcceptsMore:
            "`required` names a property that is not described; any value is accepted for it.",
            "Correct the name, or describe the property.";
        J011 EnumRepaired "enum-repaired" Warning + AcceptsMore:
            "Enum values do not match the declared type; they are converted or left out.",
            "Write the values in the declared type.";
        J012 DefaultRepaired "default-repaired" Warning:
            "A default does not match the declared type; it is converted or left out.",
            "Write the default in the declared type.";
        J013 NullableVersion "nullable-version" Warning + AcceptsMore:
            "`nullable` is not a keyword of this version; null is accepted anyway.",
            "Add `\"null\"` to `type`.";
        J014 DiscriminatorPlain "discriminator-without-union" Warning:
            "A schema has a discriminator, but no union lists its subtypes.",
            "List the subtypes in `oneOf` where any of them is allowed.";
        J015 FormatsDropped "output-formats-dropped" Note:
            "`format` is dropped from output schemas, since clients assert it.",
            "--output-formats keeps it.";
        J016 MalformedSchema "malformed-schema" Warning + AcceptsMore:
            "A schema is neither an object nor a boolean; any value is accepted.",
            "Write an object (or, from OpenAPI 3.1 on, a boolean).";
        J017 UnsafeProperty "unsafe-property" Warning + AcceptsMore:
            "A property named like a member of JavaScript's Object.prototype is removed from the output schema.",
            "Rename the property, if you own the API: some clients fail on its name.";
        J018 DirectionDropped "direction-dropped" Note:
            "Read-only properties are left out of inputs, write-only properties out of outputs.",
            "`readOnly` and `writeOnly` ask for this.";
        J019 BoundRepaired "bound-repaired" Warning + AcceptsMore:
            "A bound is not a valid number; it is read as one or dropped.",
            "Correct the value.";
        J020 NumberOutOfRange "number-out-of-range" Warning + AcceptsMore:
            "A value contains a number outside the range of a double, or is nested too deep; it is dropped.",
            "Use a number below about 1.8e308, or a value with fewer levels.";
        J021 DiscriminatorRepaired "discriminator-repaired" Warning:
            "A discriminator, or an entry of its mapping, is not valid and is dropped.",
            "Give `propertyName` and a mapping to existing schemas.";
        J022 UnknownDialect "unknown-dialect" Warning:
            "`$schema` or `jsonSchemaDialect` does not name a known dialect; it is ignored.",
            "Name a published draft from 04 to 2020-12, or leave `$schema` out.";
        J023 Unsatisfiable "unsatisfiable" Warning:
            "A schema contradicts itself: no value is valid, or only null.",
            "Change the keywords that the message names.";
        J024 NullMeant "null-as-meant" Note + AcceptsMore:
            "Null is accepted as `nullable` says, where the letter of OpenAPI 3.0 refuses it.",
            "Nothing, if null is meant; otherwise remove `nullable`.";
        J025 NullBranch "null-branch" Note:
            "A branch of a union that is only `nullable` is read as null.",
            "Write `{enum: [null], nullable: true}`, or `nullable` beside the union.";
        J026 ParentUnion "parent-union" Note:
            "The subtypes of a discriminator are written as a union in inputs.",
            "List the subtypes in `oneOf` where any of them is allowed.";
        J027 DiscriminatorDropped "discriminator-dropped" Note:
            "A discriminator, or an entry of its mapping, is left out of the schema.",
            "--keep-discriminator keeps those of unions.";
    }
    /// `D`: fields of a `ToolDefinition` that MCP lacks.
    Definition 'D' "definition" {
        D001 DefinitionKept "definition-kept" Note:
            "Fields of a definition that MCP lacks, or that hints only approximate, are kept in `_meta`.",
            "They are under `dev.apimint/definition`.";
        D002 UnknownCategory "unknown-category" Warning:
            "The category of a tool is unknown; it is treated as `side_effect`.",
            "Use read, write, analysis, delete or side_effect.";
        D003 ConfirmationLost "confirmation-lost" Warning:
            "A read-only tool requires confirmation, which no hint can express.",
            "Let the runtime ask: `_meta` keeps `requiresConfirmation`.";
        D004 DefinitionRemoved "definition-removed" Note + RemovesTool:
            "A tool whose status is `removed` is left out.",
            "The status `active` or `deprecated` brings it back.";
        D005 DefinitionValue "definition-value" Warning:
            "A field of a definition has an invalid value.",
            "Correct the value.";
        D006 RoutingIncomplete "routing-incomplete" Warning:
            "The `mcpRouting` of a definition, or a part of it, is not valid.",
            "Give `endpoint` and `method`, and in `paramMap` for each argument one of path, query, header and body.";
        D007 ModelInCode "model-in-code" Error + RemovesTool:
            "The schema of a definition is a Zod or Pydantic object, not JSON Schema; the tool is left out.",
            "Export JSON Schema: `z.toJSONSchema(schema)` in Zod 4, the package zod-to-json-schema in Zod 3, \
             `Model.model_json_schema()` in Pydantic.";
    }
    /// `T`: results of tools.
    Result 'T' "result" {
        T001 MalformedResult "malformed-result" Error:
            "The result of a tool has neither `data` nor `error`, or both.",
            "Give exactly one of `data` and `error`.";
        T002 ResultMisfit "result-misfit" Error:
            "The data of a result does not match the output schema of its tool; clients refuse it.",
            "Correct the data, or the output schema.";
        T003 FetchedAtKept "fetched-at-kept" Note:
            "The time of a result has no field in MCP and is kept in `_meta`.",
            "Only what is in `data` reaches a model.";
        T004 UnlistedTool "unlisted-tool" Warning:
            "The manifest does not list the tool of a result, so its data is not validated.",
            "Give the manifest that has the tool, and name the tool in `tool`.";
        T005 NoOutputSchema "no-output-schema" Note:
            "The tool of a result has no output schema, so its data is not validated.",
            "--output-schema none makes manifests without output schemas.";
        T006 NoToolList "no-tool-list" Error:
            "The document given as a manifest lists no tools.",
            "Give the result of `tools/list`, such as the output of `apimint convert`.";
        T007 OutputSchemaUnsound "output-schema-unsound" Error:
            "The output schema of a tool is not valid, so its data cannot be validated.",
            "Convert the manifest with `apimint convert`, which repairs it.";
        T008 ResultUnchecked "result-unchecked" Warning:
            "Validating the data would take too long, since the output schema branches too much.",
            "Validate the data where it is made, or write an output schema with fewer nested unions.";
    }
    /// `Q`: requests of calls.
    Request 'Q' "request" {
        Q001 ToolUnknown "tool-unknown" Error:
            "The manifest has no tool of this name.",
            "Give the name of a tool in the list; `apimint inspect` shows them.";
        Q002 CallUnusable "call-unusable" Error:
            "The tool does not say how its HTTP request is made, or says it in a form that cannot be read.",
            "Convert the description without --no-http, and leave `_meta` as it is.";
        Q003 ArgumentMisfit "argument-misfit" Error:
            "The arguments of a call do not match the input schema, or cannot be written into the request.",
            "Correct the arguments; --no-validate skips the check against the schema.";
        Q004 ServerUnusable "server-unusable" Error:
            "The server of a call is missing, is relative without a base, or does not exist.",
            "Choose a server with --server, or give the URL of the description with --base.";
        Q005 CredentialsMissing "credentials-missing" Error:
            "The credentials of a call are missing, or cannot be sent.",
            "Give them with --credentials, or in the environment as `APIMINT_` and the name of the scheme.";
        Q006 CredentialsUnreadable "credentials-unreadable" Error:
            "The file with credentials cannot be read.",
            "Give a JSON object, or a TOML file, of texts by security scheme.";
        Q007 ToolNotServed "tool-not-served" Warning:
            "`apimint serve` leaves out a tool that it cannot call.",
            "Serve the description, or a manifest that `apimint convert` wrote without --no-http.";
    }
    /// `H`: annotations.
    Hint 'H' "hint" {
        H001 HintFromWord "hint-from-word" Note:
            "A word in the name says that the operation is destructive.",
            "If it is not, override it: `x-mcp: {annotations: {destructiveHint: false}, allow: [H003]}`.";
        H002 HintOverridden "hint-overridden" Note:
            "An extension overrides the hints.",
            "The manifest has the hints of the extension.";
        H003 HintLessCautious "hint-less-cautious" Warning:
            "An extension makes the hints less cautious than the method implies.",
            "Check that the operation is as harmless as the extension says.";
        H004 HintReadLike "hint-read-like" Note:
            "The name of a POST suggests that it only reads; its hints stay cautious.",
            "If it changes nothing, override them: `x-mcp: {annotations: {readOnlyHint: true}, allow: [H003]}`.";
    }
    /// `X`: secrets and hidden text.
    Safety 'X' "safety" {
        X001 SecretRemoved "secret-removed" Warning + HidesPlace + AcceptsMore:
            "A value that looks like a credential is removed.",
            "Remove it from the document, and revoke it if it is real.";
        X002 HiddenText "hidden-text" Warning:
            "More than three invisible characters, which can carry hidden instructions, are removed.",
            "Remove them from the document.";
        X003 InlineSecret "inline-secret" Error + HidesPlace:
            "An AgentHub manifest contains a secret; it is removed.",
            "Keep the secret in a store, name it by `secret_ref` (env://, vault:// or kms://), and revoke it if it is real.";
        X004 SecretReference "secret-reference" Note + HidesPlace:
            "A reference to a secret is removed: it must not leave the AgentHub manifest.",
            "Let the runtime read the reference from the AgentHub manifest.";
        X005 InvisibleCharacters "invisible-characters" Note:
            "A few invisible characters are removed.",
            "Nothing needs to be done; an editor can show and remove them.";
    }
    /// `L`: advice, given with `--lint`.
    Lint 'L' "lint" {
        L001 Untyped "untyped" Warning:
            "An argument or property has no type, so a model can pass anything.",
            "Give it a type, or list the alternatives in `anyOf`.";
        L002 FreeFormMap "free-form-map" Warning:
            "An object has no named properties and accepts any property.",
            "Name its properties, or give `additionalProperties` a schema.";
        L003 UnionNotDiscriminated "union-not-discriminated" Warning:
            "No property distinguishes the branches of a union of objects.",
            "Give each branch a required property with a `const` of its own.";
        L004 ArgumentUndescribed "argument-undescribed" Warning:
            "An argument has no description.",
            "Describe the value and its form, with an example.";
        L005 RequiredWithDefault "required-with-default" Warning:
            "A required argument or property has a default, which is never used.",
            "Make it optional, or remove the default.";
        L006 ItemsUntyped "items-untyped" Warning:
            "An array says nothing of its items.",
            "Give `items` a type: with Pydantic, write `list[str]` or a model, not `list` or `list[Any]`.";
        L007 TagOptional "tag-optional" Warning:
            "The property that tells the branches of a union apart is not required.",
            "Add it to `required` in each branch; with Pydantic, leave the default of the tag out.";
        L008 VariadicArgument "variadic-argument" Warning:
            "A required argument is called `args` or `kwargs`: a function takes any arguments.",
            "Give the function parameters with names and types.";
    }
    /// `C`: limits of real clients.
    Client 'C' "client" {
        C001 ManyTools "many-tools" Warning:
            "The manifest has more tools than some clients accept.",
            "Select the operations that an agent needs with --include and --exclude.";
        C002 LongDescription "long-description" Warning:
            "A description is longer than some clients accept.",
            "Put the most important information first, or shorten the description.";
        C003 DeepSchema "deep-schema" Warning:
            "A schema is nested deeper than some model APIs accept.",
            "Flatten the schema.";
        C004 LongQualifiedName "long-qualified-name" Warning:
            "Tool names prefixed with the server name are longer than some clients accept.",
            "Lower --name-max, or give the server a shorter name with --server-name.";
        C005 LargeSchema "large-schema" Warning:
            "The input schema of a tool takes up much of a model's context.",
            "Leave the operation out, or describe its body in less detail.";
        C006 LongList "long-list" Warning:
            "The list of tools is longer than some clients accept in one message.",
            "Select the operations that an agent needs, or let the server send the list in pages.";
        C007 TooManyTokens "too-many-tokens" Warning:
            "The tools take more tokens than --max-tokens allows.",
            "Find the largest tools with `apimint inspect`, and select with --include and --exclude.";
        C008 Slimmed "slimmed" Note:
            "--slim removed or shortened texts in schemas.",
            "A lower level keeps more of them.";
        C009 InputCut "input-cut" Warning + AcceptsMore:
            "An input schema is longer than its bound and is cut.",
            "Describe the request in less detail, or raise --max-input-schema; `none` keeps everything.";
        C010 OutputCut "output-cut" Note + AcceptsMore:
            "An output schema is longer than its bound and is cut.",
            "--max-output-schema none keeps output schemas whole.";
        C011 GeminiArgumentName "gemini-argument-name" Note:
            "The Gemini API refuses the name of an argument.",
            "`convert --to gemini` renames it; for MCP clients on Gemini, set another name in the description.";
        C012 OutputDialect "output-dialect" Warning:
            "An output schema declares a dialect that some clients refuse.",
            "Leave `$schema` out, or declare https://json-schema.org/draft/2020-12/schema.";
        C013 RootMap "root-map" Warning:
            "An input schema describes further arguments by a schema, for which the Java SDK loses the list.",
            "Put the map into an argument.";
        C014 TaskRequired "task-required" Error:
            "A tool can only be called as a task, which most clients do not do.",
            "Write `optional` for `taskSupport`, if the tool also answers a plain call.";
    }
    /// `G`: the rules of AgentHub manifests.
    AgentHub 'G' "agenthub" {
        G001 FieldMissing "field-missing" Warning:
            "A required field of an AgentHub manifest is missing.",
            "Add the field.";
        G002 FieldType "field-type" Warning:
            "A field of an AgentHub manifest has the wrong type.",
            "Write the value in the type that the message names.";
        G003 FieldValue "field-value" Warning:
            "A field of an AgentHub manifest has a value that is not allowed.",
            "Write a value that the rule in the message allows.";
        G004 FieldUnknown "field-unknown" Warning:
            "An unknown field of an AgentHub manifest is ignored.",
            "Correct its spelling, or begin its name with `x-agenthub-` or `agenthub.` to keep it in `_meta`.";
        G005 FieldCondition "field-condition" Warning:
            "Two fields of an AgentHub manifest contradict each other, or one requires another.",
            "Change one of the two.";
        G006 IdempotencyMissing "idempotency-missing" Error + RemovesTool:
            "A capability with side effects lacks `idempotency_key_required` and is left out.",
            "Add `idempotency_key_required: true`.";
        G007 NotOverMcp "not-over-mcp" Warning:
            "A capability is not offered over MCP, but becomes a tool.",
            "Add `MCP` to its `protocols`, or leave such capabilities out with --only-mcp.";
        G008 RemoteInput "remote-input" Warning:
            "An input schema is at a URL, which is not read; its `$ref` is kept.",
            "Allow it with --allow-net, or write the schema in place or into a file beside the manifest.";
        G009 RemoteOutput "remote-output" Warning:
            "An output schema is at a URL, which is not read; it is left out.",
            "Allow it with --allow-net, or write the schema in place or into a file beside the manifest.";
        G010 NotOverMcpSkipped "not-over-mcp-skipped" Note + RemovesTool:
            "A capability that is not offered over MCP is left out, as requested.",
            "Without --only-mcp it becomes a tool.";
        G011 SchemaVerbatim "schema-verbatim" Warning:
            "A schema that clients refuse is kept, as --exact asks.",
            "Leave --exact out.";
        G012 PermissionNotText "permission-not-text" Error + RemovesTool:
            "A permission of a capability is not text, so it cannot be preserved; the capability is left out.",
            "Write each permission as text.";
    }
    /// `M`: the check before writing.
    Manifest 'M' "manifest" {
        M001 ToolInvalid "tool-invalid" Error + RemovesTool:
            "A tool failed the validation of its schemas and is left out.",
            "This is a bug in apimint: please report it with the operation.";
        M002 ListMalformed "list-malformed" Error:
            "A list of tools, or the result around it, does not have the structure that MCP requires.",
            "Correct the value, or convert the list with `apimint convert`.";
        M003 ToolMalformed "tool-malformed" Error:
            "A field of a tool is missing or has the wrong type; strict clients refuse the whole list.",
            "Correct the value, or convert the list with `apimint convert`.";
        M004 NameRefused "name-refused" Error:
            "Clients or model APIs refuse the name of a tool or argument.",
            "Use letters, digits, `_` and `-`, a letter first, and 64 characters at most.";
        M005 NameRepeated "name-repeated" Error:
            "Two tools of a list have the same name.",
            "Give each tool a unique name.";
        M006 SchemaRefused "schema-refused" Error:
            "A schema of a tool is valid, but clients or model APIs refuse its form.",
            "Convert the list with `apimint convert`, which writes schemas in the portable form.";
        M007 SchemaUnsound "schema-unsound" Error:
            "A schema of a tool is not valid under Draft 07 and 2020-12, or has a dangling reference.",
            "Correct the schema at the place that is shown.";
    }
    /// `W`: what a model API takes (`--to`).
    Target 'W' "target" {
        W001 TargetRefused "target-refused" Error + RemovesTool:
            "The API that `--to` names cannot take a tool in any form; it is left out.",
            "Make its input smaller, or write the list for another target.";
        W002 TargetWeakened "target-weakened" Warning + AcceptsMore:
            "The API has no keyword for a constraint; it moved to the description, or is left out.",
            "Another target may have the keyword; with `--deny W002` the list must fit as it is.";
        W003 TargetNotStrict "target-not-strict" Warning:
            "A tool cannot be strict, and is written with strict mode off.",
            "Change what the message names, or write the list without strict mode.";
        W004 TargetEncoded "target-encoded" Note:
            "A value is sent as JSON text or as a list of entries, since the API has no schema for it.",
            "Decode the arguments with the side table; a target without strict mode takes the value itself.";
        W005 TargetClosed "target-closed" Warning:
            "An object takes further properties, which strict mode cannot say; they cannot be sent.",
            "Name the properties, or write the list without strict mode.";
        W006 TargetNull "target-null" Note:
            "Null means that an optional property is left out, so that null itself cannot be sent.",
            "Write the list without strict mode, if the API tells null from absence.";
        W007 TargetAnnotation "target-annotation" Note:
            "A text beside a recursive reference moved to the enclosing description.",
            "Nothing is lost; a schema of its own for the property keeps the text in place.";
        W008 TargetRenamed "target-renamed" Note:
            "The API does not take the name of a tool or argument; it is renamed.",
            "The side table has both names; --prefix, and names in the configuration, decide them.";
        W009 TargetBudget "target-budget" Warning:
            "The list is more than one request of the API takes.",
            "Select tools with --include and --exclude, or choose the strict ones with --strict-tools.";
        W010 TargetLong "target-long" Warning:
            "A description is longer than some endpoints of the API take.",
            "Shorten the description.";
    }
}
