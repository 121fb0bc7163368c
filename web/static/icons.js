// Shapes beside colours: every status and every driver can be told apart without seeing colour.

import { boot } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

const SHAPES = {
  LEGAL: ["M32 4a28 28 0 1 0 0 56 28 28 0 0 0 0-56z", "M18 33l10 10 19-21"],
  ILLEGAL: ["M21 4h22l17 17v22L43 60H21L4 43V21z", "M22 22l20 20M42 22L22 42"],
  UNDECIDED: ["M32 2l30 30-30 30L2 32z", "M25 26a7 7 0 1 1 10 6c-2 1-3 3-3 5M32 45v1"],
  none: ["M32 12C16 12 6 26 2 32c4 6 14 20 30 20s26-14 30-20C58 26 48 12 32 12z", "M32 23a9 9 0 1 0 0 18 9 9 0 0 0 0-18z"],
  camera: ["M6 18h12l5-7h18l5 7h12v36H6z", "M32 25a10 10 0 1 0 0 20 10 10 0 0 0 0-20z"],
  person: ["M32 6a12 12 0 1 0 0 24 12 12 0 0 0 0-24zM8 58c0-14 10-22 24-22s24 8 24 22z", ""],
  replay: ["M32 6a26 26 0 1 0 0 52 26 26 0 0 0 0-52z", "M32 18v15l10 7"],
  bad: ["M32 5l30 54H2z", "M32 24v16M32 48v2"],
};

const PIECEPACK = { red: "S", black: "M", green: "C", blue: "A" };
const CARS = { red: "R", black: "K", green: "G", blue: "B", yellow: "Y", white: "W", orange: "O", purple: "P" };
let emblems = PIECEPACK;

/** Which signs the drivers of a game have: those of a piecepack's suits, or those of cars. */
export function wear(game) {
  emblems = ["racepack", "royal-racers"].includes(game) ? PIECEPACK : CARS;
}

function drawing(className, ...paths) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 64 64");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", className);
  for (const [d, role] of paths) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d);
    path.setAttribute("class", role);
    svg.append(path);
  }
  return svg;
}

/** The shape of a status, an origin or a warning. */
export function shape(name) {
  const [ground, mark] = SHAPES[name] ?? SHAPES.none;
  return drawing(`shape shape-${name}`, [ground, "ground"], [mark, "mark"]);
}

/** The emblem of a driver (red, second red) or of a car (S), as on the pieces: null when there is none. */
export function suit(name) {
  const letter = boot.emblems[name?.at(-1)] && name.length <= 2 ? name.at(-1) : emblems[name.split(" ").find((word) => emblems[word])];
  if (!letter) return null;
  const [way, colour, sign] = boot.emblems[letter];
  const svg = drawing("suit", ["M32 2a30 30 0 1 0 0 60 30 30 0 0 0 0-60z", "ground"], [way, "mark"]);
  svg.firstChild.setAttribute("fill", colour);
  svg.lastChild.setAttribute("fill", sign);
  return svg;
}
