// An MCP server on standard input and output for a list of tools that apimint wrote; README.md says how to start it.
// docs/calls.md has the rules of `request` and `answer`. Needs Node 20 or newer and @modelcontextprotocol/sdk 1.
// In this order: texts of values, styles, bodies, the request, the answer, the server.
import { readFileSync, realpathSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { unescape } from "node:querystring";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";

type Tree = { [member: string]: any };
type Field = [name: string, text: string];
type Fields = { [place: string]: Field[] };
type Settings = { credentials?: Tree; server?: number | string; variables?: Tree; base?: string | null; validate?: boolean };
type HttpRequest = { method: string; url: string; publicUrl: string; headers: Field[]; body?: Buffer };

const FORM = "application/x-www-form-urlencoded", BYTES = "application/octet-stream";
const JSON_LINES = /^application\/(x-)?(ndjson|jsonlines|jsonl)$/, JSON_SEQUENCE = /^application\/json-seq$|\+json-seq$/;
const OTHER_TEXTS = /^text\/|\+(xml|yaml)$|^application\/(xml|(x-)?yaml|toml|graphql|javascript|sql|x-www-form-urlencoded)$/;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, CONTROLS = /[\0-\x08\x0a-\x1f\x7f]/;
const PIECES = /\{[^{}]*\}|[^{]+|\{/g;  // of a path template: placeholders, and what is between them
const FRAMING = ["content-length", "transfer-encoding", "connection", "keep-alive", "te", "trailer", "upgrade"];
const DELIMITERS: Tree = { spaceDelimited: " ", pipeDelimited: "|", csv: ",", ssv: " ", pipes: "|", tsv: "\t" };
const STYLES = ["matrix", "label", "simple", "spaceDelimited", "pipeDelimited", "form", "deepObject", "cookie"];
const ALLOWED: Tree = { path: STYLES.slice(0, 5), header: STYLES.slice(2, 5) };  // elsewhere STYLES.slice(3)
const MOST_ERROR_BYTES = 64 << 10, MOST_ANSWER_BYTES = 16 << 20, MOST_REDIRECTS = 5;

// The part of apimint-call.schema.json that `request` relies on.
const record = (required: string[], properties: Tree): Tree => ({ type: "object", required, properties });
const list = (items: Tree): Tree => ({ type: "array", items });
const map = (additionalProperties: Tree): Tree => ({ type: "object", additionalProperties });
const text = { type: "string" as const }, flag = { type: "boolean" }, places = ["path", "query", "querystring", "header", "cookie"];
const place = record(["name", "in"], { in: { enum: places }, style: { enum: STYLES }, explode: flag, allowReserved: flag });
const anyObject = record([], {}), callSchema = record(["method", "path"], {
  method: { ...text, pattern: TOKEN.source }, path: { ...text, pattern: "^(/|$)" }, servers: list(record(["url"], { url: text })),
  arguments: map(place), constants: list({ allOf: [place, record(["value"], {})] }), security: list(map(anyObject)),
  body: record(["contentType"], { decode: { const: "base64" } }),
});
const ajvOptions = { strict: false, allErrors: true, validateFormats: false, logger: false as const };
const draft07 = new Ajv(ajvOptions), draft2020 = new Ajv2020(ajvOptions);

/** A call that cannot be made, and why. The text has no credential. */
export class CallError extends Error {}

function demand(condition: unknown, why: string): asserts condition {
  if (!condition) throw new CallError(why);
}

const own = (tree: Tree | undefined, member: string): any => (tree && Object.hasOwn(tree, member) ? tree[member] : undefined);
const isObject = (value: any): value is Tree => typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: any): string => (typeof value === "string" ? value : JSON.stringify(value));
const itemsOf = (value: any): any[] => (Array.isArray(value) ? value : [value]).filter((item) => item !== null && item !== undefined);
const essence = (mediaType: string) => mediaType.split(";")[0].trim().toLowerCase();
const isJson = (mediaType: string) => /^(application|text)\/json$|\+json$/.test(essence(mediaType));
const isStyled = (entry: Tree) => ["style", "explode", "allowReserved", "collectionFormat"].some((one) => one in entry);
const dotSegments = (path: string) => path.split("/").filter((one) => [".", ".."].includes(unescape(one))).length;
/** A value, and every value inside it. */
const inside = (value: any): any[] => [value, ...(typeof value === "object" && value ? Object.values(value).flatMap(inside) : [])];
/** The first of several media types without a wildcard. */
const sentType = (types: string) => types.split(",").map((one) => one.trim()).find((one) => one && !one.includes("*")) ?? BYTES;

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

const encode = (text: string | Buffer) => Buffer.from(text as string).toString("latin1")
  .replace(/[^\w.~-]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
/** Percent-encodes a text in which reserved characters (in a path, not `/` and `?`) and triplets stay. */
const expand = (text: string, isPath = false) =>
  text.replace(isPath ? /%[\da-f]{2}|[^:[\]@!$&'()*+,;=]/giu : /%[\da-f]{2}|[^:/?[\]@!$&'()*+,;=]/giu,
    (one) => (one.length === 3 && one[0] === "%" ? one : encode(one)));

const checkHeader = ([name, text]: Field) =>
  demand(TOKEN.test(name) && !CONTROLS.test(text), `the header \`${name}\` would have a character that no header can have`);

/** The names and texts of a value in a query, form, multipart body or cookies; in a path or header the texts alone. */
function fieldsOf(entry: Tree, place: string, name: string, value: any): Field[] {
  if (value === null) return [];
  const allowed: string[] = ALLOWED[place] ?? STYLES.slice(3), usual = place in ALLOWED ? "simple" : "form";
  const style: string = entry.collectionFormat ?? (allowed.includes(entry.style) ? entry.style : usual);
  const explode = style !== "tsv" && (entry.explode ?? ["form", "cookie"].includes(style));
  const isPlainPart = place === "form" && !isStyled(entry);
  const kind = isStyled(entry) || (isPlainPart && entry.decode) ? undefined : entry.contentType;
  const isRaw = ["header", "multipart"].includes(place) || style === "cookie" || (place === "querystring" && essence(kind ?? "") === FORM);
  const writeName = isRaw ? String : encode;
  const write = isRaw ? String
    : entry.keepSlashes ? (text: string) => text.split("/").map(encode).join("/")
    : entry.allowReserved ? (text: string) => expand(text, place === "path") : encode;
  const inner = DELIMITERS[entry.itemsCollectionFormat], isEncoded = isPlainPart && entry.decode;
  const itemText = (one: any) => (isEncoded ? decoded(one, name) : inner ? itemsOf(one).map(textOf).join(inner) : textOf(one));
  const pairs: [name: string, text: any][] = kind ? [[name, documentText(value, sentType(kind), entry.parts ?? {})]]
    : style === "deepObject" ? deepFields(name, value)
    : isObject(value) && !isPlainPart ? Object.entries(value).filter(([, one]) => one !== null).map(([key, one]) => [key, textOf(one)])
    : itemsOf(value).map((one) => [name, itemText(one)]);
  const fields = pairs.map(([key, text]): Field => [writeName(key), write(text)]);
  if (!fields.length || kind || style === "deepObject" || (explode && (!(place in ALLOWED) || style === "matrix"))) return fields;
  const texts = !isObject(value) ? fields.map(([, text]) => text) : explode ? fields.map((field) => field.join("=")) : fields.flat();
  const delimiter = explode && style === "label" ? "." : DELIMITERS[style] ?? ",";
  return [[writeName(name), texts.join(delimiter === "," ? delimiter : writeName(delimiter))]];
}

function deepFields(name: string, value: any): Field[] {
  if (isObject(value)) return Object.entries(value).flatMap(([key, one]) => deepFields(`${name}[${key}]`, one));
  if (Array.isArray(value)) return value.flatMap((one) => deepFields(name, one));
  return value === null ? [] : [[name, textOf(value)]];
}

/** The text of an `application/x-www-form-urlencoded` body. */
function form(value: Tree, parts: Tree): string {
  const fields = Object.entries(value).flatMap(([name, one]) => fieldsOf(own(parts, name) ?? parts["*"] ?? {}, "form", name, one));
  return fields.map((field) => field.join("=")).join("&");
}

/** The bytes of a multipart body, and its media type with the boundary. */
function multipart(value: any, mediaType: string, body: Tree, args: Tree): [Buffer, string] {
  demand(typeof value === "object" && value !== null, `the body must be an object or a list, to be sent as \`${mediaType}\``);
  const { parts = {}, prefixParts = [] } = body, other = parts["*"] ?? {}, boundary = crypto.randomUUID();
  const listed = essence(mediaType) === "multipart/form-data" ? "form-data" : undefined;
  const named = ([name, one]: [string, any]): Buffer[] => {
    const said = own(parts, name) ?? other, part = isStyled(said) ? { headers: said.headers } : said;
    const fields = isStyled(said) ? fieldsOf(said, "multipart", name, one) : itemsOf(one).map((item) => [name, item]);
    return fields.map(([key, item]) => {
      const quoted = key.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
      return partOf(key, item, part, args, `form-data; name="${quoted}"${part.decode ? `; filename="${quoted}"` : ""}`);
    });
  };
  const written = Array.isArray(value) ? value.map((item, at) => partOf("a part", item, prefixParts[at] ?? other, args, listed))
    : Object.entries(value).flatMap(named);
  const lines = written.flatMap((one) => [Buffer.from(`--${boundary}\r\n`), one, Buffer.from("\r\n")]);
  return [Buffer.concat([...lines, Buffer.from(`--${boundary}--\r\n`)]), `${mediaType}; boundary=${boundary}`];
}

/** One part of a multipart body: its headers and its bytes. */
function partOf(name: string, value: any, part: Tree, args: Tree, disposition?: string): Buffer {
  const contentType = part.contentType ?? (part.decode ? BYTES : typeof value === "object" && value ? "application/json" : undefined);
  const [content, mediaType] = contentType ? contentOf(value, { ...part, contentType }, name, args) : [Buffer.from(textOf(value))];
  const said = Object.entries<Tree>(isObject(part.headers) ? part.headers : {});
  const values = said.map(([key, one]) => [key, valueOf(one, one.argument, args)]);
  const headers = [["Content-Disposition", disposition], ["Content-Type", mediaType], ...values]
    .filter(([, one]) => one !== undefined && one !== null).map(([key, one]): Field => [key, textOf(one)]);
  headers.forEach(checkHeader);
  return Buffer.concat([Buffer.from(`${headers.map(([key, one]) => `${key}: ${one}\r\n`).join("")}\r\n`), content]);
}

/** The bytes of a body or part, and their media type. */
function contentOf(value: any, body: Tree, name: string, args: Tree): [Buffer, string] {
  const mediaType = sentType(body.contentType), kind = essence(mediaType), mark = JSON_SEQUENCE.test(kind) ? "\x1e" : "";
  if (kind.startsWith("multipart/")) return multipart(value, mediaType, body, args);
  if (body.decode) return [decoded(value, name), mediaType];
  const isLines = Array.isArray(value) && (mark || JSON_LINES.test(kind));
  const lines = () => value.map((item: any) => `${mark}${JSON.stringify(item)}\n`).join("");
  return [Buffer.from(isLines ? lines() : documentText(value, mediaType, body.parts ?? {})), mediaType];
}

/** A value with what is settled put into it, member by member. */
function merged(value: any, constants: any): any {
  if (!isObject(constants)) return constants;
  const settled = Object.entries(constants).map(([key, one]) => [key, merged(own(isObject(value) ? value : {}, key), one)]);
  return { ...(isObject(value) ? value : {}), ...Object.fromEntries(settled) };
}

/** The value of an argument, constant, header of a part, or body, if it has one. */
function valueOf(entry: Tree, argument: string, args: Tree): any {
  let value = "value" in entry ? entry.value : own(args, argument);
  const given = Object.entries<string>(entry.arguments ?? {}).filter(([key]) => Object.hasOwn(args, key));
  if (entry.arguments) value = Object.fromEntries(given.map(([key, name]) => [name, args[key]]));
  return entry.constants ? merged(value, entry.constants) : value;
}

/** Throws every fault of a value, with its place. */
function refuseFaults(schema: Tree, value: any, what: string): void {
  const validator = String(schema.$schema).includes("draft-07") ? draft07 : draft2020;  // keeps what it has compiled
  demand(validator.validate(schema, value), `${what} not valid: ${validator.errorsText()}`);
}

/** The URL of the chosen server, without `/` at its end, and the fields of its query. */
function serverOf(servers: Tree[], chosen: string, variables: Tree, base?: string | null): [string, string[]] {
  const listed = servers.find((one, at) => [String(at + 1), one.url, one.name].includes(chosen));
  demand(listed || !/^\d+$/.test(chosen), `there is no server ${chosen}; the tool has ${servers.length}`);
  const server: Tree = listed ?? { url: chosen }, known: Tree = server.variables ?? {};
  const isKnown = ([name, text]: [string, string]) => (own(known, name)?.enum ?? [own(known, name) && text]).includes(text);
  demand(Object.entries(variables).every(isKnown), `the server has no variables that can be ${JSON.stringify(variables)}`);
  const textFor = (match: string, name: string) => own(variables, name) ?? own(known, name)?.default ?? match;
  const ofBase = (match: string, scheme: string) => (base ? scheme + new URL(base).host : match);
  const filled = server.url.replace(/\{([^}]*)\}/g, textFor).replace(/^(https?:\/\/)\{[^}]*\}(?=\/|$)/, ofBase);
  const url = URL.canParse(filled) ? filled : URL.canParse(filled, base ?? "") ? new URL(filled, base!).href : "";
  const isHttp = !filled.includes("{") && /^https?:/i.test(url);
  demand(isHttp, `\`${filled}\` is no http or https URL; variables need values, and a relative one needs --base`);
  const [address, query = ""] = expand(url.split("#")[0]).split(/\?(.*)/s);
  return [address.replace(/\/+$/, ""), query.split("&")];
}

/** By place, names and texts: what the first alternative sends for which all credentials are there, and cookies. */
function credentialsOf(call: Tree, credentials: Tree): Fields {
  const variable = (name: string) => `APIMINT_${name.toUpperCase().replace(/[^A-Z0-9]/g, "_")}`;
  const found = (name: string) => own(credentials, name) ?? own(credentials, variable(name));
  const alternatives: Tree[] = call.security?.length ? call.security : [{}];
  const chosen = alternatives.find((one) => Object.keys(one).every((name) => found(name) !== undefined));
  demand(chosen, `no credentials: the tool needs ${alternatives.map((one) => Object.keys(one).join(" and ")).join(", or ")}`);
  const sent: Fields = { header: [], query: [], cookie: [] };
  for (const [name, { type, scheme, in: place, name: field }] of Object.entries<Tree>(chosen)) {
    const text = found(name), word = type === "http" ? scheme : ["oauth2", "openIdConnect"].includes(type) && "bearer";
    const spelt = word && (own({ basic: "Basic", bearer: "Bearer" }, word.toLowerCase()) ?? word);
    const isKey = type === "apiKey" && own(sent, place) && field;
    demand(isKey || spelt || type === "mutualTLS", `the security scheme \`${name}\` has no known type, or lacks a member`);
    if (isKey) sent[place].push([field, text]);
    if (spelt) sent.header.push(["Authorization", `${spelt} ${spelt === "Basic" ? Buffer.from(text).toString("base64") : text}`]);
  }
  for (const cookie of call.cookies ?? []) {
    const value = found(cookie.name) ?? null;
    demand(value !== null || !cookie.required, `the cookie \`${cookie.name}\` must be set by the runtime, which has none`);
    sent.cookie.push(...(typeof value === "string" ? [[cookie.name, value] as Field] : fieldsOf(cookie, "cookie", cookie.name, value)));
  }
  return sent;
}

/** Fields, and others in place of those with the same name. */
function replaced(fields: string[], others: Field[]): string[] {
  const names = others.map(([name]) => unescape(name));
  return [...fields.filter((one) => one && !names.includes(unescape(one.split("=")[0]))), ...others.map((other) => other.join("="))];
}

/** The request of a call. `publicUrl` is its URL without credentials. */
export function request(tool: Tree, args: Tree, settings: Settings = {}): HttpRequest {
  const call = tool._meta["dev.apimint/http"], { credentials = {}, server = 1, variables = {}, base, validate = true } = settings;
  refuseFaults(callSchema, call, "the call of the tool is");
  refuseFaults(validate ? tool.inputSchema : anyObject, args, "the arguments are");
  const ofBody = inside(call.body ?? {}).flatMap((one) => [one?.argument, ...Object.keys(one?.arguments ?? {})]);
  const unknown = Object.keys(args).find((name) => !own(call.arguments, name) && !ofBody.includes(name));
  demand(!validate || unknown === undefined, `the tool has no argument \`${unknown}\``);
  const isRounded = inside(args).some((one) => Number.isInteger(one) && !Number.isSafeInteger(one));
  demand(!isRounded, "an integer is beyond 2^53, where JavaScript has rounded it: another number would be sent");
  const template = call.path.split("#")[0], path = new Map<string, string>();
  const sent: Fields = { query: [], querystring: [], header: [["Accept", call.accept ?? "*/*"]], cookie: [] };
  const constants: [string, Tree][] = (call.constants ?? []).map((one: Tree) => [one.name, one]);
  for (const [key, entry] of [...Object.entries<Tree>(call.arguments ?? {}), ...constants]) {
    const { name, style } = entry, place = entry.in === "querystring" && !entry.contentType ? "query" : entry.in;
    const value = valueOf(entry, key, args), fields = value === undefined ? [] : fieldsOf(entry, place, name, value);
    demand(place !== "path" || value !== undefined, `the argument \`${key}\` is missing, and the path needs it`);
    const written = ([key, text]: Field) => (style === "matrix" ? `;${key}${text && "="}${text}` : style === "label" ? `.${text}` : text);
    if (place === "path") path.set(`{${name}}`, fields.map(written).join(""));
    else if (place !== "header" || !FRAMING.includes(name.toLowerCase())) sent[place].push(...fields);
  }
  const value = call.body && valueOf(call.body, call.body.argument, args);
  const hasBody = value !== undefined && (value !== null || call.body.decode || isJson(sentType(call.body.contentType)));
  const [body, mediaType] = hasBody ? contentOf(value, call.body, call.body.argument, args) : [];
  const [filled, pathQuery = ""] = template.replace(PIECES, (part: string) => path.get(part) ?? expand(part)).split(/\?(.*)/s);
  demand(dotSegments(filled) === dotSegments(template.split("?")[0]), "a value makes a segment `.` or `..`: it leads to another path");
  const [address, ownQuery] = serverOf(call.servers ?? [], String(server), variables, base);
  const secret = credentialsOf(call, credentials), whole = sent.querystring.map(([, text]) => text).filter(Boolean);
  const query = [...replaced([...ownQuery, ...pathQuery.split("&")], sent.query), ...whole].join("&");
  const fullQuery = replaced(query.split("&"), secret.query.map(([name, text]) => [encode(name), encode(text)])).join("&");
  const cookies = replaced(sent.cookie.map((cookie) => cookie.join("=")), secret.cookie);
  demand(!cookies.some((cookie) => cookie.includes(";")), "a cookie has a character that ends it");
  const headers = [...sent.header, ["Content-Type", mediaType], ...secret.header, ["Cookie", cookies.join("; ") || undefined]]
    .filter((header): header is Field => header[1] !== undefined);
  headers.forEach(checkHeader);
  const unique = [...new Map(headers.map((header) => [header[0].toLowerCase(), header])).values()];
  const urlWith = (fields: string) => address + filled + (fields && `?${fields}`);
  return { method: call.method, url: urlWith(fullQuery), publicUrl: urlWith(query), headers: unique, body };
}

const said = (text: string, more: Tree = {}) => ({ content: [{ type: "text", text }], ...more });

/** The CallToolResult for a response; `url` names a resource that it may become. */
export function answer(tool: Tree, status: number, contentType: string | undefined, body: Buffer, url: string): Tree {
  if (status < 200 || status > 299) {
    const text = body.length > MOST_ERROR_BYTES ? `${body.subarray(0, MOST_ERROR_BYTES)}\n[the rest is left out]` : String(body);
    return said(`HTTP ${status} ${http.STATUS_CODES[status] ?? ""}`.trim() + (text && `\n\n${text}`), { isError: true });
  }
  const kind = essence(contentType ?? ""), data = body.toString("base64");
  if (body.length === 0) return said("");
  if (!kind || isJson(kind)) {
    try {
      const value = JSON.parse(body.toString().replace(/^\uFEFF/, ""));
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

/** The status, media type and body of the response. A redirect is followed on the same origin. */
async function send(made: HttpRequest, signal: AbortSignal, redirects = MOST_REDIRECTS): Promise<[number, string | undefined, Buffer]> {
  const { method, url, headers, body } = made;
  const written = Object.fromEntries(headers.map(([name, text]) => [name, Buffer.from(text).toString("latin1")]));  // as Node writes it
  if (body) written["Content-Length"] = String(body.length);
  const response = await new Promise<http.IncomingMessage>((resolve, reject) =>
    (url.startsWith("https:") ? https : http).request(url, { method, headers: written, signal }, resolve).on("error", reject).end(body));
  const status = response.statusCode!, { location } = response.headers;
  const next = location && URL.canParse(location, url) ? new URL(location, url) : undefined;
  if (redirects && [301, 302, 303, 307, 308].includes(status) && next?.origin === new URL(url).origin) {
    response.resume();
    if (status > 303 || method === "GET" || method === "HEAD") return send({ ...made, url: next.href }, signal, redirects - 1);
    const kept = headers.filter(([name]) => name.toLowerCase() !== "content-type");
    return send({ ...made, method: "GET", url: next.href, headers: kept, body: undefined }, signal, redirects - 1);
  }
  let size = 0, chunks: Buffer[] = [];
  for await (const chunk of response) {
    chunks.push(chunk);
    demand((size += chunk.length) <= MOST_ANSWER_BYTES, `the answer has more than ${MOST_ANSWER_BYTES} bytes`);
  }
  return [status, response.headers["content-type"], Buffer.concat(chunks)];
}

async function main(): Promise<void> {
  const options = { credentials: text, server: text, base: text, timeout: text, "server-variable": { ...text, multiple: true } } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));
  const tools = new Map<string, Tree>(read(positionals[0]).tools.map((tool: Tree) => [tool.name, tool]));
  const environment = Object.entries(process.env).filter(([name]) => name.startsWith("APIMINT_"));
  const credentials = { ...Object.fromEntries(environment), ...(values.credentials ? read(values.credentials) : {}) };
  const variables = Object.fromEntries((values["server-variable"] ?? []).map((one) => one.split(/=(.*)/s)));
  const mcp = new Server({ name: "apimint", version: "1" }, { capabilities: { tools: {} } });
  // The call stays here: clients have no use for it.
  mcp.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools.values()].map(({ _meta, ...tool }) => tool as any) }));
  mcp.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    try {
      const tool = tools.get(params.name);
      demand(tool, `there is no tool \`${params.name}\``);
      const made = request(tool, params.arguments ?? {}, { credentials, server: values.server, variables, base: values.base });
      const limit = AbortSignal.timeout(1000 * Number(values.timeout ?? 30));
      return answer(tool, ...await send(made, AbortSignal.any([signal, limit])), made.publicUrl);
    } catch (error) {
      return said(String((error as Error)?.message ?? error), { isError: true });
    }
  });
  await mcp.connect(new StdioServerTransport());
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await main();
