// Opens pages of `apimint inspect --html` in a real browser, and checks what a reader sees and does.
//
//   node page.mjs MODULES CHROMIUM PAGE...     MODULES: a directory with node_modules/playwright-core
//
// For each page: nothing is refused by its own policy and nothing fails, the first paint comes within a second, a tool that is
// opened shows its arguments and its schemas with every definition, and the search finds an argument.
import { createRequire } from "node:module";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, executablePath, ...pages] = process.argv.slice(2);
const { chromium } = createRequire(resolve(modules, "package.json"))("playwright-core");
const quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath, args: quiet });
const FIRST_PAINT = 1000;
let failed = false;

const check = (condition, message) => {
  if (!condition) throw new Error(message);
};

for (const file of pages) {
  const page = await browser.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  try {
    await page.goto(pathToFileURL(resolve(file)).href);
    const paint = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ??
        new Promise((done) => new PerformanceObserver((list) => {
          const found = list.getEntriesByName("first-contentful-paint")[0];
          if (found) done(found.startTime);
        }).observe({ type: "paint", buffered: true })),
    );
    check(paint < FIRST_PAINT, `the first paint comes after ${Math.round(paint)} ms`);
    const opened = await page.evaluate(async () => {
      const tools = [...document.querySelectorAll("#list > details")];
      const turn = () => new Promise((done) => setTimeout(done));
      const results = [];
      // Some tools from everywhere; opening all would take long.
      for (const tool of tools.filter((_, index) => index % Math.ceil(tools.length / 25) === 0)) {
        tool.open = true;
        await turn();
        const shown = [...tool.querySelectorAll("details.json")];
        for (const json of shown) json.open = true;
        await turn();
        const schemas = shown.map((json) => JSON.parse(json.querySelector("pre").textContent));
        const definitions = schemas.flatMap((schema) => Object.values(schema.$defs ?? {}));
        results.push({
          name: tool.dataset.name,
          rows: tool.querySelectorAll("table tbody tr").length,
          expected: Object.keys(schemas[0]?.properties ?? {}).length,
          schemas: schemas.length,
          whole: definitions.every((definition) => typeof definition === "object"),
        });
      }
      return results;
    });
    for (const { name, rows, expected, schemas, whole } of opened) {
      check(rows >= Math.min(expected, 200), `${name} shows ${rows} of ${expected} arguments`);
      check(schemas > 0 && whole, `${name} lacks a schema or a definition`);
    }
    const argument = await page.evaluate(() => document.querySelector("#list tbody tr code")?.textContent);
    if (argument) {
      await page.fill("#search", argument);
      const count = await page.textContent("#count");
      check(/^[1-9]/.test(count), `the search for ${argument} finds nothing: ${count}`);
    }
    check(faults.length === 0, faults.join("\n"));
    const bytes = statSync(file).size;
    console.log(`PASS ${file}: ${bytes} bytes, first paint after ${Math.round(paint)} ms, ${opened.length} tools opened`);
  } catch (error) {
    failed = true;
    console.log(`FAIL ${file}: ${error.message}`);
  }
  await page.close();
}
await browser.close();
process.exit(failed ? 1 : 0);
