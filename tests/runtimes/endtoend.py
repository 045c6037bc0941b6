"""A runtime as an MCP server, between the official Python client and an HTTP server on loopback."""
import base64
import contextlib
import http.server
import json
import os
import subprocess
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SECRET = "a-credential"
SLOW = 4  # seconds; the runtime waits for half of it
PNG = b"\x89PNG\r\n"


class Answers(http.server.BaseHTTPRequestHandler):
    """Answers /echo with what arrived, and /answers/KIND with a response of its kind."""

    protocol_version = "HTTP/1.1"
    elsewhere = ""  # the origin of another server

    def respond(self, status, media_type, body, **headers):
        self.send_response(status)
        if media_type:
            self.send_header("Content-Type", media_type)
        for name, text in headers.items():
            self.send_header(name, text)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        kind = self.path.removeprefix("/answers/")
        if kind == self.path:
            seen = {"method": self.command, "path": self.path, "body": body.decode(), "key": self.headers["X-Key"]}
            seen |= {"type": self.headers["Content-Type"], "note": (self.headers["X-Note"] or "").encode("latin-1").decode()}
            self.respond(200, "application/json", json.dumps(seen).encode())
        elif kind == "slow":
            time.sleep(SLOW)
            self.close_connection = True  # nobody waits any longer
        elif kind == "redirect":
            self.respond(302, None, b"", Location="/answers/cookie")
        elif kind == "cookie":
            self.respond(200, "text/plain", (self.headers["Cookie"] or "no cookie").encode())
        elif kind == "elsewhere":
            self.respond(302, None, b"", Location=f"{self.elsewhere}/echo")
        else:
            self.respond(*RESPONSES[kind])

    do_POST = do_GET

    def log_message(self, *arguments):
        pass


RESPONSES = {
    "list": (200, "application/json", b"[1, 2]"),
    "broken": (200, "application/json", b"{"),
    "untyped": (200, None, b'{"a": 1}'),
    "text": (200, "text/csv", b"a,b"),
    "latin": (200, "text/plain; charset=ISO-8859-1", b"\xe9"),
    "lines": (200, "application/x-ndjson", b"{}\n"),
    "image": (200, "image/png", PNG),
    "bytes": (200, "application/pdf", PNG),
    "empty": (200, "text/plain", b""),
    "missing": (404, "application/json", b'{"reason": "no such book"}'),
    "long": (500, "text/plain", b"a" * 70_000),
}


def tools_at(origin):
    """Tools as apimint writes them."""
    arguments = {
        "id": {"name": "id", "in": "path", "style": "simple", "explode": False},
        "q": {"name": "q", "in": "query", "style": "form", "explode": True},
        "X-Note": {"name": "X-Note", "in": "header", "style": "simple", "explode": False},
    }
    number, text = {"type": "integer"}, {"type": "string"}
    security = [{"card": {"type": "apiKey", "in": "header", "name": "X-Key"}}]
    echo = {"method": "POST", "path": "/echo/{id}", "servers": [{"url": origin}], "arguments": arguments, "security": security}
    echo["body"] = {"argument": "body", "contentType": "application/json"}
    kind = {"method": "GET", "path": "/answers/{kind}", "servers": [{"url": origin}]}
    kind["arguments"] = {"kind": {"name": "kind", "in": "path", "style": "simple", "explode": False}}
    kind["constants"] = [{"name": "visit", "in": "cookie", "value": "1"}]
    return [
        {
            "name": "echo",
            "inputSchema": {"type": "object", "properties": {"id": number, "q": text, "X-Note": text, "body": {"type": "object"}},
                            "required": ["id"]},
            "outputSchema": {"type": "object", "properties": {"path": text}, "required": ["path"]},
            "annotations": {"readOnlyHint": False},
            "_meta": {"dev.apimint/http": echo},
        },
        {
            "name": "answers",
            "inputSchema": {"type": "object", "properties": {"kind": text}, "required": ["kind"]},
            "_meta": {"dev.apimint/http": kind},
        },
    ]


def expected_at(origin):
    """Calls, and what their results must be; a text in place of a result is a part of its error."""
    said = lambda text: {"content": [{"type": "text", "text": text}]}
    structured = lambda value, under: said(json.dumps(value, separators=(",", ":"), ensure_ascii=False)) | {"structuredContent": under}
    data = base64.b64encode(PNG).decode()
    resource = {"uri": f"{origin}/answers/bytes", "mimeType": "application/pdf", "blob": data}
    seen = {"method": "POST", "path": "/echo/7?q=a%20b", "body": '{"c":1}', "key": SECRET, "type": "application/json", "note": "é"}
    kinds = {
        "list": structured([1, 2], {"result": [1, 2]}),
        "broken": "not valid JSON",
        "untyped": structured({"a": 1}, {"a": 1}),
        "text": said("a,b"),
        "latin": said("é"),
        "lines": said("{}\n"),
        "image": {"content": [{"type": "image", "data": data, "mimeType": "image/png"}]},
        "bytes": {"content": [{"type": "resource", "resource": resource}]},
        "empty": said(""),
        "missing": 'HTTP 404 Not Found\n\n{"reason": "no such book"}',
        "long": "a\n[the rest is left out]",
        "redirect": said("visit=1"),
        "elsewhere": "HTTP 302 Found",
        "slow": "",
        "..": "leads to another path",
    }
    calls = [(["echo", {"id": 7, "q": "a b", "X-Note": "é", "body": {"c": 1}}], structured(seen, seen))]
    calls += [(["echo", {"id": "x", "q": 1}], "id"), (["echo", {"id": 1, "other": 1}], "other"), (["nothing", {}], "nothing")]
    return calls + [(["answers", {"kind": kind}], result) for kind, result in kinds.items()]


@contextlib.contextmanager
def listening(handler):
    """The origin of a server on loopback."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def faults_of(command, interpreter):
    """The faults of a runtime that `command` starts, and the number of calls. `interpreter` has the Python client."""
    with contextlib.ExitStack() as stack:
        elsewhere = stack.enter_context(listening(Answers))
        handler = type("AnswersHere", (Answers,), {"elsewhere": elsewhere})
        origin = stack.enter_context(listening(handler))
        directory = stack.enter_context(tempfile.TemporaryDirectory())
        manifest = os.path.join(directory, "tools.json")
        with open(manifest, "w", encoding="utf-8") as file:
            json.dump({"tools": tools_at(origin)}, file)
        expected = expected_at(origin)
        job = {"server": [*command, manifest, "--timeout", str(SLOW / 2)], "calls": [call for call, _ in expected]}
        job["environment"] = {**os.environ, "APIMINT_CARD": SECRET}
        run = subprocess.run([interpreter, os.path.join(HERE, "client.py")], input=json.dumps(job).encode(),
                             stdout=subprocess.PIPE, timeout=300)
    if run.returncode:
        return ["the client ended with an error"] * len(expected), len(expected)
    report = json.loads(run.stdout)
    faults = [f"the list has {tool}" for tool in report["tools"] if "dev.apimint/http" in json.dumps(tool)]
    for sent, tool in zip(tools_at(origin), report["tools"]):
        faults += [f"{sent['name']}: `{key}` is {tool.get(key)}" for key in sent if key != "_meta" and tool.get(key) != sent[key]]
    for (call, result), got in zip(expected, report["results"]):
        got = {key: value for key, value in got.items() if key not in ("_meta", "resultType") and value not in (None, False)}
        if isinstance(result, str):
            is_right = got.get("isError") and result in got["content"][0]["text"]
        else:
            is_right = got == result
        if not is_right:
            faults.append(f"{call}: {str(got)[:400]} instead of {str(result)[:400]}")
    return faults, len(expected)
