// Opens pages of `apimint inspect --html` in a real browser, and checks what a reader sees and does.
//
//   node page.mjs MODULES CHROMIUM APIMINT INPUT=PAGE...
//
// MODULES is a directory with node_modules/playwright-core, and each PAGE was made from the INPUT before it. Pages of a
// description and of a list with odd names are made here. For each page:
//
// * nothing is refused by its own policy and nothing fails, and the first paint comes within a second;
// * a tool that is opened shows its arguments, its findings, and its schemas with every definition;
// * search and filters show the tools that they name, and the address leads back to the same view;
// * what is copied of a selection gives exactly the selected tools to `apimint convert` and `apimint build`;
// * the keys work; on a phone nothing moves sideways; texts can be read in light and dark.
import { createRequire } from "node:module";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, executablePath, apimint, ...pairs] = process.argv.slice(2);
const { chromium } = createRequire(resolve(modules, "package.json"))("playwright-core");
const quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath, args: quiet });
const FIRST_PAINT = 1000;
// WCAG 2.2, success criterion 1.4.3.
const CONTRAST = 4.5;
const PHONE = { width: 390, height: 844 };
let failed = false;

const check = (condition, message) => {
  if (!condition) throw new Error(message);
};
const same = (one, other, what) => {
  const [left, right] = [one, other].map((value) => JSON.stringify(value) ?? "nothing");
  check(left === right, `${what}: ${left.slice(0, 500)} and ${right.slice(0, 500)}`);
};

const firstPaint = async (page) => {
  const paint = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ??
      new Promise((done) => new PerformanceObserver((list) => {
        const found = list.getEntriesByName("first-contentful-paint")[0];
        if (found) done(found.startTime);
      }).observe({ type: "paint", buffered: true })),
  );
  check(paint < FIRST_PAINT, `the first paint comes after ${Math.round(paint)} ms`);
  return paint;
};

const openSome = async (page) => {
  const opened = await page.evaluate(async () => {
    const tools = [...document.querySelectorAll("#list .tool")];
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
      const badges = [...tool.querySelectorAll("summary .badge")].map((badge) => /^(\d+) (?:error|warning|note)/.exec(badge.textContent));
      results.push({
        name: tool.dataset.name,
        rows: tool.querySelectorAll("table tbody tr").length,
        expected: Object.keys(schemas[0]?.properties ?? {}).length,
        schemas: schemas.length,
        whole: definitions.every((definition) => typeof definition === "object"),
        counted: badges.reduce((sum, badge) => sum + Number(badge?.[1] ?? 0), 0),
        findings: tool.querySelectorAll(".found > li").length,
        helped: tool.querySelectorAll(".found > li > .help").length,
      });
    }
    return results;
  });
  for (const { name, rows, expected, schemas, whole, counted, findings, helped } of opened) {
    check(rows >= Math.min(expected, 200), `${name} shows ${rows} of ${expected} arguments`);
    check(schemas > 0 && whole, `${name} lacks a schema or a definition`);
    same(findings, counted, `the findings of ${name} and their number`);
    same(helped, findings, `the findings of ${name} and their help`);
  }
  return opened.length;
};

// The names of the tools that are shown, in their order.
const shown = (page) => page.evaluate(
  () => [...document.querySelectorAll("#list .item")].filter((item) => item.checkVisibility()).map((item) => item.querySelector(".tool").dataset.name),
);
const option = (page, id) => page.evaluate((id) => document.querySelector(`#${id} option:last-child`)?.value, id);

const filters = async (page) => {
  const all = await shown(page);
  await page.click("#close");
  const argument = await page.evaluate(() => document.querySelector("#list tbody tr code")?.textContent);
  if (argument) {
    await page.fill("#search", argument);
    check((await shown(page)).length > 0, `the search for ${argument} finds nothing`);
    await page.fill("#search", "");
  }
  await page.selectOption("#size", "250");
  const large = await shown(page);
  const expected = await page.evaluate(() => [...document.querySelectorAll("#list .tool")].filter((tool) => tool.dataset.bytes > 996).length);
  same(large.length, expected, "the tools from 250 tokens");
  await page.selectOption("#size", "");
  for (const id of ["tag", "found"]) {
    const value = await option(page, id);
    if (!value) continue;
    await page.selectOption(`#${id}`, value);
    const text = await page.evaluate((id) => document.querySelector(`#${id}`).selectedOptions[0].textContent, id);
    same((await shown(page)).length, Number(/\((\d+)\)$/.exec(text)[1]), `the tools of ${text}`);
    // The order, a search and an opened tool as well.
    await page.selectOption("#order", "name");
    await page.fill("#search", "e");
    const names = await shown(page);
    if (names.length > 0) await page.locator("#list .item:not([hidden]) summary").first().click();
    await page.waitForTimeout(300);
    const again = await page.context().newPage();
    await again.goto(page.url());
    same(await shown(again), names, `the tools of ${page.url()}`);
    const open = await again.evaluate(() => document.querySelector(".tool[open]")?.dataset.name);
    same(open, names[0], "the opened tool");
    await again.close();
    await page.click("#close");
    await page.selectOption("#order", "");
    await page.fill("#search", "");
    await page.selectOption(`#${id}`, "");
  }
  same(await shown(page), all, "the tools without a filter");
  // Links of the chart set the filter.
  const link = page.locator("#chart a[data-tag]").first();
  if (await link.count()) {
    const text = await link.textContent();
    // The address follows the filters a moment later.
    await page.waitForFunction(() => location.hash === "");
    await link.click();
    await page.waitForFunction((text) => document.querySelector("#tag").selectedOptions[0].textContent.startsWith(text), text);
    await page.goBack();
    await page.waitForFunction(() => document.querySelector("#tag").value === "");
    same(await shown(page), all, "the tools after going back");
  }
  await page.goto(`${page.url().split("#")[0]}#tool-${all.length - 1}`);
  await page.waitForFunction((id) => document.getElementById(id).open, `tool-${all.length - 1}`);
};

// Tools are compared by what stays the same of them: a name may become shorter if another one of the same name is left out.
const key = (tool) => {
  const call = tool._meta?.["dev.apimint/http"];
  return call ? `${call.method} ${call.path}` : tool._meta?.["dev.apimint/origin"]?.name ?? tool.name;
};
const listed = (text) => JSON.parse(text).tools.map(key);

const run = (input, work, copied, configuration) => {
  // The options as a shell reads them: that is what they are quoted for.
  const script = `"$0" convert "$1" -q ${copied}`;
  const converted = spawnSync("sh", ["-c", script, resolve(apimint), resolve(input)], { encoding: "utf8", maxBuffer: 1 << 28 });
  check(converted.status < 2, `convert with ${copied} failed: ${converted.stderr}`);
  writeFileSync(join(work, "apimint.toml"),
    `[[manifest]]\nsource = ${JSON.stringify(resolve(input))}\noutput = "tools.json"\n${configuration}`);
  const built = spawnSync(resolve(apimint), ["build", "-q"], { cwd: work, encoding: "utf8" });
  check(built.status < 2, `build with ${configuration} failed: ${built.stderr}`);
  const files = [converted.stdout, readFileSync(join(work, "tools.json"), "utf8")];
  check(files[0] === files[1], "the options and the configuration give different lists");
  return listed(files[0]);
};

const selection = async (page, input, work) => {
  const all = listed(spawnSync(resolve(apimint), ["convert", resolve(input), "-q"], { encoding: "utf8", maxBuffer: 1 << 28 }).stdout);
  const select = async (chosen) => {
    await page.evaluate((chosen) => {
      const boxes = [...document.querySelectorAll("#list .item")];
      boxes.sort((one, other) => one.querySelector(".tool").id.slice(5) - other.querySelector(".tool").id.slice(5));
      boxes.forEach((item, index) => {
        const box = item.querySelector(".pick");
        if (box.checked !== chosen.includes(index)) box.click();
      });
    }, chosen);
    const [options, configuration] = await page.evaluate(() => ["options", "configuration"].map((id) => document.getElementById(id).value));
    same(run(input, work, options, configuration), chosen.map((index) => all[index]), "the tools of the selection");
    return options;
  };
  // Some from everywhere, whose rules are those of single tools.
  const step = Math.ceil(all.length / 7);
  const every = (first) => all.map((_, index) => index).filter((index) => index % step === first);
  await select(every(0));
  if (all.length < 50) await select(every(1));
  // A whole tag, and the first tool.
  const tag = await page.evaluate(() => document.querySelector("#tag option:nth-child(3)")?.value);
  if (tag) {
    await page.click("#clear");
    await page.selectOption("#tag", tag);
    await page.click("#pick");
    await page.selectOption("#tag", "");
    const chosen = await page.evaluate(() => [...document.querySelectorAll("#list .item")]
      .filter((item) => item.querySelector(".pick").checked).map((item) => Number(item.querySelector(".tool").id.slice(5))));
    const options = await select([...new Set([0, ...chosen])].sort((a, b) => a - b));
    if (chosen.length > 1) check(options.includes("tag:"), `a whole tag is not selected by its name: ${options}`);
  }
  // What is copied is what is shown; without a clipboard it is selected.
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click("#copy-options");
  await page.waitForFunction(() => document.getElementById("copied").textContent === "Copied.");
  same(await page.evaluate(() => navigator.clipboard.readText()), await page.inputValue("#options"), "the clipboard and the text");
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.click("#copy-configuration");
  await page.waitForFunction(() => document.activeElement.id === "configuration");
  same(await page.evaluate(() => String(document.getSelection())), await page.inputValue("#configuration"), "what is selected and the text");
  await page.click("#clear");
  check(!(await page.locator("#selection").isVisible()), "the selection is not cleared");
};

const keys = async (page) => {
  const at = () => page.evaluate(() => document.activeElement.closest(".tool")?.dataset.name);
  const names = await shown(page);
  await page.click("#close");
  await page.keyboard.press("/");
  same(await page.evaluate(() => document.activeElement.id), "search", "the focus after /");
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  same(await at(), names[0], "the tool after j");
  await page.keyboard.press("j");
  same(await at(), names[Math.min(1, names.length - 1)], "the tool after j j");
  await page.keyboard.press("k");
  await page.keyboard.press("x");
  check(await page.locator("#selection").isVisible(), "x selects nothing");
  await page.keyboard.press("x");
  await page.keyboard.press("Enter");
  check(await page.evaluate(() => document.activeElement.closest(".tool").open), "Enter opens nothing");
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  check(outline !== "none", "the focus cannot be seen");
  await page.keyboard.press("?");
  check(await page.locator("#keys").isVisible(), "? shows no keys");
  await page.keyboard.press("Escape");
  check(!(await page.locator("#keys").isVisible()), "Escape leaves the keys open");
  const unnamed = await page.evaluate(() => [...document.querySelectorAll("input, select, textarea, button")]
    .filter((one) => !(one.ariaLabel || one.labels?.length || one.textContent.trim())).map((one) => one.outerHTML));
  same(unnamed, [], "controls without a name");
};

// Pairs of colours that are too similar, of the texts that are shown.
const unreadable = (page) => page.evaluate((least) => {
  const parse = (colour) => colour.match(/[\d.]+/g).map(Number);
  const light = (colour) => {
    const [red, green, blue] = parse(colour).map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const background = (at) => {
    for (let one = at; one; one = one.parentElement) {
      const colour = getComputedStyle(one).backgroundColor;
      if ((parse(colour)[3] ?? 1) > 0) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const found = new Set();
  const texts = [...document.querySelectorAll("header *, #chart *, #controls *, #selection *, #findings *, dialog *, footer *"),
    ...[...document.querySelectorAll("#list .item")].slice(0, 30).flatMap((item) => [...item.querySelectorAll("*")])];
  for (const one of texts) {
    const owns = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!owns || !one.checkVisibility()) continue;
    const pair = [getComputedStyle(one).color, background(one)];
    const [dark, bright] = pair.map(light).sort((a, b) => a - b);
    if ((bright + 0.05) / (dark + 0.05) < least) found.add(`${one.tagName}.${one.className}: ${pair.join(" on ")}`);
  }
  return [...found];
}, CONTRAST);

const looks = async (page) => {
  await page.evaluate(() => {
    const tools = [...document.querySelectorAll("#list .tool")];
    for (const tool of [tools.find((tool) => tool.dataset.found), ...tools.slice(0, 3)]) if (tool) tool.open = true;
    for (const kind of [...document.querySelectorAll(".kind")].slice(0, 5)) kind.open = true;
    document.querySelector(".pick").click();
    document.getElementById("texts").open = true;
  });
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    same(await unreadable(page), [], `texts that are hard to read in ${colorScheme}`);
  }
  await page.setViewportSize(PHONE);
  same(await page.evaluate(() => document.documentElement.scrollWidth), PHONE.width, "the width of the page on a phone");
};

// Names that mean something to a shell, to TOML or to the patterns of rules, and operations without an id or with the same one.
const operation = (operationId, ...tags) =>
  ({ operationId, tags, summary: "Reads.", responses: { 204: { description: "None." } } });
const odd = {
  "description.json": {
    openapi: "3.1.0", info: { title: "Odd", version: "1" }, servers: [{ url: "https://example.com" }],
    paths: {
      "/a'b/$HOME": { get: operation(undefined, "it's [x]*"), put: operation(undefined) },
      "/a*/c": { get: operation("dup", "it's xyz"), put: operation("dup") },
      "/a1/c": { get: operation('quo"te\\back', "it's [x]*", "other") },
      "/d+tag:x": { get: operation("d+tag:x", "other") },
      "/[e]?": { get: operation(" spaced out ", "it's [x]*"), post: operation(undefined, "caf\u00e9 \u007f") },
      "/e": { get: operation("dup2"), post: operation("dup*") },
      "/f": { get: operation("dup3") },
    },
  },
  "list.json": {
    tools: ["plain", "it's", "star*", "starred", "a b", 'a"b', "a\\b", "$(date)", "caf\u00e9", "x+id:y"]
      .map((name) => ({ name, description: "Reads.", inputSchema: { type: "object", properties: {} } })),
  },
};
const made = mkdtempSync(join(tmpdir(), "apimint-odd-"));
const inputs = pairs.map((pair) => [pair.slice(0, pair.lastIndexOf("=")), pair.slice(pair.lastIndexOf("=") + 1)]);
for (const [name, content] of Object.entries(odd)) {
  const [input, file] = [join(made, name), join(made, `${name}.html`)];
  writeFileSync(input, JSON.stringify(content));
  spawnSync(resolve(apimint), ["inspect", input, "-q", "--html", file]);
  inputs.push([input, file]);
}

for (const [input, file] of inputs) {
  const work = mkdtempSync(join(tmpdir(), "apimint-page-"));
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("request", (request) => request.url().startsWith("file:") || faults.push(`a request to ${request.url()}`));
  try {
    await page.goto(pathToFileURL(resolve(file)).href);
    const paint = await firstPaint(page);
    const opened = await openSome(page);
    await filters(page);
    await selection(page, input, work);
    await keys(page);
    await looks(page);
    check(faults.length === 0, faults.join("\n"));
    const bytes = statSync(file).size;
    console.log(`PASS ${basename(file)}: ${bytes} bytes, first paint after ${Math.round(paint)} ms, ${opened} tools opened`);
  } catch (error) {
    failed = true;
    console.log(`FAIL ${basename(file)}: ${error.message}`);
  }
  await context.close();
  rmSync(work, { recursive: true });
}
await browser.close();
rmSync(made, { recursive: true });
process.exit(failed ? 1 : 0);
