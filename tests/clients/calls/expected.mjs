// What each side is expected to send for a value, in the terms of differences.mjs.
import { isObject } from "./description.mjs";
import { decoded } from "./differences.mjs";

export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
export const isScalar = (value) => ["string", "number", "boolean"].includes(typeof value);
export const isText = (value) => typeof value === "string";
export const isFields = (unit) => ["query", "form", "multipart", "cookie"].includes(unit.place);

// The text of a value for swagger-client: lists and objects are JSON.
export const text = (value) => (value === null ? "" : isScalar(value) ? String(value) : JSON.stringify(value));

// A name or value in a URL, as apimint and swagger-client's OpenAPI 3 code encode it.
export const encoded = (value) => encodeURIComponent(text(value)).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

// A field as the place writes it: encoded, or the content of a part.
export const field = (unit, name, value) => (unit.place === "multipart" ? [name, { text: text(value) }] : [encoded(name), encoded(value)]);

// The fields of a unit with decoded names and values.
export const plain = (fields) => fields.map(([name, value]) => [decoded(name), value?.text ?? (isText(value) ? decoded(value) : value)]);

// The style of a field, with the defaults of its place.
export function style(unit) {
  const of = unit.parameter ?? unit.encoding ?? {};
  const name = of.style ?? "form";
  return { name, explode: of.explode ?? name === "form" };
}

// What `deepObject` makes of a value: apimint goes on inside, a list repeats the name.
export function deep(unit, name, value) {
  if (value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => deep(unit, name, one));
  return isObject(value) ? Object.entries(value).flatMap(([key, one]) => deep(unit, `${name}[${key}]`, one)) : [field(unit, name, value)];
}

// A text that swagger-client takes for JSON.
export function parsed(value) {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

// A text with what no URL can hold encoded, and nothing else.
export const clean = (one) => encodeURI(one).replaceAll("%25", "%").replaceAll("%5B", "[").replaceAll("%5D", "]");

export const success = ({ operation }) => Object.entries(operation.responses ?? {}).filter(([status]) => status >= 200 && status < 300);
