// Bits of page that several parts show: a driver, a rule, a question, a pair of pictures.

import { zoom } from "./dialogs.js";
import { el } from "./dom.js";
import { suit } from "./icons.js";
import { may } from "./link.js";
import { nameClass, named } from "./names.js";
import { ask } from "./toast.js";
import { boot, t } from "./words.js";

/** A driver's name with the suit's shape before it. */
export function driver(name) {
  return el("span", { class: nameClass(name) }, suit(name), named(name));
}

/** Whom a verdict is about: who broke a rule need not be the driver whose turn it was. */
export const drivers = ({ about }) => about.map(driver);

/** One answer as a big button; it declares something. */
function answerButton([label, declaration], key, shown, entry) {
  return el("button", { type: "button", "data-key": `${key}:${declaration}`, "data-answer": true, "aria-label": shown === label ? null : label,
    onclick: () => ask("declare", { text: declaration, ...entry }) }, shown);
}

const MANY = 4; // so few answers are read as they are

/** What all of many answers begin and end with, to be said once; "" for both where little is common. */
function common(labels) {
  const words = labels.map((label) => label.split(" "));
  const [first] = words;
  if (labels.length < MANY) return ["", ""];
  const shortest = Math.min(...words.map((one) => one.length)) - 1; // something is left of each
  let begins = 0;
  while (begins < shortest && words.every((one) => one[begins] === first[begins])) begins += 1;
  let ends = 0;
  while (ends < shortest - begins && words.every((one) => one.at(-1 - ends) === first.at(-1 - ends))) ends += 1;
  if (begins + ends < 2) return ["", ""];
  return [first.slice(0, begins).join(" "), ends ? first.slice(-ends).join(" ") : ""];
}

/** Answers as buttons: where many differ in a number, or in a word or two, what they share stands above them once. */
export function choices(answers, key, entry) {
  const numbers = answers.filter(([, declaration]) => /=\d+$/.test(declaration));
  const alike = numbers.length >= MANY ? numbers : answers.filter(([, declaration]) => !declaration.endsWith("=no"));
  const [begins, ends] = common(alike.map(([label]) => label));
  const [first, last] = [begins && `${begins} `, ends && ` ${ends}`];
  const row = (some, shown = (label) => label) =>
    (some.length ? el("div", { class: "choices" }, some.map((one) => answerButton(one, key, shown(one[0]), entry))) : null);
  if (!begins && !ends) return row(answers);
  return [
    row(answers.filter((one) => !alike.includes(one))),
    el("p", { class: "shared small" }, [begins, ends].filter(Boolean).join(" … ") + (ends ? "" : " …")),
    row(alike, (label) => label.slice(first.length, label.length - last.length)),
  ];
}

/**
 * A question with its answers as big buttons, for those who may answer; thrown dice are tapped one after the other.
 * `entry` holds the verdict that asks, if one does.
 */
export function question({ text, answers, dice }, key, entry = {}) {
  if (!may("declare")) return null;
  return el("fieldset", { class: "question" }, el("legend", {}, text), dice ? diceToTap(dice, key, entry) : null,
    choices(answers, key, entry));
}

const tapped = {}; // by question, the faces so far: the page may be drawn anew between two taps
const PIPS = ["", "4", "26", "246", "0268", "02468", "023568"]; // places in a grid of three by three

function face(number) {
  const pips = Array.from({ length: 9 }, (_, place) => el("i", PIPS[number].includes(place) ? { class: "pip" } : {}));
  return el("span", { class: "die", "aria-hidden": "true" }, pips);
}

/** Six faces to tap in the order in which the dice fell; what was tapped stands below, to take back or to say. */
function diceToTap(dice, key, entry) {
  const faces = (tapped[key] ??= []);
  const shown = el("div", { class: "choices tapped", "aria-live": "polite" });
  const say = async () => {
    const said = faces.splice(0); // at once: the page may be drawn anew before the answer comes
    draw();
    if (!(await ask("declare", { text: `roll=${said.join("+")}`, ...entry }))) faces.push(...said);
    draw();
  };
  const draw = () => {
    row.querySelectorAll("button").forEach((button) => (button.disabled = faces.length >= dice));
    shown.replaceChildren(...(faces.length === 0 ? [] : [
      el("span", { class: "dice", "aria-label": faces.join(", "), role: "img" }, faces.map(face)),
      el("button", { type: "button", class: "plain", "data-key": `${key}:back`, onclick: () => { faces.pop(); draw(); } }, t("dice.back")),
      el("button", { type: "button", class: "main", "data-key": `${key}:say`,
        onclick: say }, t("dice.say")),
    ]));
  };
  const row = el("div", { class: "choices faces" }, [1, 2, 3, 4, 5, 6].map((number) =>
    el("button", { type: "button", "aria-label": t("dice.face", { number }), "data-key": `${key}:die${number}`,
      onclick: () => { faces.push(number); draw(); } }, face(number))));
  draw();
  return el("div", {}, row, shown);
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

/** The word for an undo, and in small letters under it what it would take back now. */
export function undoes(word, undoing) {
  const player = undoing && named(undoing.player);
  return [t(word), undoing ? el("small", { class: "what" }, t(`undoing.${undoing.what}`, { player })) : null];
}
