// The board as the referee drew it. The SVG is shown as a picture, so nothing in it can run.

import { beneath } from "./beneath.js";
import { keepBoard, zoom } from "./dialogs.js";
import { $ } from "./dom.js";
import { apart, handlesOf, wholeOf } from "./handles.js";
import { t } from "./words.js";

/** What the drawing says of itself. */
function title(svg) {
  const found = svg.match(/<title>[^<]*<\/title>/);
  return found && new DOMParser().parseFromString(found[0], "text/html").title;
}

const SVG = "http://www.w3.org/2000/svg";
const MOVING_MS = 900;
const still = matchMedia("(prefers-reduced-motion: reduce)");

function shape(tag, properties) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(properties)) node.setAttribute(name, value);
  return node;
}

/** Let a ring run from where each piece stood to where it stands now, over the new picture; nothing for who wants none. */
function show(before, after, picture) {
  document.querySelector(".board-moves")?.remove();
  if (!before || !after || still.matches) return;
  const [old, now] = [handlesOf(before), handlesOf(after)];
  const stood = new Map(old.pieces.map((one) => [one.id, one]));
  const moved = now.pieces.filter((one) => stood.has(one.id) && apart(one, stood.get(one.id)) > now.size / 4);
  if (!moved.length || moved.length > now.pieces.length / 2 + 1) return; // another table, not a move
  const layer = shape("svg", { class: "board-moves", viewBox: now.box, "aria-hidden": "true" });
  layer.append(...moved.flatMap((to) => {
    const from = stood.get(to.id);
    return [shape("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, "stroke-width": now.size / 4 }), shape("circle", { r: now.size, "stroke-width": now.size / 3 })];
  }));
  const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = picture;
  Object.assign(layer.style, { left: `${offsetLeft}px`, top: `${offsetTop}px`, width: `${offsetWidth}px`, height: `${offsetHeight}px` });
  picture.after(layer);
  layer.querySelectorAll("circle").forEach((ring, index) => {
    const [from, to] = [stood.get(moved[index].id), moved[index]].map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
    ring.animate([from, to], { duration: MOVING_MS, easing: "ease-in-out", fill: "forwards" });
  });
  layer.animate([{ opacity: 1 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }], { duration: 1.5 * MOVING_MS, fill: "forwards" }).onfinish = () => layer.remove();
}

export function boardView() {
  let shown = null;
  let offered = null;
  let whole = ""; // the address of a picture of the whole board
  const picture = $("board-picture");
  const under = beneath(picture);
  picture.addEventListener("click", () => zoom(picture.src, picture.alt));
  return ({ diagram, hands }) => {
    if (diagram === shown) {
      if (JSON.stringify(hands) !== offered) keepBoard(wholeOf(diagram), whole, hands);
      offered = JSON.stringify(hands);
      return;
    }
    const before = shown;
    shown = diagram;
    offered = JSON.stringify(hands);
    picture.hidden = !diagram;
    under(diagram.includes(" data-mm="));
    $("board-note").hidden = Boolean(diagram);
    const old = [picture.src, whole];
    const url = (svg) => URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    if (diagram) [picture.src, whole] = [url(diagram), url(wholeOf(diagram))];
    setTimeout(() => old.filter(Boolean).forEach((one) => URL.revokeObjectURL(one)), 1000);
    keepBoard(wholeOf(diagram), whole, hands);
    picture.alt = title(diagram) || t("board.alt");
    if (diagram) picture.decode().then(() => shown === diagram && show(before, diagram, picture)).catch(() => null); // replaced meanwhile
  };
}
