// The drawn board in the window "Correct": pieces are dragged, or moved with the arrow keys, or chosen from lists; what
// else can be done with the chosen one stands below.

import { deedOfKey, deedRow } from "./deeds.js";
import { $, el, setText } from "./dom.js";
import { apart, handlesOf, nearest, neighbour } from "./handles.js";
import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STEP_MM = 10;

let board = null; // what handlesOf gives, its pieces with what can be done to them
let showDeeds = () => {};
let doDeed = () => {};
let chosen = null; // {piece, place: {id, name, x, y}}
let dragged = null;
let awaiting = null; // a drawing that came while a piece was dragged

function node(name, properties) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(properties)) made.setAttribute(key, value);
  return made;
}

/** What is to be put where: {piece, space} for the command, or null. */
export function choice() {
  return chosen?.place ? { piece: chosen.piece.id, space: chosen.place.id } : null;
}

/** The piece that is chosen. */
export function held() {
  return chosen?.piece.id ?? "";
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
  $("place-space-field").hidden = Boolean(board?.free || (piece && !piece.moves));
  showDeeds(piece?.name ?? "", piece?.deeds ?? []);
  setText($("place-news"), news(piece, place));
  mark();
}

function news(piece, place) {
  if (!piece) return t("place.how");
  if (place) return t("place.chosen", { piece: piece.name, space: place.name });
  return t(piece.moves ? "place.where" : "place.what", { piece: piece.name });
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
  // what cannot be moved is chosen from the list by those who use the keyboard: there may be dozens
  const made = node("circle", { class: piece.moves ? "grip" : "grip fixed", cx: piece.x, cy: piece.y, r: board.size * 1.25,
    tabindex: piece.moves ? 0 : -1, role: "button", "aria-label": t(piece.moves ? "place.grip" : "place.what", { piece: piece.name }),
    "data-piece": piece.id, "stroke-width": board.size / 5 });
  made.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    made.focus({ preventScroll: true });
    made.setPointerCapture(event.pointerId);
    dragged = piece;
    choose(piece, null);
  });
  made.addEventListener("pointermove", (event) => {
    if (dragged === piece && piece.moves && moved(event, piece)) choose(piece, spaceNearest(pointOf(event)));
  });
  made.addEventListener("pointerup", drop);
  made.addEventListener("pointercancel", drop);
  made.addEventListener("keydown", (event) => steer(event, piece));
  return made;
}

/** The end of a drag; what was drawn meanwhile is shown now. */
function drop() {
  dragged = null;
  if (awaiting) showBoard(...awaiting);
}

function steer(event, piece) {
  const way = piece.moves && ARROWS[event.key];
  const deed = deedOfKey(event, piece.deeds);
  if (deed) doDeed(piece.id, deed);
  else if (event.key === "Enter" && chosen?.place) $("place-set").focus();
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

/** A finger that only rests is no drag. */
function moved(event, piece) {
  return chosen?.place || apart(pointOf(event), piece) > board.size / 2;
}

/** The pieces of a drawing with what the law says of them; those that are not drawn come last and have no grip. */
function pieces(drawn, hands) {
  const known = new Map(hands.map((one) => [one.piece, one]));
  const shown = drawn.map((one) => ({ ...one, moves: true, deeds: [], ...known.get(one.id), drawn: true }));
  const names = new Set(drawn.map(({ id }) => id));
  const others = hands.filter(({ piece }) => !names.has(piece)).map((one) => ({ id: one.piece, ...one, moves: false, drawn: false }));
  return [...shown.filter(({ moves }) => moves), ...shown.filter(({ moves }) => !moves), ...others.filter(({ deeds }) => deeds.length)];
}

function options(list, empty) {
  return [el("option", { value: "" }, empty), ...list.map(({ id, name }) => el("option", { value: id }, name))];
}

/** Show this drawing, with what can be done to its pieces. The chosen piece stays chosen, and where it goes, too, if it
 * lies where it lay. A finger that drags a piece is not disturbed: the drawing waits for it. */
export function showBoard(svg, source, hands) {
  if (!svg) return;
  awaiting = dragged && [svg, source, hands];
  if (dragged) return;
  const before = chosen;
  board = handlesOf(svg);
  board.pieces = pieces(board.pieces, hands);
  const picture = $("place-picture");
  [picture.width, picture.height] = board.box.split(" ").slice(2).map(Math.ceil); // its room, before it is loaded
  picture.src = source;
  const layer = $("place-layer");
  const focused = layer.contains(document.activeElement) ? document.activeElement.dataset.piece : null;
  layer.setAttribute("viewBox", board.box);
  const drawn = board.pieces.filter((one) => one.drawn);
  layer.replaceChildren(...[...drawn.filter(({ moves }) => !moves), ...drawn.filter(({ moves }) => moves)].map(grip));
  $("place-piece").replaceChildren(...options(board.pieces, t("place.none")));
  $("place-space").replaceChildren(...options(board.spaces, t("place.none")));
  const piece = board.pieces.find(({ id }) => id === before?.piece.id) ?? null;
  choose(piece, piece?.moves && before.place && apart(piece, before.piece) === 0 ? before.place : null);
  if (focused) layer.querySelector(`[data-piece="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

/** `act` is told of a piece and what is to be done to it. */
export function installPlace(act) {
  doDeed = act;
  showDeeds = deedRow((deed) => act(held(), deed));
  const piece = () => board.pieces.find((one) => one.id === $("place-piece").value) ?? null;
  const space = () => board.spaces.find((one) => one.id === $("place-space").value) ?? null;
  $("place-piece").addEventListener("change", () => choose(piece(), board.free || !piece()?.moves ? null : space()));
  $("place-space").addEventListener("change", () => choose(piece(), space()));
}
