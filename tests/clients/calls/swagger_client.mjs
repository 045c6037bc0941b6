// The requests that swagger-client builds from a description.
import { Bytes } from "./values.mjs";
import { version } from "./description.mjs";

// The value for swagger-client: bytes are a file.
export function withFiles(value, whole = true) {
  if (value instanceof Bytes) return whole ? value.bytes : new File([value.bytes], "blob");
  if (Array.isArray(value)) return value.map((one) => withFiles(one, false));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withFiles(one, false)]));
}

// The request as {method, url, headers, body}: headers as pairs, body as swagger-client leaves it (a value, text or
// FormData). `call` has `values` (by "in.name"), `body`, `contentType` and `secrets` (by scheme).
export function swaggerRequest(client, spec, call, base) {
  const parameters = Object.fromEntries(Object.entries(call.values).map(([name, value]) => [name, withFiles(value, name.startsWith("body."))]));
  const schemes = spec.securityDefinitions ?? spec.components?.securitySchemes ?? {};
  const authorized = {};
  for (const [name, secret] of Object.entries(call.secrets)) {
    if (schemes[name]) authorized[name] = credential(schemes[name], secret);
  }
  const request = client.buildRequest({
    spec,
    operationId: "called",
    parameters,
    securities: { authorized, specSecurity: spec.security },
    contextUrl: base,
    ...(version(spec) === 2 ? {} : { requestBody: withFiles(call.body), attachContentTypeForEmptyPayload: call.body !== undefined }),
    ...(call.contentType ? { requestContentType: call.contentType } : {}),
  });
  return { method: request.method, url: request.url, headers: Object.entries(request.headers ?? {}), body: request.body };
}

function credential(scheme, secret) {
  const [username, ...password] = secret.split(":");
  if (scheme.type === "basic" || (scheme.type === "http" && /^basic$/i.test(scheme.scheme))) {
    return { username, password: password.join(":") };
  }
  return scheme.type === "oauth2" || scheme.type === "openIdConnect" ? { token: { access_token: secret } } : { value: secret };
}
