
"use strict";
(() => {
  const get = (id) => document.getElementById(id);
  const list = get("list");
  const tools = Array.from(list.children);
  const texts = new Map();

  // What is searched: all that an agent reads, but not the JSON.
  const text = (tool) => {
    if (!texts.has(tool)) {
      const parts = tool.querySelectorAll(".name, .title, .call, .description, td");
      texts.set(tool, Array.from(parts, (part) => part.textContent).join("\n").toLowerCase());
    }
    return texts.get(tool);
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
