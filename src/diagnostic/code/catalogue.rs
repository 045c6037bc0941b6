//! The catalogue of diagnostics: families of codes, and one row per code with its variant, name, level, properties, summary
//! and help. The rest of what is said of a code is its page, `docs/diagnostics/CODE.md`.

use super::super::Severity;
use super::Property;

catalogue! {
    /// `S`: reading files, standard input and URLs.
    Source 'S' "source" {
        S001 Unreadable "unreadable-input" Error:
            "The file, URL or standard input could not be read.",
            "Check the path and its permissions.";
        S002 NotText "not-utf-8" Error:
            "The input is not text in UTF-8 or UTF-16.",
            "Save the file as UTF-8.";
        S003 Empty "empty-input" Error:
            "The input holds nothing.",
            "Give a file that holds an API description.";
        S004 Syntax "syntax" Error:
            "The input is neither well-formed JSON nor well-formed YAML.",
            "Correct the text at the place that is shown.";
        S005 DuplicateKey "duplicate-key" Warning:
            "An object has the same key twice; the last value counts.",
            "Remove or rename one of the two.";
        S006 TooDeep "too-deep" Error:
            "The input nests deeper than the limit.",
            "Flatten the document; the deepest public description has 35 levels.";
        S007 TooLarge "too-large" Error:
            "The input is larger than the limit.",
            "Split the document, or raise the limit with --max-bytes or --limit nodes=N.";
        S008 AliasExpansion "alias-expansion" Error:
            "YAML aliases expand beyond the limit, or an alias refers to itself.",
            "Replace aliases by references, or raise the limit with --limit alias_nodes=N or alias_bytes=N.";
        S009 SeveralDocuments "several-documents" Warning:
            "A YAML stream holds more than one document; only the first is read.",
            "Give one document a file.";
        S010 LenientJson "lenient-json" Warning:
            "The input looks like JSON but is not well-formed; it was read as YAML.",
            "Correct the JSON at the place that is shown.";
        S011 UnknownFormat "unknown-format" Error:
            "The input is no format that can be converted.",
            "Give a document in one of the formats that the message names, or say with --from which one it is.";
        S012 UnsupportedVersion "unsupported-version" Error:
            "The document is of a version that is not supported.",
            "Supported are Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2.";
        S013 VersionSpelling "version-spelling" Note:
            "The version is not written as the specification asks.",
            "Write it as a quoted string.";
        S014 Unwritable "unwritable-output" Error:
            "The output could not be written; a file that was there before is unchanged.",
            "Check the path, its permissions and the free space.";
        S015 KeyNotScalar "key-not-scalar" Warning:
            "A YAML mapping has a key that is a list or a mapping; the entry is left out.",
            "Use a plain string as key.";
        S016 WrongRoot "wrong-root" Error:
            "The root of the document is not an object.",
            "An API description is an object.";
        S017 TooManyDiagnostics "too-many-diagnostics" Warning:
            "More was found than is listed.",
            "Correct what is listed, or raise the limit with --limit diagnostics=N.";
        S018 Stale "stale-output" Error:
            "A manifest that was written earlier is not what its description becomes now.",
            "Run the same command without --check, and keep what it writes.";
        S019 Configuration "configuration" Error:
            "A configuration file says something that means nothing.",
            "Correct the file at the place that is shown; docs/configuration.md lists every key.";
        S020 PageLeft "page-left" Warning:
            "The directory holds a page of an earlier list that had more pages.",
            "Remove the file, if no one uses it.";
    }
    /// `V`: overlays.
    Overlay 'V' "overlay" {
        V001 OverlayUnusable "overlay-unusable" Error:
            "A file that is given as an overlay is none, or one of a version that is not supported.",
            "Give an overlay of version 1.0 or 1.1, with `overlay`, `info` and `actions`.";
        V002 OverlayAction "overlay-action" Error:
            "An action of an overlay cannot be applied, and is skipped.",
            "Correct the action. Names with other signs than letters, digits and `_` stand in brackets: `$.info['x-name']`.";
        V003 OverlayMisfit "overlay-misfit" Error:
            "A value of an overlay cannot be merged into what is there, which is kept.",
            "Remove what is there with an action before, or write a value of the same kind.";
        V004 OverlayUnmatched "overlay-unmatched" Warning:
            "The target of an action selects nothing, so that the action changes nothing.",
            "Correct the target, or remove the action.";
        V005 OverlayField "overlay-field" Warning:
            "An overlay has a field that its specification does not have; it is ignored.",
            "Correct its spelling, or begin its name with `x-`.";
        V006 OverlayIdle "overlay-idle" Warning:
            "An action, or a field of it, has no effect.",
            "Remove it, or say what the action is to do: `update`, `copy` or `remove: true`.";
        V007 OverlayExtends "overlay-extends" Warning:
            "An overlay says that it is for another document; it is applied.",
            "Check that it is the right overlay, and correct or remove `extends`.";
        V008 OverlayIrregular "overlay-irregular" Note:
            "An overlay is not written as its specification asks; it is applied as it is meant.",
            "Correct it if other tools are to read it.";
    }
    /// `R`: following `$ref`.
    Reference 'R' "reference" {
        R001 DanglingReference "dangling-reference" Error + AcceptsMore:
            "A reference points to nothing; what needs it is left out.",
            "Correct the reference or add its target.";
        R002 ReferenceOutside "reference-outside" Error + AcceptsMore:
            "A reference leaves the directory of the document and is not followed.",
            "Move the file below the document, or allow it with --allow-outside.";
        R003 ReferenceNetwork "reference-network" Error + AcceptsMore:
            "A reference needs the network and is not followed.",
            "Allow it with --allow-net, or bundle the document first.";
        R004 ReferenceUnreadable "reference-unreadable" Error + AcceptsMore:
            "The file a reference points to cannot be used.",
            "Correct that file.";
        R005 ReferenceCycle "reference-cycle" Warning + AcceptsMore:
            "References lead to one another and never to a value; any value is accepted there.",
            "Break the cycle.";
        R006 ReferenceSibling "reference-sibling" Warning:
            "Beside `$ref` this version ignores every other keyword.",
            "Put the reference into `allOf` beside the other keywords.";
        R007 MalformedReference "malformed-reference" Error + AcceptsMore:
            "A `$ref` is not a string; what needs it is left out, and a schema accepts any value.",
            "Write the reference as a URI in a string.";
        R008 DanglingScheme "dangling-scheme" Warning:
            "A security requirement names a scheme that is not declared.",
            "Declare the scheme or correct the name.";
    }
    /// `O`: reading operations.
    Operation 'O' "operation" {
        O001 MalformedOperation "malformed-operation" Error + RemovesTool:
            "A path item or operation has the wrong type and is left out.",
            "Write it as an object.";
        O002 WebhooksDropped "webhooks-dropped" Warning:
            "Webhooks are requests that the API sends; they are no tools.",
            "Nothing to do, unless they were meant to be operations.";
        O003 CallbacksDropped "callbacks-dropped" Note:
            "Callbacks are requests that the API sends; they are no tools.",
            "Nothing to do.";
        O004 UnknownMethod "unknown-method" Warning:
            "A path item has a key that is no HTTP method of this version.",
            "Use a lower-case method, or `additionalOperations` in OpenAPI 3.2.";
        O005 NoDescription "no-description" Warning:
            "The operation has neither summary nor description.",
            "Add a summary: a model chooses tools by it.";
        O006 DroppedField "dropped-field" Warning:
            "A field has no place in the manifest and is dropped.",
            "Nothing to do, unless it was misspelt.";
        O007 DeprecatedSkipped "deprecated-skipped" Note + RemovesTool:
            "A deprecated operation was left out, as asked.",
            "Nothing to do.";
        O008 Disabled "disabled" Note + RemovesTool:
            "The operation is switched off by an extension in the document.",
            "Nothing to do.";
        O009 LinksDropped "links-dropped" Note:
            "Links between responses and operations have no place in a tool.",
            "Nothing to do.";
        O010 NoOperations "no-operations" Warning:
            "The document has no operation, or none became a tool, so the manifest is empty.",
            "Check that `paths`, or the list of tools, is where it belongs.";
        O011 WrongType "wrong-type" Warning:
            "A field has the wrong type and is ignored.",
            "Correct the value.";
        O012 MalformedPath "malformed-path" Warning:
            "A key of `paths` is no path.",
            "Begin it with a slash.";
        O013 InvalidExtension "invalid-extension" Warning:
            "An extension that steers the conversion has a value it cannot have.",
            "See the mapping of extensions in the documentation.";
        O014 NoServer "no-server" Warning:
            "The document does not say on which host the API is.",
            "Add `servers` (2.0: `host`) with an absolute URL, or give the document by its URL.";
        O015 PathFragment "path-fragment" Note:
            "A path has a fragment, which is never sent over HTTP; the call goes to the path before it.",
            "Nothing to do: what tells the operations apart stands in their parameters.";
        O016 OnePage "one-page" Warning:
            "The list is one page of several; the tools of the others are missing.",
            "Follow `nextCursor`, and give all pages as one input, one behind the other.";
        O017 MalformedTool "malformed-tool" Error + RemovesTool:
            "A tool has no name or is no object, and is left out.",
            "A tool is an object with a name.";
        O018 InputMissing "input-missing" Warning:
            "A tool does not describe its input; it has no arguments.",
            "Give it a schema: `{\"type\": \"object\"}` where it takes nothing.";
        O019 NotChosen "not-chosen" Note + RemovesTool:
            "An operation, capability or definition is not among those that were chosen.",
            "Nothing to do, if that was meant.";
        O020 RuleUnmatched "rule-unmatched" Warning:
            "A rule of --include, --exclude or a configuration file matches nothing.",
            "Correct the rule, or remove it.";
        O021 TooManyTools "too-many-tools" Warning:
            "There are more tools than --max-tools keeps.",
            "Choose with --include and --exclude, so that the right ones are kept.";
        O022 RuleNotApplied "rule-not-applied" Error:
            "A rule of a configuration file sets what cannot be set; that has no effect.",
            "Change the rule as the message says.";
    }
    /// `N`: tool names.
    Name 'N' "name" {
        N001 NameShortened "name-shortened" Warning:
            "The name was longer than the limit and was cut.",
            "Give the operation a shorter operationId.";
        N002 NameCollision "name-collision" Warning:
            "Several operations had the same name; each got an addition that tells it apart.",
            "Give each operation an operationId of its own.";
        N003 NameFromPath "name-from-path" Note:
            "The operation has no operationId; its name comes from method and path.",
            "Add an operationId.";
        N004 NameUnreadable "name-unreadable" Warning:
            "The operationId has no letter or digit that a tool name may hold; the name comes from method and path.",
            "Add an ASCII operationId.";
        N005 NameIllegal "name-illegal" Error + RemovesTool:
            "A name that was given explicitly is not allowed, or is taken; the tool is left out.",
            "Choose a name of letters, digits, `_` and `-` that begins with a letter.";
        N006 NameRewritten "name-rewritten" Note:
            "The operationId holds characters that a tool name may not hold.",
            "Nothing to do.";
        N007 NamePrefixed "name-prefixed" Note:
            "The name began with a digit; the method was put in front.",
            "Give an operationId that begins with a letter.";
        N008 NameChanged "name-changed" Warning:
            "A name that is copied holds what model APIs refuse, or is too long or taken; it was changed.",
            "Use letters, digits, `_` and `-`, and begin with a letter.";
        N009 NameVerbatim "name-verbatim" Warning:
            "A name that clients refuse was kept as it is, as asked.",
            "Leave --exact out, or use letters, digits, `_` and `-`, and begin with a letter.";
        N010 NameRespelled "name-respelled" Note:
            "The source's name for a tool is written in lower case, with `_` between its words.",
            "Nothing to do: `_meta` keeps the name as it was.";
        N011 NameKept "name-kept" Note:
            "An operation keeps the name it was published under, though its source would now give it another.",
            "Nothing to do; to have the new name, remove the line from the lock file.";
        N012 NameMoved "name-moved" Warning:
            "A tool was published under another name, and callers know it by that.",
            "Remove the explicit name, or tell those who call the tool.";
        N013 NameGone "name-gone" Warning:
            "An operation that was published has no tool any more; no other tool gets its name.",
            "Tell those who call the tool; when none is left, remove the line from the lock file.";
        N014 NameNew "name-new" Note:
            "A tool is published for the first time.",
            "Nothing to do: its name is kept from now on.";
    }
    /// `A`: parameters and arguments.
    Argument 'A' "argument" {
        A001 ArgumentRenamed "argument-renamed" Warning:
            "A parameter's name holds characters that clients refuse; the argument has another name.",
            "Nothing to do: the call keeps the true name.";
        A002 ArgumentCollision "argument-collision" Warning:
            "Two parameters of an operation have the same name; one got an addition.",
            "Nothing to do: the call keeps the true names.";
        A003 UndeclaredPlaceholder "undeclared-placeholder" Warning:
            "The path has a placeholder that no parameter declares; a required string was added.",
            "Declare the parameter.";
        A004 CookieAtRuntime "cookie-at-runtime" Warning:
            "A cookie is set by the runtime, not by the model.",
            "Use --cookies to make cookies arguments.";
        A005 CredentialRemoved "credential-removed" Warning:
            "A parameter carries the credential of a security scheme, so it is no argument.",
            "Nothing to do: the runtime sets it.";
        A006 HeaderIgnored "header-ignored" Note:
            "OpenAPI ignores parameters named Accept, Content-Type and Authorization.",
            "Describe them by media types and security schemes.";
        A007 MalformedParameter "malformed-parameter" Warning:
            "A parameter cannot be used and is left out.",
            "A parameter is an object with `name` and `in`.";
        A008 ParameterWithoutPlace "parameter-without-place" Warning:
            "A path parameter has no placeholder in the path and is left out.",
            "Add the placeholder or remove the parameter.";
        A009 PlaceholderMatched "placeholder-matched" Warning:
            "A placeholder and a path parameter differ only in spelling and are taken as one.",
            "Spell both alike.";
        A010 ParameterWithoutSchema "parameter-without-schema" Warning:
            "A parameter says nothing about its type; any value is accepted.",
            "Add a schema.";
        A011 DuplicateParameter "duplicate-parameter" Warning:
            "An operation declares a parameter twice; the last one counts.",
            "Remove one of the two.";
        A012 PathParameterOptional "path-parameter-optional" Warning:
            "A path parameter is always required.",
            "Add `required: true`.";
        A013 SeveralContents "several-contents" Warning:
            "A parameter's `content` has more than one media type; the first is used.",
            "Keep one media type.";
        A014 HeaderNotMirrored "header-not-mirrored" Warning:
            "An `x-mcp-header` breaks MCP's rules for it and is dropped, since clients would refuse the tool.",
            "Put it on an argument that is a string, an integer or a boolean, with a header name of its own.";
        A015 InputWrapped "input-wrapped" Warning:
            "The input of a tool is no object; it became one argument, `value`.",
            "Describe the input as an object: its properties are the arguments.";
        A016 InputConditionDropped "input-condition-dropped" Warning:
            "A condition on all arguments together was dropped, since model APIs refuse it at the root of a schema.",
            "Say it in the description, or nest it in a property.";
    }
    /// `B`: request bodies.
    Body 'B' "body" {
        B001 MediaTypesDropped "media-types-dropped" Note:
            "The request body is offered in several media types; one was chosen.",
            "Nothing to do.";
        B002 UnusualBody "unusual-body" Warning:
            "The method gives a request body no meaning; it is kept.",
            "Many servers and proxies drop such bodies.";
        B003 BinaryBody "binary-body" Warning:
            "A binary value is given as base64 text.",
            "Nothing to do: the call says that it must be decoded.";
        B004 TextBody "text-body" Warning:
            "The body is no JSON; it is given as one text.",
            "Offer the operation in JSON.";
        B005 MalformedBody "malformed-body" Warning:
            "The request body cannot be used and is left out.",
            "A request body is an object with `content`.";
        B006 BodyNotFlattened "body-not-flattened" Note:
            "The body could not be lifted to the top level without loss; it stays one argument.",
            "Nothing to do.";
        B007 BodyWithoutSchema "body-without-schema" Warning:
            "The request body says nothing about its form; any value is accepted.",
            "Add a schema.";
        B008 MediaTypeRepaired "media-type-repaired" Warning:
            "A form has a media type that does not exist; the one that is meant is sent.",
            "Write `multipart/form-data` or `application/x-www-form-urlencoded`.";
    }
    /// `P`: responses and output schemas.
    Response 'P' "response" {
        P001 OutputWrapped "output-wrapped" Note:
            "The response is no object; it is wrapped as `result`.",
            "Nothing to do: the call says so.";
        P002 OutputOmitted "output-omitted" Note:
            "The operation gets no output schema, since a success response lacks a JSON body, or may lack it.",
            "Nothing to do.";
        P003 ResponsesUnited "responses-united" Note:
            "Several success responses with JSON bodies became alternatives.",
            "Nothing to do.";
        P004 HeadersDropped "headers-dropped" Note:
            "Response headers have no place in a tool.",
            "Nothing to do.";
        P005 MalformedResponse "malformed-response" Warning:
            "A response cannot be used; it counts as one without a body.",
            "Write it as an object with a `description`.";
        P006 NoResponses "no-responses" Warning:
            "The operation declares no response, so the tool gets no output schema.",
            "Declare the success response, with a schema if it is JSON.";
        P007 SequentialResponse "sequential-response" Note:
            "A response, or a description of it, is a sequence of items, which no output schema can describe.",
            "Nothing to do.";
        P008 ResponseNotJson "response-not-json" Note:
            "A response is no JSON, so the tool gets no output schema.",
            "Nothing to do: the call says which media type to ask for.";
    }
    /// `J`: translating schemas.
    Schema 'J' "schema" {
        J001 Weakened "schema-weakened" Warning + AcceptsMore:
            "A schema could not be expressed exactly; the result accepts more.",
            "Nothing to do, unless the difference matters.";
        J002 KeywordDropped "keyword-dropped" Warning:
            "A schema keyword has no meaning here and is dropped.",
            "Check its spelling.";
        J003 KeywordRepaired "keyword-repaired" Warning + AcceptsMore:
            "A schema keyword had a value it cannot have; it was repaired.",
            "Correct the value.";
        J004 TypeRepaired "type-repaired" Warning + AcceptsMore:
            "A schema names a type that does not exist; the nearest one is used.",
            "Use string, number, integer, boolean, object or array.";
        J005 ItemsMissing "items-missing" Warning:
            "An array says nothing about its items; `items: {}` was added, since clients demand it.",
            "Describe the items.";
        J006 TypeInferred "type-inferred" Note:
            "A schema has no type; it was inferred from its other keywords.",
            "Write the type.";
        J007 PatternMoved "pattern-moved" Warning + AcceptsMore:
            "A pattern that some clients refuse was moved into the description.",
            "Write a pattern without look-around, inline flags and Unicode classes.";
        J008 PatternRepaired "pattern-repaired" Note:
            "A pattern was rewritten without change of meaning.",
            "Nothing to do.";
        J009 RequiredBoolean "required-boolean" Warning:
            "`required` on a property is a boolean; the property was added to the list of its object.",
            "List required names in the object that holds them.";
        J010 RequiredWithoutProperty "required-without-property" Warning + AcceptsMore:
            "`required` names a property that is not described; any value is accepted for it.",
            "Describe the property.";
        J011 EnumRepaired "enum-repaired" Warning + AcceptsMore:
            "Enum values do not fit the declared type; they were converted or left out.",
            "Write the values in the declared type.";
        J012 DefaultRepaired "default-repaired" Warning:
            "A default does not fit the declared type; it was converted or left out.",
            "Write the default in the declared type.";
        J013 NullableVersion "nullable-version" Warning + AcceptsMore:
            "`nullable` is no keyword of this version; it was read as it is meant.",
            "Write `null` into `type`.";
        J014 DiscriminatorPlain "discriminator-without-union" Warning:
            "A schema has a discriminator, but no union names its subtypes.",
            "List the subtypes in `oneOf` where any of them may stand.";
        J015 FormatsDropped "output-formats-dropped" Note:
            "Formats leave output schemas, since clients assert them.",
            "Nothing to do.";
        J016 MalformedSchema "malformed-schema" Warning + AcceptsMore:
            "A value that should be a schema is none; any value is accepted there.",
            "Write an object (or, from 3.1 on, a boolean).";
        J017 UnsafeProperty "unsafe-property" Warning + AcceptsMore:
            "A property named like a member of JavaScript's Object.prototype left the output schema.",
            "Nothing to do.";
        J018 DirectionDropped "direction-dropped" Note:
            "Read-only properties leave inputs, write-only properties leave outputs.",
            "Nothing to do.";
        J019 BoundRepaired "bound-repaired" Warning + AcceptsMore:
            "A bound has a value it cannot have.",
            "Correct the value.";
        J020 NumberOutOfRange "number-out-of-range" Warning + AcceptsMore:
            "A value holds a number that no double holds, or nests too deep; it is dropped.",
            "Use a number below about 1.8e308, or a value that is less deep.";
        J021 DiscriminatorRepaired "discriminator-repaired" Warning:
            "A discriminator cannot be used as it stands.",
            "Give `propertyName` and a mapping to existing schemas.";
        J022 UnknownDialect "unknown-dialect" Warning:
            "What should name the dialect of a schema names none that is known.",
            "Name a published draft from 04 to 2020-12, or leave `$schema` out.";
        J023 Unsatisfiable "unsatisfiable" Warning:
            "A schema contradicts itself, so that no value satisfies it, or only null.",
            "Change the keywords that the message names, so that they agree.";
    }
    /// `D`: what a `ToolDefinition` has beyond MCP.
    Definition 'D' "definition" {
        D001 DefinitionKept "definition-kept" Note:
            "Fields of a definition that MCP has no place for, or that hints only approximate, are kept in `_meta`.",
            "Nothing to do: a runtime finds them under `dev.apimint/definition`.";
        D002 UnknownCategory "unknown-category" Warning:
            "The category of a tool is not known; its hints are those of a side effect.",
            "Use read, write, analysis, delete or side_effect.";
        D003 ConfirmationLost "confirmation-lost" Warning:
            "A tool that changes nothing asks for confirmation, which no hint can say.",
            "Let the runtime ask: `_meta` keeps `requiresConfirmation`.";
        D004 DefinitionRemoved "definition-removed" Note + RemovesTool:
            "A tool whose status is `removed` is left out.",
            "Nothing to do.";
        D005 DefinitionValue "definition-value" Warning:
            "A field of a definition has a value it cannot have.",
            "Correct the value.";
        D006 RoutingIncomplete "routing-incomplete" Warning:
            "The HTTP route of a definition cannot be used, or not all of it.",
            "Give `endpoint` and `method`, and in `paramMap` for each argument one of path, query, header and body.";
    }
    /// `T`: results of tools.
    Result 'T' "result" {
        T001 MalformedResult "malformed-result" Error:
            "A result of a tool has neither data nor an error, or both.",
            "Give exactly one of `data` and `error`.";
        T002 ResultMisfit "result-misfit" Error:
            "The data of a result does not fit the output schema of its tool; clients refuse such a result.",
            "Correct the data, or the output schema.";
        T003 FetchedAtDropped "fetched-at-dropped" Note:
            "The time of a result has no place in MCP and is dropped.",
            "Put it into `data` if a model needs it.";
        T004 UnlistedTool "unlisted-tool" Warning:
            "The manifest does not list the tool of a result, so its data is not checked.",
            "Give the manifest that has the tool, and name it in `tool`.";
        T005 NoOutputSchema "no-output-schema" Note:
            "The tool of a result has no output schema, so its data is not checked.",
            "Nothing to do.";
        T006 NoToolList "no-tool-list" Error:
            "A document that should be a manifest lists no tools.",
            "Give the result of `tools/list`, such as what `apimint convert` writes.";
        T007 OutputSchemaUnsound "output-schema-unsound" Error:
            "The output schema of a tool cannot be used to check data.",
            "Convert the manifest with `apimint convert`, which repairs it.";
        T008 ResultUnchecked "result-unchecked" Warning:
            "The output schema of a tool branches so much that its data is not checked.",
            "Check the data where it is made, or write an output schema in which fewer ways lead to one part.";
    }
    /// `H`: annotations.
    Hint 'H' "hint" {
        H001 HintFromWord "hint-from-word" Note:
            "A word in the name says that the operation is destructive.",
            "If it is not, override it: `x-mcp: {annotations: {destructiveHint: false}, allow: [H003]}`.";
        H002 HintOverridden "hint-overridden" Note:
            "An extension overrides the hints.",
            "Nothing to do.";
        H003 HintLessCautious "hint-less-cautious" Warning:
            "An extension makes the hints less cautious than the method says.",
            "Check that the operation is as harmless as it says.";
        H004 HintReadLike "hint-read-like" Note:
            "A POST looks like a read; its hints stay cautious.",
            "If it changes nothing, say so: `x-mcp: {annotations: {readOnlyHint: true}, allow: [H003]}`.";
    }
    /// `X`: secrets and hidden text.
    Safety 'X' "safety" {
        X001 SecretRemoved "secret-removed" Warning + HidesPlace:
            "A value that looks like a credential was removed.",
            "Take it out of the document, and revoke it if it is real.";
        X002 HiddenText "hidden-text" Warning:
            "Invisible characters were removed; they can carry instructions that no reader sees.",
            "Remove them from the document.";
        X003 InlineSecret "inline-secret" Error + HidesPlace:
            "An AgentHub manifest holds a secret itself; it is removed.",
            "Keep the secret in a store, name it by `secret_ref` (env://, vault:// or kms://), and revoke it if it is real.";
        X004 SecretReference "secret-reference" Warning + HidesPlace:
            "A reference to a secret never leaves the AgentHub manifest; it is dropped.",
            "Nothing to do.";
    }
    /// `L`: advice, given with `--lint`.
    Lint 'L' "lint" {
        L001 Untyped "untyped" Warning:
            "An argument or property has no type, so that a model can pass anything.",
            "Give it a type, or list what it can be in `anyOf`.";
        L002 FreeFormMap "free-form-map" Warning:
            "An object has no named properties and takes any member.",
            "Name its properties, or give `additionalProperties` a schema.";
        L003 UnionNotDiscriminated "union-not-discriminated" Warning:
            "The branches of a union are objects that no property tells apart.",
            "Give each branch a required property with a `const` of its own.";
        L004 ArgumentUndescribed "argument-undescribed" Warning:
            "An argument has no description.",
            "Say what to pass, in which form, with an example.";
        L005 RequiredWithDefault "required-with-default" Warning:
            "A required argument or property has a default, which is never used.",
            "Make it optional, or remove the default.";
    }
    /// `C`: limits of real clients.
    Client 'C' "client" {
        C001 ManyTools "many-tools" Warning:
            "The manifest has more tools than some clients take.",
            "Choose the operations that an agent needs.";
        C002 LongDescription "long-description" Warning:
            "A description is longer than some clients keep.",
            "Begin with what matters most.";
        C003 DeepSchema "deep-schema" Warning:
            "A schema nests deeper than some model APIs accept.",
            "Flatten the schema.";
        C004 LongQualifiedName "long-qualified-name" Warning:
            "With the name of the server in front, tool names are longer than some clients show.",
            "Lower --name-max, or give the server a shorter name with --server-name.";
        C005 LargeSchema "large-schema" Warning:
            "The input schema of a tool is so large that it takes much of what a model can read.",
            "Choose other operations, or describe the body less closely.";
        C006 LongList "long-list" Warning:
            "The list of tools is longer than some clients accept in one message.",
            "Choose the operations that an agent needs, or let the server send the list in pages.";
        C007 TooManyTokens "too-many-tokens" Warning:
            "A model has to read more of the tools than --max-tokens allows.",
            "See with `apimint inspect` where they go, and choose with --include and --exclude.";
        C008 Slimmed "slimmed" Note:
            "--slim cut texts of schemas, which a model does not read any more.",
            "Leave out --slim, or choose a lower level, where models need the texts.";
    }
    /// `G`: the rules of AgentHub manifests.
    AgentHub 'G' "agenthub" {
        G001 FieldMissing "field-missing" Warning:
            "An AgentHub manifest lacks a field that its format requires.",
            "Add the field.";
        G002 FieldType "field-type" Warning:
            "A field of an AgentHub manifest has another type than its format says.",
            "Write the value in the type that the message names.";
        G003 FieldValue "field-value" Warning:
            "A field of an AgentHub manifest has a value that its format does not allow.",
            "Write a value that the rule in the message allows.";
        G004 FieldUnknown "field-unknown" Warning:
            "AgentHub 0.1 has no such field; it is dropped.",
            "Correct its spelling, or begin its name with `x-agenthub-` or `agenthub.` to have it kept in `_meta`.";
        G005 FieldCondition "field-condition" Warning:
            "Two fields of an AgentHub manifest contradict each other, or one demands another.",
            "Change one of the two.";
        G006 IdempotencyMissing "idempotency-missing" Error + RemovesTool:
            "A capability with side effects does not say whether it needs an idempotency key, and is left out.",
            "Add `idempotency_key_required: true`.";
        G007 NotOverMcp "not-over-mcp" Warning:
            "A capability is not offered over MCP.",
            "Add `MCP` to its `protocols`, or leave such capabilities out with --only-mcp.";
        G008 RemoteInput "remote-input" Warning:
            "An input schema stands elsewhere; its `$ref` is kept, and clients must not follow it.",
            "Allow it with --allow-net, or write the schema in place or into a file beside the manifest.";
        G009 RemoteOutput "remote-output" Warning:
            "An output schema stands elsewhere; it is left out, since some clients would lose the whole list.",
            "Allow it with --allow-net, or write the schema in place or into a file beside the manifest.";
        G010 NotOverMcpSkipped "not-over-mcp-skipped" Note + RemovesTool:
            "A capability that is not offered over MCP was left out, as asked.",
            "Nothing to do.";
        G011 SchemaVerbatim "schema-verbatim" Warning:
            "A schema that clients refuse was kept as it is, as asked.",
            "Leave --exact out.";
    }
    /// `M`: the check before writing.
    Manifest 'M' "manifest" {
        M001 ToolInvalid "tool-invalid" Error + RemovesTool:
            "A tool failed the check of its schemas and is left out.",
            "This is a fault of the converter: please report it with the operation.";
        M002 ListMalformed "list-malformed" Error:
            "A list of tools, or what stands around it, has not the shape that MCP asks for.",
            "Correct the value, or have `apimint convert` write the list anew.";
        M003 ToolMalformed "tool-malformed" Error:
            "A member of a tool is missing or of the wrong type; strict clients refuse the whole list.",
            "Correct the value, or have `apimint convert` write the list anew.";
        M004 NameRefused "name-refused" Error:
            "A name is one that clients or model APIs refuse.",
            "Use letters, digits, `_` and `-`, a letter first, and 64 characters at most.";
        M005 NameRepeated "name-repeated" Error:
            "Two tools of a list have the same name.",
            "Give each tool a name of its own.";
        M006 SchemaRefused "schema-refused" Error:
            "A schema of a tool is sound, but clients or model APIs refuse its form.",
            "Have `apimint convert` write the list anew: it brings schemas into the portable form.";
        M007 SchemaUnsound "schema-unsound" Error:
            "A schema of a tool is not valid under Draft 07 and 2020-12, or has a reference that leads to nothing.",
            "Correct the schema at the place that is shown.";
    }
}
