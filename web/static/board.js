// The board as the referee drew it. The SVG is shown as a picture, so nothing in it can run.

import { keepBoard, zoom } from "./dialogs.js";
import { $ } from "./dom.js";
import { wholeOf } from "./handles.js";
import { t } from "./words.js";

/** What the drawing says of itself. */
function title(svg) {
  const found = svg.match(/<title>[^<]*<\/title>/);
  return found && new DOMParser().parseFromString(found[0], "text/html").title;
}

export function boardView() {
  let shown = null;
  let offered = null;
  let whole = ""; // the address of a picture of the whole board
  const picture = $("board-picture");
  picture.addEventListener("click", () => zoom(picture.src, picture.alt));
  return ({ diagram, hands }) => {
    if (diagram === shown) {
      if (JSON.stringify(hands) !== offered) keepBoard(wholeOf(diagram), whole, hands);
      offered = JSON.stringify(hands);
      return;
    }
    shown = diagram;
    offered = JSON.stringify(hands);
    picture.hidden = !diagram;
    $("board-note").hidden = Boolean(diagram);
    const old = [picture.src, whole];
    const url = (svg) => URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    if (diagram) [picture.src, whole] = [url(diagram), url(wholeOf(diagram))];
    setTimeout(() => old.filter(Boolean).forEach((one) => URL.revokeObjectURL(one)), 1000);
    keepBoard(wholeOf(diagram), whole, hands);
    picture.alt = title(diagram) || t("board.alt");
  };
}
