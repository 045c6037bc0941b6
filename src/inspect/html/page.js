
"use strict";
(() => {
  const get = (id) => document.getElementById(id);
  const list = get("list");
  const tools = Array.from(list.children);
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

  // What is searched: all that an agent reads, but not the JSON.
  const text = (tool) => {
    if (!texts.has(tool)) {
      const parts = Array.from(tool.querySelectorAll(".name, .brief, .title, .call, .description"), (part) => part.textContent);
      for (const [name, schema] of properties(read(indexes.get(tool)).inputSchema)) parts.push(name, schema?.description ?? "");
      texts.set(tool, parts.join("\n").toLowerCase());
    }
    return texts.get(tool);
  };

  const element = (name, content, type) => {
    const made = document.createElement(name);
    if (type) made.className = type;
    made.append(...[content ?? []].flat());
    return made;
  };

  // The type of a schema in words: `string`, `array of integer`, `object or null`.
  const kind = (schema, depth) => {
    if (!isObject(schema)) return "any";
    if (typeof schema.$ref === "string") return schema.$ref.split("/").pop();
    const typed = (name) => {
      const items = name === "array" && depth > 0 && isObject(schema.items) ? kind(schema.items, depth - 1) : "any";
      if (items === "any") return name;
      return items.includes(" or ") ? `array of (${items})` : `array of ${items}`;
    };
    if (typeof schema.type === "string") return typed(schema.type);
    if (Array.isArray(schema.type)) return schema.type.filter((one) => typeof one === "string").map(typed).join(" or ");
    const branches = [schema.anyOf, schema.oneOf].find((list) => Array.isArray(list) && list.length > 0);
    if (branches && depth > 0) {
      const kinds = [...new Set(branches.map((branch) => kind(branch, depth - 1)))];
      return kinds.length > 4 ? `${kinds.slice(0, 4).join(" or ")} or …` : kinds.join(" or ");
    }
    if ("properties" in schema) return "object";
    return "enum" in schema || "const" in schema ? "one of its values" : "any";
  };

  // A row per argument, and below each its members, which a caller has to fill in.
  const rows = (schema, root, table, within, depth) => {
    const required = new Set(Array.isArray(schema?.required) ? schema.required : []);
    for (const [name, argument] of properties(schema)) {
      if (table.rows.length > 200) return;
      const values = Array.isArray(argument?.enum) ? argument.enum.slice(0, 12).map((value) => JSON.stringify(value)) : [];
      if (values.length > 0 && argument.enum.length > 12) values.push(`and ${argument.enum.length - 12} more`);
      const row = table.insertRow();
      row.insertCell().append(element("code", [element("span", within, "quiet"), name]));
      row.insertCell().append(values.length > 0 ? `${kind(argument, 3)}: ${values.join(", ")}` : kind(argument, 3));
      row.insertCell().append(required.has(name) ? element("strong", "yes") : "no");
      const described = row.insertCell();
      described.className = "description";
      described.append(typeof argument?.description === "string" ? argument.description : "");
      if (depth > 0) {
        let inner = target(argument, root);
        const isList = isObject(inner?.items);
        if (isList) inner = target(inner.items, root);
        rows(inner, root, table, `${within}${name.slice(0, 64)}${isList ? "[]" : ""}.`, depth - 1);
      }
    }
  };

  // The target of a reference, or the schema itself.
  const target = (schema, root) => {
    if (typeof schema?.$ref !== "string" || !schema.$ref.startsWith("#")) return schema;
    const steps = schema.$ref.slice(1).split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    return steps.reduce((at, step) => (isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined), root) ?? schema;
  };

  const json = (head, value) => {
    const shown = element("details", element("summary", head), "json");
    shown.addEventListener("toggle", () => {
      if (shown.children.length > 1) return;
      const text = element("pre", JSON.stringify(value, null, 2));
      text.tabIndex = 0;
      shown.append(text);
    });
    return shown;
  };

  // Shows the arguments and the schemas of a tool that is opened for the first time.
  const expand = (tool) => {
    if (!tool.open || tool.dataset.expanded) return;
    tool.dataset.expanded = "yes";
    const index = indexes.get(tool);
    const data = read(index);
    const body = scripts[index].parentElement;
    const input = whole(data.inputSchema);
    if (properties(input).length === 0) {
      body.append(element("p", "No arguments.", "quiet"));
    } else {
      const table = element("table");
      const head = table.createTHead().insertRow();
      for (const name of ["argument", "type", "required", "description"]) head.append(element("th", name));
      rows(input, input, table.createTBody(), "", 2);
      const frame = element("div", table, "scroll");
      frame.tabIndex = 0;
      frame.setAttribute("role", "region");
      frame.setAttribute("aria-label", "Arguments");
      body.append(frame);
    }
    if (input !== undefined) body.append(json("Input schema", input));
    if (data.outputSchema !== undefined) body.append(json("Output schema", whole(data.outputSchema)));
    if (data._meta !== undefined) body.append(json("_meta", data._meta));
  };

  const filter = () => {
    const words = get("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const only = get("only").value;
    // Where no tool has a tag there is no choice.
    const tag = get("tag")?.value ?? "";
    let shown = 0;
    let bytes = 0;
    for (const tool of tools) {
      const hints = tool.dataset.hints.split(" ");
      const fits = !only || (only[0] === "-" ? !hints.includes(only.slice(1)) : hints.includes(only));
      const tagged = !tag || tool.dataset.tags.split(" ").includes(tag);
      tool.hidden = !(fits && tagged && words.every((word) => text(tool).includes(word)));
      if (!tool.hidden) {
        shown += 1;
        bytes += Number(tool.dataset.bytes);
      }
    }
    get("count").textContent =
      `${shown} of ${tools.length} tools, about ${Math.ceil(bytes / 4).toLocaleString("en")} tokens`;
  };

  const order = () => {
    const key = get("order").value === "tokens" ? "bytes" : get("order").value;
    const sorted = tools.slice();
    if (key === "name") {
      sorted.sort((a, b) => a.dataset.name.toLowerCase() < b.dataset.name.toLowerCase() ? -1 : 1);
    } else if (key !== "source") {
      sorted.sort((a, b) => b.dataset[key] - a.dataset[key]);
    }
    // Not all as arguments of one call: there may be very many.
    for (const tool of sorted) list.append(tool);
  };

  const toggle = (open) => {
    for (const tool of tools) {
      if (!tool.hidden) tool.open = open;
    }
  };

  // A link to a tool opens it, also where a filter hides it.
  const follow = () => {
    const tool = location.hash.startsWith("#tool-") && get(location.hash.slice(1));
    if (tool) {
      tool.hidden = false;
      tool.open = true;
      tool.scrollIntoView();
      tool.querySelector("summary").focus({ preventScroll: true });
    }
  };

  for (const tool of tools) tool.addEventListener("toggle", () => expand(tool));
  get("controls").hidden = false;
  get("controls").addEventListener("submit", (event) => event.preventDefault());
  get("search").addEventListener("input", filter);
  get("only").addEventListener("change", filter);
  get("tag")?.addEventListener("change", filter);
  get("order").addEventListener("change", order);
  get("open").addEventListener("click", () => toggle(true));
  get("close").addEventListener("click", () => toggle(false));
  window.addEventListener("hashchange", follow);
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#tool-']");
    // The same link once more changes no hash.
    if (link && link.hash === location.hash) follow();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) &&
        !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      get("search").focus();
    }
  });
  filter();
  follow();
})();
