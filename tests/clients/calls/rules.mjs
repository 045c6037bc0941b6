// The differences between apimint and swagger-client that are known, each with its reason.
//
// A rule predicts both sides as far as it can, so that it does not hide anything else. `right` says which side follows the
// specification: "apimint", or "open" where no specification decides. `source` is the paragraph; OAS is the OpenAPI
// Specification, 3.0.4, 3.1.1 and 3.2.0 alike where no version is named. `test` gets a unit of differences.mjs and what is
// known of the call: `version`, `call`, `described` (the description with this one operation) and `operation`.
import { UNDECLARED } from "./calls.mjs";
import { isObject } from "./description.mjs";
import { decoded } from "./differences.mjs";
import { clean, deep, encoded, field, isFields, isScalar, isText, parsed, plain, same, style, success, text } from "./expected.mjs";
import { Bytes } from "./values.mjs";

export const RULES = [
  {
    id: "accept-list",
    what: "`Accept` has one type; swagger-client lists the types of all answers",
    right: "open",
    source: "RFC 9110, 12.5.1",
    test: ({ place, ours, theirs }) => place === "accept" && isText(ours) && isText(theirs) && theirs.split(", ").includes(ours),
  },
  {
    id: "accept-without-body",
    what: "No `Accept` for answers without a schema or with 204; swagger-client lists `produces` and types of 204",
    right: "open",
    source: "RFC 9110, 12.5.1 and 15.3.5",
    test: (unit, context) => unit.place === "accept" && unit.ours === undefined && success(context).every(([status, response]) =>
      status === "204" || status === "205" || (context.version === 2 ? response.schema === undefined : !Object.keys(response.content ?? {}).length)),
  },
  {
    id: "accept-of-ranges",
    what: "`Accept` of the answers `2XX` and `default`, and of `produces` without a list for swagger-client",
    right: "apimint",
    source: "OAS, \"Responses Object\"",
    test: (unit, context) => unit.place === "accept" && unit.theirs === undefined && context.version !== 2
      && success(context).every(([, response]) => !Object.keys(response.content ?? {}).length)
      && Object.entries(context.operation.responses).some(([status, response]) => /^(2xx|default)$/i.test(status) && Object.hasOwn(response.content ?? {}, unit.ours)),
  },
  {
    id: "reserved-raw",
    what: "`!'()*[]` are raw in Swagger 2.0, in forms and in JSON parameters; apimint encodes reserved characters everywhere",
    right: "apimint",
    source: "RFC 3986, 2.2",
    test: (unit, { version }) => {
      const raw = (value) => value.replace(/[!'()*[\]]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
      if (version !== 2 && !(unit.place === "form" && !unit.encoding) && !unit.parameter?.content) return false;
      if (unit.place === "path") return isText(unit.value) && isText(unit.theirs) && raw(unit.theirs) === unit.ours;
      return isFields(unit) && unit.place !== "multipart" && same(unit.ours, unit.theirs.map((one) => one.map(raw)));
    },
  },
  {
    id: "encoded-twice",
    what: "A triplet in a value of a path of Swagger 2.0 stays as it is, so that another value arrives",
    right: "apimint",
    source: "RFC 3986, 2.4: \"%\" itself must be encoded",
    test: ({ place, value, ours, theirs }, { version }) => place === "path" && version === 2 && /%[0-9a-f]{2}/i.test(value ?? "")
      && ours === encoded(value) && theirs === value,
  },
  {
    id: "bracket-in-path",
    what: "A placeholder of Swagger 2.0 stays unfilled if the value of another has `[`",
    right: "apimint",
    source: "Swagger 2.0, \"Path Templating\"",
    test: ({ place, name, parameter, value, ours, theirs }, { version, call }) => place === "path" && version === 2 && parameter && theirs === `{${name}}` && ours === encoded(value)
      && call.parameters.some((one) => one.in === "path" && one.name !== name && text(call.values[`path.${one.name}`]).includes("[")),
  },
  {
    id: "delimiter-in-2.0-path",
    what: "The commas between the items of a list in a path of Swagger 2.0 are encoded",
    right: "apimint",
    source: "Swagger 2.0, \"Parameter Object\", `collectionFormat`",
    test: ({ place, value, ours, theirs }, { version }) => place === "path" && version === 2 && Array.isArray(value)
      && ours === value.map(encoded).join(",") && decoded(theirs) === value.join(","),
  },
  {
    id: "label-delimiter",
    what: "`label` without `explode` has dots between items; the comma is the rule since 3.0.4",
    right: "apimint",
    source: "OAS, \"Style Examples\"; RFC 6570, 3.2.5",
    test: ({ place, parameter, value, ours, theirs }) => {
      if (place !== "path" || parameter?.style !== "label" || parameter.explode) return false;
      const items = Array.isArray(value) ? value : isObject(value) ? Object.entries(value).flat() : [];
      return ours === `.${items.map(encoded).join(",")}` && theirs === `.${items.map(encoded).join(".")}`;
    },
  },
  {
    id: "path-with-query",
    what: "A path with `?` or `#` in it: placeholders stay unfilled, and the query comes after the fragment",
    right: "apimint",
    source: "OAS, \"Path Templating\"; RFC 3986, 3.5",
    test: ({ place, name, parameter, ours, theirs }, { call }) => /[?#]/.test(call.path)
      && ((place === "path" && parameter && theirs === `{${name}}`) || (place === "query" && call.path.includes("#") && ours.length > 0 && !theirs.length)),
  },
  {
    id: "path-literals",
    what: "Characters of the path template that no URL can hold are raw",
    right: "apimint",
    source: "RFC 6570, 3.1",
    test: ({ place, name, ours, theirs }) => {
      if (name !== undefined) return false;
      return place === "path" ? clean(theirs) === ours : place === "query" && same(theirs.map((one) => one.map(clean)), ours);
    },
  },
  {
    id: "hash-in-value",
    what: "With `allowReserved`, `#` of a value is raw, so that a fragment begins",
    right: "apimint",
    source: "OAS, \"Parameter Object\", `allowReserved`; RFC 3986, 3.4",
    test: ({ place, ours, theirs }, { call }) => place === "query" && theirs.length <= ours.length
      && call.parameters.some((one) => one.in === "query" && one.allowReserved && text(call.values[`query.${one.name}`] ?? "").includes("#"))
      && theirs.every(([name, one], at) => name === ours[at][0] && ours[at][1].startsWith(one)),
  },
  {
    id: "undeclared-placeholder",
    what: "A placeholder without a parameter is an argument; swagger-client leaves it in the URL",
    right: "open",
    source: "OAS, \"Path Templating\": the parameter must be there",
    test: ({ place, name, parameter, ours, theirs }, { call }) => {
      const sent = (fields) => (isText(fields) ? fields : fields.map((one) => one.join("=")).join("&"));
      const filled = (path) => call.undeclared.reduce((at, one) => at.replaceAll(`{${one}}`, UNDECLARED).replaceAll(`/:${one}`, `/${UNDECLARED}`), path);
      return call.undeclared.length > 0 && (place === "path" || place === "query") && !parameter && sent(ours) === clean(filled(sent(theirs)));
    },
  },
  {
    id: "empty-text",
    what: "An empty text in a query or form of Swagger 2.0 is not sent",
    right: "apimint",
    source: "OAS, \"Style Examples\", column `empty`; RFC 6570, 3.2.8",
    test: (unit) => isFields(unit) && unit.value === "" && !unit.theirs.length && same(unit.ours, [field(unit, unit.name, "")]),
  },
  {
    id: "empty-list",
    what: "An empty list or object sends an empty field where it is not exploded",
    right: "apimint",
    source: "RFC 6570, 2.3: an empty list is undefined; OAS, \"Style Examples\"",
    test: (unit) => isFields(unit) && (isObject(unit.value) || Array.isArray(unit.value)) && !Object.keys(unit.value).length
      && !unit.ours.length && same(plain(unit.theirs), [[unit.name, ""]]),
  },
  {
    id: "null-members",
    what: "A null inside a list, object or form is an empty text",
    right: "apimint",
    source: "RFC 6570, 2.3: null is undefined",
    test: (unit) => {
      if (!isFields(unit)) return false;
      const blank = (value) => (value === null ? "" : value);
      if (unit.value === null) return !unit.ours.length && plain(unit.theirs).every(([name, value]) => name === unit.name && ["", "null"].includes(value));
      return Array.isArray(unit.value) && unit.value.includes(null) && same(plain(unit.ours), unit.value.filter((one) => one !== null).map((one) => [unit.name, text(one)]))
        && same(plain(unit.theirs), unit.value.map((one) => [unit.name, text(blank(one))]));
    },
  },
  {
    id: "defaults-are-sent",
    what: "swagger-client sends the `default` of a parameter that is left out",
    right: "apimint",
    source: "OAS, \"Schema Object\", `default`: what the receiver assumes",
    test: ({ place, value, parameter, ours, theirs }) => {
      const written = [parameter?.default, parameter?.schema?.default].find((one) => one !== undefined);
      if (value !== undefined || written === undefined) return false;
      return place === "header" ? ours === undefined && theirs === String(written) : Array.isArray(ours) && !ours.length && same(plain(theirs).map(([, one]) => one), [written].flat().map(String));
    },
  },
  {
    id: "delimited-object",
    what: "An object with `spaceDelimited` or `pipeDelimited` is joined by commas",
    right: "apimint",
    source: "OAS, \"Style Examples\"",
    test: (unit) => {
      const between = { spaceDelimited: " ", pipeDelimited: "|" }[style(unit).name];
      if (!isFields(unit) || !between || style(unit).explode || !isObject(unit.value)) return false;
      const joined = (mark) => Object.entries(unit.value).filter(([, one]) => one !== null).flat().map(text).join(mark);
      return same(plain(unit.ours), [[unit.name, joined(between)]]) && same(plain(unit.theirs), [[unit.name, joined(",")]]);
    },
  },
  {
    id: "encoded-delimiter-in-part",
    what: "`spaceDelimited`, `ssv` and `tsv` in multipart put the text `%20` or `%09` between items",
    right: "apimint",
    source: "OAS, \"Encoding Object\": no percent-encoding in multipart",
    test: (unit) => {
      const [raw, sent] = unit.parameter?.collectionFormat === "tsv" ? ["\t", "%09"] : [" ", "%20"];
      const isMeant = style(unit).name === "spaceDelimited" || ["ssv", "tsv"].includes(unit.parameter?.collectionFormat);
      return unit.place === "multipart" && isMeant && Array.isArray(unit.value)
        && same(unit.ours, [[unit.name, { text: unit.value.map(text).join(raw) }]]) && same(unit.theirs, [[unit.name, { text: unit.value.map(text).join(sent) }]]);
    },
  },
  {
    id: "raw-pipe",
    what: "Pipes between items are raw, which no URL can hold",
    right: "apimint",
    source: "OAS, \"Style Examples\": `%7C`; RFC 3986, 2.1",
    test: (unit) => unit.place === "query" && Array.isArray(unit.value) && same(unit.ours, unit.theirs.map(([name, one]) => [name, one.replaceAll("|", "%7C")])),
  },
  {
    id: "deep-object",
    what: "`deepObject`: an object inside an object, and a list, are JSON in one field; apimint goes on with brackets",
    right: "open",
    source: "OAS, \"Style Examples\": only the first level is defined",
    test: (unit) => {
      if (!isFields(unit) || style(unit).name !== "deepObject" || !same(unit.ours, deep(unit, unit.name, unit.value))) return false;
      if (Array.isArray(unit.value)) {
        const items = style(unit).explode ? unit.value.map((one) => [unit.name, text(one)]) : [[unit.name, `${unit.value.map(text)}`]];
        return same(plain(unit.theirs), items) || same(plain(unit.theirs), [[unit.name, unit.value.map(text).join("")]]);
      }
      return isObject(unit.value) && same(plain(unit.theirs), Object.entries(unit.value).map(([key, one]) => [`${unit.name}[${key}]`, text(one)]));
    },
  },
  {
    id: "form-list",
    what: "A list in a form of which nothing is said is joined by commas",
    right: "apimint",
    source: "OAS, \"Encoding Object\": `form` with `explode`; in multipart, a part for each item",
    test: (unit) => {
      if (!["form", "multipart"].includes(unit.place) || unit.encoding || unit.parameter || !Array.isArray(unit.value)) return false;
      const json = unit.value.some((one) => one !== null && typeof one === "object");
      return same(plain(unit.ours), unit.value.filter((one) => one !== null).map((one) => [unit.name, text(one)]))
        && same(plain(unit.theirs), [[unit.name, json ? JSON.stringify(unit.value) : unit.value.join(",")]]);
    },
  },
  {
    id: "json-in-form",
    what: "A text in a form of OpenAPI 3 that looks like JSON is read as JSON: `[1,2]` arrives as `1,2`, `null` as nothing",
    right: "apimint",
    source: "OAS, \"Encoding Object\": a text is sent as it is",
    test: (unit) => {
      if (!["form", "multipart"].includes(unit.place) || unit.parameter || !isText(unit.value)) return false;
      const read = parsed(unit.value);
      const made = Array.isArray(read) ? read.join(",") : text(read ?? null);
      return read !== undefined && same(unit.ours, [field(unit, unit.name, unit.value)]) && plain(unit.theirs).every(([name, one]) => name === unit.name && (one === made || one === String(read)));
    },
  },
  {
    id: "credential-order",
    what: "An API key in the query stands in another place than the parameter of its name, and in a cookie twice",
    right: "open",
    source: "OAS, \"Security Scheme Object\", gives no order",
    test: ({ place, name, ours, theirs }, { described, call }) => {
      const schemes = described.securityDefinitions ?? described.components?.securitySchemes ?? {};
      const keys = Object.keys(call.secrets).map((one) => schemes[one]).filter((one) => one?.type === "apiKey");
      const other = (names) => names.filter((one) => !keys.some((key) => key.in === "query" && encoded(key.name) === one));
      if (place === "query-order") return keys.length > 0 && same(other(ours), other(theirs)) && same([...ours].sort(), [...theirs].sort());
      return place === "cookie" && keys.some((key) => key.in === "cookie" && key.name === name) && ours.length === 1 && theirs.length === 2 && theirs.every((one) => same(plain([one]), plain(ours)));
    },
  },
  {
    id: "credential-cookie",
    what: "An API key in a cookie is percent-encoded",
    right: "open",
    source: "RFC 6265, 4.1.1: `=` can stand in a value",
    test: ({ place, name, ours, theirs }, { call }) => place === "cookie" && name === undefined && same(plain(ours), plain(theirs))
      && ours.every(([, value]) => Object.values(call.secrets).includes(value)),
  },
  {
    id: "reserved-name",
    what: "`allowReserved` counts for the name too",
    right: "open",
    source: "OAS, \"Parameter Object\", `allowReserved`, speaks of the value",
    test: ({ place, name, parameter, ours, theirs }) => place === "query" && parameter?.allowReserved
      && same(ours, theirs.map(([sent, value]) => [encoded(sent), value])) && theirs.every(([sent]) => sent === name),
  },
  {
    id: "self-url",
    what: "A relative server is resolved against `$self`, which swagger-client does not read",
    right: "apimint",
    source: "OAS 3.2, \"OpenAPI Object\", `$self`",
    test: ({ place, name, ours }, { described, operation }) => {
      const server = (operation.servers ?? Object.values(described.paths)[0].servers ?? described.servers)?.[0]?.url;
      if (name !== undefined || !described.$self || !server) return false;
      const { origin, pathname } = new URL(server, described.$self);
      return place === "server" ? ours === origin : place === "path" && ours.startsWith(pathname.replace(/\/$/, ""));
    },
  },
  {
    id: "querystring",
    what: "`in: querystring` is not known to swagger-client",
    right: "apimint",
    source: "OAS 3.2, \"Parameter Locations\"",
    test: ({ place, parameter, value, ours, theirs }, { version }) => place === "query" && version === 3.2 && parameter?.in === "querystring" && !theirs.length
      && isObject(value) && same(plain(ours), Object.entries(value).map(([key, one]) => [key, text(one)])),
  },
  {
    id: "cookie-style",
    what: "With the style `cookie`, swagger-client sends the text `undefined`",
    right: "apimint",
    source: "OAS 3.2, \"Style Values\"",
    test: ({ place, name, parameter, value, ours, theirs }) => place === "cookie" && parameter?.style === "cookie" && same(ours, [[name, value]]) && same(theirs, [[name, "undefined"]]),
  },
  {
    id: "file-media-type",
    what: "A file has the media type of the encoding; swagger-client keeps that of the caller's file",
    right: "apimint",
    source: "OAS, \"Encoding Object\", `contentType`",
    test: ({ place, value, encoding, ours, theirs }) => {
      const wanted = encoding?.contentType?.split(",").map((type) => type.trim()).find((type) => !type.includes("*"));
      const bare = (list) => list.map(([name, { type, ...rest }]) => [name, rest]);
      return place === "multipart" && [value].flat().some((one) => one instanceof Bytes) && wanted && ours.every(([, { type }]) => type === wanted) && same(bare(ours), bare(theirs));
    },
  },
  {
    id: "part-media-type",
    what: "A part that is an object, or that has a `contentType`, has its media type",
    right: "apimint",
    source: "OAS, \"Encoding Object\", `contentType`",
    test: ({ place, encoding, value, ours, theirs }) => place === "multipart" && (encoding?.contentType || (value && typeof value === "object"))
      && same(plain(ours), plain(theirs)) && ours.every(([, { type }]) => type && type === (encoding?.contentType ?? "application/json").split(",")[0].trim()),
  },
  {
    id: "misspelt-form-type",
    what: "A form under `application/form-data`, a media type that does not exist, is multipart; swagger-client takes the name",
    right: "open",
    source: "RFC 7578, 4",
    test: ({ place, value, ours, theirs }, { call }) => {
      if (call.contentType !== undefined && call.contentType !== "application/form-data") return false;
      return place === "content-type" ? ours === "multipart/form-data" && theirs === "application/form-data" : place === "body" && same(theirs, value) && isText(ours) && ours.includes("form-data; name=");
    },
  },
  {
    id: "json-text",
    what: "A JSON body that is a text is sent without its quotes",
    right: "apimint",
    source: "RFC 8259, 7",
    test: ({ place, value, ours, theirs }) => place === "body" && isText(value) && same(ours, { json: value }) && (same(theirs, { text: value }) || (value === "" && theirs === undefined)),
  },
  {
    id: "empty-json",
    what: "A JSON body that is `null`, `false` or `0` is not sent",
    right: "apimint",
    source: "RFC 8259, 3: each is a JSON text",
    test: ({ place, value, ours, theirs }) => place === "body" && [null, false, 0].includes(value) && same(ours, { json: value }) && theirs === undefined,
  },
  {
    id: "consumes-is-missing",
    what: "A body of Swagger 2.0 without `consumes` is JSON; swagger-client sends no media type",
    right: "open",
    source: "RFC 9110, 8.3: a message with content should have its type",
    test: ({ place, ours, theirs }, { version, described, operation, call }) => place === "content-type" && version === 2 && ours === "application/json" && theirs === undefined
      && !(operation.consumes ?? described.consumes)?.length && call.parameters.some((one) => one.in === "body"),
  },
  {
    id: "consumes-any",
    what: "`consumes: */*` is no media type of a body; apimint sends JSON",
    right: "apimint",
    source: "RFC 9110, 8.3.1: a range is no media type",
    test: ({ place, ours, theirs }, { version }) => place === "content-type" && version === 2 && ours === "application/json" && theirs === "*/*",
  },
  {
    id: "produces-is-missing",
    what: "Without `produces`, apimint asks for JSON",
    right: "open",
    source: "RFC 9110, 12.5.1",
    test: ({ place, ours, theirs }, { version, described, operation }) => place === "accept" && version === 2 && ours === "application/json" && theirs === undefined
      && !operation.produces && !described.produces,
  },
  {
    id: "empty-form",
    what: "A form of Swagger 2.0 without any field is an empty body, for swagger-client none",
    right: "open",
    source: "Swagger 2.0, \"Parameter Object\"",
    test: ({ place, value, ours, theirs }, { version }) => place === "body" && version === 2 && same(value, {}) && ours === "" && theirs === undefined,
  },
  {
    id: "https-first",
    what: "Of several `schemes`, and without any, `https`; swagger-client takes the first, or that of the description",
    right: "open",
    source: "Swagger 2.0, \"Swagger Object\", `schemes`, has no order",
    test: ({ place, ours, theirs }, { version, described, operation }) => place === "server" && version === 2
      && (operation.schemes ?? described.schemes)?.includes("https") && ours.replace(/^https/, "http") === theirs,
  },
  {
    id: "last-cookie",
    what: "Of several cookies, swagger-client sends the last",
    right: "apimint",
    source: "OAS, \"Parameter Locations\"; RFC 6265, 4.2.1",
    test: ({ place, name, ours, theirs }, { call }) => place === "cookie" && ours.length > 0 && !theirs.length
      && call.parameters.slice(call.parameters.findIndex((one) => one.in === "cookie" && one.name === name) + 1).some((one) => one.in === "cookie" && call.values[`cookie.${one.name}`] !== undefined),
  },
  {
    id: "structured-cookie",
    what: "A list or object is one cookie with encoded delimiters, and not exploded by default",
    right: "apimint",
    source: "OAS, \"Parameter Object\", `explode` is true for `form`; RFC 6265, 4.1.1",
    test: ({ place, name, parameter, value, ours, theirs }) => {
      if (place !== "cookie" || !parameter || value === null || typeof value !== "object") return false;
      const members = Object.entries(value).filter(([, one]) => one !== null);
      const isList = Array.isArray(value);
      const exploded = parameter.explode ?? true;
      const joined = (list, pair) => list.map(([key, one]) => (isList ? text(one) : `${key}${pair}${text(one)}`));
      const our = exploded ? members.map(([key, one]) => [isList ? name : key, text(one)]) : [[name, joined(members, ",").join(",")]];
      const their = parameter.explode ? joined(Object.entries(value), "=").join(isList ? `&${name}=` : "&") : joined(Object.entries(value), ",").join(",");
      return same(plain(ours), our.filter(([, one]) => exploded || one !== "")) && same(plain(theirs), [[name, `${parameter.explode && isList ? `${name}=` : ""}${their}`]]);
    },
  },
  {
    id: "framing-header",
    what: "`Content-Length` and other headers of the HTTP message are not sent for an argument",
    right: "apimint",
    source: "RFC 9110, 7.6.1 and 8.6",
    test: ({ place, name, ours, theirs }) => place === "header" && /^(content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade)$/i.test(name) && ours === undefined && theirs !== undefined,
  },
  {
    id: "header-without-name",
    what: "A header parameter whose name is empty is dropped",
    right: "apimint",
    source: "RFC 9110, 5.1",
    test: ({ place, name, ours, theirs }) => place === "header" && name === "" && ours === undefined && theirs === "",
  },
  {
    id: "style-at-wrong-place",
    what: "`matrix` counts in a header, where it is not defined",
    right: "open",
    source: "OAS, \"Style Values\": `matrix` is for paths",
    test: ({ place, name, parameter, value, ours, theirs }) => place === "header" && parameter?.style === "matrix" && ours === text(value) && theirs === `;${name}=${ours}`,
  },
  {
    id: "schema-and-content",
    what: "A parameter with both `schema` and `content`, which is not allowed: apimint takes the schema",
    right: "open",
    source: "OAS, \"Parameter Object\": one of the two",
    test: ({ parameter, value, theirs }) => parameter?.schema && parameter.content && theirs === JSON.stringify(value),
  },
  {
    id: "undeclared-scheme",
    what: "A security scheme that is not declared is an error; swagger-client sends nothing",
    right: "open",
    source: "OAS, \"Security Requirement Object\": the name must be declared",
    test: ({ place, ours, theirs }, { described }) => {
      const scheme = /^security scheme `([^`]*)` has no type/.exec(ours)?.[1];
      const schemes = described.securityDefinitions ?? described.components?.securitySchemes ?? {};
      return place === "request" && theirs === "made" && scheme !== undefined && !Object.hasOwn(schemes, scheme);
    },
  },
  {
    id: "undeclared-variable",
    what: "A variable of a server that is not declared is an error; swagger-client leaves it in the URL",
    right: "open",
    source: "OAS, \"Server Object\"",
    test: ({ place, ours, theirs }) => place === "request" && theirs === "made" && /^the URL `[^`]*\{[^`]*` of the server has a placeholder that no variable fills$/.test(ours),
  },
  {
    id: "multipart-of-one-file",
    what: "A multipart body whose schema is one file without a name is an object with the property `file` for apimint; the comparison passes the file itself",
    right: "open",
    source: "RFC 7578, 4.2: each part has a name",
    test: ({ place, ours, theirs }, { call }) => place === "request" && theirs === "made"
      && /^argument `body` must be an object or a list, to be sent as `multipart\/form-data`$/.test(ours) && call.body instanceof Bytes,
  },
  {
    id: "body-parameter-in-3",
    what: "A parameter `in: body` of an OpenAPI 3 document is the body; swagger-client has no place for it",
    right: "open",
    source: "OAS, \"Parameter Locations\": there is no such place",
    test: ({ place, ours, theirs }, { version, call }) => place === "request" && version >= 3 && ours === "made"
      && call.parameters.some((one) => one.in === "body" && theirs === `Required parameter ${one.name} is not provided`),
  },
];
