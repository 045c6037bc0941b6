// Shows what the JavaScript SDKs of the model vendors send for a list of tools.
//
// Usage: node sent.mjs --install DIR
//
// DIR holds node_modules with the packages of ../versions/targets. A line of standard input is {"target": NAME, "tools":
// LIST}; the answer is one line, a list of [SDK, the tools in its request] or [SDK, null, why there is none]. No request is
// sent: the SDKs get a `fetch` that keeps the body. The AI SDK takes tools in a form of its own, which `taken` makes.
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const { values: options } = parseArgs({ options: { install: { type: "string" } } });
const require = createRequire(join(resolve(options.install), "package.json"));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);

let body;
const keep = async (_, request) => {
  body = JSON.parse(request.body);
  throw new Error("The request is kept.");
};
globalThis.fetch = keep;

const settings = { apiKey: "none", fetch: keep };
const openai = (await load("@ai-sdk/openai")).createOpenAI(settings);
const anthropic = (await load("@ai-sdk/anthropic")).createAnthropic(settings)("claude-sonnet-4-5");
const google = (await load("@ai-sdk/google")).createGoogleGenerativeAI(settings)("gemini-2.5-pro");
const genai = new (await load("@google/genai")).GoogleGenAI({ apiKey: "none" });

const prompt = [{ role: "user", content: [{ type: "text", text: "none" }] }];
const taken = (tools, schema) =>
  tools.map((tool) => ({
    type: "function",
    name: tool.name,
    description: tool.description,
    inputSchema: tool[schema] ?? { type: "object", properties: {} },
    ...("strict" in tool && { strict: tool.strict }),
  }));
const aiSdk = (model, schema, inner) => (list) => model.doGenerate({ prompt, tools: taken(list.map(inner), schema) });
const same = (tool) => tool;
const all = (list) => list[0].functionDeclarations;
const sdks = {
  "openai": [["@ai-sdk/openai", aiSdk(openai.chat("gpt-5"), "parameters", (tool) => tool.function)]],
  "openai-responses": [["@ai-sdk/openai", aiSdk(openai.responses("gpt-5"), "parameters", same)]],
  "anthropic": [["@ai-sdk/anthropic", aiSdk(anthropic, "input_schema", same)]],
  "gemini": [
    ["@google/genai", (list) => genai.models.generateContent({ model: "gemini-2.5-pro", contents: "none", config: { tools: list } })],
    ["@ai-sdk/google", (list) => aiSdk(google, "parametersJsonSchema", same)(all(list))],
  ],
  "gemini-parameters": [
    ["@google/genai", (list) => genai.models.generateContent({ model: "gemini-2.5-pro", contents: "none", config: { tools: list } })],
  ],
};

for await (const line of createInterface({ input: process.stdin })) {
  const { target, tools } = JSON.parse(line);
  const answers = [];
  for (const [name, send] of sdks[target] ?? []) {
    body = undefined;
    let reason;
    try {
      await send(tools);
    } catch (error) {
      reason = String(error?.message ?? error);
    }
    answers.push(body ? [name, body.tools ?? []] : [name, null, reason]);
  }
  process.stdout.write(`${JSON.stringify(answers)}\n`);
}
