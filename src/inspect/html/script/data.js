"use strict";
// The tools of the page, and the data that is written with each of them.

const get = (id) => document.getElementById(id);
const list = get("list");
// Each beside its check box.
const tools = Array.from(list.children, (item) => item.querySelector(".tool"));
const texts = new Map();

const indexes = new Map(tools.map((tool, index) => [tool, index]));
const scripts = tools.map((tool) => tool.querySelector("script.data"));
const firsts = scripts.map((script) => Number(script.dataset.first));
const parsed = new Map();

// Numbers keep their spelling where the browser can tell it.
const exact = (key, value, context) =>
  typeof value === "number" && JSON.rawJSON && String(value) !== context.source ? JSON.rawJSON(context.source) : value;

const read = (index) => {
  if (!parsed.has(index)) parsed.set(index, JSON.parse(scripts[index].textContent, exact));
  return parsed.get(index);
};

// Definitions stand with the first tool that has them.
const definition = (number) => {
  let [low, high] = [0, firsts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (firsts[middle] <= number) low = middle;
    else high = middle;
  }
  // Of tools that begin with the same number, only the last brings definitions along.
  return read(low).definitions[number - firsts[low]];
};

const whole = (schema) => {
  const result = schema && typeof schema === "object" && !Array.isArray(schema) ? { ...schema } : schema;
  for (const holder of ["$defs", "definitions"]) {
    const numbers = result?.[holder];
    if (numbers && typeof numbers === "object") {
      result[holder] = Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, definition(number)]));
    }
  }
  return result;
};

const isObject = (value) => Boolean(value) && typeof value === "object" && !Array.isArray(value);
const properties = (schema) => isObject(schema?.properties) ? Object.entries(schema.properties) : [];

const shownNumber = (number) => number.toLocaleString("en");
// Tools and their tokens, as an estimate: four bytes each.
const total = (some) => {
  const bytes = some.reduce((sum, tool) => sum + Number(tool.dataset.bytes), 0);
  return [`${shownNumber(some.length)} of ${shownNumber(tools.length)} tools`, `about ${shownNumber(Math.ceil(bytes / 4))} tokens`];
};

// What is searched: all that an agent reads, but not the JSON.
const text = (tool) => {
  if (!texts.has(tool)) {
    const parts = Array.from(tool.querySelectorAll(".name, .brief, .title, .call, .description"), (part) => part.textContent);
    for (const [name, schema] of properties(read(indexes.get(tool)).inputSchema)) parts.push(name, schema?.description ?? "");
    texts.set(tool, parts.join("\n").toLowerCase());
  }
  return texts.get(tool);
};
