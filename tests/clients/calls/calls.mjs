// Makes the arguments of a call, for apimint by the names of the tool's arguments, for swagger-client by true names.
import { isObject, parameters, version } from "./description.mjs";
import { Bytes, ValueMaker, hash } from "./values.mjs";

// The value of every placeholder that the description does not declare.
export const UNDECLARED = "x1";

const essence = (type) => type.split(";")[0].trim().toLowerCase();

// The call of an operation: `values` by "in.name", `body`, and `arguments` of the tool with the same values. `secrets` are
// by security scheme, `undeclared` are placeholders without a parameter.
export function callOf(spec, found, described, meta, set) {
  const maker = new ValueMaker(spec, set, `${found.method} ${found.path} ${set}`);
  const list = parameters(spec, found);
  const operation = Object.values(described.paths)[0];
  const call = { path: found.path, parameters: list, values: {}, arguments: {}, secrets: {}, undeclared: [], body: undefined };
  for (const alternative of [operationOf(operation).security?.[0], meta.security?.[0]]) {
    for (const scheme of Object.keys(alternative ?? {})) call.secrets[scheme] = `u/${hash(scheme) % 1000}:p+1=`;
  }
  for (const parameter of list) write(call, parameter, meta, maker);
  for (const [argument, { in: place, name }] of Object.entries(meta.arguments ?? {})) {
    // A placeholder that the description does not declare.
    if (place !== "path" || list.some((one) => one.in === place && one.name === name)) continue;
    call.arguments[argument] = UNDECLARED;
    call.undeclared.push(name);
  }
  if (version(spec) === 2) formOf(call, list, meta, maker, operationOf(operation));
  else bodyOf(call, operationOf(operation).requestBody, meta, maker);
  return call;
}

// The one operation of a path item.
export const operationOf = (item) => Object.values(item.additionalOperations ?? item).find((one) => one?.operationId === "called");

// Chooses the value of a parameter, and writes it for both sides.
function write(call, parameter, meta, maker) {
  if (parameter.in === "body" || parameter.in === "formData") return;
  const key = `${parameter.in}.${parameter.name}`;
  const argument = Object.entries(meta.arguments ?? {}).find(([, one]) => one.in === parameter.in && one.name === parameter.name)?.[0];
  if (argument === undefined) {
    // The runtime sets it: a credential or a cookie.
    const scheme = credentialAt(meta, parameter);
    if (scheme !== undefined) call.secrets[scheme] ??= "k+1";
    if (scheme !== undefined) call.values[key] = call.secrets[scheme];
    else call.values[key] = lone(parameter, maker);
    return;
  }
  const left = !parameter.required && maker.set === "structured" && maker.pick([true, false, false]);
  if (left) return;
  const schema = parameter.content ? Object.values(parameter.content)[0]?.schema : (parameter.schema ?? parameter);
  const value = maker.value(schema ?? {}, { filled: parameter.in === "path" });
  call.values[key] = value;
  call.arguments[argument] = value;
}

// A value of a parameter that the tool has no argument for.
function lone(parameter, maker) {
  return parameter.required ? maker.value(parameter.schema ?? parameter, { filled: true }) : undefined;
}

// The credential or cookie of the call that stands at the place of a parameter.
function credentialAt(meta, { in: place, name }) {
  for (const [scheme, one] of (meta.security ?? []).flatMap((alternative) => Object.entries(alternative))) {
    if (one.type === "apiKey" && one.in === place && one.name === name) return scheme;
  }
  return place === "cookie" ? meta.cookies?.find((cookie) => cookie.name === name)?.name : undefined;
}

// Swagger 2.0: the body or form parameters.
function formOf(call, list, meta, maker, operation) {
  const body = list.find((one) => one.in === "body");
  const form = list.filter((one) => one.in === "formData");
  if ((!body && !form.length) || !meta.body) return;
  const types = operation.consumes ?? [];
  if (types.includes(meta.body.contentType)) call.contentType = meta.body.contentType;
  if (body) {
    call.body = content(body.schema ?? {}, meta.body.contentType, maker);
    call.values[`body.${body.name}`] = call.body;
  } else {
    call.body = {};
    for (const parameter of form) {
      if (!parameter.required && maker.set === "structured" && maker.pick([true, false])) continue;
      call.body[parameter.name] = maker.value(parameter, { files: true });
      call.values[`formData.${parameter.name}`] = call.body[parameter.name];
    }
  }
  give(call, meta);
}

// OpenAPI 3.x: the request body. The media type is the one that apimint has chosen.
function bodyOf(call, body, meta, maker) {
  if (!body?.content || !meta.body) return;
  if (!body.required && maker.set === "structured" && maker.pick([true, false])) return;
  const key = Object.keys(body.content).find((type) => type === meta.body.contentType)
    ?? Object.keys(body.content).find((type) => essence(type) === essence(meta.body.contentType));
  const media = body.content[key] ?? Object.values(body.content)[0] ?? {};
  call.contentType = key;
  call.encoding = media.encoding;
  call.body = content(media.schema ?? {}, key ?? "", maker);
  give(call, meta);
}

// A body of a media type.
function content(schema, type, maker) {
  const name = essence(type);
  if (/^multipart\/|x-www-form-urlencoded$/.test(name)) return maker.value(schema, { files: name.startsWith("multipart/") });
  if (/[/+]json$|json$/.test(name) || name === "") return maker.value(schema);
  const { format, contentEncoding } = maker.merged(schema);
  if (format === "byte" || contentEncoding) return "AP8KDcg=";
  if (/xml|^text\/|yaml|javascript|graphql/.test(name)) return maker.set === "awkward" ? "<a>ü & b</a>\n" : "text";
  return new Bytes(Buffer.from([0, 255, 10, 13, 200]));
}

// Gives the body to the tool.
function give(call, meta) {
  const { argument, arguments: properties } = meta.body;
  if (argument !== undefined) call.arguments[argument] = asJson(call.body);
  for (const [name, property] of Object.entries(properties ?? {})) {
    if (isObject(call.body) && call.body[property] !== undefined) call.arguments[name] = asJson(call.body[property]);
  }
}

// The value as JSON: bytes are base64.
function asJson(value) {
  if (value instanceof Bytes) return Buffer.from(value.bytes).toString("base64");
  if (Array.isArray(value)) return value.map(asJson);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asJson(one)])) : value;
}
