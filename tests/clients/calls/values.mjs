// Makes values for the schemas of a description. The same schema, set and seed give the same value.
import { follow, isObject, version } from "./description.mjs";

// The sets of arguments that each operation is called with.
export const SETS = ["plain", "awkward", "structured"];

const PLAIN = ["blue", "black", "x1", "north-west", "A_b.c"];
const AWKWARD = [
  "a b", "x/y?z", "#1&2=3", "1+1", "50%", "%2F", "a;b", "a,b", "ü", "日本", "", "[x]{y}", "p|q", "'q'\"*!()", "a:b@c$d", "<e>^`\\",
  "12", "true", "null", '{"a":1}', "[1,2]", "~._-",
];
const DEEPEST = 4; // levels of values
const WIDEST = 10; // properties of an object

// Bytes, which a caller of apimint gives as base64.
export class Bytes {
  constructor(bytes) {
    this.bytes = bytes;
  }
}

// A number from a text (FNV-1a, 32 bits).
export function hash(text) {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return (state ^ (state >>> 15)) >>> 0;
}

// Makes values of one call. `filled` says that no value may be empty, as in a path.
export class ValueMaker {
  constructor(spec, set, seed) {
    Object.assign(this, { spec, set, seed, count: 0 });
  }

  // The next of some choices.
  pick(choices) {
    this.count += 1;
    return choices[hash(`${this.seed}/${this.count}`) % choices.length];
  }

  text(filled) {
    const texts = this.set === "awkward" ? AWKWARD : PLAIN;
    return this.pick(filled ? texts.filter((text) => text !== "") : texts);
  }

  value(written, { depth = 0, filled = false, files = false } = {}) {
    const schema = this.merged(written);
    const inner = { depth: depth + 1, filled, files };
    const listed = schema.const !== undefined ? [schema.const] : schema.enum;
    if (Array.isArray(listed)) {
      const choices = listed.filter((one) => one !== null && (!filled || one !== ""));
      if (choices.length) return this.pick(choices);
    }
    const types = [schema.type].flat().filter((type) => typeof type === "string");
    const nullable = schema.nullable === true || schema["x-nullable"] === true || types.includes("null");
    if (this.set === "structured" && nullable && !filled && this.pick([true, false])) return null;
    const type = types.find((one) => one !== "null") ?? guessed(schema);
    if (files && (isFile(schema, type) || (depth && this.isUntypedFile(schema, types)))) return new Bytes(Buffer.from([0, 255, 13, 10, 45, 45, this.pick([1, 2, 3])]));
    switch (type) {
      case "integer":
        return this.pick(this.set === "plain" ? [1, 7, 42] : [0, -3, 1000000]);
      case "number":
        return this.pick(this.set === "plain" ? [1.5, 7] : [0, -2.25, 1e-7]);
      case "boolean":
        return this.set === "plain" ? true : this.pick([false, true]);
      case "array":
        return this.list(schema, inner);
      case "object":
        return this.object(schema, inner);
      case "null":
        return null;
      default:
        return this.text(filled);
    }
  }

  // From OpenAPI 3.1 on, a part without a type is bytes (OAS, "Encoding Object", `contentType`).
  isUntypedFile(schema, types) {
    return version(this.spec) >= 3.1 && !types.length && schema.enum === undefined && schema.const === undefined && guessed(schema) === "string";
  }

  list(schema, inner) {
    if (inner.depth > DEEPEST) return [];
    const length = this.set === "structured" ? this.pick(inner.filled ? [1, 3] : [0, 1, 3]) : 2;
    const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
    return Array.from({ length }, (_, at) => this.value(prefix[at] ?? schema.items ?? {}, inner));
  }

  object(schema, inner) {
    const made = {};
    if (inner.depth > DEEPEST) return made;
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    const names = Object.keys(schema.properties ?? {});
    names.sort((one, other) => Number(required.has(other)) - Number(required.has(one)));
    for (const name of names.slice(0, Math.max(WIDEST, required.size))) {
      const property = schema.properties[name];
      if (follow(this.spec, property)?.readOnly === true) continue;
      if (!required.has(name) && this.set === "structured" && this.pick([true, false])) continue;
      made[name] = this.value(property, inner);
    }
    const free = schema.additionalProperties;
    if (isObject(free) || (!names.length && free !== false && this.set !== "structured")) {
      made[this.set === "awkward" ? "k y&" : "key"] = this.value(isObject(free) ? free : {}, inner);
    }
    return made;
  }

  // A schema without references and combinators: the parts of `allOf` together, the first branch of `oneOf` and `anyOf`.
  merged(written, depth = 0) {
    const schema = follow(this.spec, written);
    if (!isObject(schema) || depth > 12) return {};
    const branch = [schema.oneOf, schema.anyOf].filter((list) => Array.isArray(list) && list.length);
    const parts = [...(Array.isArray(schema.allOf) ? schema.allOf : []), ...branch.map((list) => this.branch(list))];
    return parts.map((part) => this.merged(part, depth + 1)).reduce((whole, part) => ({
      ...part,
      ...whole,
      ...(whole.properties || part.properties ? { properties: { ...part.properties, ...whole.properties } } : {}),
      ...(whole.required || part.required ? { required: [...(part.required ?? []), ...(whole.required ?? [])] } : {}),
    }), schema);
  }

  branch(list) {
    return list.find((one) => follow(this.spec, one)?.type !== "null") ?? list[0];
  }
}

function guessed(schema) {
  if (schema.properties || isObject(schema.additionalProperties)) return "object";
  return schema.items || schema.prefixItems ? "array" : "string";
}

// True for a file of a form or body: Swagger 2.0's `file`, `format: binary`, and from 3.1 on a media type without encoding.
function isFile(schema, type) {
  if (type === "file" || (type === "string" && schema.format === "binary")) return true;
  return typeof schema.contentMediaType === "string" && schema.contentEncoding === undefined && type === "string"
    && !/json|^text\//.test(schema.contentMediaType);
}
