// Reads descriptions (Swagger 2.0, OpenAPI 3.x) without apimint: operations, with their references followed.
import { readFileSync } from "node:fs";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
// A chain of references that is longer is a cycle.
const CHAIN = 20;

// The description in a file. `yaml` is the package js-yaml.
export function load(file, yaml) {
  const text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  try {
    return JSON.parse(text);
  } catch {
    return yaml.load(text, { schema: yaml.JSON_SCHEMA, json: true });
  }
}

export const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

// The version as a number: 2, 3, 3.1 or 3.2.
export const version = (spec) => (spec.swagger ? 2 : Number(/^3\.[12]/.exec(spec.openapi)?.[0] ?? 3));

// What a node stands for: references inside the document are followed. Undefined if one leads nowhere.
export function follow(spec, node) {
  for (let step = 0; step < CHAIN; step += 1) {
    if (!isObject(node) || typeof node.$ref !== "string") return node;
    if (!node.$ref.startsWith("#")) return undefined;
    const keys = decodeURIComponent(node.$ref.slice(1)).split("/").slice(1);
    node = keys.reduce((at, key) => at?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], spec);
  }
  return undefined;
}

// Every operation under `paths` as {method, path, item, operation}; methods are in capitals, additional ones as written.
export function operations(spec) {
  const found = [];
  for (const [path, written] of Object.entries(spec.paths ?? {})) {
    const item = follow(spec, written);
    if (!path.startsWith("/") || !isObject(item)) continue;
    const methods = version(spec) === 3.2 ? [...METHODS, "query"] : METHODS;
    for (const method of methods) {
      if (isObject(item[method])) found.push({ method: method.toUpperCase(), path, item, operation: item[method] });
    }
    for (const [method, operation] of Object.entries((version(spec) === 3.2 && item.additionalOperations) || {})) {
      if (isObject(operation)) found.push({ method, path, item, operation });
    }
  }
  return found;
}

// True if path items, operations, parameters, bodies or responses are in other files. Schemas there are read as any value.
export function spreads(spec) {
  const isElsewhere = (node) => isObject(node) && typeof node.$ref === "string" && !node.$ref.startsWith("#");
  const items = Object.values(spec.paths ?? {});
  return items.some(isElsewhere) || operations(spec).some(({ item, operation }) => {
    const parameters = [item.parameters, operation.parameters].flatMap((list) => (Array.isArray(list) ? list : []));
    return [operation, ...parameters, operation.requestBody, ...Object.values(operation.responses ?? {})].some((node) => isElsewhere(node) || (node?.$ref && follow(spec, node) === undefined));
  });
}

// The parameters of an operation: its own count more than those of the path (OAS, "Path Item Object").
export function parameters(spec, { item, operation }) {
  const byPlace = new Map();
  for (const list of [item.parameters, operation.parameters]) {
    for (const written of Array.isArray(list) ? list : []) {
      const parameter = follow(spec, written);
      if (isObject(parameter) && typeof parameter.name === "string") byPlace.set(`${parameter.in}.${parameter.name}`, shallow(spec, parameter));
    }
  }
  return [...byPlace.values()];
}

// A parameter whose schema is no reference. swagger-client looks at the type, and at those of branches.
function shallow(spec, parameter) {
  if (!isObject(parameter.schema)) return parameter;
  const schema = { ...follow(spec, parameter.schema) };
  for (const key of ["oneOf", "anyOf"]) {
    if (Array.isArray(schema[key])) schema[key] = schema[key].map((branch) => follow(spec, branch));
  }
  return { ...parameter, schema };
}

// A description with one operation, in the form that swagger-client's resolver leaves: references are followed, and what
// the operation inherits stands in it.
export function single(spec, found) {
  const { path, item, operation, method } = found;
  const { paths, components, definitions, parameters: shared, responses, ...root } = spec;
  const body = follow(spec, operation.requestBody);
  const inherited = {};
  for (const key of version(spec) === 2 ? ["consumes", "produces"] : []) {
    if (operation[key] === undefined && root[key] !== undefined) inherited[key] = root[key];
  }
  if (operation.security === undefined && root.security !== undefined) inherited.security = root.security;
  const content = isObject(body?.content)
    ? Object.fromEntries(Object.entries(body.content).map(([type, media]) => [type, follow(spec, media)]))
    : undefined;
  const made = {
    ...operation,
    ...inherited,
    operationId: "called",
    parameters: parameters(spec, found),
    responses: Object.fromEntries(Object.entries(operation.responses ?? {}).map(([status, one]) => [status, follow(spec, one) ?? {}])),
  };
  delete made.requestBody;
  if (isObject(body)) made.requestBody = { ...body, content };
  const schemes = Object.entries(components?.securitySchemes ?? {}).map(([name, scheme]) => [name, follow(spec, scheme)]);
  const onPath = version(spec) === 3.2 && !METHODS.includes(method.toLowerCase()) && method !== "QUERY"
    ? { additionalOperations: { [method]: made } }
    : { [method.toLowerCase()]: made };
  return {
    ...root,
    components: { securitySchemes: Object.fromEntries(schemes) },
    paths: { [path]: { ...(item.servers ? { servers: item.servers } : {}), ...onPath } },
  };
}
