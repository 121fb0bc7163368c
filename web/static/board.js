// The board as the referee drew it. The SVG is shown as a picture, so nothing in it can run.

import { keepBoard, zoom } from "./dialogs.js";
import { $ } from "./dom.js";
import { t } from "./words.js";

/** What the drawing says of itself. */
function title(svg) {
  const found = svg.match(/<title>[^<]*<\/title>/);
  return found && new DOMParser().parseFromString(found[0], "text/html").title;
}

export function boardView() {
  let shown = null;
  let offered = null;
  const picture = $("board-picture");
  picture.addEventListener("click", () => zoom(picture.src, picture.alt));
  return ({ diagram, hands }) => {
    if (diagram === shown) {
      if (JSON.stringify(hands) !== offered) keepBoard(diagram, picture.src, hands);
      offered = JSON.stringify(hands);
      return;
    }
    shown = diagram;
    offered = JSON.stringify(hands);
    picture.hidden = !diagram;
    $("board-note").hidden = Boolean(diagram);
    const old = picture.src;
    if (diagram) picture.src = URL.createObjectURL(new Blob([diagram], { type: "image/svg+xml" }));
    if (old) setTimeout(() => URL.revokeObjectURL(old), 1000);
    keepBoard(diagram, picture.src, hands);
    picture.alt = title(diagram) || t("board.alt");
  };
}
