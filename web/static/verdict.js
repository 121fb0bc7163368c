// The verdict in large: word, shape, sentence, rule, pictures, what would have been legal, and what settles a doubt.

import { overrule } from "./dialogs.js";
import { $, el, part } from "./dom.js";
import { shape } from "./icons.js";
import { driver, pictures, question } from "./pieces.js";
import { ask } from "./toast.js";
import { t } from "./words.js";

function nothing(phase, outcome) {
  const sentence = outcome ?? t(phase === "survey" ? "verdict.survey" : "verdict.none");
  const word = phase === "over" ? "phase.over" : phase === "survey" ? "status.survey" : "status.none";
  return [
    shape("none"),
    el("div", { class: "verdict-text" }, el("p", { class: "word" }, t(word)), el("p", { class: "sentence" }, sentence)),
  ];
}

function head(verdict) {
  return el("p", { class: "word" }, t(`status.${verdict.status}`),
    verdict.provisional ? el("span", { class: "tag" }, t("status.provisional")) : null,
    verdict.player ? driver(verdict.player) : null);
}

// The judge's sentence ends with each rule; the page sets the rules in a list of their own below it.
function spoken({ violations, sentence }) {
  const messages = violations.map(({ message }) => message);
  return messages.length && messages.every(Boolean) ? messages.join(" ") : sentence;
}

function rule({ rule: id, title, section }) {
  return el("li", {},
    el("span", { class: "rule" }, el("strong", {}, title), ` · ${t("verdict.section", { section })} `, el("code", {}, id)));
}

function rules({ violations }) {
  return violations.length ? el("ul", { class: "rules", "aria-label": t("verdict.rule") }, violations.map(rule)) : null;
}

function alternatives({ alternatives: turns }) {
  if (turns.length === 0) return null;
  return el("div", { class: "instead" }, el("h3", {}, t("verdict.alternatives")),
    el("ul", {}, turns.slice(0, 4).map((turn) => el("li", {}, turn))));
}

function buttons({ entry, status, stands }) {
  if (!entry) return null;
  return el("div", { class: "row" },
    status === "ILLEGAL" && !stands
      ? el("button", { type: "button", "data-key": "stand", onclick: () => ask({ do: "stand", entry }) }, t("verdict.stand"))
      : null,
    el("button", { type: "button", class: "plain", "data-key": "overrule", onclick: () => overrule(entry, status) }, t("verdict.overrule")));
}

function draw({ verdict, phase, outcome }) {
  if (!verdict) return nothing(phase, outcome);
  const proof = verdict.status === "ILLEGAL" && verdict.entry && verdict.pictures?.length ? pictures(verdict.entry, verdict.pictures) : null;
  return [
    shape(verdict.status),
    el("div", { class: "verdict-text" },
      head(verdict),
      el("p", { class: "sentence" }, spoken(verdict)),
      rules(verdict),
      outcome ? el("p", { class: "outcome" }, outcome) : null,
      verdict.questions.map((one, index) => question(one, `verdict${index}`)),
      alternatives(verdict),
      buttons(verdict)),
    proof,
  ];
}

export function verdictView() {
  const body = part($("verdict-body"), draw);
  return ({ verdict, phase, outcome }) => {
    const box = $("verdict");
    box.dataset.status = verdict?.status ?? "none";
    box.toggleAttribute("data-provisional", Boolean(verdict?.provisional));
    body({ verdict, phase, outcome });
  };
}
