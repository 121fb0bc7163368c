// A race that has begun before the referee came: what no camera sees of it is tapped, or left open.

import { $, el, part, setText } from "./dom.js";
import { suit } from "./icons.js";
import { command, may } from "./link.js";
import { nameClass } from "./names.js";
import { toast } from "./toast.js";
import { t } from "./words.js";

const HAND = "give"; // of a hand several things may be so at once
const GUESSED = ["laps", "then", "gear"]; // of these the law works out what is likely; the others only begin somewhere
const told = new Map(); // by piece and kind: the deeds that people tapped
let players = 0;
let opened = 0; // each time the window opens nothing is tapped
let show = () => {};

const named = ([deed, about]) => about || deed.split(":")[1];

function tapped(key, type, name, label, checked, change) {
  return el("label", { class: "choice" }, el("input", { type, name, checked, "data-key": key, onchange: change }), el("span", { class: "capital" }, label));
}

/** What may be so of one thing, one of it or "not sure". */
function oneOf(key, { kind, deeds }) {
  const said = told.get(key)?.[0];
  return [
    tapped(`${key} ?`, "radio", key, t("under-way.not-sure"), !said, () => told.delete(key)),
    deeds.map((one) =>
      tapped(`${key} ${one[0]}`, "radio", key, one[2] && GUESSED.includes(kind) ? t("under-way.likely", { what: named(one) }) : named(one), said === one[0], () => told.set(key, [one[0]]))),
  ];
}

/** A hand: what is in it, as far as anybody knows; tapped is what is otherwise. */
function hand(key, { deeds }) {
  const said = told.get(key) ?? [];
  return deeds.map(([deed, about, so]) => {
    const toggle = () => {
      const now = told.get(key) ?? [];
      told.set(key, now.includes(deed) ? now.filter((one) => one !== deed) : [...now, deed]);
    };
    return tapped(`${key} ${deed}`, "checkbox", key, about, Boolean(so) !== said.includes(deed), toggle);
  });
}

function question(one) {
  const key = `${one.piece} ${one.kind}`;
  return el("fieldset", { class: "question" }, el("legend", {}, t(`under-way.${one.kind}`)),
    el("div", { class: "choices" }, one.kind === HAND ? hand(key, one) : oneOf(key, one)));
}

function draw({ unseen }) {
  const pieces = [...new Set(unseen.map(({ piece }) => piece))];
  return pieces.map((piece) => {
    const about = unseen.filter((one) => one.piece === piece);
    const questions = about.map(question);
    const { kind, name, player } = about[0];
    return kind === "next" ? questions : el("section", { class: "of-piece", "aria-label": name }, el("h3", {}, el("span", { class: nameClass(player) }, suit(player), name)), questions);
  });
}

async function send() {
  const said = [...told].flatMap(([key, deeds]) => deeds.map((deed) => `${key.slice(0, key.lastIndexOf(" "))} ${deed}`)).join("\n");
  const { ok, sentence } = await command("start", { players, under_way: true, said });
  if (ok === null) return;
  setText($("under-way-error"), ok ? "" : sentence);
  if (!ok) return;
  $("under-way").close();
  toast(sentence);
}

/** The button that opens the window, where a race can be begun in the middle. */
export function underWay({ joining }) {
  if (!joining || !may("start")) return null;
  const open = () => {
    told.clear();
    opened += 1;
    $("under-way").showModal();
    show(joining);
  };
  return el("button", { type: "button", class: "wide", "data-key": "under-way", onclick: open }, t("under-way.open"));
}

export function underWayView() {
  const body = part($("under-way-body"), draw);
  show = (joining) => {
    players = joining.players;
    body({ unseen: joining.unseen, opened });
    $("under-way-send").disabled = Boolean(joining.problem);
    setText($("under-way-error"), joining.problem);
    $("under-way-picture").src = $("board-picture").src;
    $("under-way-picture").hidden = $("board-picture").hidden;
  };
  $("under-way-send").addEventListener("click", send);
  return ({ setup: { joining } }) => {
    if (!$("under-way").open) return;
    if (joining) show(joining);
    else $("under-way").close();
  };
}
