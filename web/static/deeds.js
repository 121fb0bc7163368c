// What can be done to the chosen piece beside moving it: a row of buttons, and the keys R (turn) and F (turn over).

import { $, el, part } from "./dom.js";
import { known, t } from "./words.js";

/** The words on a deed's button; what it is about is said by the law where the deed does not say so. */
function label([deed, what]) {
  const [kind, value] = deed.split(":");
  if (kind === "turn") return t(Number(value) > 0 ? "hand.left" : "hand.right", { what: Math.abs(Number(value)) });
  return known(`hand.${kind}`) ? t(`hand.${kind}`, { what: what || value }) : deed;
}

function draw({ deeds }, send) {
  return deeds.map((one) =>
    el("button", { type: "button", "data-key": `deed:${one[0]}`, onclick: () => send(one[0]) }, label(one)));
}

/** Returns a function that shows the deeds of a piece; `send` gets the one that was chosen. */
export function deedRow(send) {
  const node = $("place-deeds");
  const body = part(node, (value) => draw(value, send));
  return (name, deeds) => {
    node.hidden = deeds.length === 0;
    node.setAttribute("aria-label", t("hand.heading", { piece: name }));
    body({ name, deeds });
  };
}

/** The deed of a key among those offered: R turns (with Shift the other way), F turns over; undefined for no deed. */
export function deedOfKey({ key, shiftKey }, deeds) {
  const names = deeds.map(([deed]) => deed);
  if (key.toLowerCase() === "f") return names.find((deed) => deed === "flip");
  if (key.toLowerCase() !== "r") return undefined;
  return names.find((deed) => deed.startsWith(shiftKey ? "turn:-" : "turn:")) ?? names.find((deed) => deed.startsWith("toward:"));
}
