#!/usr/bin/env python3
"""An MCP server on standard input and output for a list of tools that apimint wrote; README.md says how to start it.

docs/calls.md has the rules of `request` and `answer`. Needs Python 3.10 or newer, `mcp` 2 and `jsonschema`.
"""
import argparse, base64, json, os, re, secrets, urllib.error, urllib.request
from http.client import responses
from functools import partial
from pathlib import Path
from urllib.parse import quote, unquote, urljoin, urlsplit

import anyio
from jsonschema import Draft202012Validator, validators
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.types import CallToolResult, ListToolsResult

FORM, BYTES = "application/x-www-form-urlencoded", "application/octet-stream"
JSON_LINES, JSON_SEQUENCE = r"application/(x-)?(ndjson|jsonlines|jsonl)", r"application/json-seq|.*\+json-seq"
OTHER_TEXTS = r"text/.*|.*\+(xml|yaml)|application/(xml|(x-)?yaml|toml|graphql|javascript|sql|x-www-form-urlencoded)"
TOKEN, CONTROLS = "[!#$%&'*+.^_`|~0-9A-Za-z-]+", r"[\0-\x08\x0a-\x1f\x7f]"
FRAMING = {"content-length", "transfer-encoding", "connection", "keep-alive", "te", "trailer", "upgrade"}
DELIMITERS = {"spaceDelimited": " ", "pipeDelimited": "|", "csv": ",", "ssv": " ", "pipes": "|", "tsv": "\t"}
FIELD_STYLES = ["form", "spaceDelimited", "pipeDelimited", "deepObject", "cookie"]
ALLOWED = {"path": ["matrix", "label", "simple", *FIELD_STYLES[1:3]], "header": ["simple", *FIELD_STYLES[1:3]]}
RESERVED_IN_PATH, RESERVED = ":[]@!$&'()*+,;=", ":[]@!$&'()*+,;=/?"
MOST_ERROR_BYTES, MOST_ANSWER_BYTES = 64 << 10, 16 << 20
quote_all = partial(quote, safe="")  # what RFC 3986 calls unreserved stays

def record(required="", **properties):
    return {"type": "object", "required": required.split(), "properties": properties}

# The part of apimint-call.schema.json that `request` relies on.
TEXT, FLAG, PLACES = {"type": "string"}, {"type": "boolean"}, ["path", "query", "querystring", "header", "cookie"]
PLACE = record("name in", **{"in": {"enum": PLACES}}, style={"enum": ALLOWED["path"] + FIELD_STYLES}, explode=FLAG, allowReserved=FLAG)
CALL = Draft202012Validator(record(
    "method path", method=TEXT | {"pattern": f"^{TOKEN}$"}, path=TEXT | {"pattern": "^(/|$)"},
    servers={"type": "array", "items": record("url", url=TEXT)}, arguments=record() | {"additionalProperties": PLACE},
    constants={"type": "array", "items": {"allOf": [PLACE, record("value")]}},
    body=record("contentType", decode={"const": "base64"}),
    security={"type": "array", "items": record() | {"additionalProperties": record()}}))

class CallError(Exception):
    """A call that cannot be made, and why. The text has no credential."""

def demand(condition, why):
    if not condition:
        raise CallError(why)

# Texts of values

def compact(value): return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
def text_of(value): return value if isinstance(value, (str, bytes)) else compact(value)
def items_of(value): return [item for item in (value if isinstance(value, list) else [value]) if item is not None]
def essence(media_type): return media_type.split(";")[0].strip().lower()
def is_json(media_type): return re.fullmatch(r"(application|text)/json|.*\+json", essence(media_type))
def is_styled(entry): return not entry.keys().isdisjoint(("style", "explode", "allowReserved", "collectionFormat"))
def field_name(field): return unquote(field.split("=")[0])
def dot_segments(path): return sum(unquote(segment) in (".", "..") for segment in path.split("/"))

def sent_type(media_types):
    """The first of several media types without a wildcard."""
    return next((one.strip() for one in media_types.split(",") if one.strip() and "*" not in one), BYTES)

def document(value, media_type, parts):
    if is_json(media_type):
        return compact(value)
    return form(value, parts) if essence(media_type) == FORM and isinstance(value, dict) else text_of(value)

def decoded(value, name):
    """The bytes of base64 text."""
    text = re.sub(r"\s", "", value).rstrip("=").replace("-", "+").replace("_", "/") if isinstance(value, str) else "?"
    demand(re.fullmatch("[A-Za-z0-9+/]*", text) and len(text) % 4 != 1, f"`{name}` must be base64 text")
    return base64.b64decode(text + "=" * (-len(text) % 4))

def expand(text, kept=RESERVED):
    """Percent-encodes a text in which the characters of `kept`, and triplets, stay."""
    parts = re.split("(%[0-9A-Fa-f]{2})", text)
    return "".join(part if at % 2 else quote(part, safe=kept) for at, part in enumerate(parts))

def check_headers(headers):
    for name, text in headers.items():
        is_legal = re.fullmatch(TOKEN, name) and not re.search(CONTROLS, text)
        demand(is_legal, f"the header `{name}` would have a character that no header can have")

# Styles

def fields_of(entry, place, name, value):
    """The names and texts of a value in a query, form, multipart body or cookies; in a path or header the texts alone."""
    style = entry.get("style")
    if style not in ALLOWED.get(place, FIELD_STYLES):
        style = "simple" if place in ALLOWED else "form"
    is_tabbed = entry.get("collectionFormat") == "tsv"
    explode = entry.get("explode", style in ("form", "cookie")) and not is_tabbed
    delimiter = "." if explode and style == "label" else "\t" if is_tabbed else DELIMITERS.get(style, ",")
    write_name = write = str
    if place not in ("header", "multipart") and style != "cookie":
        delimiter, write_name, write = quote(delimiter, safe=","), quote_all, quote_all
        if entry.get("keepSlashes"):
            write = quote
        elif entry.get("allowReserved"):
            write = lambda text: expand(text, RESERVED_IN_PATH if place == "path" else RESERVED)
    if "contentType" in entry and not is_styled(entry):
        text = document(value, sent_type(entry["contentType"]), entry.get("parts", {}))
        return [] if value is None else [(write_name(name), write(text))]
    if not items_of(list(value.values()) if isinstance(value, dict) else value):
        return []
    if style == "deepObject":
        return [(write_name(key), write(text)) for key, text in deep_fields(name, value)]
    if isinstance(value, dict):
        fields = [(write_name(key), write(text_of(one))) for key, one in value.items() if one is not None]
        texts = ["=".join(pair) for pair in fields] if explode else [text for pair in fields for text in pair]
    else:
        inner = DELIMITERS.get(entry.get("itemsCollectionFormat"))
        joined = lambda one: inner.join(map(text_of, items_of(one))) if inner and isinstance(one, list) else text_of(one)
        texts = [write(joined(one)) for one in items_of(value)]
        fields = [(write_name(name), text) for text in texts]
    return fields if explode and style not in ("simple", "label") else [(write_name(name), delimiter.join(texts))]

def deep_fields(name, value):
    if isinstance(value, dict):
        return [field for key, one in value.items() for field in deep_fields(f"{name}[{key}]", one)]
    if isinstance(value, list):
        return [field for one in value for field in deep_fields(name, one)]
    return [] if value is None else [(name, text_of(value))]

# Bodies

def form(value, parts):
    """The text of an `application/x-www-form-urlencoded` body."""
    fields = []
    for name, one in value.items():
        part = parts.get(name, parts.get("*", {}))
        if not is_styled(part) and (part.get("decode") or "contentType" not in part):
            one = [decoded(item, name) if part.get("decode") else item for item in items_of(one)]
            part = {}  # each item is a field
        fields += fields_of(part, "form", name, one)
    return "&".join(map("=".join, fields))

def multipart(value, media_type, body, arguments):
    """The bytes of a multipart body, and its media type with the boundary."""
    demand(isinstance(value, (dict, list)), f"the body must be an object or a list, to be sent as `{media_type}`")
    parts, prefix, written = body.get("parts", {}), body.get("prefixParts", []), []
    if isinstance(value, list):
        disposition = "form-data" if essence(media_type) == "multipart/form-data" else None
        chosen = prefix + [parts.get("*", {})] * len(value)
        written = [part_of("a part", item, part, disposition, arguments) for item, part in zip(value, chosen)]
    else:
        for name, one in value.items():
            part = parts.get(name, parts.get("*", {}))
            fields = [(name, item) for item in items_of(one)]
            if is_styled(part):
                fields, part = fields_of(part, "multipart", name, one), {"headers": part.get("headers")}
            for key, item in fields:
                key = key.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
                disposition = f'form-data; name="{key}"' + (f'; filename="{key}"' if part.get("decode") else "")
                written.append(part_of(key, item, part, disposition, arguments))
    boundary = secrets.token_hex(16)
    lines = [f"--{boundary}\r\n{head}\r\n".encode() + content + b"\r\n" for head, content in written]
    return b"".join(lines) + f"--{boundary}--\r\n".encode(), f"{media_type}; boundary={boundary}"

def part_of(name, value, part, disposition, arguments):
    """One part of a multipart body: its header lines and its bytes."""
    is_typed = "contentType" in part or part.get("decode") or isinstance(value, (dict, list))
    default = BYTES if part.get("decode") else "application/json"
    typed = content_of(value, {"contentType": default, **part}, name, arguments)
    content, media_type = typed if is_typed else (text_of(value).encode(), None)
    headers, own = {"Content-Disposition": disposition, "Content-Type": media_type}, part.get("headers")
    for key, one in own.items() if isinstance(own, dict) else ():
        headers[key] = arguments.get(one["argument"]) if "argument" in one else one["value"]
    texts = {key: text_of(one) for key, one in headers.items() if one is not None}
    check_headers(texts)
    return "".join(f"{key}: {text}\r\n" for key, text in texts.items()), content

def content_of(value, body, name, arguments):
    """The bytes of a body or part, and their media type."""
    media_type, parts = sent_type(body["contentType"]), body.get("parts", {})
    kind, mark = essence(media_type), "\x1e" if re.fullmatch(JSON_SEQUENCE, essence(media_type)) else ""
    if kind.startswith("multipart/"):
        return multipart(value, media_type, body, arguments)
    if body.get("decode"):
        return decoded(value, name), media_type
    if isinstance(value, list) and (mark or re.fullmatch(JSON_LINES, kind)):
        return "".join(f"{mark}{compact(item)}\n" for item in value).encode(), media_type
    return document(value, media_type, parts).encode(), media_type

def merged(value, constants):
    """A value with what is settled put into it, member by member."""
    if not isinstance(constants, dict):
        return constants
    value = value if isinstance(value, dict) else {}
    return value | {key: merged(value.get(key), one) for key, one in constants.items()}

def body_of(body, arguments):
    """The bytes of a body and their media type; `(None, None)` if none is sent."""
    value = body.get("value", arguments.get(body.get("argument")))
    if "arguments" in body:
        value = {name: arguments[key] for key, name in body["arguments"].items() if key in arguments}
    elif not {"value", "constants"} & body.keys() and body.get("argument") not in arguments:
        return None, None
    value = merged(value, body["constants"]) if "constants" in body else value
    if value is None and not is_json(sent_type(body["contentType"])) and not body.get("decode"):
        return None, None
    return content_of(value, body, body.get("argument"), arguments)

# The request

def refuse_faults(validator, value, what):
    """Raises every fault of a value, with its place."""
    faults = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]
    demand(not faults, f"{what} not valid: " + "; ".join(faults))

def arguments_in(body):
    """The arguments that a body and the headers of its parts name."""
    if isinstance(body, dict):
        yield from [body["argument"]] if isinstance(body.get("argument"), str) else body.get("arguments", [])
    for one in body.values() if isinstance(body, dict) else body if isinstance(body, list) else ():
        yield from arguments_in(one)

def server_of(servers, chosen, variables, base):
    """The URL of the chosen server, without `/` at its end, and its query."""
    named = [one for at, one in enumerate(servers, 1) if chosen in (at, one["url"], one.get("name"))]
    demand(named or isinstance(chosen, str), f"there is no server {chosen}; the tool has {len(servers)}")
    server = named[0] if named else {"url": chosen}
    known = server.get("variables", {})
    for name, text in variables.items():
        is_known = name in known and text in (known[name].get("enum") or [text])
        demand(is_known, f"the server has no variable `{name}`, or it cannot be `{text}`")
    texts = {name: one["default"] for name, one in known.items() if "default" in one} | variables
    host = re.match("https?://{([^}]*)}(/|$)", server["url"])
    if host and host[1] not in texts and base:
        texts[host[1]] = urlsplit(base).netloc.rpartition("@")[2]
    url = urljoin(base or "", re.sub("{([^}]*)}", lambda match: texts.get(match[1], match[0]), server["url"]))
    is_http = "{" not in url and urlsplit(url).scheme in ("http", "https") and urlsplit(url).hostname
    demand(is_http, f"`{url}` is no http or https URL; variables need values, and a relative one needs --base")
    url, _, query = expand(url.split("#")[0]).partition("?")
    return url.rstrip("/"), [field for field in query.split("&") if field]

def credentials_of(call, credentials):
    """Places, names and texts: what the first alternative sends for which all credentials are there, and cookies."""
    alternatives = call.get("security") or [{}]
    chosen = next((one for one in alternatives if one.keys() <= credentials.keys()), None)
    demand(chosen is not None, "no credentials: the tool needs " + ", or ".join(map(" and ".join, alternatives)))
    for name, scheme in chosen.items():
        kind, text = scheme.get("type"), credentials[name]
        word = scheme.get("scheme", "") if kind == "http" else "bearer" if kind in ("oauth2", "openIdConnect") else ""
        if kind == "apiKey" and scheme.get("in") in ("header", "query", "cookie") and "name" in scheme:
            yield scheme["in"], scheme["name"], text
        elif word.lower() == "basic":
            yield "header", "Authorization", f"Basic {base64.b64encode(text.encode()).decode()}"
        elif word:
            yield "header", "Authorization", f"{'Bearer' if word.lower() == 'bearer' else word} {text}"
        else:
            demand(kind == "mutualTLS", f"the security scheme `{name}` has no known type, or lacks a member")
    for cookie in call.get("cookies", []):
        name, is_there = cookie["name"], cookie["name"] in credentials
        demand(is_there or not cookie.get("required"), f"the cookie `{name}` must be set by the runtime, which has none")
        if is_there:
            yield "cookie", name, credentials[name]

def request(tool, arguments, credentials={}, server=1, variables={}, base=None, validate=True):
    """The method, URL, headers (pairs) and body (bytes or None) of a call, and its URL without credentials."""
    call = tool["_meta"]["dev.apimint/http"]
    refuse_faults(CALL, call, "the call of the tool is")
    schema, entries, body = tool["inputSchema"] if validate else record(), call.get("arguments", {}), call.get("body", {})
    refuse_faults(validators.validator_for(schema, Draft202012Validator)(schema), arguments, "the arguments are")
    unknown = sorted(arguments.keys() - entries.keys() - {*arguments_in(body)})
    demand(not validate or not unknown, f"the tool has no argument `{'`, `'.join(unknown)}`")
    url, fixed = server_of(call.get("servers", []), server, variables, base)
    query, query_strings, cookies, path, headers = [], [], [], {}, {}

    def set_header(name, text):
        check_headers({name: text})
        headers[name.lower()] = name, text

    set_header("Accept", call.get("accept", "*/*"))
    for key, entry in [*entries.items(), *((one["name"], one) for one in call.get("constants", []))]:
        place, name, value = entry["in"], entry["name"], entry.get("value", arguments.get(key))
        value = merged(value, entry["constants"]) if "constants" in entry else value
        fields = fields_of(entry, place, name, value)
        if place == "query":
            query += map("=".join, fields)
        elif place == "querystring" and value is not None:
            kind = entry.get("contentType", FORM)
            text = document(value, kind, entry.get("parts", {}))
            query_strings.append(text if essence(kind) == FORM else quote_all(text))
        elif place == "cookie":
            cookies += fields
        elif place == "path":
            is_there = key in arguments or not entry.keys().isdisjoint(("value", "constants"))
            demand(is_there, f"the argument `{key}` is missing, and the path needs it")
            if entry.get("style") == "matrix":
                fields = [("", f";{field}={text}" if text else f";{field}") for field, text in fields]
            path["{%s}" % name] = "".join(("." if entry.get("style") == "label" else "") + text for _, text in fields)
        elif fields and name.lower() not in FRAMING:
            set_header(name, fields[0][1])
    content, media_type = body_of(body, arguments) if body else (None, None)
    if media_type:
        set_header("Content-Type", media_type)
    template = call["path"].split("#")[0]
    filled = re.sub(r"\{[^{}]*\}|[^{]+|\{", lambda part: path[part[0]] if part[0] in path else expand(part[0]), template)
    filled, _, literal = filled.partition("?")
    is_same_path = dot_segments(filled) == dot_segments(template.partition("?")[0])
    demand(is_same_path, "an argument makes a segment `.` or `..` of the path, which leads to another path")
    sent = {field_name(field) for field in query}
    fixed = [field for field in fixed + literal.split("&") if field and field_name(field) not in sent]
    query, url = [field for field in fixed + query + query_strings if field], url + filled
    public_url = "?".join([url, *filter(None, ["&".join(query)])])
    for place, name, text in credentials_of(call, credentials):
        if place == "query":
            query = [one for one in "&".join(query).split("&") if one and field_name(one) != name]
            query.append(f"{quote_all(name)}={quote_all(text)}")
        elif place == "cookie":
            cookies = [cookie for cookie in cookies if cookie[0] != name] + [(name, text)]
        else:
            set_header(name, text)
    demand(not any(";" in text for cookie in cookies for text in cookie), "a cookie has a character that ends it")
    if cookies:
        set_header("Cookie", "; ".join(map("=".join, cookies)))
    return call["method"], "?".join([url, *filter(None, ["&".join(query)])]), [*headers.values()], content, public_url

# The answer

def said(text, is_error=False, **members):
    return {"content": [{"type": "text", "text": text}], **({"isError": True} if is_error else {}), **members}

def answer(tool, status, content_type, body, url):
    """The CallToolResult for a response; `url` names a resource that it may become."""
    if not 200 <= status < 300:
        text = body[:MOST_ERROR_BYTES].decode(errors="replace") + "\n[the rest is left out]" * (len(body) > MOST_ERROR_BYTES)
        return said(f"HTTP {status} {responses.get(status, '')}".strip() + f"\n\n{text}" * bool(body), True)
    kind, data = essence(content_type or ""), base64.b64encode(body).decode()
    if body and (not kind or is_json(kind)):
        try:
            value = json.loads(body)
            wrap = tool["_meta"]["dev.apimint/http"].get("wrap") or not isinstance(value, dict)
            return said(compact(value), structuredContent={"result": value} if wrap else value)
        except ValueError as error:
            if kind:
                return said(f"The response is declared as `{kind}`, but is not valid JSON: {error}", True)
    if body and kind.startswith(("image/", "audio/")):
        return {"content": [{"type": kind.split("/")[0], "data": data, "mimeType": kind}]}
    is_latin = re.search(r"charset\s*=\s*\"?(iso-8859-1|latin1)\b", content_type or "", re.I)
    text = body.decode("latin-1" if is_latin else "utf-8", "replace")
    if not body or re.fullmatch(f"{OTHER_TEXTS}|{JSON_LINES}|{JSON_SEQUENCE}", kind) or not kind and text.encode() == body:
        return said(text)
    return {"content": [{"type": "resource", "resource": {"uri": url, "mimeType": kind or BYTES, "blob": data}}]}

# The server

def origin(url):
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port or (443 if parts.scheme == "https" else 80)

class SameOrigin(urllib.request.HTTPRedirectHandler):
    """Follows a redirect on the same origin; any other is an answer that is no success."""
    def redirect_request(self, request, *others):
        return super().redirect_request(request, *others) if origin(request.full_url) == origin(others[-1]) else None

def send(method, url, headers, body, seconds):
    """The status, media type and body of the response."""
    headers = {name: text.encode().decode("latin-1") for name, text in headers}  # urllib writes Latin-1
    message = urllib.request.Request(url, body, headers, method=method)
    try:
        response = urllib.request.build_opener(SameOrigin).open(message, timeout=seconds)
    except urllib.error.HTTPError as error:
        response = error  # any status but 2xx
    with response:
        content = response.read(MOST_ANSWER_BYTES + 1)
    demand(len(content) <= MOST_ANSWER_BYTES, f"the answer has more than {MOST_ANSWER_BYTES} bytes")
    return response.status, response.headers.get("Content-Type"), content

def credentials_for(tool, file):
    """The credentials of a tool: those of the file, else those of the environment."""
    call = tool["_meta"]["dev.apimint/http"]
    names = [name for one in call.get("security", []) for name in one] + [one["name"] for one in call.get("cookies", [])]
    found = {name: file.get(name, os.environ.get("APIMINT_" + re.sub("[^A-Z0-9]", "_", name.upper()))) for name in names}
    return {name: text for name, text in found.items() if text is not None}

async def main():
    parser = argparse.ArgumentParser(description="Serves a list of tools over MCP, on standard input and output.")
    parser.add_argument("manifest", help="the list that apimint wrote")
    parser.add_argument("--credentials", help="a JSON file: credentials by security scheme (else APIMINT_<SCHEME> counts)")
    parser.add_argument("--server", default="1", help="the number of a server in the list, from 1, its name, or a URL")
    parser.add_argument("--server-variable", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--base", help="the URL of the description, for a relative server")
    parser.add_argument("--timeout", type=float, default=30, help="seconds for a call (default: 30)")
    options = parser.parse_args()
    tools = {tool["name"]: tool for tool in json.loads(Path(options.manifest).read_text("utf-8"))["tools"]}
    given = json.loads(Path(options.credentials).read_text("utf-8")) if options.credentials else {}
    chosen = int(options.server) if options.server.isdigit() else options.server
    variables = dict(one.split("=", 1) for one in options.server_variable)

    async def list_tools(context, params):
        # The call stays here: clients have no use for it.
        return ListToolsResult.model_validate({"tools": [tool | {"_meta": None} for tool in tools.values()]})

    async def call_tool(context, params):
        try:
            demand(params.name in tools, f"there is no tool `{params.name}`")
            tool = tools[params.name]
            credentials, arguments = credentials_for(tool, given), params.arguments or {}
            *parts, public_url = request(tool, arguments, credentials, chosen, variables, options.base)
            with anyio.fail_after(options.timeout):
                response = await anyio.to_thread.run_sync(send, *parts, options.timeout, abandon_on_cancel=True)
            return CallToolResult.model_validate(answer(tool, *response, public_url))
        except TimeoutError:
            return CallToolResult.model_validate(said(f"no answer in {options.timeout:g} s", True))
        except Exception as error:
            return CallToolResult.model_validate(said(str(error), True))

    server = Server("apimint", on_list_tools=list_tools, on_call_tool=call_tool)
    async with stdio_server() as streams:
        await server.run(*streams, server.create_initialization_options())

if __name__ == "__main__":
    anyio.run(main)
