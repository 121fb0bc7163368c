// Bits of page that several parts show: a driver, a rule, a question, a pair of pictures.

import { zoom } from "./dialogs.js";
import { el } from "./dom.js";
import { suit } from "./icons.js";
import { told } from "./law.js";
import { may } from "./link.js";
import { ask } from "./toast.js";
import { boot, t } from "./words.js";

/** A driver's name with the suit's shape before it. */
export function driver(name) {
  return el("span", { class: "driver" }, suit(name), told(name));
}

/** One answer as a big button; it declares something. */
export function answerButton([label, declaration], key) {
  return el("button", { type: "button", "data-key": `${key}:${declaration}`, "data-answer": true,
    onclick: () => ask("declare", { text: declaration }) }, label);
}

/** A question with its answers as big buttons, for those who may answer. */
export function question({ text, answers }, key) {
  if (!may("declare")) return null;
  const buttons = answers.map((one) => answerButton(one, key));
  return el("fieldset", { class: "question" }, el("legend", {}, text), el("div", { class: "choices" }, buttons));
}

/** The pictures kept with an entry, side by side; a tap shows one large. */
export function pictures(entry, names) {
  return el("div", { class: "pictures" }, names.map((name) => picture(entry, name)));
}

function picture(entry, name) {
  const label = t(`verdict.${name}`);
  const source = `/evidence/${entry}/${encodeURIComponent(name)}.jpg?run=${boot.run}`;
  return el("button", { type: "button", class: "picture", "data-key": `picture:${entry}:${name}`, onclick: () => zoom(source, label) },
    el("img", { src: source, alt: label, loading: "lazy" }), el("span", {}, label));
}
