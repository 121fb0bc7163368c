// A doubt as cards: each likely answer with the drawing of what it would mean, to be answered with a thumb.

import { el } from "./dom.js";
import { may } from "./link.js";
import { answerButton } from "./pieces.js";
import { ask } from "./toast.js";
import { boot, t } from "./words.js";

function card({ answer, declaration, words }, number, entry) {
  const source = `/reading/${entry}/${number}.svg?run=${boot.run}&of=${encodeURIComponent(declaration)}`;
  return el("button", { type: "button", class: "reading", "data-key": `reading:${declaration}`, "data-answer": true,
    onclick: () => ask("declare", { text: declaration }) },
    el("img", { src: source, alt: "" }), el("strong", {}, answer), el("span", { class: "small" }, words));
}

/** The first question with its likeliest answers drawn; the other answers stand behind "more". */
export function doubt({ entry, readings }, { text, answers }) {
  if (!may("declare")) return null;
  const drawn = new Set(readings.map(({ declaration }) => declaration));
  const others = answers.filter(([, declaration]) => !drawn.has(declaration));
  return el("fieldset", { class: "question" }, el("legend", {}, text),
    el("div", { class: "readings" }, readings.map((one, number) => card(one, number, entry))),
    others.length
      ? el("details", {}, el("summary", { "data-key": "more-answers" }, t("doubt.more", { count: others.length })),
          el("div", { class: "choices" }, others.map((one) => answerButton(one, "verdict0"))))
      : null);
}
