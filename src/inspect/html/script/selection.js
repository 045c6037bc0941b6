
// The selected tools, as rules of `--include` that select them again and no others.

const boxes = new Map();
for (const tool of tools) {
  const box = element("input", [], "pick");
  box.type = "checkbox";
  // A page that is loaded again begins anew, and so do its boxes.
  box.autocomplete = "off";
  box.ariaLabel = `Select ${tool.dataset.name}`;
  tool.before(box);
  boxes.set(tool, box);
}
const selected = () => tools.filter((tool) => boxes.get(tool).checked);
const isSelected = (tool) => boxes.get(tool).checked;

// A tag stands for its tools if all of them are selected, and if it spares rules; the largest tags come first.
const rulesOf = (chosen) => {
  const members = new Map();
  for (const tool of tools) {
    for (const tag of tool.dataset.tags.split(" ").filter(Boolean)) {
      if (!members.has(tag)) members.set(tag, []);
      members.get(tag).push(tool);
    }
  }
  const ruleOfTag = (tag) => get("tag")?.querySelector(`option[value="${tag}"]`)?.dataset.rule;
  const full = [...members].filter(([tag, some]) => some.length > 1 && ruleOfTag(tag) && some.every(isSelected));
  full.sort(([, one], [, other]) => other.length - one.length);
  const covered = new Set();
  const rules = new Set();
  for (const [tag, some] of full) {
    if (some.filter((tool) => !covered.has(tool)).length < 2) continue;
    rules.add(ruleOfTag(tag));
    for (const tool of some) covered.add(tool);
  }
  for (const tool of chosen) {
    if (!covered.has(tool) && tool.dataset.rule) rules.add(tool.dataset.rule);
  }
  return [...rules];
};

// A word of a POSIX shell (POSIX.1-2024, "Quoting").
const shellWord = (word) => (/^[\w:/.,@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
// A basic string of TOML 1.0. Escapes of JSON are escapes of TOML, which also demands one for DEL.
const tomlString = (value) => JSON.stringify(value).replaceAll("\u007f", "\\u007f");

// Tools that rules cannot tell from selected ones, and selected ones that no rule selects.
const inexact = (chosen) => {
  const rules = new Set(chosen.map((tool) => tool.dataset.rule).filter(Boolean));
  const also = tools.filter((tool) => !isSelected(tool) && rules.has(tool.dataset.rule)).length;
  const lost = chosen.filter((tool) => !tool.dataset.rule).length;
  const texts = [];
  if (also > 0) texts.push(`The rules also select ${also} more of the same name.`);
  if (lost > 0) texts.push(`No rule can select ${lost} of them.`);
  return texts.join(" ");
};

const showSelection = () => {
  const chosen = selected();
  get("selection").hidden = chosen.length === 0;
  const [number, tokens] = total(chosen);
  get("selected").textContent = `${number} selected, ${tokens}. ${inexact(chosen)}`.trim();
  get("copied").textContent = "";
  const rules = rulesOf(chosen);
  get("options").value = rules.map((rule) => `--include ${shellWord(rule)}`).join(" \\\n");
  get("configuration").value = `include = [\n${rules.map((rule) => `  ${tomlString(rule)},\n`).join("")}]\n`;
};

const select = (some, value) => {
  for (const tool of some) boxes.get(tool).checked = value;
  showSelection();
};

// Where the clipboard cannot be written, the text is selected, so that a key copies it.
const copy = async (id) => {
  try {
    await navigator.clipboard.writeText(get(id).value);
    get("copied").textContent = "Copied.";
  } catch {
    get("texts").open = true;
    get(id).focus();
    get(id).select();
    get("copied").textContent = "The text is selected; copy it with Ctrl+C, or ⌘C on a Mac.";
  }
};

list.addEventListener("change", showSelection);
get("pick").addEventListener("click", () => select(tools.filter(isShown), true));
get("clear").addEventListener("click", () => select(tools, false));
get("copy-options").addEventListener("click", () => copy("options"));
get("copy-configuration").addEventListener("click", () => copy("configuration"));
