#!/usr/bin/env python3
"""An MCP server on standard input and output for a list of tools that apimint wrote; README.md says how to start it.

docs/calls.md has the rules of `request` and `answer`. Needs Python 3.10 or newer, and `mcp` 2, which brings the other packages.
In this order: texts of values, styles, bodies, the request, the answer, the server."""
import argparse, base64, json, os, re, secrets
from pathlib import Path
from urllib.parse import quote, unquote, urljoin, urlsplit

import anyio, httpx2
from jsonschema import Draft202012Validator, validators
from mcp import stdio_server, types
from mcp.server.lowlevel import Server

FORM, BYTES = "application/x-www-form-urlencoded", "application/octet-stream"
JSON_LINES, JSON_SEQUENCE = r"application/(x-)?(ndjson|jsonlines|jsonl)", r"application/json-seq|.*\+json-seq"
OTHER_TEXTS = r"text/.*|.*\+(xml|yaml)|application/(xml|(x-)?yaml|toml|graphql|javascript|sql|x-www-form-urlencoded)"
LATIN = r"charset\s*=\s*\"?(iso-8859-1|latin1)\b"
TOKEN, CONTROLS = "[!#$%&'*+.^_`|~0-9A-Za-z-]+", r"[\0-\x08\x0a-\x1f\x7f]"
FRAMING = {"content-length", "transfer-encoding", "connection", "keep-alive", "te", "trailer", "upgrade"}
DELIMITERS = {"spaceDelimited": " ", "pipeDelimited": "|", "csv": ",", "ssv": " ", "pipes": "|", "tsv": "\t"}
STYLES = ["matrix", "label", "simple", "spaceDelimited", "pipeDelimited", "form", "deepObject", "cookie"]
ALLOWED = {"path": STYLES[:5], "header": STYLES[2:5]}  # elsewhere STYLES[3:]
RESERVED_IN_PATH, RESERVED = ":[]@!$&'()*+,;=", ":[]@!$&'()*+,;=/?"
MOST_ERROR_BYTES, MOST_ANSWER_BYTES, MOST_REDIRECTS = 64 << 10, 16 << 20, 5
ABSENT = object()  # in place of a value: the argument is not given

def record(required="", **properties): return {"type": "object", "required": required.split(), "properties": properties}

# The part of apimint-call.schema.json that `request` relies on.
TEXT, FLAG, PLACES = {"type": "string"}, {"type": "boolean"}, ["path", "query", "querystring", "header", "cookie"]
PLACE = record("name in", **{"in": {"enum": PLACES}}, style={"enum": STYLES}, explode=FLAG, allowReserved=FLAG)
CALL = record(
    "method path", method=TEXT | {"pattern": f"^{TOKEN}$"}, path=TEXT | {"pattern": "^(/|$)"},
    servers={"type": "array", "items": record("url", url=TEXT)}, arguments=record() | {"additionalProperties": PLACE},
    constants={"type": "array", "items": {"allOf": [PLACE, record("value")]}}, body=record("contentType", decode={"const": "base64"}),
    security={"type": "array", "items": record() | {"additionalProperties": record()}})

class CallError(Exception):
    """A call that cannot be made, and why. The text has no credential."""

def demand(condition, why):
    if not condition:
        raise CallError(why)

def quote_all(text): return quote(text, safe="")  # what RFC 3986 calls unreserved stays
def expand(text, kept=RESERVED): return quote(re.sub("%(?![0-9A-Fa-f]{2})", "%25", text), safe=kept + "%")  # triplets stay
def base64_of(content): return base64.b64encode(content).decode()
def compact(value): return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
def text_of(value): return value if isinstance(value, (str, bytes)) else compact(value)
def items_of(value): return [item for item in (value if isinstance(value, list) else [value]) if item is not None]
def essence(media_type): return media_type.split(";")[0].strip().lower()
# The first of several media types without a wildcard.
def sent_type(media_types): return next((one.strip() for one in media_types.split(",") if one.strip() and "*" not in one), BYTES)
def is_json(media_type): return re.fullmatch(r"(application|text)/json|.*\+json", essence(media_type))
def is_styled(entry): return not entry.keys().isdisjoint(("style", "explode", "allowReserved", "collectionFormat"))
def dot_segments(path): return sum(unquote(segment) in (".", "..") for segment in path.split("/"))

def document(value, media_type, parts):
    """The text of a value as a document of a media type."""
    if is_json(media_type):
        return compact(value)
    return form(value, parts) if essence(media_type) == FORM and isinstance(value, dict) else text_of(value)

def decoded(value, name):
    """The bytes of base64 text."""
    text = re.sub(r"\s", "", value).rstrip("=").replace("-", "+").replace("_", "/") if isinstance(value, str) else "?"
    demand(re.fullmatch("[A-Za-z0-9+/]*", text) and len(text) % 4 != 1, f"`{name}` must be base64 text")
    return base64.b64decode(text + "=" * (-len(text) % 4))

def check_headers(headers):
    illegal = [name for name, text in headers if not re.fullmatch(TOKEN, name) or re.search(CONTROLS, text)]
    demand(not illegal, f"the header `{'`, `'.join(illegal)}` would have a character that no header can have")

def fields_of(entry, place, name, value):
    """The names and texts of a value in a query, form, multipart body or cookies; in a path or header the texts alone."""
    style, default = entry.get("style"), "simple" if place in ALLOWED else "form"
    style = entry.get("collectionFormat", style if style in ALLOWED.get(place, STYLES[3:]) else default)
    explode = style != "tsv" and entry.get("explode", style in ("form", "cookie"))
    is_plain_part = place == "form" and not is_styled(entry)
    kind = None if is_styled(entry) or is_plain_part and "decode" in entry else entry.get("contentType")
    write_name = write = quote_all
    if place in ("header", "multipart") or style == "cookie" or place == "querystring" and essence(kind or "") == FORM:
        write_name = write = str
    elif entry.get("keepSlashes"):
        write = quote
    elif entry.get("allowReserved"):
        write = lambda text: expand(text, RESERVED_IN_PATH if place == "path" else RESERVED)
    if kind:
        pairs = [] if value is None else [(name, document(value, sent_type(kind), entry.get("parts", {})))]
    elif style == "deepObject":
        pairs = deep_fields(name, value)
    elif isinstance(value, dict) and not is_plain_part:
        pairs = [(key, text_of(one)) for key, one in value.items() if one is not None]
    elif is_plain_part and entry.get("decode"):
        pairs = [(name, decoded(one, name)) for one in items_of(value)]
    else:
        inner = DELIMITERS.get(entry.get("itemsCollectionFormat"))
        pairs = [(name, inner.join(map(text_of, items_of(one))) if inner else text_of(one)) for one in items_of(value)]
    fields = [(write_name(key), write(text)) for key, text in pairs]
    if not fields or kind or style == "deepObject" or explode and (place not in ALLOWED or style == "matrix"):
        return fields
    texts = [text for _, text in fields]
    if isinstance(value, dict):
        texts = map("=".join, fields) if explode else [text for field in fields for text in field]
    delimiter = "." if explode and style == "label" else DELIMITERS.get(style, ",")
    return [(write_name(name), (delimiter if delimiter == "," else write_name(delimiter)).join(texts))]

def deep_fields(name, value):
    if isinstance(value, dict):
        return [field for key, one in value.items() for field in deep_fields(f"{name}[{key}]", one)]
    if isinstance(value, list):
        return [field for one in value for field in deep_fields(name, one)]
    return [] if value is None else [(name, text_of(value))]

def form(value, parts):
    """The text of an `application/x-www-form-urlencoded` body."""
    fields = [fields_of(parts.get(name, parts.get("*", {})), "form", name, one) for name, one in value.items()]
    return "&".join("=".join(field) for written in fields for field in written)

def multipart(value, media_type, body, arguments):
    """The bytes of a multipart body, and its media type with the boundary."""
    demand(isinstance(value, (dict, list)), f"the body must be an object or a list, to be sent as `{media_type}`")
    parts, boundary, written = body.get("parts", {}), secrets.token_hex(16), []
    if isinstance(value, list):
        disposition = "form-data" if essence(media_type) == "multipart/form-data" else None
        chosen = body.get("prefixParts", []) + [parts.get("*", {})] * len(value)
        written = [part_of("a part", item, part, disposition, arguments) for item, part in zip(value, chosen)]
    for name, one in value.items() if isinstance(value, dict) else ():
        part = parts.get(name, parts.get("*", {}))
        fields = [(name, item) for item in items_of(one)]
        if is_styled(part):
            fields, part = fields_of(part, "multipart", name, one), {"headers": part.get("headers")}
        for key, item in fields:
            quoted = key.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
            disposition = f'form-data; name="{quoted}"' + (f'; filename="{quoted}"' if part.get("decode") else "")
            written.append(part_of(key, item, part, disposition, arguments))
    content = b"".join(f"--{boundary}\r\n".encode() + one + b"\r\n" for one in written)
    return content + f"--{boundary}--\r\n".encode(), f"{media_type}; boundary={boundary}"

def part_of(name, value, part, disposition, arguments):
    """One part of a multipart body: its headers and its bytes."""
    default = BYTES if part.get("decode") else "application/json" if isinstance(value, (dict, list)) else None
    content, media_type = text_of(value).encode(), None
    if default or "contentType" in part:
        content, media_type = content_of(value, {"contentType": default, **part}, name, arguments)
    headers, own = {"Content-Disposition": disposition, "Content-Type": media_type}, part.get("headers")
    for key, one in own.items() if isinstance(own, dict) else ():
        headers[key] = value_of(one, one.get("argument"), arguments)
    texts = [(key, text_of(one)) for key, one in headers.items() if one not in (None, ABSENT)]
    check_headers(texts)
    return "".join(f"{key}: {text}\r\n" for key, text in texts).encode() + b"\r\n" + content

def content_of(value, body, name, arguments):
    """The bytes of a body or part, and their media type."""
    media_type = sent_type(body["contentType"])
    kind, mark = essence(media_type), "\x1e" if re.fullmatch(JSON_SEQUENCE, essence(media_type)) else ""
    if kind.startswith("multipart/"):
        return multipart(value, media_type, body, arguments)
    if body.get("decode"):
        return decoded(value, name), media_type
    if isinstance(value, list) and (mark or re.fullmatch(JSON_LINES, kind)):
        return "".join(f"{mark}{compact(item)}\n" for item in value).encode(), media_type
    return document(value, media_type, body.get("parts", {})).encode(), media_type

def merged(value, constants):
    """A value with what is settled put into it, member by member."""
    if not isinstance(constants, dict):
        return constants
    value = value if isinstance(value, dict) else {}
    return value | {key: merged(value.get(key), one) for key, one in constants.items()}

def value_of(entry, argument, arguments):
    """The value of an argument, constant, header of a part, or body; ABSENT if it has none."""
    value = entry.get("value", arguments.get(argument, ABSENT))
    if "arguments" in entry:
        value = {name: arguments[key] for key, name in entry["arguments"].items() if key in arguments}
    return merged(value, entry["constants"]) if entry.get("constants") else value

def refuse_faults(schema, value, what):
    """Raises every fault of a value, with its place."""
    validator = validators.validator_for(schema, Draft202012Validator)(schema)
    faults = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]
    demand(not faults, f"{what} not valid: " + "; ".join(faults))

def arguments_in(body):
    """The arguments that a body and the headers of its parts name."""
    if isinstance(body, dict):
        yield from [body["argument"]] if isinstance(body.get("argument"), str) else body.get("arguments", [])
    for one in body.values() if isinstance(body, dict) else body if isinstance(body, list) else ():
        yield from arguments_in(one)

def server_of(servers, chosen, variables, base):
    """The URL of the chosen server, without `/` at its end, and the fields of its query."""
    named = [one for at, one in enumerate(servers, 1) if chosen in (str(at), one["url"], one.get("name"))]
    demand(named or not chosen.isdigit(), f"there is no server {chosen}; the tool has {len(servers)}")
    server = named[0] if named else {"url": chosen}
    known, host = server.get("variables", {}), urlsplit(base or "").netloc.rpartition("@")[2]
    # A variable has `enum` and `default`, as a schema has.
    refuse_faults({"properties": known, "additionalProperties": False}, variables, "the variables of the server are")
    texts = {name: one["default"] for name, one in known.items() if "default" in one} | variables
    url = re.sub("{([^}]*)}", lambda match: texts.get(match[1], match[0]), server["url"])
    url = urljoin(base or "", re.sub("^(https?://){[^}]*}(?=/|$)", rf"\g<1>{host}", url))
    is_http = "{" not in url and urlsplit(url).scheme in ("http", "https") and urlsplit(url).hostname
    demand(is_http, f"`{url}` is no http or https URL; variables need values, and a relative one needs --base")
    url, _, query = expand(url.split("#")[0]).partition("?")
    return url.rstrip("/"), query.split("&")

def credentials_of(call, credentials):
    """By place, names and texts: what the first alternative sends for which all credentials are there, and cookies."""
    found = lambda name: credentials.get(name, credentials.get("APIMINT_" + re.sub("[^A-Z0-9]", "_", name.upper())))
    alternatives, sent = call.get("security") or [{}], {"header": [], "query": [], "cookie": []}
    chosen = next((one for one in alternatives if None not in map(found, one)), None)
    demand(chosen is not None, "no credentials: the tool needs " + ", or ".join(map(" and ".join, alternatives)))
    for name, scheme in chosen.items():
        kind, text = scheme.get("type"), found(name)
        word = scheme.get("scheme") if kind == "http" else "Bearer" if kind in ("oauth2", "openIdConnect") else None
        if kind == "apiKey" and scheme.get("in") in sent and "name" in scheme:
            sent[scheme["in"]].append((scheme["name"], text))
        elif word:
            word = {"basic": "Basic", "bearer": "Bearer"}.get(word.lower(), word)
            sent["header"].append(("Authorization", f"{word} {base64_of(text.encode()) if word == 'Basic' else text}"))
        else:
            demand(kind == "mutualTLS", f"the security scheme `{name}` has no known type, or lacks a member")
    for cookie in call.get("cookies", []):
        name, value = cookie["name"], found(cookie["name"])
        demand(value is not None or not cookie.get("required"), f"the cookie `{name}` must be set by the runtime, which has none")
        sent["cookie"] += [(name, value)] if isinstance(value, str) else fields_of(cookie, "cookie", name, value)
    return sent

def replaced(fields, others):
    """Fields, and others, which are names and texts, in place of those with the same name."""
    names = {unquote(name) for name, _ in others}
    return [one for one in fields if one and unquote(one.split("=")[0]) not in names] + ["=".join(other) for other in others]

def request(tool, arguments, credentials={}, server=1, variables={}, base=None, validate=True):
    """The method, URL, headers (pairs) and body (bytes or None) of a call, and its URL without credentials."""
    call = tool["_meta"]["dev.apimint/http"]
    refuse_faults(CALL, call, "the call of the tool is")
    refuse_faults(tool["inputSchema"] if validate else record(), arguments, "the arguments are")
    entries, body, path = call.get("arguments", {}), call.get("body", {}), {}
    unknown = sorted(arguments.keys() - entries.keys() - {*arguments_in(body)})
    demand(not validate or not unknown, f"the tool has no argument `{'`, `'.join(unknown)}`")
    sent = {place: [] for place in PLACES} | {"header": [("Accept", call.get("accept", "*/*"))]}
    for key, entry in [*entries.items(), *((one["name"], one) for one in call.get("constants", []))]:
        place, name, value = entry["in"], entry["name"], value_of(entry, key, arguments)
        demand(place != "path" or value is not ABSENT, f"the argument `{key}` is missing, and the path needs it")
        fields = [] if value is ABSENT else fields_of(entry, place, name, value)
        if place == "path":
            mark = {"label": ".", "matrix": ";"}.get(entry.get("style"), "")
            texts = [f"{field}={text}" if text else field for field, text in fields] if mark == ";" else [text for _, text in fields]
            path["{%s}" % name] = "".join(mark + text for text in texts)
        elif place != "header" or name.lower() not in FRAMING:
            sent["query" if place == "querystring" and "contentType" not in entry else place] += fields
    value, content, media_type = value_of(body, body.get("argument"), arguments), None, None
    if value is not ABSENT and (value is not None or "decode" in body or is_json(sent_type(body["contentType"]))):
        content, media_type = content_of(value, body, body.get("argument"), arguments)
    template = call["path"].split("#")[0]
    fill = lambda part: path.get(part[0], expand(part[0]))
    filled, _, literal = re.sub(r"\{[^{}]*\}|[^{]+|\{", fill, template).partition("?")
    demand(dot_segments(filled) == dot_segments(template.split("?")[0]), "a value makes a segment `.` or `..`: it leads to another path")
    address, fixed = server_of(call.get("servers", []), str(server), variables, base)
    secret = credentials_of(call, credentials)
    whole = [text for _, text in sent["querystring"] if text]
    query = "&".join(replaced(fixed + literal.split("&"), sent["query"]) + whole).split("&")
    full_query = replaced(query, [(quote_all(name), quote_all(text)) for name, text in secret["query"]])
    cookies = replaced(map("=".join, sent["cookie"]), secret["cookie"])
    demand(not any(";" in cookie for cookie in cookies), "a cookie has a character that ends it")
    headers = [*sent["header"], ("Content-Type", media_type), *secret["header"], ("Cookie", "; ".join(cookies) or None)]
    headers = {name.lower(): (name, text) for name, text in headers if text is not None}.values()
    check_headers(headers)
    url_with = lambda query: address + filled + "?" * any(query) + "&".join(query)
    return call["method"], url_with(full_query), [*headers], content, url_with(query)

def said(text, **members): return {"content": [{"type": "text", "text": text}], **members}

def answer(tool, status, content_type, body, url):
    """The CallToolResult for a response; `url` names a resource that it may become."""
    if not 200 <= status < 300:
        text = body[:MOST_ERROR_BYTES].decode(errors="replace") + "\n[the rest is left out]" * (len(body) > MOST_ERROR_BYTES)
        return said(f"HTTP {status} {httpx2.codes.get_reason_phrase(status)}".strip() + f"\n\n{text}" * bool(body), isError=True)
    kind = essence(content_type or "")
    if body and (not kind or is_json(kind)):
        try:
            value = json.loads(body)
            wrap = tool["_meta"]["dev.apimint/http"].get("wrap") or not isinstance(value, dict)
            return said(compact(value), structuredContent={"result": value} if wrap else value)
        except ValueError as error:
            if kind:
                return said(f"The response is declared as `{kind}`, but is not valid JSON: {error}", isError=True)
    main_type, data = kind.split("/")[0], base64_of(body)
    if body and main_type in ("image", "audio"):
        return {"content": [{"type": main_type, "data": data, "mimeType": kind}]}
    text = body.decode("latin-1" if re.search(LATIN, content_type or "", re.I) else "utf-8", "replace")
    if not body or re.fullmatch(f"{OTHER_TEXTS}|{JSON_LINES}|{JSON_SEQUENCE}", kind) or not kind and text.encode() == body:
        return said(text)
    return {"content": [{"type": "resource", "resource": {"uri": url, "mimeType": kind or BYTES, "blob": data}}]}

async def send(method, url, headers, body):
    """The status, media type and body of the response. A redirect to another origin is an answer that is no success."""
    async with httpx2.AsyncClient(timeout=None) as client:
        encoded = [(name.encode(), text.encode()) for name, text in headers]
        for _ in range(MOST_REDIRECTS + 1):
            response = await client.send(client.build_request(method, url, headers=encoded, content=body), stream=True)
            target = response.next_request
            if not target or target.url.join("/") != response.url.join("/"):
                break
            method, url, body = target.method, target.url, body if target.method == method else None
        content = bytearray()
        async for chunk in response.aiter_bytes():
            content += chunk
            demand(len(content) <= MOST_ANSWER_BYTES, f"the answer has more than {MOST_ANSWER_BYTES} bytes")
    return response.status_code, response.headers.get("Content-Type"), bytes(content)

async def main():
    read = lambda path: json.loads(Path(path).read_text("utf-8"))
    parser = argparse.ArgumentParser(description="Serves a list of tools over MCP, on standard input and output.")
    parser.add_argument("manifest", type=read, help="the list that apimint wrote")
    parser.add_argument("--credentials", type=read, default={}, help="a JSON file: by security scheme (else APIMINT_<SCHEME> counts)")
    parser.add_argument("--server", default="1", help="the number of a server in the list, from 1, its name, or a URL")
    parser.add_argument("--server-variable", type=lambda one: one.split("=", 1), action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--base", help="the URL of the description, for a relative server")
    parser.add_argument("--timeout", type=float, default=30, help="seconds for a call (default: 30)")
    options = parser.parse_args()
    tools = {tool["name"]: tool for tool in options.manifest["tools"]}
    credentials = {name: text for name, text in os.environ.items() if name.startswith("APIMINT_")} | options.credentials
    settings = credentials, options.server, dict(options.server_variable), options.base

    async def list_tools(context, params):  # the calls stay here: clients have no use for them
        return types.ListToolsResult.model_validate({"tools": [tool | {"_meta": None} for tool in tools.values()]})

    async def call_tool(context, params):
        try:
            demand(params.name in tools, f"there is no tool `{params.name}`")
            tool = tools[params.name]
            *parts, public_url = request(tool, params.arguments or {}, *settings)
            result = said(f"no answer in {options.timeout:g} s", isError=True)
            with anyio.move_on_after(options.timeout):
                result = answer(tool, *await send(*parts), public_url)
        except Exception as error:
            result = said(str(error) or repr(error), isError=True)
        return types.CallToolResult.model_validate(result)

    server = Server("apimint", on_list_tools=list_tools, on_call_tool=call_tool)
    async with stdio_server() as streams:
        await server.run(*streams, server.create_initialization_options())

if __name__ == "__main__":
    anyio.run(main)
