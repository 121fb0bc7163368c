// A doubt as cards: each likely answer with the drawing of what it would mean, to be answered with a thumb.

import { el } from "./dom.js";
import { may } from "./link.js";
import { choices } from "./pieces.js";
import { ask } from "./toast.js";
import { boot, t } from "./words.js";

function card({ answer, declaration, words }, number, entry, apart) {
  const source = `/reading/${entry}/${number}.svg?run=${boot.run}&of=${encodeURIComponent(declaration)}`;
  return el("button", { type: "button", class: "reading", "data-key": `reading:${declaration}`, "data-answer": true,
    onclick: () => ask("declare", { text: declaration, entry }) },
    el("img", { src: source, alt: "" }), el("strong", {}, answer), apart ? el("span", { class: "small" }, words) : null);
}

/** Whether drawings tell the answers apart. */
export const differ = (readings) => readings.some(({ board }) => board !== 0);

/** The first question with its likeliest answers drawn; the other answers stand behind "more". */
export function doubt({ entry, readings }, { text, answers }) {
  if (!may("declare")) return null;
  const drawn = new Set(readings.map(({ declaration }) => declaration));
  const apart = readings.some(({ words }) => words !== readings[0].words);
  const others = answers.filter(([, declaration]) => !drawn.has(declaration));
  return el("fieldset", { class: "question" }, el("legend", {}, text),
    el("div", { class: "readings" }, readings.map((one, number) => card(one, number, entry, apart))),
    others.length
      ? el("details", {}, el("summary", { "data-key": "more-answers" }, t("doubt.more", { count: others.length })),
          choices(others, "verdict0", { entry }))
      : null);
}
