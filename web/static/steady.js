// What somebody has just pressed stays where it is on the screen while the page above it changes; a fault or a question
// that came of it is scrolled into view.

import { $ } from "./dom.js";
import { asks } from "./ranked.js";

const JUST_MS = 5000;
let pressed = null;
let when = 0;

const there = () => (pressed.isConnected ? pressed : document.querySelector(`[data-key="${CSS.escape(pressed.dataset.key ?? "")}"]`));

export function installSteady() {
  document.addEventListener("click", (event) => {
    pressed = event.target.closest("button, a, summary, label");
    when = performance.now();
  }, true);
  document.addEventListener("wheel", () => (pressed = null), { passive: true });
  document.addEventListener("touchmove", () => (pressed = null), { passive: true });
}

/** Draw a new state in the place of an old one. */
export function steadily(before, now, draw) {
  const from = pressed && performance.now() - when < JUST_MS ? there()?.getBoundingClientRect().top : undefined;
  draw();
  if (from === undefined) return;
  if (now.verdict && asks(now.verdict) && now.verdict.entry !== before?.verdict?.entry) {
    if ($("verdict").getBoundingClientRect().top < 0) $("verdict").scrollIntoView({ block: "start" });
    return;
  }
  const held = there();
  if (held) scrollBy(0, held.getBoundingClientRect().top - from);
}
