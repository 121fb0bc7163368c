// Whose turn it is, what they may do, what they can say, and the big buttons. Before the race: how to start it.

import { correct } from "./dialogs.js";
import { $, el, part } from "./dom.js";
import { may } from "./link.js";
import { driver, question, undoes } from "./pieces.js";
import { ask } from "./toast.js";
import { underWay } from "./under-way.js";
import { t } from "./words.js";

const MANY_ENDS = 16;
const FIRST_QUESTIONS = 2;
let players = null;

function ends(spaces) {
  if (spaces.length === 0) return null;
  if (spaces.some((space) => space.includes(":"))) {
    // a floor has places, no names for them
    return el("div", { class: "ends-row" }, el("h3", {}, t("turn.ends")), el("p", { class: "quiet small" }, t("turn.ends.drawn")));
  }
  const list = el("span", { class: "ends" }, spaces.map((space) => el("span", { class: "space" }, space)));
  const body =
    spaces.length <= MANY_ENDS
      ? list
      : el("details", {}, el("summary", { "data-key": "ends" }, t("turn.ends.all", { count: spaces.length })), list);
  return el("div", { class: "ends-row" }, el("h3", {}, t("turn.ends")), body);
}

/** What was declared in this turn, in words. */
function declarations(said) {
  if (said.length === 0) return null;
  return el("div", { class: "said" }, el("h3", {}, t("turn.declared")),
    said.map((text) => el("span", { class: "space" }, text)),
    el("button", { type: "button", class: "plain", "data-key": "undeclare", onclick: () => ask("undeclare") }, t("turn.undeclare")));
}

function drawRace({ now, outcome, begun }) {
  if (outcome) {
    return [el("p", { class: "whose" }, t("phase.over")), el("p", {}, outcome),
      el("a", { class: "button main wide", "data-key": "podium", href: "#podium" }, t("podium.open"))];
  }
  return [
    now.player ? el("p", { class: "whose" }, driver(now.player), ` ${t("turn.moves")}`) : null,
    // what they may do is reckoned from the turn's start; the verdict tells what of it is used
    begun ? el("h3", {}, t("turn.from-start")) : null,
    el("p", { class: "may" }, now.sentence),
    ends(now.ends),
  ];
}

function drawPad({ pad, said }) {
  if (!may("declare")) return [];
  return [
    pad.length ? el("h3", { class: "pad-head" }, t("turn.pad")) : null,
    pad.slice(0, FIRST_QUESTIONS).map((one, index) => question(one, `pad${index}`)),
    pad.length > FIRST_QUESTIONS
      ? el("details", {},
          el("summary", { "data-key": "more-pad" }, t("turn.pad.more", { count: pad.length - FIRST_QUESTIONS })),
          pad.slice(FIRST_QUESTIONS).map((one, index) => question(one, `more${index}`)))
      : null,
    declarations(said),
  ];
}

function drawSetup({ setup, problems, guided }) {
  const counts = setup.players;
  if (guided) players = guided;
  else if (!counts.includes(players)) players = counts[counts.length - 1];
  const choices = counts.map((count) =>
    el("label", { class: "choice" },
      el("input", { type: "radio", name: "players", value: count, checked: count === players, "data-key": `players:${count}`,
        onchange: () => (players = count) }),
      el("span", {}, String(count))));
  return [
    el("p", { class: "whose" }, t("phase.survey")),
    setup.missing ? el("p", { class: "may capital" }, setup.missing) : null,
    problems.length ? el("p", { class: "may" }, t("setup.wrong")) : setup.missing ? null : el("p", { class: "ready" }, t("setup.ready")),
    guided || !may("start") ? null : el("fieldset", { class: "question" }, el("legend", {}, t("setup.players")), el("div", { class: "choices" }, choices)),
    may("start") && el("button", { type: "button", class: "main wide", "data-key": "start", disabled: Boolean(setup.missing), onclick: () => ask("start", { players }) }, t("setup.start")),
    underWay(setup),
  ];
}

function drawActions({ phase, paused, closing, undoing }) {
  if (phase === "survey") return [];
  const button = (name, key, label, onclick, look = "", disabled = false) =>
    may(name) ? el("button", { type: "button", class: look, "data-key": key, disabled, onclick }, label) : null;
  return [
    phase === "race" ? button("close", "close", t(closing ? "turn.closing" : "turn.close"), () => ask("close"), "main close") : null,
    button("undo", "undo", undoes("turn.undo", undoing), () => ask("undo"), "", !undoing),
    button("correct", "correct", t("turn.correct"), correct),
    // on a phone this one is found inside "Correct…"
    button("correct", "accept", t("turn.accept"), () => ask("correct", { accept: true }), "roomy"),
    phase === "race" ? button("pause", "pause", t(paused ? "turn.go-on" : "turn.break"), () => ask("pause", { on: !paused }), "roomy") : null,
  ];
}

export function turnView() {
  const race = part($("turn-body"), (value) => (value.phase === "survey" ? drawSetup(value) : drawRace(value)));
  const actions = part($("actions"), drawActions);
  const pads = part($("pad-body"), drawPad);
  return (state) => {
    const { phase, outcome, now, pad, said, setup, problems, guide, verdict } = state;
    const begun = Boolean(verdict?.provisional) && verdict.player === now.player;
    race(phase === "survey" ? { phase, setup, problems, guided: guide?.players ?? 0 } : { phase, outcome, now: { ...now, standings: null }, begun });
    actions({ phase, paused: state.paused, closing: state.closing, undoing: state.undoing });
    pads(phase === "race" ? { pad, said } : { pad: [], said: [] });
  };
}
