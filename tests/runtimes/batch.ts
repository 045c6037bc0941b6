// Makes requests, and results of responses, with apimint_runtime.ts, which stands beside this file: a job on a line of standard
// input, its request, result or error on a line of standard output. check.py has the form of jobs and results.
import { createInterface } from "node:readline";
import { answer, CallError, request } from "./apimint_runtime.ts";

for await (const line of createInterface({ input: process.stdin })) {
  const job = JSON.parse(line);
  let result: object;
  try {
    if (job.response) {
      const { status = 200, mediaType, body } = job.response;
      result = answer(job.tool, status, mediaType, Buffer.from(body), "https://h.example");
    } else {
      const { method, url, headers, body } = request(job.tool, job.arguments, job);
      result = { method, url, headers, body: body ? Buffer.from(body).toString("base64") : null };
    }
  } catch (error) {
    result = error instanceof CallError ? { error: error.message } : { crash: String((error as Error)?.stack ?? error) };
  }
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
