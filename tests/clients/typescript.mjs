// Drives the official TypeScript client against server.py.
//
// Usage: node typescript.mjs --install DIR --major 1|2 [--modern]
//
// DIR holds node_modules with @modelcontextprotocol/sdk (1) or @modelcontextprotocol/client (2). A line of standard
// input is a job, {"manifest": FILE, "results": FILE, "server": COMMAND}, and optionally "arguments": FILE with those of
// each call, and "calls": FILE with a list of further calls, whose results are reported as they are. "patience" is the
// number of seconds for one answer, "url" the address of a server over HTTP that takes the place of the command, and
// "limited": true leaves the bound on the length of a message as it is. What the client did is printed as one JSON object
// in a line.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";

const { values: options } = parseArgs({
  options: {
    install: { type: "string" },
    major: { type: "string" },
    modern: { type: "boolean", default: false },
  },
});
const PATIENCE = 600; // seconds

const require = createRequire(join(resolve(options.install), "package.json"));
const parts =
  options.major === "1"
    ? ["@modelcontextprotocol/sdk/client/index.js", "@modelcontextprotocol/sdk/client/stdio.js"]
    : ["@modelcontextprotocol/client", "@modelcontextprotocol/client/stdio"];
const { Client, StreamableHTTPClientTransport } = require(parts[0]);
const { StdioClientTransport } = require(parts[1]);

// Whether two parsed JSON values are equal; the order of keys does not count.
function same(one, other) {
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key) && same(one[key], other[key]));
}

async function run(job) {
  const tools = JSON.parse(readFileSync(job.manifest, "utf8")).tools;
  const called = Object.keys(JSON.parse(readFileSync(job.results, "utf8")));
  const values = job.arguments ? JSON.parse(readFileSync(job.arguments, "utf8")) : {};
  const calls = job.calls ? JSON.parse(readFileSync(job.calls, "utf8")) : [];
  const [command, ...args] = job.server;
  const patience = { timeout: 1000 * (job.patience ?? PATIENCE) };
  const report = { protocol: null, listed: 0, accepted: 0, refused: [], answers: [] };
  const refuse = (tool, step, error) => report.refused.push({ tool, step, reason: String(error?.message ?? error) });
  const client = new Client(
    { name: "apimint-tests", version: "0" },
    options.modern ? { versionNegotiation: { mode: { pin: "2026-07-28" } } } : {},
  );
  const made = (call) =>
    options.major === "1" ? client.callTool(call, undefined, patience) : client.callTool(call, patience);
  try {
    const maxBufferSize = job.limited ? undefined : 1 << 30;
    const transport = job.url
      ? new StreamableHTTPClientTransport(new URL(job.url))
      : new StdioClientTransport({ command, args, stderr: "inherit", maxBufferSize });
    if (options.major === "1") {
      // Version 1 only tells the transport what was agreed on.
      transport.setProtocolVersion = (version) => {
        report.protocol = version;
      };
    }
    await client.connect(transport, patience);
    report.protocol = client.getNegotiatedProtocolVersion?.() ?? report.protocol;
    const listed = (await client.listTools(undefined, patience)).tools;
    report.listed = listed.length;
    tools.forEach((tool, index) => {
      for (const key of ["name", "inputSchema", "outputSchema"]) {
        if (!same(tool[key], listed[index]?.[key])) {
          refuse(tool.name, "list", `${key} does not arrive as it was sent`);
          return;
        }
      }
    });
    if (listed.length !== tools.length) refuse(null, "list", `${tools.length} tools sent, ${listed.length} received`);
    for (const name of called) {
      try {
        const result = await made({ name, arguments: values[name] ?? {} });
        if (result.isError || result.structuredContent === undefined) throw new Error("no structured content arrived");
        report.accepted += 1;
      } catch (error) {
        refuse(name, "call", error);
      }
    }
    for (const call of calls) {
      try {
        report.answers.push({ result: await made(call) });
      } catch (error) {
        report.answers.push({ raised: String(error?.message ?? error) });
      }
    }
  } catch (error) {
    refuse(null, report.listed ? "call" : "list", error);
  }
  await client.close().catch(() => {});
  return report;
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await run(JSON.parse(line)))}\n`);
}
process.exit(0);
