// The drawn board in the window "Correct": pieces are dragged, or moved with the arrow keys, or chosen from lists.

import { $, el, setText } from "./dom.js";
import { apart, handlesOf, nearest, neighbour } from "./handles.js";
import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STEP_MM = 10;

let board = null; // what handlesOf gives
let chosen = null; // {piece, place: {id, name, x, y}}
let dragged = null;

function node(name, properties) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(properties)) made.setAttribute(key, value);
  return made;
}

/** What is to be put where: {piece, space} for the command, or null. */
export function choice() {
  return chosen?.place ? { piece: chosen.piece.id, space: chosen.place.id } : null;
}

/** Nothing is chosen any more. */
export function forget() {
  choose(null, null);
}

function spaceNearest(at) {
  if (board.free) return { id: `${Math.round(at.x)}:${Math.round(-at.y)}`, name: t("place.point"), x: Math.round(at.x), y: Math.round(at.y) };
  const found = nearest(board.spaces, at);
  return found && apart(found, at) < board.size * 4 ? found : null;
}

function choose(piece, place) {
  chosen = piece && { piece, place };
  $("place-piece").value = piece?.id ?? "";
  if (!board?.free) $("place-space").value = place?.id ?? "";
  $("place-set").disabled = !choice();
  const text = !piece ? t("place.how") : place ? t("place.chosen", { piece: piece.name, space: place.name }) : t("place.where", { piece: piece.name });
  setText($("place-news"), text);
  mark();
}

/** The arrow from the piece to its new place. */
function mark() {
  const layer = $("place-layer");
  layer.querySelectorAll(".ghost").forEach((one) => one.remove());
  layer.querySelectorAll(".grip").forEach((grip) => grip.classList.toggle("held", grip.dataset.piece === chosen?.piece.id));
  if (!chosen?.place) return;
  const { piece, place } = chosen;
  layer.append(
    node("path", { class: "ghost way", d: `M${piece.x} ${piece.y}L${place.x} ${place.y}`, "stroke-width": board.size / 4 }),
    node("circle", { class: "ghost target", cx: place.x, cy: place.y, r: board.size * 1.1, "stroke-width": board.size / 4 }));
}

function pointOf(event) {
  const layer = $("place-layer");
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(layer.getScreenCTM().inverse());
  return { x: at.x, y: at.y };
}

function grip(piece) {
  const made = node("circle", { class: "grip", cx: piece.x, cy: piece.y, r: board.size * 1.25, tabindex: 0, role: "button",
    "aria-label": t("place.grip", { piece: piece.name }), "data-piece": piece.id, "stroke-width": board.size / 5 });
  made.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    made.focus({ preventScroll: true });
    made.setPointerCapture(event.pointerId);
    dragged = piece;
    choose(piece, null);
  });
  made.addEventListener("pointermove", (event) => dragged === piece && choose(piece, spaceNearest(pointOf(event))));
  made.addEventListener("pointerup", () => (dragged = null));
  made.addEventListener("pointercancel", () => (dragged = null));
  made.addEventListener("keydown", (event) => steer(event, piece));
  return made;
}

function steer(event, piece) {
  const way = ARROWS[event.key];
  if (event.key === "Enter" && chosen?.place) $("place-set").focus();
  else if (event.key === "Enter" || event.key === " ") choose(piece, chosen?.piece === piece ? chosen.place : null);
  else if (way) {
    const from = chosen?.piece === piece && chosen.place ? chosen.place : piece;
    const to = board.free
      ? spaceNearest({ x: from.x + way[0] * STEP_MM, y: from.y + way[1] * STEP_MM })
      : neighbour(board.spaces, from, ...way);
    if (to) choose(piece, to);
  } else return;
  event.preventDefault();
}

function options(list, empty) {
  return [el("option", { value: "" }, empty), ...list.map(({ id, name }) => el("option", { value: id }, name))];
}

/** Show this drawing; what was chosen is forgotten. */
export function showBoard(svg, source) {
  if (!svg) return;
  board = handlesOf(svg);
  $("place-picture").src = source;
  const layer = $("place-layer");
  layer.setAttribute("viewBox", board.box);
  layer.replaceChildren(...board.pieces.map(grip));
  $("place-piece").replaceChildren(...options(board.pieces, t("place.none")));
  $("place-space").replaceChildren(...options(board.spaces, t("place.none")));
  $("place-space-field").hidden = board.free;
  forget();
}

export function installPlace() {
  const piece = () => board.pieces.find((one) => one.id === $("place-piece").value) ?? null;
  const space = () => board.spaces.find((one) => one.id === $("place-space").value) ?? null;
  $("place-piece").addEventListener("change", () => choose(piece(), board.free ? null : space()));
  $("place-space").addEventListener("change", () => choose(piece(), space()));
}
