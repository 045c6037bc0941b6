
// Search, filters and order. A tool that is filtered out is hidden with its check box.

const filters = ["search", "tag", "hint", "size", "found", "order"].map(get).filter(Boolean);
const isShown = (tool) => !tool.parentElement.hidden;
const has = (words, word) => words.split(" ").includes(word);

const filter = () => {
  const words = get("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const hint = get("hint").value;
  const size = Number(get("size").value);
  // Where no tool has a tag, or a finding, there is no choice.
  const tag = get("tag")?.value ?? "";
  const found = get("found")?.value ?? "";
  for (const tool of tools) {
    const { hints, tags, found: findings } = tool.dataset;
    const fits =
      (!hint || (hint[0] === "-" ? !has(hints, hint.slice(1)) : has(hints, hint))) &&
      (!tag || has(tags, tag)) &&
      (!found || has(findings, found)) &&
      Math.ceil(tool.dataset.bytes / 4) >= size &&
      words.every((word) => text(tool).includes(word));
    tool.parentElement.hidden = !fits;
  }
  get("count").textContent = total(tools.filter(isShown)).join(", ");
};

const order = () => {
  const key = get("order").value === "tokens" ? "bytes" : get("order").value;
  const sorted = tools.slice();
  if (key === "name") {
    sorted.sort((a, b) => a.dataset.name.toLowerCase() < b.dataset.name.toLowerCase() ? -1 : 1);
  } else if (key) {
    sorted.sort((a, b) => b.dataset[key] - a.dataset[key]);
  }
  // Not all as arguments of one call: there may be very many.
  for (const tool of sorted) list.append(tool.parentElement);
};

const toggle = (open) => {
  for (const tool of tools) {
    if (isShown(tool)) tool.open = open;
  }
};

get("controls").hidden = false;
get("controls").addEventListener("submit", (event) => event.preventDefault());
get("open").addEventListener("click", () => toggle(true));
get("close").addEventListener("click", () => toggle(false));
