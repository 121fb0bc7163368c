// The verdict in large: word, shape, sentence, rule, pictures, what would have been legal, and what settles a doubt.

import { overrule } from "./dialogs.js";
import { $, el, part } from "./dom.js";
import { differ, doubt } from "./doubt.js";
import { shape } from "./icons.js";
import { proof } from "./incident.js";
import { may } from "./link.js";
import { drivers, question } from "./pieces.js";
import { asks, holds, ranked } from "./ranked.js";
import { review } from "./review.js";
import { ask } from "./toast.js";
import { t } from "./words.js";

function nothing({ phase, outcome, mode, missing, joining, paused }) {
  const survey = missing ? "survey" : "ready";
  const lay = missing && joining ? "survey.joining" : survey;
  const silent = paused ? "notice.break.means" : mode === "record" && phase === "race" ? "verdict.silent" : "verdict.none";
  const sentence = outcome ?? t(phase === "survey" ? `verdict.${lay}` : silent);
  const word = phase === "over" ? "phase.over" : phase === "survey" ? `status.${survey}` : "status.none";
  return [
    shape("none"),
    el("div", { class: "verdict-text" }, el("p", { class: "word" }, t(word)), el("p", { class: "sentence" }, sentence)),
  ];
}

function head(verdict) {
  return el("p", { class: "word" }, t(`status.${holds(verdict)}`),
    verdict.provisional ? el("span", { class: "tag" }, t("status.provisional")) : null,
    drivers(verdict));
}

// The judge's sentence ends with each rule; the page sets the rules in a list of their own below it.
function spoken({ violations, sentence }) {
  const messages = [...new Set(violations.map(({ message }) => message))];
  return messages.length && messages.every(Boolean) ? messages.join(" ") : sentence;
}

/** Each broken rule once, however often it was broken. */
function broken({ violations }) {
  return violations.filter(({ rule: id }, index) => violations.findIndex((one) => one.rule === id) === index);
}

function rule({ rule: id, title, section }) {
  return el("li", {},
    el("span", { class: "rule" }, el("strong", {}, title), ` · ${t("verdict.section", { section })} `, el("code", {}, id)));
}

function rules(verdict) {
  return verdict.violations.length ? el("ul", { class: "rules", "aria-label": t("verdict.rule") }, broken(verdict).map(rule)) : null;
}

function alternatives({ alternatives: turns }) {
  if (turns.length === 0) return null;
  return el("div", { class: "instead" }, el("h3", {}, t("verdict.alternatives")),
    el("ol", {}, turns.slice(0, 4).map((turn) => el("li", {}, turn))));
}

function settled({ entry, stands, overruled, status }, mode) {
  const words = [];
  if (overruled) words.push(t(overruled.status === status ? "verdict.agreed" : "verdict.overruled", { status: t(`status.${status}`), why: overruled.why }));
  else if (stands) words.push(t("verdict.stands"));
  if (mode === "advise") words.push(t("mode.advise.now"));
  const open = entry && status === "ILLEGAL" && mode === "strict" && !overruled && !stands && may("stand");
  return [words.map((text) => el("p", { class: "settled" }, text)), open ? el("p", { class: "open" }, t("verdict.now")) : null];
}

function buttons(verdict, key = "") {
  const { entry, status, stands, overruled, sentence, pictures: names, clip_ms: clip } = verdict;
  if (!entry) return null;
  return el("div", { class: "row" },
    status === "ILLEGAL" && !stands && !overruled && may("stand")
      ? el("button", { type: "button", "data-key": `stand${key}`, onclick: () => ask("stand", { entry }) }, t("verdict.stand"))
      : null,
    clip.length || names.length
      ? el("button", { type: "button", class: "plain look", "data-key": `review${key}`, onclick: () => review(verdict) }, t("review.open"))
      : null,
    may("overrule")
      ? el("button", { type: "button", class: "plain", "data-key": `overrule${key}`, onclick: () => overrule(entry, status, sentence) }, t("verdict.overrule"))
      : null);
}

/** A question that nobody can answer by a word is answered by the table: it is right as it lies, or put right. */
function asItStands() {
  if (!may("correct")) return null;
  return el("button", { type: "button", "data-key": "as-it-stands", onclick: () => ask("correct", { accept: true }) }, t("turn.accept"));
}

function below(verdicts) {
  if (verdicts.length === 0) return null;
  return el("ul", { class: "meanwhile", "aria-label": t("verdict.meanwhile") }, verdicts.map((one) => el("li", { "data-status": holds(one) },
    head(one), el("p", {}, spoken(one)), holds(one) === "ILLEGAL" ? buttons(one, `:${one.entry}`) : null)));
}

function draw(state) {
  const { verdict, outcome, mode, rest } = state;
  if (!verdict) return nothing(state);
  const held = holds(verdict);
  const shown = verdict.entry && (held === "ILLEGAL" || (held === "UNDECIDED" && verdict.place));
  const open = asks(verdict);
  const cleared = held !== "ILLEGAL" && verdict.overruled; // the referee's fault or question is none any more
  return [
    shape(held),
    el("div", { class: "verdict-text" },
      head(verdict),
      verdict.due ? el("p", { class: "due" }, verdict.due) : null,
      cleared ? null : el("p", { class: "sentence" }, spoken(verdict)),
      cleared ? null : rules(verdict),
      outcome ? el("p", { class: "outcome" }, outcome) : null,
      settled(verdict, mode),
      cleared ? el("p", { class: "quiet small" }, spoken(verdict)) : null,
      open ? verdict.questions.map((one, index) => (index === 0 && differ(verdict.readings) ? doubt(verdict, one) : question(one, `verdict${index}`, verdict.entry ? { entry: verdict.entry } : {}))) : null,
      open && verdict.questions.some(({ answers, dice }) => answers.length === 0 && !dice) ? asItStands() : null,
      held === "LEGAL" ? null : alternatives(verdict),
      buttons(verdict),
      below(rest)),
    shown ? proof(verdict) : null,
  ];
}

export function verdictView() {
  const body = part($("verdict-body"), draw);
  return (state) => {
    const box = $("verdict");
    const { phase, outcome, mode, paused } = state;
    const [verdict, rest] = ranked(state);
    box.dataset.status = verdict ? holds(verdict) : "none";
    box.toggleAttribute("data-provisional", Boolean(verdict?.provisional));
    body({ verdict, phase, outcome, mode, rest, missing: phase === "survey" && Boolean(state.setup.missing || state.problems.length), joining: Boolean(state.setup.joining), paused });
  };
}
