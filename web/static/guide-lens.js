// The calibration step: a map of where the board was seen, where it should be held next, and what came of it.

import { el } from "./dom.js";
import { suit } from "./icons.js";
import { ask } from "./toast.js";
import { boot, known, t } from "./words.js";

const lens = (value) => ask("guide", { what: "lens", value });
const go = (what, value) => ask("guide", { what, value });

/** A number as the reader's language writes it. */
const figure = (text, digits) => Number(text).toLocaleString(boot.language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

function map(grid) {
  const seen = grid.flat().filter(Boolean).length;
  return el("div", { class: "coverage", role: "img", "aria-label": t("lens.map", { seen, all: grid.flat().length }) },
    grid.flat().map((count) => el("span", { "data-count": String(Math.min(count, 3)) }, count ? String(count) : "")));
}

/** How far off pieces are in each part of the picture; nothing for a lens measured before this was noted. */
function errorMap(rows) {
  if (!rows.length) return null;
  const look = (error) => (error === "" ? "" : Number(error) <= 0.5 ? "good" : Number(error) <= 1.5 ? "fair" : "poor");
  return el("figure", { class: "errors" },
    el("div", { class: "coverage", role: "img", "aria-label": t("lens.errors.all", { worst: figure(Math.max(...rows.flat().map(Number)), 1) }) },
      rows.flat().map((error) => el("span", { "data-error": look(error) }, error && figure(error, 1)))),
    el("figcaption", { class: "quiet small" }, t("lens.errors")));
}

function looking({ views, wanted, grid, wish, news }) {
  return [
    map(grid),
    el("p", { class: "wish", "aria-live": "polite" }, t(`lens.wish.${wish}`)),
    el("p", { class: "quiet" }, t("lens.views", { views, wanted }), " ", t(`lens.news.${news}`)),
    el("progress", { value: Math.min(views, wanted), max: wanted, "aria-label": t("lens.views", { views, wanted }) }),
  ];
}

const button = (key, text, onclick, look = "") => el("button", { type: "button", class: look, "data-key": key, onclick }, text);

/** Nobody can hold a board into a simulated picture: there is nothing to do but go on. */
function simulated() {
  return [el("p", {}, t("lens.simulated")), el("div", { class: "row" }, button("pass:lens", t("guide.next"), () => go("pass", "lens"), "main"))];
}

const GOOD_MM = 1.5;
const FAIR_MM = 4;

/** The self-test: a car on a printed mark, and how far off it is seen; no game without such marks has it. */
function accuracy({ off }, game, source) {
  const where = `accuracy.${game}`;
  if (!known(where)) return null;
  const verdict = off && (Number(off.mm) <= GOOD_MM ? "good" : Number(off.mm) <= FAIR_MM ? "fair" : "poor");
  return el("section", { class: "accuracy", "aria-labelledby": "accuracy-heading" },
    el("h3", { id: "accuracy-heading" }, t("accuracy.heading")),
    el("p", {}, t(where)),
    source === "simulated" ? button("lens:mark", t("accuracy.put"), () => lens("mark")) : null,
    el("p", { class: off ? "wish" : "quiet", role: "status", "data-off": verdict }, off ? [suit(off.car), " ", t("accuracy.off", { mm: figure(off.mm, 1) }), " ", t(`accuracy.${verdict}`)] : t("accuracy.waits")));
}

export function lensStep(guide) {
  return [measuring(guide), guide.lens.state === "looking" ? null : accuracy(guide.lens, guide.game, guide.source)];
}

function measuring({ lens: state, source }) {
  if (source === "simulated") return simulated();
  const under = state.state === "looking";
  return [
    under ? null : el("p", {}, t("lens.lead")),
    state.state === "done" ? el("p", { class: "ready" }, t("lens.done", { error: figure(state.error_mm, 2), origin: state.origin })) : null,
    state.state === "done" ? errorMap(state.errors_mm) : null,
    under ? looking(state) : null,
    state.failed ? el("p", { class: "error", role: "alert" }, state.failed) : null,
    el("div", { class: "row" },
      under ? button("lens:finish", t("lens.finish"), () => lens("finish"), "main") : button("lens:begin", t("lens.begin"), () => lens("begin"), state.state === "done" ? "" : "main"),
      state.state === "done" ? button("lens:forget", t("lens.forget"), () => lens("forget"), "plain") : null,
      state.state === "done"
        ? button("next:table", t("guide.next"), () => go("go", "table"), "main")
        : button("pass:lens", t("guide.pass"), () => go("pass", "lens"))),
    state.state === "done" ? null : el("p", { class: "quiet small" }, t("lens.cost")),
  ];
}
