// The place of a fault or a question, large: after or before by a tap, and the seconds before as a slow loop.

import { zoom } from "./dialogs.js";
import { el, setText, sleep } from "./dom.js";
import { placePicture } from "./names.js";
import { pictures } from "./pieces.js";
import { boot, t } from "./words.js";

const SLOWER = 2.5; // times as slow as it was
const LONGEST_STEP_MS = 1500;
const SHORTEST_STEP_MS = 250;
const still = matchMedia("(prefers-reduced-motion: reduce)");

const table = (entry, name) => `/evidence/${entry}/${name}.jpg?run=${boot.run}`;

/** The next picture of a loop that goes forwards and back again: its number and the way it goes on. */
function onward(number, way, count) {
  const turned = number + way < 0 || number + way >= count ? -way : way;
  return [Math.min(Math.max(number + turned, 0), count - 1), turned];
}

/** The place of an entry with the pictures of these names; where it cannot be shown, the whole table. */
export function incident(verdict) {
  const { entry, pictures: names, clip_ms: clip } = verdict;
  let said = {};
  let shown = "after";
  let [number, way, run] = [0, 1, 0];
  const image = el("img", { src: placePicture(verdict, "after"), alt: t("verdict.after") });
  const picture = el("button", { type: "button", class: "incident-picture", "data-key": `incident:${entry}`, "data-toggle": true, "aria-label": t("incident.toggle"), onclick: () => show(shown === "after" ? "before" : "after") }, image);
  const choices = names.map((name) => el("button", { type: "button", "data-key": `incident-${name}:${entry}`, "aria-pressed": false, onclick: () => show(name) }, t(`verdict.${name}`)));
  const loop = el("button", { type: "button", "data-key": `incident-loop:${entry}`, "data-loop": true, "aria-pressed": false, onclick: seconds });
  const when = el("output", { class: "small quiet" });
  const figure = el("figure", { class: "incident", "data-incident": entry },
    picture,
    el("figcaption", {},
      el("div", { class: "row" }, choices, clip.length > 1 ? loop : null,
        el("button", { type: "button", class: "plain", onclick: () => zoom(table(entry, shown === "before" ? "before" : "after"), t("incident.table")) }, t("incident.table"))),
      clip.length > 1 ? when : el("p", { class: "quiet small" }, t("incident.still"))));

  function set(name, words, label) {
    image.src = placePicture(verdict, name);
    image.alt = said[words] ?? t(words === "clip" ? "review.picture" : `verdict.${words}`);
    setText(when, label);
    figure.dataset.shown = shown;
    choices.forEach((one, index) => one.setAttribute("aria-pressed", names[index] === shown));
    loop.setAttribute("aria-pressed", shown === "clip");
    setText(loop, t(shown === "clip" && still.matches ? "incident.next" : shown === "clip" ? "review.pause" : "incident.loop"));
  }

  function show(name) {
    run += 1;
    shown = name;
    set(name, name, "");
  }

  function step() {
    set(number, "clip", t("review.time", { seconds: (clip[number] / 1000).toFixed(1) }));
  }

  /** Run the seconds before, or stop them; who wants no motion gets one picture a press. */
  async function seconds() {
    if (shown === "clip" && !still.matches) return show("after");
    const mine = ++run;
    [number, way] = shown === "clip" ? onward(number, way, clip.length) : [0, 1];
    shown = "clip";
    step();
    if (still.matches) return undefined;
    clip.forEach((_, one) => (new Image().src = placePicture(verdict, one)));
    while (mine === run && figure.isConnected) {
      const from = number;
      [number, way] = onward(number, way, clip.length);
      await sleep(Math.min(LONGEST_STEP_MS, Math.max(SHORTEST_STEP_MS, Math.abs(clip[from] - clip[number]) * SLOWER)));
      if (mine === run) step();
    }
    return undefined;
  }

  image.addEventListener("error", () => figure.replaceWith(pictures(entry, names)), { once: true });
  fetch(`/incident/${entry}?run=${boot.run}`).then((answer) => (answer.ok ? answer.json() : {})).then((told) => {
    said = told;
    if (shown !== "clip") image.alt = said[shown] ?? image.alt;
  }, () => {});
  show("after");
  return figure;
}

/** Do to the newest verdict's picture what a key asks for: `toggle` before and after, or `loop`. */
export function press(what) {
  document.querySelector(`#verdict .incident [data-${what}]`)?.click();
}

/** What proves a verdict: the place of it, else the whole table, else a word that there is no picture. */
export function proof(verdict) {
  if (verdict.place) return incident(verdict);
  return verdict.pictures.length ? pictures(verdict.entry, verdict.pictures) : el("p", { class: "quiet small" }, t("record.pictures.none"));
}
