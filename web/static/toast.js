// One short answer at a time, as near to the foot of the page as no button is in its way.

import { $, setText } from "./dom.js";
import { command } from "./link.js";

const STEP_PX = 8;
let timer = null;

/** How much of the buttons on the screen a box between these heights covers, in px of height. */
function covered(buttons, top, bottom) {
  return buttons.reduce((sum, box) => sum + Math.max(0, Math.min(box.bottom, bottom) - Math.max(box.top, top)), 0);
}

/** Where the screen ends for a toast: on a phone above the buttons at its foot, which are pressed most. */
function foot() {
  const bar = document.querySelector(".actions:not(:empty)");
  return bar && getComputedStyle(bar).position === "fixed" ? bar.getBoundingClientRect().top : innerHeight;
}

/** The height above the foot of the page at which a toast covers the least of what people may want to press. */
function place(node) {
  const { width, height, left } = node.getBoundingClientRect();
  const buttons = [...document.querySelectorAll("button, a[href], input, select, summary")]
    .map((one) => one.getBoundingClientRect())
    .filter((box) => box.width > 0 && box.right > left && box.left < left + width);
  const lowest = foot();
  const bottoms = Array.from({ length: Math.floor((lowest - height) / STEP_PX) }, (_, number) => lowest - (number + 1) * STEP_PX);
  const over = bottoms.map((bottom) => covered(buttons, bottom - height - STEP_PX, bottom + STEP_PX));
  node.style.bottom = `${innerHeight - bottoms[over.indexOf(Math.min(...over))]}px`;
}

/** Show a sentence for a while; a problem stays longer. */
export function toast(sentence, problem = false) {
  if (!sentence) return;
  const node = $("toast");
  setText(node, sentence.charAt(0).toUpperCase() + sentence.slice(1));
  node.classList.toggle("problem", problem);
  place(node);
  node.classList.add("shown");
  clearTimeout(timer);
  timer = setTimeout(() => node.classList.remove("shown"), problem ? 9000 : 4000);
}

/** What was said before is not so any more. */
function hide() {
  clearTimeout(timer);
  $("toast").classList.remove("shown");
}

/** Send a command and say how it went. Resolves to whether it was done. */
export async function ask(name, fields) {
  const { ok, sentence } = await command(name, fields);
  if (ok && !sentence) hide();
  else if (ok !== null) toast(sentence, !ok);
  return ok === true;
}
