// What is wrong or worth knowing: the camera, the board, warnings.

import { zoom } from "./dialogs.js";
import { $, el, part } from "./dom.js";
import { shape } from "./icons.js";
import { may } from "./link.js";
import { ask } from "./toast.js";
import { boot, t } from "./words.js";

function notice(kind, icon, head, sentences) {
  if (sentences.length === 0) return null;
  const body =
    sentences.length === 1
      ? el("span", {}, sentences[0])
      : el("ul", {}, sentences.map((sentence) => el("li", {}, sentence)));
  return el("div", { class: `notice ${kind}` }, shape(icon), el("strong", {}, head), body);
}

/** What nobody has to mend now takes one line; the rest of it is there for whoever opens it, and the way to the lens. */
function worthKnowing(sentences, unmeasured) {
  if (sentences.length === 0) return null;
  const more = sentences.length > 1 ? ` (+${sentences.length - 1})` : "";
  return el("details", { class: "notice mild" },
    el("summary", { "data-key": "worth-knowing" }, shape("camera"), el("strong", {}, t("notice.warning")), el("span", { class: "first" }, sentences[0]), more),
    el("ul", {}, sentences.map((sentence) => el("li", {}, sentence))),
    unmeasured ? el("button", { type: "button", "data-key": "measure", onclick: () => ask("guide", { what: "go", value: "lens" }) }, t("lens.begin")) : null);
}

function pause(paused) {
  if (!paused) return null;
  return el("div", { class: "notice break" }, shape("replay"), el("strong", {}, t("notice.break")), el("span", {}, t("notice.break.means")),
    may("pause") ? el("button", { type: "button", "data-key": "go-on", onclick: () => ask("pause", { on: false }) }, t("turn.go-on")) : null);
}

/** After an undo people lay the table as it was: how, piece by piece, and how it looked. */
function putBack(undone) {
  if (!undone) return null;
  const { sentences, entry } = undone;
  const look = () => zoom(`/evidence/${entry}/before.jpg?run=${boot.run}`, t("notice.put-back.look"));
  return el("div", { class: "notice put-back", role: "status" }, shape("replay"), el("strong", {}, t("notice.put-back")),
    el("ul", {}, sentences.map((sentence) => el("li", {}, sentence))),
    entry ? el("button", { type: "button", "data-key": "put-back", onclick: look }, t("notice.put-back.look")) : null);
}

function draw({ source, problems, warnings, paused, undone, unmeasured }) {
  const worth = source.ok && source.note ? [source.note, ...warnings] : warnings;
  const blind = source.ok ? [] : [source.note || t("notice.source", { name: source.name })];
  return [
    pause(paused),
    putBack(undone),
    notice("bad", "bad", t("source.lost"), blind),
    notice("bad", "bad", t("notice.problem"), problems),
    worthKnowing(worth, unmeasured),
  ];
}

function drawSource({ name, ok, waits, rate, replay }) {
  if (!name) return []; // none is chosen yet: nothing is lost
  // a replay has no camera whose state could be told
  if (replay) return [el("span", { class: "source-name", title: name }, name)];
  return [
    waits ? null : el("span", { class: ok ? "dot good" : "dot wrong", "aria-hidden": "true" }),
    el("span", { class: "source-name", title: name }, name),
    waits ? null : el("span", { class: "sr" }, t(ok ? "source.ok" : "source.lost")),
    ok && rate > 0 ? el("span", { class: "quiet rate" }, t("source.rate", { rate })) : null,
  ];
}

export function noticesView() {
  const banner = part($("notices"), draw);
  const source = part($("source"), drawSource);
  return (state) => {
    const { name, ok, note } = state.source;
    const unmeasured = Boolean(state.guide) && state.guide.source !== "simulated" && state.guide.lens.state !== "done" && may("guide");
    if (state.phase === "setup") banner({ source: { ok: true }, problems: [], warnings: [], paused: false, undone: null });
    else banner({ source: { name, ok, note }, problems: state.problems, warnings: state.warnings, paused: state.paused, undone: state.replay ? null : state.put_back, unmeasured });
    source({ name, ok, waits: state.phase === "setup" && !ok, rate: Math.round(state.source.frames_per_second), replay: Boolean(state.replay) });
  };
}
