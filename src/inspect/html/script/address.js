
// The view of the page as the fragment of its address, so that a link leads back to it: `#search=pet&tag=dogs&tool=get_pet`.
// A link `#tool-3` leads to a tool by its number, and leaves filters as they are.

// Tags by their names, and not by their numbers, which differ between pages.
const tagName = (option) => option.textContent.replace(/ \(\d+\)$/, "");
const optionOf = (select, wanted) =>
  Array.from(select.options).find((option) => (select.id === "tag" && option.value ? tagName(option) : option.value) === wanted);

let opened;
const address = () => {
  const parts = new URLSearchParams();
  for (const input of filters) {
    const value = input.id === "tag" && input.value ? tagName(input.selectedOptions[0]) : input.value;
    if (value) parts.set(input.id, value);
  }
  if (opened) parts.set("tool", opened.dataset.name);
  return parts.toString();
};

let waiting;
const writeAddress = () => {
  clearTimeout(waiting);
  // Browsers refuse very many changes in a short time.
  waiting = setTimeout(() => {
    const parts = address();
    try {
      history.replaceState(null, "", parts ? `#${parts}` : location.pathname + location.search);
    } catch {
      // The address is a convenience only.
    }
  }, 200);
};

const reveal = (tool) => {
  tool.parentElement.hidden = false;
  tool.open = true;
  tool.scrollIntoView();
  tool.querySelector("summary").focus({ preventScroll: true });
};

const readAddress = () => {
  const fragment = location.hash.slice(1);
  if (fragment.startsWith("tool-")) {
    const tool = get(fragment);
    if (tool) reveal(tool);
    return;
  }
  const kind = get(fragment);
  if (kind?.classList.contains("kind")) kind.open = true;
  // Without a fragment, nothing is filtered: the reader went back to the beginning.
  if (fragment && !fragment.includes("=")) return;
  const parts = new URLSearchParams(fragment);
  for (const input of filters) {
    const wanted = parts.get(input.id) ?? "";
    input.value = input.options ? optionOf(input, wanted)?.value ?? "" : wanted;
  }
  order();
  filter();
  const tool = parts.has("tool") && tools.find((tool) => tool.dataset.name === parts.get("tool"));
  if (tool) reveal(tool);
  else if (fragment) get("tools").scrollIntoView();
};

for (const link of document.querySelectorAll("a[data-tag]")) {
  const option = get("tag").querySelector(`option[value="${link.dataset.tag}"]`);
  link.href = `#${new URLSearchParams({ tag: tagName(option) })}`;
}
for (const input of filters) {
  input.addEventListener("input", () => {
    if (input.id === "order") order();
    else filter();
    writeAddress();
  });
}
for (const tool of tools) {
  tool.addEventListener("toggle", () => {
    expand(tool);
    if (tool.open) opened = tool;
    else if (opened === tool) opened = undefined;
    else return;
    writeAddress();
  });
}
window.addEventListener("hashchange", readAddress);
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  // The same link once more changes no hash.
  if (link && link.hash === location.hash) readAddress();
});
