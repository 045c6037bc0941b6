
// What is shown of a tool that is opened: its arguments and its schemas.

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
  for (const item of tool.querySelectorAll(".found > li:not(:has(.help))")) {
    // The general help for a code is on the page once.
    const help = get(item.querySelector("a")?.hash.slice(1))?.querySelector(".help");
    if (help) item.append(help.cloneNode(true));
  }
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
