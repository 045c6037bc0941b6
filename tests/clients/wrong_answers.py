#!/usr/bin/env python3
"""Lets real MCP clients call tools through `apimint serve` while the API answers wrongly.

Usage: wrong_answers.py --work DIRECTORY --binary APIMINT [--clients python,typescript,rust]

The description is testdata/wrong-answers/openapi.yaml. Each client makes one call for each of `CASES`, and a good call
after each, all over one connection. What docs/serve.md says has to arrive: mostly a result with `isError`, whose text
has the reason. The client must not raise, no result may hold a credential (the API repeats them all), and the API must
get exactly the requests that a case names, since nothing is called twice.

The clients are those of run.py. Needs Python 3.10 or newer.
Exit codes: 0 everything was as expected, 1 something was not, 2 wrong arguments or no client.
"""
import base64
import collections
import gzip
import json
import os
import sys
import tempfile
import time
import typing
import urllib.parse

import run
import serve

DESCRIPTION = os.path.join(run.HERE, "..", "..", "testdata", "wrong-answers", "openapi.yaml")
# By security scheme. The characters are spelled differently in URLs and in JSON.
CREDENTIALS = {"readerCard": "c4rd/of+ann", "login": "ann:open/sesame"}
BASIC = base64.b64encode(CREDENTIALS["login"].encode()).decode()
CARD = urllib.parse.quote(CREDENTIALS["readerCard"], safe="")
# Other spellings, by the kind of escape, as they stand in the text of a JSON string.
RESPELLED = {
    "json": (r"c4rd\/of+ann", r"open\/sesame"),
    "json-code": (r"c4rd/of\u002Bann", r"c4rd\u002fof+ann", r"\u0063\u0034rd\/of\u002bann", r"open\u002Fsesame"),
    "json-in-json": (r"c4rd\\/of+ann", r"c4rd\\u002Fof+ann"),
    "url": ("c4rd%2fof%2bann", "c4rd/of%2Bann", "c4rd%2Fof+ann", "%63%34rd%2Fof%2Bann", "open%2Fsesame"),
    "html": ("open&#x2F;sesame", "open&#47;sesame", "c4rd&#x2f;of&#43;ann", "c4rd&amp;#47;of+ann"),
}
SPELLINGS = (*CREDENTIALS.values(), "open/sesame", BASIC, CARD, *(text for texts in RESPELLED.values() for text in texts))
ECHO = f"Authorization: Basic {BASIC}, ?card={CARD}, which is {' and '.join(CREDENTIALS.values())}"
REMOVED = "[removed]"

MAX_RESPONSE = 20_000  # bytes
TIMEOUT = 1  # seconds
GOOD = {"id": "good", "title": "Lighthouses"}
LOCATION_ELSEWHERE = "(elsewhere)"  # becomes a URL of another origin
CHUNKED = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
BAD_SHAPE = "does not match the `outputSchema`"
NO_JSON = "no JSON, which the `outputSchema` of the tool requires"


class Reply(typing.NamedTuple):
    """What the API answers."""

    status: int = 200
    media_type: str | None = "application/json"
    body: str | bytes = json.dumps(GOOD)
    coding: str | None = None
    location: str | None = None
    retry_after: str | None = None
    length: int | None = None  # Content-Length, if it is not that of the body
    wait: float = 0  # seconds before it
    raw: bytes | None = None  # sent instead, before the connection is closed


class Case(typing.NamedTuple):
    """A wrong answer, or wrong arguments, and what has to come of it."""

    name: str
    reply: Reply | None
    says: tuple[str, ...] = ()  # parts of the result's text
    is_error: bool = True
    requests: tuple[str, ...] | None = None  # method and path of each; otherwise that of the call, once
    tool: str = "get_book"
    value: dict = GOOD  # the structured content, if it is no error
    arguments: dict | None = None  # otherwise the name of the case as the id or the title


def at(name, tool="get_book"):
    """Method and path of the call of a case. Every case has a path, or a title, of its own."""
    return f"GET /books/{name}" if tool == "get_book" else f"POST /books {name}"


CASES = (
    # A status other than 2xx: the status line and the body.
    Case("bad-request", Reply(400, body=json.dumps({"error": ECHO})), ("HTTP 400 Bad Request", '"error"', REMOVED)),
    Case("escaped", Reply(400, body=json.dumps({"error": ECHO}).replace("/", r"\/")), ("HTTP 400 Bad Request", REMOVED)),
    Case("not-found", Reply(404, "text/plain", f"no book: {ECHO}"), ("HTTP 404 Not Found", "no book", REMOVED)),
    Case("failing", Reply(500, "text/html", f"<p>{ECHO}</p>"), ("HTTP 500 Internal Server Error", "<p>", REMOVED)),
    Case("busy", Reply(503, "text/plain", ECHO, retry_after="1"), ("HTTP 503 Service Unavailable", REMOVED)),
    Case("failing-add", Reply(500, "text/plain", ECHO), ("HTTP 500 Internal Server Error", REMOVED), tool="add_book"),
    *(
        Case(f"spelled-{name}", Reply(400, body=f'{{"e": "{" and ".join(respelled)}"}}'), ("HTTP 400", REMOVED))
        for name, respelled in RESPELLED.items()
    ),
    Case("long-failing", Reply(500, "text/plain", ECHO * 1000), ("HTTP 500", REMOVED, "[the rest is left out]")),
    # A response that does not match the output schema: the faults, and then the response.
    Case("no-content", Reply(204, None, ""), (NO_JSON,)),
    Case("empty", Reply(200, body=""), (NO_JSON,)),
    Case("broken", Reply(body=f'{{"id": "{ECHO}", "title": '), ("not valid JSON",)),
    Case("no-title", Reply(body=json.dumps({"id": ECHO})), (BAD_SHAPE, "title", REMOVED)),
    Case("odd-id", Reply(body=json.dumps({"id": 5, "title": ECHO})), (BAD_SHAPE, "/id", REMOVED)),
    Case("list", Reply(body=json.dumps([GOOD, ECHO])), (BAD_SHAPE, REMOVED)),
    Case("as-text", Reply(media_type="text/plain", body=json.dumps({**GOOD, "a": ECHO})), (NO_JSON, "Lighth", REMOVED)),
    Case("as-bytes", Reply(media_type="application/octet-stream", body=json.dumps({**GOOD, "a": ECHO})), (NO_JSON, REMOVED)),
    Case("sign-in", Reply(media_type="text/html", body=f"<p>Sign in: {ECHO}</p>"), (NO_JSON, "Sign in", REMOVED)),
    Case(
        "name", Reply(body=f'{{"{RESPELLED["json-code"][0]}": "{ECHO}", {json.dumps(GOOD)[1:]}'), (REMOVED,), is_error=False,
        value={REMOVED: f"Authorization: Basic {REMOVED}, ?card={REMOVED}, which is {REMOVED} and {REMOVED}", **GOOD},
    ),
    Case("gzip", Reply(body=gzip.compress(json.dumps(GOOD).encode()), coding="gzip"), ("compressed with gzip",)),
    Case("failing-gzip", Reply(500, body=gzip.compress(b"{}"), coding="gzip"), ("HTTP 500", "compressed with gzip")),
    # A byte order mark is ignored.
    Case("marked", Reply(body="\ufeff" + json.dumps(GOOD)), is_error=False),
    # A limit, or no whole answer: the reason.
    Case("long", Reply(body=json.dumps({**GOOD, "a": ECHO * 200})), (f"more than {MAX_RESPONSE} bytes", "--max-response")),
    Case("slow", Reply(wait=TIMEOUT + 0.5), (f"within {TIMEOUT} s", "--timeout")),
    Case("cut", Reply(body=f'{{"id": "{ECHO}"', length=1000), ("request failed",)),
    Case("silent", Reply(raw=b""), ("request failed",)),
    Case("silent-add", Reply(raw=b""), ("request failed",), tool="add_book"),
    Case("no-http", Reply(raw=b"SSH-2.0-books\r\n\r\n"), ("request failed",)),
    Case("cut-chunk", Reply(raw=CHUNKED + b'14\r\n{"id": '), ("request failed",)),
    Case("no-last-chunk", Reply(raw=CHUNKED + b"2\r\n{}\r\n"), ("request failed",)),
    # Redirects are followed on the same origin, up to five.
    Case("moved", Reply(302, None, "", location="/books/good"), is_error=False, requests=(at("moved"), at("good"))),
    Case(
        "added", Reply(303, None, "", location="/books/good"), is_error=False, tool="add_book",
        requests=(at("added", "add_book"), at("good")),
    ),
    Case(
        "elsewhere", Reply(302, None, "", location=LOCATION_ELSEWHERE),
        ("HTTP 302", "another origin; it is not followed", REMOVED),
    ),
    Case(
        "elsewhere-add", Reply(307, None, "", location=LOCATION_ELSEWHERE), ("HTTP 307", "another origin", REMOVED),
        tool="add_book",
    ),
    Case("loop", Reply(302, None, "", location="/books/loop"), ("redirects more than 5 times",), requests=(at("loop"),) * 6),
    # Arguments that do not match: every fault, with its place, and no request.
    Case("wrong type", None, ("/id",), requests=(), arguments={"id": 5}),
    Case("missing", None, ('"id" is a required property',), requests=(), arguments={}),
    Case(
        "two faults", None, ("/body/title", "/body/pages"), requests=(), tool="add_book",
        arguments={"body": {"title": 5, "pages": "many"}},
    ),
)
GOOD_CALL = Case("good", Reply(), is_error=False)

Job = collections.namedtuple("Job", "manifest results calls server")


class Api:
    """Answers as `CASES` say, and counts the requests."""

    def __init__(self):
        self.replies = {at(case.name, case.tool): case.reply for case in (*CASES, GOOD_CALL)}
        self.requests = collections.Counter()
        self.elsewhere = []  # what reached the other origin
        self.url = serve.listen(self.respond)
        self.other_url = serve.listen(lambda handler, body: self.elsewhere.append(handler.path))

    def respond(self, handler, body):
        url = urllib.parse.urlsplit(handler.path)
        call = f"{handler.command} {url.path}"
        if handler.command == "POST":
            call += f" {json.loads(body).get('title')}"
        self.requests[call] += 1
        # Without the credentials, there would be nothing to hide.
        signed_in = handler.headers.get("Authorization") == f"Basic {BASIC}"
        reply = self.replies[call] if signed_in else Reply(401)
        time.sleep(reply.wait)
        if reply.raw is not None:
            handler.wfile.write(reply.raw)
            handler.close_connection = True
            return
        self.send(handler, reply)

    def send(self, handler, reply):
        body = reply.body.encode() if isinstance(reply.body, str) else reply.body
        location = reply.location
        if location == LOCATION_ELSEWHERE:
            location = f"{self.other_url}/?{urllib.parse.urlencode({'card': CREDENTIALS['readerCard'], 'a': BASIC})}"
        headers = {"Content-Type": reply.media_type, "Content-Encoding": reply.coding}
        headers |= {"Location": location, "Retry-After": reply.retry_after}
        if reply.status != 204:
            headers["Content-Length"] = len(body) if reply.length is None else reply.length
        handler.send_response(reply.status)
        for name, value in headers.items():
            if value is not None:
                handler.send_header(name, str(value))
        handler.end_headers()
        handler.wfile.write(body)
        handler.close_connection = reply.length is not None


def call_of(case):
    """The call of a case, as the clients read it."""
    arguments = {"id": case.name} if case.tool == "get_book" else {"body": {"title": case.name}}
    return {"name": case.tool, "arguments": arguments if case.arguments is None else case.arguments}


def faults(case, answer):
    """What is wrong with the result of a call."""
    if "result" not in answer:
        return [f"the client raised: {answer['raised']}"]
    result = answer["result"]
    text = "\n".join(texts(result))
    # As clients can print it: JSON has a credential in one piece, whatever its escapes.
    everything = json.dumps(result) + text
    found = [f"the result holds {spelling}" for spelling in SPELLINGS if spelling in everything]
    if bool(result.get("isError")) != case.is_error:
        found.append(f"isError is {result.get('isError')}")
    expected = None if case.is_error else case.value
    if result.get("structuredContent") != expected:
        found.append(f"structuredContent is {result.get('structuredContent')}, not {expected}")
    found += [f"the text lacks {part!r}" for part in case.says if part not in text]
    return [f"{fault}: {text[:run.REASON]!r}" for fault in found]


def texts(result):
    """The texts of a result, also of bytes in it."""
    for block in result["content"]:
        if block["type"] == "resource":
            yield base64.b64decode(block["resource"]["blob"]).decode("utf-8", "replace")
        else:
            yield block["text"]


def check(client, api, job, made):
    """Lets one client make all calls; gives the faults."""
    api.requests.clear()
    started = time.monotonic()
    report = client.ask(job, 120)
    client.stop()
    found = [f"{one['tool'] or 'all tools'}: {one['reason']}" for one in report["refused"]]
    answers = report.get("answers", [])
    if len(answers) != len(made):
        found.append(f"{len(made)} calls, {len(answers)} answers")
    for case, answer in zip(made, answers):
        found += [f"{case.name}: {fault}" for fault in faults(case, answer)]
    expected = collections.Counter()
    for case in made:
        expected.update((at(case.name, case.tool),) if case.requests is None else case.requests)
    for call in sorted(expected.keys() | api.requests.keys()):
        if expected[call] != api.requests[call]:
            found.append(f"{call}: {api.requests[call]} requests, not {expected[call]}")
    found += [f"a request to another origin: {path}" for path in api.elsewhere]
    api.elsewhere.clear()
    spoken = report.get("protocol")
    print(
        f"client {client.name} (MCP {spoken}): {len(answers)} calls, {sum(api.requests.values())} requests, "
        f"{len(found)} faults, {time.monotonic() - started:.0f} s",
        flush=True,
    )
    return [(fault, f"{client.name}, MCP {spoken}") for fault in found]


def main():
    options = serve.command_line(__doc__).parse_args()
    clients = serve.install(options)
    if not clients:
        print("wrong_answers.py: no client could be installed")
        return 2
    api = Api()
    made = [one for case in CASES for one in (case, GOOD_CALL)]
    found = []
    with tempfile.TemporaryDirectory(dir=options.work) as directory:
        manifest, results, calls, credentials = (
            os.path.join(directory, f"{name}.json") for name in ("manifest", "results", "calls", "credentials")
        )
        serve.convert(options.binary, DESCRIPTION, manifest)
        serve.write(results, {})
        serve.write(calls, [call_of(case) for case in made])
        serve.write(credentials, CREDENTIALS)
        server = [options.binary, "serve", manifest, "--all", "--server", api.url, "--credentials", credentials]
        server += ["--max-response", str(MAX_RESPONSE), "--timeout", str(TIMEOUT)]
        for client in clients:
            found += check(client, api, Job(manifest, results, calls, server), made)
    # Most faults are those of the server, and all clients find them.
    finders = collections.defaultdict(list)
    for fault, client in found:
        finders[fault].append(client)
    for fault, names in finders.items():
        print(f"FAULT: {fault} ({'all clients' if len(names) == len(clients) else '; '.join(names)})")
    print(f"wrong answers: {len(CASES)} cases, {len(clients)} clients, {len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
