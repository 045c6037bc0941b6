
// Keys, and the start of the page.

const atTool = () => document.activeElement?.closest(".item")?.querySelector(".tool");

// Moves to the next tool that is shown, in the order in which they are shown.
const move = (step) => {
  const shown = Array.from(list.children).filter((item) => !item.hidden);
  const at = shown.indexOf(atTool()?.parentElement);
  const next = shown[at < 0 ? 0 : at + step];
  next?.querySelector("summary").focus();
};

const keys = {
  "/": () => get("search").focus(),
  "?": () => get("keys").showModal(),
  j: () => move(1),
  k: () => move(-1),
  x: () => {
    const tool = atTool();
    if (tool) select([tool], !isSelected(tool));
  },
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || get("keys").open) return;
  if (event.key === "Escape" && event.target === get("search")) event.target.blur();
  const types = /^(SELECT|TEXTAREA)$/.test(event.target.tagName) || event.target === get("search");
  if (types || !Object.hasOwn(keys, event.key)) return;
  event.preventDefault();
  keys[event.key]();
});
get("help").addEventListener("click", () => get("keys").showModal());

// What is linked to has to stay below the controls, whose height depends on the width of the page.
const keepClear = () => {
  const sticks = getComputedStyle(get("controls")).position === "sticky";
  document.documentElement.style.scrollPaddingTop = sticks ? `${get("controls").offsetHeight + 8}px` : "";
};
new ResizeObserver(keepClear).observe(get("controls"));

filter();
showSelection();
keepClear();
if (location.hash) readAddress();
