// Single keys for whoever sits at a keyboard. They can be switched off, and never work while somebody types.

import { correct } from "./dialogs.js";
import { $, el } from "./dom.js";
import { press } from "./incident.js";
import { keep, kept } from "./kept.js";
import { ask } from "./toast.js";
import { t } from "./words.js";

const KEYS = {
  d: ["key.close", () => ask("close")],
  u: ["key.undo", () => ask("undo")],
  t: ["key.accept", () => ask("correct", { accept: true })],
  c: ["key.correct", correct],
  b: ["key.before", () => press("toggle")],
  l: ["key.loop", () => press("loop")],
  p: ["key.pause", ({ paused }) => ask("pause", { on: !paused })],
  "?": ["key.help", () => $("help").showModal()],
};

function typing(target) {
  return target.closest("input, textarea, select, dialog[open]") !== null;
}

function answer(digit) {
  const first = document.querySelector("#verdict .question, #turn .question");
  first?.querySelectorAll("[data-answer]")[digit - 1]?.click();
}

export function installKeys(state) {
  const box = $("keys-on");
  box.checked = kept("keys") !== "off";
  box.addEventListener("change", () => keep("keys", box.checked ? "on" : "off"));
  const rows = [...Object.entries(KEYS).map(([key, [text]]) => [key, text]), ["1–9", "key.answer"], ["F", "key.flip"], ["R", "key.turn"]];
  $("help-keys").append(...rows.flatMap(([key, text]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, t(text))]));
  document.addEventListener("keydown", (event) => {
    if (!box.checked || event.ctrlKey || event.metaKey || event.altKey || event.repeat || typing(event.target)) return;
    const now = state();
    const racing = now?.phase === "race";
    if (event.key === "?") KEYS["?"][1]();
    else if (racing && KEYS[event.key]) KEYS[event.key][1](now);
    else if (racing && /^[1-9]$/.test(event.key)) answer(Number(event.key));
  });
}
