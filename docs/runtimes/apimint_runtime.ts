// An MCP server on standard input and output for a list of tools that apimint wrote; README.md says how to start it.
//
// docs/calls.md has the rules of `request` and `answer`. Needs Node 20 or newer and @modelcontextprotocol/sdk 1.
import { readFileSync, realpathSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";

type Tree = { [member: string]: any };
type Field = [name: string, text: string];
type Settings = { credentials?: Tree; server?: number | string; variables?: Tree; base?: string | null; validate?: boolean };
type HttpRequest = { method: string; url: string; publicUrl: string; headers: Field[]; body?: Buffer };

const FORM = "application/x-www-form-urlencoded", BYTES = "application/octet-stream";
const JSON_LINES = /^application\/(x-)?(ndjson|jsonlines|jsonl)$/, JSON_SEQUENCE = /^application\/json-seq$|\+json-seq$/;
const OTHER_TEXTS = /^text\/|\+(xml|yaml)$|^application\/(xml|(x-)?yaml|toml|graphql|javascript|sql|x-www-form-urlencoded)$/;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, CONTROLS = /[\0-\x08\x0a-\x1f\x7f]/;
const FRAMING = ["content-length", "transfer-encoding", "connection", "keep-alive", "te", "trailer", "upgrade"];
const DELIMITERS: Tree = { spaceDelimited: " ", pipeDelimited: "|", csv: ",", ssv: " ", pipes: "|", tsv: "\t" };
const STYLES = ["matrix", "label", "simple", "form", "spaceDelimited", "pipeDelimited", "deepObject", "cookie"];
const MOST_ERROR_BYTES = 64 << 10, MOST_ANSWER_BYTES = 16 << 20;

const record = (required: string[], properties: Tree): Tree => ({ type: "object", required, properties });
const list = (items: Tree): Tree => ({ type: "array", items });
const map = (additionalProperties: Tree): Tree => ({ type: "object", additionalProperties });

// The part of apimint-call.schema.json that `request` relies on.
const text = { type: "string" as const }, flag = { type: "boolean" };
const place = record(["name", "in"], {
  in: { enum: ["path", "query", "querystring", "header", "cookie"] }, style: { enum: STYLES }, explode: flag, allowReserved: flag,
});
const anyObject = { type: "object" };
const callSchema = record(["method", "path"], {
  method: { ...text, pattern: TOKEN.source }, path: { ...text, pattern: "^(/|$)" }, servers: list(record(["url"], { url: text })),
  arguments: map(place), constants: list({ allOf: [place, record(["value"], {})] }), security: list(map({ type: "object" })),
  body: record(["contentType"], { decode: { const: "base64" } }),
});

/** A call that cannot be made, and why. The text has no credential. */
export class CallError extends Error {}

function demand(condition: unknown, why: string): asserts condition {
  if (!condition) throw new CallError(why);
}

// Texts of values

const own = (tree: Tree | undefined, member: string): any => (tree && Object.hasOwn(tree, member) ? tree[member] : undefined);
const isObject = (value: any): value is Tree => typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: any): string => (typeof value === "string" ? value : JSON.stringify(value));
const itemsOf = (value: any): any[] => (Array.isArray(value) ? value : [value]).filter((item) => item !== null && item !== undefined);
const essence = (mediaType: string) => mediaType.split(";")[0].trim().toLowerCase();
const isJson = (mediaType: string) => /^(application|text)\/json$|\+json$/.test(essence(mediaType));

/** The first of several media types without a wildcard. */
const sentType = (mediaTypes: string) =>
  mediaTypes.split(",").map((one) => one.trim()).find((one) => one && !one.includes("*")) ?? BYTES;

function documentText(value: any, mediaType: string, parts: Tree): string {
  if (isJson(mediaType)) return JSON.stringify(value);
  return essence(mediaType) === FORM && isObject(value) ? form(value, parts) : textOf(value);
}

/** The bytes of base64 text. */
function decoded(value: any, name: string): Buffer {
  const plain = typeof value === "string" ? value.replace(/\s/g, "").replace(/=+$/, "") : "?";
  demand(/^[\w+/-]*$/.test(plain) && plain.length % 4 !== 1, `\`${name}\` must be base64 text`);
  return Buffer.from(plain, "base64");
}

const encodeBytes = (bytes: Buffer) =>
  bytes.toString("latin1").replace(/[^\w.~-]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
const encode = (text: string) => encodeBytes(Buffer.from(text));

/** Percent-encodes a text in which reserved characters (in a path, not `/` and `?`) and triplets stay. */
const expand = (text: string, isPath = false) =>
  text.replace(isPath ? /%[\da-f]{2}|[^:[\]@!$&'()*+,;=]/giu : /%[\da-f]{2}|[^:/?[\]@!$&'()*+,;=]/giu,
    (one) => (one.length === 3 && one[0] === "%" ? one : encode(one)));

const checkHeader = ([name, text]: Field) =>
  demand(TOKEN.test(name) && !CONTROLS.test(text), `the header \`${name}\` would have a character that no header can have`);

/** JavaScript has rounded larger integers before they get here: another number would be sent. */
function refuseRounded(value: any): void {
  demand(!Number.isInteger(value) || Number.isSafeInteger(value), "an integer is beyond 2^53, where JavaScript rounds");
  if (typeof value === "object" && value !== null) Object.values(value).forEach(refuseRounded);
}

// Styles

const isStyled = (entry: Tree) => ["style", "explode", "allowReserved", "collectionFormat"].some((one) => one in entry);

/** The names and texts of a value in a query, form, multipart body or cookies; in a path or header the texts alone. */
function fieldsOf(entry: Tree, place: string, name: string, value: any): Field[] {
  const isText = place === "path" || place === "header";
  const wrong = [...(isText ? ["form", "deepObject", "cookie"] : ["simple"]), ...(place === "path" ? [] : ["label", "matrix"])];
  const style = !entry.style || wrong.includes(entry.style) ? (isText ? "simple" : "form") : entry.style;
  const isTabbed = entry.collectionFormat === "tsv";
  const explode = !isTabbed && (entry.explode ?? ["form", "cookie"].includes(style));
  const isRaw = place === "header" || place === "multipart" || style === "cookie";
  const writeName = isRaw ? String : encode;
  const write = isRaw ? String
    : entry.keepSlashes ? (text: string) => text.split("/").map(encode).join("/")
    : entry.allowReserved ? (text: string) => expand(text, place === "path") : encode;
  const raw = explode && style === "label" ? "." : isTabbed ? "\t" : DELIMITERS[style] ?? ",";
  const delimiter = isRaw || raw === "," ? raw : encode(raw);
  if (value === null || value === undefined) return [];
  if ("contentType" in entry && !isStyled(entry)) {
    return [[writeName(name), write(documentText(value, sentType(entry.contentType), entry.parts ?? {}))]];
  }
  if (itemsOf(isObject(value) ? Object.values(value) : value).length === 0) return [];
  if (style === "deepObject") return deepFields(name, value).map(([key, text]) => [writeName(key), write(text)]);
  let fields: Field[], texts: string[];
  if (isObject(value)) {
    const members = Object.entries(value).filter(([, one]) => one !== null);
    fields = members.map(([key, one]) => [writeName(key), write(textOf(one))]);
    texts = explode ? fields.map((field) => field.join("=")) : fields.flat();
  } else {
    const inner = DELIMITERS[entry.itemsCollectionFormat];
    texts = itemsOf(value).map((one) => write(inner && Array.isArray(one) ? itemsOf(one).map(textOf).join(inner) : textOf(one)));
    fields = texts.map((text) => [writeName(name), text]);
  }
  return explode && style !== "simple" && style !== "label" ? fields : [[writeName(name), texts.join(delimiter)]];
}

function deepFields(name: string, value: any): Field[] {
  if (isObject(value)) return Object.entries(value).flatMap(([key, one]) => deepFields(`${name}[${key}]`, one));
  if (Array.isArray(value)) return value.flatMap((one) => deepFields(name, one));
  return value === null ? [] : [[name, textOf(value)]];
}

// Bodies

/** The text of an `application/x-www-form-urlencoded` body. */
function form(value: Tree, parts: Tree): string {
  return Object.entries(value).flatMap(([name, one]) => {
    const part = own(parts, name) ?? parts["*"] ?? {};
    if (isStyled(part) || ("contentType" in part && !part.decode)) return fieldsOf(part, "form", name, one);
    const texts = itemsOf(one).map((item) => (part.decode ? encodeBytes(decoded(item, name)) : encode(textOf(item))));
    return texts.map((text): Field => [encode(name), text]);
  }).map((field) => field.join("=")).join("&");
}

/** The bytes of a multipart body, and its media type with the boundary. */
function multipart(value: any, mediaType: string, body: Tree, args: Tree): [Buffer, string] {
  const parts = body.parts ?? {}, prefix = body.prefixParts ?? [], written: Buffer[] = [];
  const boundary = crypto.randomUUID();
  demand(typeof value === "object" && value !== null, `the body must be an object or a list, to be sent as \`${mediaType}\``);
  const add = (name: string, item: any, part: Tree, disposition?: string) =>
    written.push(Buffer.from(`--${boundary}\r\n`), partOf(name, item, part, args, disposition), Buffer.from("\r\n"));
  if (Array.isArray(value)) {
    const disposition = essence(mediaType) === "multipart/form-data" ? "form-data" : undefined;
    value.forEach((item, at) => add("a part", item, prefix[at] ?? parts["*"] ?? {}, disposition));
  } else {
    for (const [name, one] of Object.entries(value)) {
      const part = own(parts, name) ?? parts["*"] ?? {}, styled = isStyled(part);
      const fields = styled ? fieldsOf(part, "multipart", name, one) : itemsOf(one).map((item) => [name, item]);
      for (const [key, item] of fields) {
        const quoted = key.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
        const filename = part.decode && !styled ? `; filename="${quoted}"` : "";
        add(key, item, styled ? { headers: part.headers } : part, `form-data; name="${quoted}"${filename}`);
      }
    }
  }
  return [Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]), `${mediaType}; boundary=${boundary}`];
}

/** One part of a multipart body: its headers and its bytes. */
function partOf(name: string, value: any, part: Tree, args: Tree, disposition?: string): Buffer {
  const isTree = typeof value === "object" && value !== null;
  let mediaType = part.contentType ? sentType(part.contentType) : isTree ? "application/json" : undefined, content: Buffer;
  if (part.decode) [content, mediaType] = [decoded(value, name), mediaType ?? BYTES];
  else if (isTree && essence(mediaType!).startsWith("multipart/")) [content, mediaType] = multipart(value, mediaType!, part, args);
  else content = Buffer.from(mediaType ? documentText(value, mediaType, part.parts ?? {}) : textOf(value));
  const ownHeaders = Object.entries<Tree>(isObject(part.headers) ? part.headers : {});
  const values = ownHeaders.map(([key, one]) => [key, "argument" in one ? own(args, one.argument) : one.value]);
  const headers = [["Content-Disposition", disposition], ["Content-Type", mediaType], ...values]
    .filter(([, one]) => one !== undefined && one !== null).map(([key, one]): Field => [key, textOf(one)]);
  headers.forEach(checkHeader);
  return Buffer.concat([Buffer.from(`${headers.map(([key, one]) => `${key}: ${one}\r\n`).join("")}\r\n`), content]);
}

/** A value with what is settled put into it, member by member. */
function merged(value: any, constants: any): any {
  if (!isObject(constants)) return constants;
  const settled = Object.entries(constants).map(([key, one]) => [key, merged(own(isObject(value) ? value : {}, key), one)]);
  return { ...(isObject(value) ? value : {}), ...Object.fromEntries(settled) };
}

/** The bytes of a body and their media type; nothing if none is sent. */
function bodyOf(body: Tree, args: Tree): [Buffer?, string?] {
  let value = "value" in body ? body.value : own(args, body.argument);
  const given = Object.entries<string>(body.arguments ?? {}).filter(([key]) => Object.hasOwn(args, key));
  if (body.arguments) value = Object.fromEntries(given.map(([key, name]) => [name, args[key]]));
  if (body.constants) value = merged(value, body.constants);
  const mediaType = sentType(body.contentType), kind = essence(mediaType), parts = body.parts ?? {};
  if (value === undefined) return [];
  if (kind.startsWith("multipart/")) return multipart(value, mediaType, body, args);
  if (body.decode) return [decoded(value, body.argument), mediaType];
  if (value === null && !isJson(mediaType)) return [];
  const mark = JSON_SEQUENCE.test(kind) ? "\x1e" : "";
  const isLines = Array.isArray(value) && (mark || JSON_LINES.test(kind));
  const text = isLines ? value.map((item: any) => `${mark}${JSON.stringify(item)}\n`).join("") : documentText(value, mediaType, parts);
  return [Buffer.from(text), mediaType];
}

// The request

const ajvOptions = { strict: false, allErrors: true, validateFormats: false, logger: false as const };
const draft07 = new Ajv(ajvOptions), draft2020 = new Ajv2020(ajvOptions);

/** Throws every fault of a value, with its place. */
function refuseFaults(schema: Tree, value: any, what: string): void {
  const validator = String(schema.$schema).includes("draft-07") ? draft07 : draft2020;  // keeps what it has compiled
  const faults = validator.validate(schema, value) ? [] : validator.errors!;
  demand(!faults.length, `${what} not valid: ${faults.map((one) => `\`${one.instancePath}\` ${one.message}`).join("; ")}`);
}

/** The arguments that a body and the headers of its parts name. */
function argumentsIn(body: any): string[] {
  if (typeof body !== "object" || body === null) return [];
  const named = typeof body.argument === "string" ? [body.argument] : Object.keys(body.arguments ?? {});
  return [...named, ...Object.values(body).flatMap(argumentsIn)];
}

/** The URL of the chosen server, without `/` at its end, and the fields of its query. */
function serverOf(servers: Tree[], chosen: number | string, variables: Tree, base?: string | null): [string, string[]] {
  const server = typeof chosen === "number" ? servers[chosen - 1]
    : servers.find((one) => one.url === chosen || one.name === chosen) ?? { url: chosen };
  demand(server, `there is no server ${chosen}; the tool has ${servers.length}`);
  const known: Tree = server.variables ?? {};
  for (const [name, text] of Object.entries(variables)) {
    demand((own(known, name)?.enum ?? [own(known, name) && text]).includes(text), `the server has no \`${name}\` that can be \`${text}\``);
  }
  const host = /^https?:\/\/\{([^}]*)\}(\/|$)/.exec(server.url)?.[1];
  const ofBase = (name: string) => (name === host && base ? new URL(base).host : undefined);
  const valueOf = (match: string, name: string) =>
    own(variables, name) ?? own(known, name)?.default ?? ofBase(name) ?? match;
  const written = server.url.replace(/\{([^}]*)\}/g, valueOf);
  const parsed = URL.canParse(written) ? new URL(written) : URL.canParse(written, base ?? "") ? new URL(written, base!) : null;
  const isHttp = parsed && !written.includes("{") && /^https?:$/.test(parsed.protocol);
  demand(isHttp, `\`${written}\` is no http or https URL; variables need values, and a relative one needs --base`);
  const [url, query] = expand((URL.canParse(written) ? written : parsed.href).split("#")[0]).split(/\?(.*)/s);
  return [url.replace(/\/+$/, ""), (query ?? "").split("&").filter(Boolean)];
}

/** Places, names and texts: what the first alternative sends for which all credentials are there, and cookies. */
function credentialsOf(call: Tree, credentials: Tree): [place: string, name: string, text: string][] {
  const alternatives: Tree[] = call.security?.length ? call.security : [{}];
  const chosen = alternatives.find((one) => Object.keys(one).every((name) => Object.hasOwn(credentials, name)));
  demand(chosen, `no credentials: the tool needs ${alternatives.map((one) => Object.keys(one).join(" and ")).join(", or ")}`);
  const sent: [string, string, string][] = [];
  for (const [name, scheme] of Object.entries(chosen)) {
    const word = String(scheme.scheme ?? (scheme.type === "http" ? "" : "bearer")), text = credentials[name];
    const isKey = scheme.type === "apiKey" && ["header", "query", "cookie"].includes(scheme.in) && scheme.name;
    const isToken = ["http", "oauth2", "openIdConnect"].includes(scheme.type) && word;
    demand(isKey || isToken || scheme.type === "mutualTLS", `the security scheme \`${name}\` has no known type, or lacks a member`);
    const spelt = own({ basic: "Basic", bearer: "Bearer" }, word.toLowerCase()) ?? word;
    if (isKey) sent.push([scheme.in, scheme.name, text]);
    if (isToken) sent.push(["header", "Authorization", `${spelt} ${spelt === "Basic" ? Buffer.from(text).toString("base64") : text}`]);
  }
  for (const { name, required } of call.cookies ?? []) {
    if (Object.hasOwn(credentials, name)) sent.push(["cookie", name, credentials[name]]);
    else demand(!required, `the cookie \`${name}\` must be set by the runtime, which has no value for it`);
  }
  return sent;
}

const decodedText = (text: string) => Buffer.from(text.replace(/%([\da-f]{2})/gi, (_, code) => String.fromCharCode(parseInt(code, 16))), "latin1").toString();
const fieldName = (field: string) => decodedText(field.split("=")[0]);
const dotSegments = (path: string) => path.split("/").filter((one) => /^\.\.?$/.test(decodedText(one))).length;

/** The request of a call. `publicUrl` is its URL without credentials. */
export function request(tool: Tree, args: Tree, settings: Settings = {}): HttpRequest {
  const call = tool._meta["dev.apimint/http"], { credentials = {}, server = 1, variables = {}, base, validate = true } = settings;
  refuseFaults(callSchema, call, "the call of the tool is");
  refuseFaults(validate ? tool.inputSchema : anyObject, args, "the arguments are");
  const known = [...Object.keys(call.arguments ?? {}), ...argumentsIn(call.body)];
  const unknown = Object.keys(args).find((name) => !known.includes(name));
  demand(!validate || unknown === undefined, `the tool has no argument \`${unknown}\``);
  refuseRounded(args);
  const [address, ownQuery] = serverOf(call.servers ?? [], server, variables, base);
  const path = new Map<string, string>(), headers = new Map<string, Field>();
  let query: Field[] = [], cookies: Field[] = [], queryStrings: string[] = [];
  const setHeader = (name: string, text: string) => headers.set(name.toLowerCase(), [name, text]);
  setHeader("Accept", call.accept ?? "*/*");
  const constants = (call.constants ?? []).map((one: Tree) => [one.name, one, one.value]);
  const values = Object.entries<Tree>(call.arguments ?? {}).map(([key, entry]) => [key, entry, own(args, key)]);
  for (const [key, entry, given] of [...values, ...constants]) {
    const value = entry.constants ? merged(given, entry.constants) : given;
    const fields = fieldsOf(entry, entry.in, entry.name, value);
    if (entry.in === "query") query.push(...fields);
    else if (entry.in === "cookie") cookies.push(...fields);
    else if (entry.in === "querystring") {
      const kind = entry.contentType ?? FORM, text = value === null || value === undefined ? "" : documentText(value, kind, entry.parts ?? {});
      queryStrings.push(essence(kind) === FORM ? text : encode(text));
    } else if (entry.in === "header" && fields.length && !FRAMING.includes(entry.name.toLowerCase())) {
      setHeader(entry.name, fields[0][1]);
    } else if (entry.in === "path") {
      demand(value !== undefined, `the argument \`${key}\` is missing, and the path needs it`);
      const start = entry.style === "label" ? "." : "";
      const written = ([name, text]: Field) => (entry.style === "matrix" ? `;${name}${text && "="}${text}` : start + text);
      path.set(`{${entry.name}}`, fields.map(written).join(""));
    }
  }
  const [body, mediaType] = call.body ? bodyOf(call.body, args) : [];
  if (mediaType) setHeader("Content-Type", mediaType);
  const template = call.path.split("#")[0];
  const filled = template.replace(/\{[^{}]*\}|[^{]+|\{/g, (part: string) => path.get(part) ?? expand(part));
  const [filledPath, pathQuery = ""] = filled.split(/\?(.*)/s);
  const isSamePath = dotSegments(filledPath) === dotSegments(template.split("?")[0]);
  demand(isSamePath, "an argument makes a segment `.` or `..` of the path, which leads to another path");
  const sent = query.map(([name]) => decodedText(name));
  const fixed = [...ownQuery, ...pathQuery.split("&")].filter((field) => field && !sent.includes(fieldName(field)));
  let fields = [...fixed, ...query.map((field) => field.join("=")), ...queryStrings.filter(Boolean)];
  const url = () => address + filledPath + (fields.length ? `?${fields.join("&")}` : "");
  const publicUrl = url();
  for (const [place, name, text] of credentialsOf(call, credentials)) {
    if (place === "header") setHeader(name, text);
    else if (place === "cookie") cookies = [...cookies.filter((cookie) => cookie[0] !== name), [name, text]];
    else fields = [...fields.join("&").split("&").filter((one) => one && fieldName(one) !== name), `${encode(name)}=${encode(text)}`];
  }
  demand(!cookies.flat().some((text) => text.includes(";")), "a cookie has a character that ends it");
  if (cookies.length) setHeader("Cookie", cookies.map((cookie) => cookie.join("=")).join("; "));
  headers.forEach(checkHeader);
  return { method: call.method, url: url(), publicUrl, headers: [...headers.values()], body };
}

// The answer

const said = (text: string, more: Tree = {}) => ({ content: [{ type: "text", text }], ...more });

/** The CallToolResult for a response; `url` names a resource that it may become. */
export function answer(tool: Tree, status: number, contentType: string | undefined, body: Buffer, url: string): Tree {
  if (status < 200 || status > 299) {
    const rest = body.length > MOST_ERROR_BYTES ? "\n[the rest is left out]" : "";
    const text = body.length ? `\n\n${body.subarray(0, MOST_ERROR_BYTES)}${rest}` : "";
    return said(`HTTP ${status} ${http.STATUS_CODES[status] ?? ""}`.trim() + text, { isError: true });
  }
  const kind = essence(contentType ?? ""), data = body.toString("base64");
  if (body.length === 0) return said("");
  if (!kind || isJson(kind)) {
    try {
      const value = JSON.parse(body.toString());
      const wrap = tool._meta["dev.apimint/http"].wrap || !isObject(value);
      return said(JSON.stringify(value), { structuredContent: wrap ? { result: value } : value });
    } catch (error) {
      if (kind) return said(`The response is declared as \`${kind}\`, but is not valid JSON: ${error}`, { isError: true });
    }
  }
  if (/^(image|audio)\//.test(kind)) return { content: [{ type: kind.split("/")[0], data, mimeType: kind }] };
  const text = body.toString(/charset\s*=\s*"?(iso-8859-1|latin1)\b/i.test(contentType ?? "") ? "latin1" : "utf8");
  const isText = kind ? [OTHER_TEXTS, JSON_LINES, JSON_SEQUENCE].some((one) => one.test(kind)) : Buffer.from(text).equals(body);
  return isText ? said(text) : { content: [{ type: "resource", resource: { uri: url, mimeType: kind || BYTES, blob: data } }] };
}

// The server

/** The status, media type and body of the response. A redirect is followed on the same origin. */
async function send({ method, url, headers, body }: HttpRequest, signal: AbortSignal, hops = 5): Promise<[number, string | undefined, Buffer]> {
  // Node writes texts as Latin-1.
  const written = Object.fromEntries(headers.map(([name, text]) => [name, Buffer.from(text).toString("latin1")]));
  if (body) written["Content-Length"] = String(body.length);
  const response = await new Promise<http.IncomingMessage>((resolve, reject) =>
    (url.startsWith("https:") ? https : http).request(url, { method, headers: written, signal }, resolve).on("error", reject).end(body));
  const status = response.statusCode!, target = URL.canParse(response.headers.location ?? "", url) && response.headers.location
    ? new URL(response.headers.location, url) : null;
  if (hops && [301, 302, 303, 307, 308].includes(status) && target?.origin === new URL(url).origin) {
    response.resume();
    const keeps = status > 303 || method === "GET" || method === "HEAD";
    const kept = keeps ? headers : headers.filter(([name]) => name.toLowerCase() !== "content-type");
    return send({ method: keeps ? method : "GET", url: target.href, publicUrl: url, headers: kept, body: keeps ? body : undefined }, signal, hops - 1);
  }
  let size = 0, chunks: Buffer[] = [];
  for await (const chunk of response) {
    chunks.push(chunk);
    demand((size += chunk.length) <= MOST_ANSWER_BYTES, `the answer has more than ${MOST_ANSWER_BYTES} bytes`);
  }
  return [status, response.headers["content-type"], Buffer.concat(chunks)];
}

/** The credentials of a tool: those of the file, else those of the environment. */
function credentialsFor(tool: Tree, file: Tree): Tree {
  const call = tool._meta["dev.apimint/http"];
  const names: string[] = [...(call.security ?? []).flatMap(Object.keys), ...(call.cookies ?? []).map((one: Tree) => one.name)];
  const variable = (name: string) => process.env[`APIMINT_${name.toUpperCase().replace(/[^A-Z0-9]/g, "_")}`];
  return Object.fromEntries(names.map((name) => [name, own(file, name) ?? variable(name)]).filter(([, text]) => text !== undefined));
}

async function main(): Promise<void> {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: { credentials: text, server: text, base: text, timeout: text, "server-variable": { ...text, multiple: true } },
  });
  const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));
  const tools = new Map<string, Tree>(read(positionals[0]).tools.map((tool: Tree) => [tool.name, tool]));
  const file = options.credentials ? read(options.credentials) : {};
  const server = /^\d+$/.test(options.server ?? "1") ? Number(options.server ?? 1) : options.server;
  const variables = Object.fromEntries((options["server-variable"] ?? []).map((one) => one.split(/=(.*)/s)));
  const mcp = new Server({ name: "apimint", version: "1" }, { capabilities: { tools: {} } });
  // The call stays here: clients have no use for it.
  mcp.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools.values()].map(({ _meta, ...tool }) => tool as any) }));
  mcp.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    try {
      const tool = tools.get(params.name);
      demand(tool, `there is no tool \`${params.name}\``);
      const settings = { credentials: credentialsFor(tool, file), server, variables, base: options.base };
      const made = request(tool, params.arguments ?? {}, settings);
      const limit = AbortSignal.timeout(1000 * Number(options.timeout ?? 30));
      return answer(tool, ...await send(made, AbortSignal.any([signal, limit])), made.publicUrl);
    } catch (error) {
      return said(String((error as Error)?.message ?? error), { isError: true });
    }
  });
  await mcp.connect(new StdioServerTransport());
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await main();
