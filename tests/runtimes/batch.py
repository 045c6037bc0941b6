"""Makes requests, and results of responses, with apimint_runtime.py: a job on a line of standard input, its request, result or error
on a line of standard output.

Usage: batch.py FOLDER, where FOLDER has apimint_runtime.py. check.py has the form of jobs and results.
"""
import base64
import json
import sys

sys.path.insert(0, sys.argv[1])
import apimint_runtime as runtime  # noqa: E402


def made(job):
    if "response" in job:
        response = job["response"]
        try:
            body = response["body"].encode()
            return runtime.answer(job["tool"], response.get("status", 200), response.get("mediaType"), body, "https://h.example")
        except Exception as error:
            return {"crash": repr(error)}
    settings = {key: job[key] for key in ("credentials", "server", "variables", "base", "validate") if key in job}
    try:
        method, url, headers, body, _ = runtime.request(job["tool"], job["arguments"], **settings)
    except runtime.CallError as error:
        return {"error": str(error)}
    except Exception as error:
        return {"crash": repr(error)}
    body = None if body is None else base64.b64encode(body).decode()
    return {"method": method, "url": url, "headers": headers, "body": body}


for line in sys.stdin:
    print(json.dumps(made(json.loads(line))), flush=True)
