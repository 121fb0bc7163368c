// Small helpers to build the page. Text always goes in as text, never as HTML.

export const $ = (id) => document.getElementById(id);

let foreign = () => false;

/** Says which texts are not in the page's language; elements that show one of them are marked as English. */
export function markForeign(test) {
  foreign = test;
}

/** A new element: el("button", {class: "main", onclick: f}, "Go", otherNode). */
export function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  const shown = children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== "");
  if (shown.some((child) => typeof child === "string" && foreign(child))) node.lang = "en";
  node.append(...shown);
  return node;
}

let epoch = 0;

/** From now on every part is drawn again, for what it shows is called otherwise. */
export function drawAnew() {
  epoch += 1;
}

let pressed = null;
const late = new Map(); // by part, what waits until nobody presses anything in it: a button that is replaced under the finger loses the press

addEventListener("pointerdown", ({ target }) => (pressed = target), true);
for (const done of ["pointerup", "pointercancel"]) addEventListener(done, () => setTimeout(letGo), true);

function letGo() {
  pressed = null;
  const waiting = [...late.values()];
  late.clear();
  for (const draw of waiting) draw();
}

/** Do it once nobody presses anything: what was pressed is about what was seen then. */
export function afterPress(key, act) {
  if (pressed) late.set(key, act);
  else act();
}

/**
 * A part of the page that is drawn again only when what it shows has changed,
 * and that keeps the keyboard focus on the element with the same data-key, with what somebody types in it;
 * what was unfolded by a summary with a data-key stays so. While something in it is pressed it waits.
 */
export function part(node, draw) {
  let shown = null;
  const unfolded = new Map();
  const summaries = () => node.querySelectorAll("details > summary[data-key]");
  return function show(value) {
    late.delete(node);
    const text = epoch + JSON.stringify(value);
    if (text === shown) return;
    if (pressed && node.contains(pressed)) return void late.set(node, () => show(value));
    shown = text;
    const held = node.contains(document.activeElement) ? document.activeElement : null;
    for (const one of summaries()) unfolded.set(one.dataset.key, one.parentElement.open);
    node.replaceChildren(...[draw(value)].flat(Infinity).filter(Boolean));
    for (const one of summaries()) one.parentElement.open = unfolded.get(one.dataset.key) ?? false;
    const again = held?.dataset.key && node.querySelector(`[data-key="${CSS.escape(held.dataset.key)}"]`);
    if (again && held.type === "text") {
      again.value = held.value;
      again.setSelectionRange(held.selectionStart, held.selectionEnd);
    }
    again?.focus();
  };
}

/** Set text only when it changes, so that screen readers are not told the same thing again. */
export function setText(node, text) {
  if (node.textContent === text) return;
  node.textContent = text;
  if (foreign(text)) node.lang = "en";
  else node.removeAttribute("lang");
}

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
