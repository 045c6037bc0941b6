// Takes two requests of one call apart, and gives the places at which they differ.
import { isObject } from "./description.mjs";

// Both requests by place. A unit is {place, subject, value, ours, theirs}: `subject` is the parameter or property that it
// comes from, `value` what the caller gave. Texts of URLs are compared as they are sent; only the case of hexadecimal
// digits and the encoding of unreserved characters do not count (RFC 3986, 6.2.2).
export async function differences(call, ours, theirs) {
  const units = [{ place: "method", ours: ours.method, theirs: theirs.method }];
  const [our, their] = [address(ours.url), address(theirs.url)];
  units.push({ place: "server", ours: our.server, theirs: their.server }, ...paths(call, our.path, their.path));
  const query = call.parameters.filter((one) => one.in === "query" || one.in === "querystring").map((one) => subject(call, one));
  units.push(...fields("query", query, our.query, their.query), ...headers(call, ours, theirs));
  units.push(...(await bodies(call, ours, theirs)));
  return units.filter((unit) => JSON.stringify(unit.ours) !== JSON.stringify(unit.theirs));
}

const subject = (call, parameter) => ({ parameter, name: parameter.name, value: call.values[`${parameter.in}.${parameter.name}`] });

// A text of a URL in normal form.
function normal(text) {
  const lone = text.replace(/%(?![0-9a-f]{2})/gi, "%25");
  return lone.replace(/%[0-9a-f]{2}/gi, (triplet) => {
    const character = String.fromCharCode(parseInt(triplet.slice(1), 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : triplet.toUpperCase();
  });
}

// Decodes triplets; what is no UTF-8 stays.
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function address(url) {
  const [, server, path, query] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?/is.exec(url);
  return { server: server ?? "", path: normal(path), query: pairs(query ?? "") };
}

// The fields of a query or form, as they are sent.
export function pairs(text) {
  return text.split("&").filter((field) => field !== "").map((field) => {
    const at = field.indexOf("=");
    return at < 0 ? [normal(field)] : [normal(field.slice(0, at)), normal(field.slice(at + 1))];
  });
}

// The texts at the placeholders of the path template, and the path between them.
function paths(call, ours, theirs) {
  const template = call.path.split(/[?#]/)[0];
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]);
  const pattern = template.split(/\{[^{}]*\}/).map((text) => normal(encodeURI(text).replaceAll("%25", "%")).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const expression = new RegExp(`^(.*?)${pattern.join("(.*?)")}$`, "s");
  const [our, their] = [expression.exec(ours), expression.exec(theirs)];
  if (!our || !their) return [{ place: "path", ours, theirs }];
  const units = [{ place: "path", ours: our[1], theirs: their[1] }];
  names.forEach((name, at) => {
    const parameter = call.parameters.find((one) => one.in === "path" && one.name === name);
    const of = parameter ? subject(call, parameter) : { name };
    units.push({ place: "path", ...of, ours: our[at + 2], theirs: their[at + 2] });
  });
  return units;
}

// The fields that belong to each subject, and those that belong to none. The order of names is one more unit.
function fields(place, subjects, ours, theirs) {
  const units = subjects.map((one) => ({ place, ...one, ours: [], theirs: [] }));
  const rest = { place, ours: [], theirs: [] };
  for (const side of ["ours", "theirs"]) {
    for (const field of side === "ours" ? ours : theirs) {
      const name = decoded(field[0]);
      const unit = units.find((one) => one.name === name) ?? units.find((one) => owns(one, name)) ?? rest;
      unit[side].push(field);
    }
  }
  const order = (list) => [...new Set(list.map(([name]) => name))];
  const both = (list, other) => order(list).filter((name) => order(other).includes(name));
  const sequence = { place: `${place}-order`, ours: both(ours, theirs), theirs: both(theirs, ours) };
  return [...units, rest, sequence];
}

// True if a field can come from an object: `a[b]`, or the name of a member.
function owns({ name, value }, field) {
  return field.startsWith(`${name}[`) || (isObject(value) && Object.hasOwn(value, field));
}

function headers(call, ours, theirs) {
  const all = (pairs) => new Map(pairs.filter(([, value]) => value !== undefined).map(([name, value]) => [name.toLowerCase(), String(value)]));
  const [our, their] = [all(ours.headers), all(theirs.headers)];
  const units = [];
  const take = (place, name, of = { name }) => {
    units.push({ place, ...of, ours: our.get(name), theirs: their.get(name) });
    our.delete(name);
    their.delete(name);
  };
  // Parameters of the names `Accept`, `Content-Type` and `Authorization` are ignored (OAS, "Parameter Object", `name`).
  const ignored = ["accept", "content-type", "authorization"];
  for (const parameter of call.parameters.filter((one) => one.in === "header" && !ignored.includes(one.name.toLowerCase()))) {
    take("header", parameter.name.toLowerCase(), subject(call, parameter));
  }
  // Without `Accept` anything is accepted (RFC 9110, 12.5.1).
  for (const map of [our, their]) if (map.get("accept") === "*/*") map.delete("accept");
  take("accept", "accept");
  const type = (map) => map.get("content-type")?.replace(/; ?boundary=.*/, "");
  units.push({ place: "content-type", ours: type(our), theirs: type(their) });
  our.delete("content-type");
  their.delete("content-type");
  const cookies = (map) => (map.get("cookie") ?? "").split("; ").filter((one) => one).map((one) => {
    const at = one.indexOf("=");
    return at < 0 ? [normal(one)] : [normal(one.slice(0, at)), normal(one.slice(at + 1))];
  });
  units.push(...fields("cookie", call.parameters.filter((one) => one.in === "cookie").map((one) => subject(call, one)), cookies(our), cookies(their)));
  our.delete("cookie");
  their.delete("cookie");
  for (const name of new Set([...our.keys(), ...their.keys()])) take("header", name);
  return units;
}

async function bodies(call, ours, theirs) {
  const bytes = Buffer.from(ours.body, "base64");
  const type = ours.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  const properties = isObject(call.body) ? call.body : {};
  const subjects = Object.entries(properties).map(([name, value]) => ({
    name,
    value,
    parameter: call.parameters.find((one) => one.in === "formData" && one.name === name),
    encoding: call.encoding?.[name],
  }));
  if (/^multipart\//i.test(type)) {
    const their = theirs.body instanceof FormData ? await entries(theirs.body) : theirs.body;
    if (!Array.isArray(their)) return [{ place: "body", value: call.body, ours: bytes.toString(), theirs: their }];
    return fields("multipart", subjects, parts(bytes, type), their);
  }
  if (/x-www-form-urlencoded/i.test(type)) {
    if (typeof theirs.body !== "string") return [{ place: "body", value: call.body, ours: bytes.toString(), theirs: theirs.body instanceof FormData ? "FormData" : theirs.body }];
    return fields("form", subjects, pairs(bytes.toString()), pairs(theirs.body));
  }
  const their = ArrayBuffer.isView(theirs.body) ? { base64: Buffer.from(theirs.body).toString("base64") } : theirs.body;
  if (isObject(their) && "base64" in their) return [{ place: "body", value: call.body, ours: { base64: ours.body }, theirs: their }];
  const isJson = /[/+]json\b/i.test(type);
  const text = bytes.toString();
  const our = type === "" && text === "" ? undefined : isJson ? { json: JSON.parse(text) } : { text };
  const sent = typeof their === "string" ? { text: their } : their === undefined ? undefined : isJson ? { json: their } : { text: JSON.stringify(their) };
  return [{ place: "body", value: call.body, ours: our, theirs: sent }];
}

// The parts of a FormData: name, content (text or base64), media type and file name.
async function entries(form) {
  const made = [];
  for (const [name, value] of form.entries()) {
    if (typeof value === "string") made.push([name, { text: value }]);
    else if (value.type || value.name !== "blob") made.push([name, content(Buffer.from(await value.arrayBuffer()), value.type, value.name === "blob" ? undefined : value.name)]);
    // The caller of swagger-client names the file; one without a type is sent as bytes (RFC 7578, 4.4).
    else made.push([name, content(Buffer.from(await value.arrayBuffer()), "application/octet-stream", name)]);
  }
  return made;
}

function content(bytes, type, file) {
  const text = bytes.toString();
  const made = Buffer.from(text).equals(bytes) ? { text } : { base64: bytes.toString("base64") };
  return { ...made, ...(type ? { type } : {}), ...(file ? { file } : {}) };
}

// The parts of a multipart body, in the same form.
function parts(bytes, type) {
  const boundary = /boundary="?([^";]+)/i.exec(type)[1];
  const pieces = bytes.toString("latin1").split(`--${boundary}`).slice(1, -1);
  return pieces.map((piece) => {
    const at = piece.indexOf("\r\n\r\n");
    const head = Buffer.from(piece.slice(0, at), "latin1").toString();
    const name = /; name="([^"]*)"/.exec(head)?.[1] ?? "";
    const media = /^content-type: *(.*)$/im.exec(head)?.[1];
    return [name, content(Buffer.from(piece.slice(at + 4, -2), "latin1"), media, /filename="([^"]*)"/.exec(head)?.[1])];
  });
}
