// Shapes beside colours: every status and every suit can be told apart without seeing colour.

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

const SUITS = {
  red: "M32 20a12 12 0 1 0 0 24 12 12 0 0 0 0-24zM29 4h6v11h-6zM29 49h6v11h-6zM4 29h11v6H4zM49 29h11v6H49zM10 14l4-4 8 8-4 4zM42 46l4-4 8 8-4 4zM50 10l4 4-8 8-4-4zM18 42l4 4-8 8-4-4z",
  black: "M40 6a27 27 0 1 0 17 40A22 22 0 0 1 40 6z",
  green: "M6 16l13 13L32 9l13 20 13-13-5 34H11zM11 53h42v6H11z",
  blue: "M8 8h48v22c0 14-11 22-24 28C19 52 8 44 8 30z",
  yellow: "M32 4l8 19 20 2-15 14 4 21-17-11-17 11 4-21L4 25l20-2z",
  white: "M32 6a26 26 0 1 0 0 52 26 26 0 0 0 0-52zm0 12a14 14 0 1 1 0 28 14 14 0 0 1 0-28z",
  orange: "M32 6l28 50H4z",
  purple: "M32 4l28 28-28 28L4 32z",
};

const CARS = { S: "red", M: "black", C: "green", A: "blue", dC: "green", dA: "blue" };

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

/** The suit of a driver (red, second red) or of a car (S): null when there is none. */
export function suit(name) {
  const colour = CARS[name] ?? name.split(" ").find((word) => SUITS[word]);
  return colour ? drawing(`suit suit-${colour}`, [SUITS[colour], "ground"]) : null;
}
