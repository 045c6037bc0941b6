// Compares the requests that apimint makes with those that swagger-client builds from the same descriptions.
//
// Usage: node compare.mjs --binary APIMINT --requests EXAMPLE --work DIRECTORY [--operations 60] [--verbose] [--table] FILE...
//
// APIMINT is the program, EXAMPLE the compiled `examples/requests.rs`. swagger-client is installed into DIRECTORY on the
// first run, in the version of ../versions/swagger-client. Each operation is called with three sets of arguments
// (values.mjs). What differs falls under a rule (rules.mjs), or is printed as unexplained; `--verbose` prints the rest too.
// `--table` prints the rules as they stand in docs/calls.md.
//
// Exit codes: 0 everything is explained, 1 something is not, 2 wrong arguments or a program is missing.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { callOf, operationOf } from "./calls.mjs";
import { load, operations, single, spreads, version } from "./description.mjs";
import { differences } from "./differences.mjs";
import { RULES } from "./rules.mjs";
import { swaggerRequest } from "./swagger_client.mjs";
import { SETS } from "./values.mjs";

// The URL of every description, which relative servers are resolved against.
const BASE = "https://descriptions.example/v1/openapi.json";
const VERSIONS = join(dirname(fileURLToPath(import.meta.url)), "..", "versions", "swagger-client");

// The tool of an operation is found by its method and path: without the fragment, which apimint does not send, and with
// `:id` as `{id}`.
const keyOf = (method, path) => `${method} ${path.split("#")[0].replace(/\/:(\w+)/g, "/{$1}")}`;

// Without a server, apimint wants to be told one. OpenAPI's default is the root of the host that has the description.
const serverOf = (meta) => (meta.servers ? {} : { server: new URL("/", BASE).href });

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    binary: { type: "string" },
    requests: { type: "string" },
    work: { type: "string" },
    operations: { type: "string", default: "60" },
    verbose: { type: "boolean", default: false },
    table: { type: "boolean", default: false },
  },
});
if (!options.binary || !options.requests || !options.work || !files.length) {
  console.error("usage: node compare.mjs --binary APIMINT --requests EXAMPLE --work DIRECTORY [--operations 60] FILE...");
  process.exit(2);
}

const figures = { documents: 0, operations: 0, "without a tool": 0, calls: 0, equal: 0, differences: 0, unexplained: 0 };
const withoutTool = [];
const leftOut = new Map();
const byRule = new Map(RULES.map((rule) => [rule.id, 0]));
const { client, yaml } = install(resolve(options.work));
for (const file of files) await compare(file);
summary();
process.exit(figures.unexplained ? 1 : 0);

function install(work) {
  const directory = join(work, "swagger-client");
  const lock = readFileSync(join(VERSIONS, "package-lock.json"), "utf8");
  const stamp = join(directory, "installed");
  mkdirSync(directory, { recursive: true });
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== lock) {
    for (const name of ["package.json", "package-lock.json"]) copyFileSync(join(VERSIONS, name), join(directory, name));
    const words = ["ci", "--prefix", directory, "--silent", "--no-audit", "--no-fund", "--ignore-scripts"];
    if (spawnSync("npm", words, { stdio: "inherit" }).status !== 0) {
      console.log("LEFT OUT: swagger-client could not be installed");
      process.exit(2);
    }
    writeFileSync(stamp, lock);
  }
  const require = createRequire(join(directory, "package.json"));
  return { client: require("swagger-client"), yaml: require("js-yaml") };
}

// Compares the calls of one description.
async function compare(file) {
  let spec;
  try {
    spec = load(file, yaml);
  } catch (error) {
    return leave("that cannot be parsed", file, error.message.split("\n")[0]);
  }
  if (!/^(3\.[012]\.\d+|2\.0)$/.test(spec?.openapi ?? spec?.swagger)) return leave("of a version that swagger-client does not know", file);
  if (spreads(spec)) return leave("of several files", file);
  const manifest = join(resolve(options.work), "manifest.json");
  const converted = spawnSync(options.binary, ["convert", file, "--output", manifest, "--cookies", "--credential-arguments"], { stdio: "ignore" });
  if (converted.status !== 0 && converted.status !== 1) return leave("that apimint refuses", file);
  const tools = new Map();
  for (const tool of JSON.parse(readFileSync(manifest, "utf8")).tools) {
    const meta = tool._meta?.["dev.apimint/http"];
    const key = meta && keyOf(meta.method, meta.path);
    if (meta) tools.set(key, [...(tools.get(key) ?? []), { name: tool.name, meta }]);
  }
  const all = operations(spec);
  const wanted = Math.min(Number(options.operations), all.length);
  const chosen = Array.from({ length: wanted }, (_, at) => all[Math.floor((at * all.length) / wanted)]);
  const calls = [];
  for (const found of chosen) {
    const same = tools.get(keyOf(found.method, found.path)) ?? [];
    const tool = same.find(({ meta }) => meta.operationId === found.operation.operationId) ?? same[0];
    figures[tool ? "operations" : "without a tool"] += 1;
    if (!tool) {
      withoutTool.push(`${found.method} ${found.path} of ${basename(file)}`);
      continue;
    }
    const described = single(spec, found);
    for (const set of SETS) calls.push({ found, described, set, tool, call: callOf(spec, found, described, tool.meta, set) });
  }
  figures.documents += 1;
  const input = calls.map(({ tool, call }) => JSON.stringify({ tool: tool.name, arguments: call.arguments, credentials: call.secrets, ...serverOf(tool.meta) }));
  const made = spawnSync(options.requests, [manifest, BASE], { input: input.join("\n"), maxBuffer: 1 << 30 });
  const ours = made.stdout.toString().split("\n").filter((line) => line).map((line) => JSON.parse(line));
  if (ours.length !== calls.length) throw new Error(`${file}: ${ours.length} requests of ${calls.length}: ${made.stderr}`);
  for (const [at, one] of calls.entries()) await judge(file, one, ours[at]);
}

// Leaves a document out.
function leave(reason, file, more = "") {
  leftOut.set(reason, [...(leftOut.get(reason) ?? []), `${basename(file)}${more && `: ${more}`}`]);
}

async function judge(file, { found, described, set, call }, ours) {
  let theirs;
  try {
    theirs = swaggerRequest(client, described, call, BASE);
  } catch (error) {
    theirs = { error: error.message };
  }
  figures.calls += 1;
  const context = { version: version(described), call, described, operation: operationOf(Object.values(described.paths)[0]) };
  const units = ours.error || theirs.error
    ? [{ place: "request", ours: ours.error ?? "made", theirs: theirs.error ?? "made" }]
    : await differences(call, ours, theirs);
  if (!units.length) figures.equal += 1;
  for (const unit of units) {
    figures.differences += 1;
    const rule = RULES.find((one) => one.test(unit, context));
    if (rule) byRule.set(rule.id, byRule.get(rule.id) + 1);
    else figures.unexplained += 1;
    if (rule && !options.verbose) continue;
    const { parameter, ...rest } = unit;
    const of = { ...rest, in: parameter?.in, style: parameter?.style, explode: parameter?.explode, format: parameter?.collectionFormat };
    console.log(`${rule?.id ?? "UNEXPLAINED"} ${basename(file)} ${found.method} ${found.path} (${set}): ${JSON.stringify(of)}`);
  }
}

function summary() {
  console.log();
  for (const { id, what, right, source } of RULES) {
    const count = String(byRule.get(id));
    console.log(options.table ? `| \`${id}\` | ${what} | ${right} | ${source} | ${count} |` : `${count.padStart(7)}  ${id}`);
  }
  if (withoutTool.length) console.log(`operations without a tool: ${withoutTool.join(", ")}`);
  for (const [reason, names] of leftOut) console.log(`left out: ${names.length} ${reason}: ${names.join(", ")}`);
  console.log(Object.entries(figures).map(([name, count]) => `${name} ${count}`).join(", "));
}
