// Draw a track: tiles on a grid by tap, drag or keys. What is wrong with it the server says, by the rule book's own check.

import { $, el, part, setText } from "./dom.js";
import { boot, t } from "./words.js";

export const OWN = "own";
export const FILE = "file";
const COLUMNS = 11;
const ROWS = 8;
const SIDE = 20;
const STEPS = { N: [0, 1], E: [1, 0], S: [0, -1], W: [-1, 0] };
const KEYS = { ArrowUp: [0, 1], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowLeft: [-1, 0] };
const SVG = "http://www.w3.org/2000/svg";

const name = (column, row) => String.fromCharCode(97 + column) + (row + 1);
const place = (cell) => [cell.charCodeAt(0) - 97, Number(cell.slice(1)) - 1];
const split = (text) => text.match(/[a-z]\d+/g) ?? [];

/** The tiles of a way and the one beyond its line, in the middle of the grid. */
export function laid(way) {
  const found = [[0, 0]];
  for (const letter of way.slice(0, -1)) found.push(found.at(-1).map((at, axis) => at + STEPS[letter][axis]));
  const shift = [COLUMNS, ROWS].map((most, axis) => {
    const all = found.map((one) => one[axis]);
    return Math.max(0, Math.floor((most - 1 - Math.max(...all) + Math.min(...all)) / 2)) - Math.min(...all);
  });
  const cells = found.map(([column, row]) => name(column + shift[0], row + shift[1]));
  return { tiles: cells.join(""), line: cells[0] };
}

function shape(tag, properties) {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(properties)) node.setAttribute(key, value);
  return node;
}

const box = (cell, margin, look) => {
  const [column, row] = place(cell);
  const side = SIDE + 2 * margin;
  return shape("rect", { class: look, x: column * SIDE - margin, y: (ROWS - 1 - row) * SIDE - margin, width: side, height: side });
};

/** Words in the middle of a place. */
function words([column, row], text, look) {
  const node = shape("text", { class: look, x: (column + 0.5) * SIDE, y: (ROWS - 0.5 - row) * SIDE });
  node.textContent = text;
  return node;
}

/** One side of a tile, a little inside: a kerb where it bends, a white line where it runs straight. */
function edge(cell, [right, up], look) {
  const [column, row] = place(cell);
  const [x, y] = [(column + 0.5 + right * 0.46) * SIDE, (ROWS - 0.5 - row - up * 0.46) * SIDE];
  const half = SIDE / 2;
  return shape("line", { class: look, x1: x - up * half, y1: y - right * half, x2: x + up * half, y2: y + right * half });
}

/** The way from one tile to the next as an arrow on it. */
function arrow(cell, next) {
  const [[x, y], [toX, toY]] = [place(cell), place(next)];
  const turn = (Math.atan2(y - toY, toX - x) * 180) / Math.PI;
  return shape("path", { class: "way", d: "M-3 -3L1.5 0L-3 3", transform: `translate(${(x + 0.5) * SIDE} ${(ROWS - 0.5 - y) * SIDE}) rotate(${turn})` });
}

/** The chequered line on the near side of the first tile. */
function line([first], last) {
  const [[x, y], [fromX, fromY]] = [place(first), place(last)];
  const way = [fromX - x, fromY - y];
  return ["line", "chequers"].map((look) => edge(first, way, look));
}

function picture({ tiles, told }) {
  const drawn = new Set(split(tiles));
  const { road, corners, wrong } = told ?? { road: [], corners: [], wrong: [] };
  const free = (cell) => Object.values(STEPS).filter(([right, up]) => !drawn.has(name(place(cell)[0] + right, place(cell)[1] + up)));
  return [
    ...[...drawn].map((cell) => box(cell, 1.8, "verge")),
    ...[...drawn].map((cell) => box(cell, 0, "road")),
    ...[...drawn].flatMap((cell) => free(cell).map((side) => edge(cell, side, corners.includes(cell) ? "kerb" : "side"))),
    ...corners.flatMap((cell) => free(cell).map((side) => edge(cell, side, "kerb-gap"))),
    ...corners.map((cell, index) => words(place(cell), String(index + 1), "number")),
    ...road.flatMap((cell, index) => (corners.includes(cell) ? [] : [arrow(cell, road[(index + 1) % road.length])])),
    ...(road.length ? line(road, road.at(-1)) : []),
    ...Array.from({ length: COLUMNS }, (_, column) => words([column, -0.36], name(column, 0).slice(0, 1), "where")),
    ...Array.from({ length: ROWS }, (_, row) => words([-0.38, row], String(row + 1), "where")),
    ...wrong.flatMap((cell) => [box(cell, -1, "wrong"), words(place(cell), "!", "wrong")]),
  ];
}

function says({ tiles, told, boards }) {
  if (!tiles) return el("p", { class: "quiet" }, t(boards ? "board.empty" : "track.empty"));
  if (!told) return [];
  if (!told.way) return el("ul", { class: "track-problems" }, told.problems.slice(0, 4).map((one) => el("li", {}, one)));
  return [el("p", { class: "ready" }, t("track.legal", { corners: told.corners.length })), told.agreed.hairpins ? el("p", {}, t("track.hairpins")) : null];
}

/** The editor; `change(tiles, line, anew)` is called with what was drawn. Returns how to show a track and what is said of it. */
export function trackEditor(change) {
  const grid = $("track-cells");
  const [drawing, saying] = [part($("track-drawing"), picture), part($("track-says"), says)];
  const past = [];
  let now = { game: boot.kits.games[0].name, tiles: "", line: "" };
  const kind = () => boot.kits.games.find(({ name: one }) => one === now.game);
  let lining = false;
  let held = null; // {from, moved, paint}
  let cursor = name(5, 3);

  const here = () => new Set(split(now.tiles));
  function set(tiles, line, anew = false) {
    past.push([now.tiles, now.line]);
    now = { ...now, tiles: [...tiles].sort().join(""), line, told: null }; // who draws on is quicker than any answer
    draw();
    change(now.tiles, line, anew);
  }
  function toggle(cell) {
    const tiles = here();
    if (lining && tiles.has(cell)) return set(tiles, cell);
    if (!tiles.delete(cell)) tiles.add(cell);
    return set(tiles, now.line);
  }

  const button = (key, text, onclick, more = {}) => el("button", { type: "button", "data-key": key, onclick, ...more }, text);
  const tools = part($("track-tools"), ({ pressed, can }) => [
    button("line", t("track.line"), () => {
      lining = !lining;
      draw();
    }, { "aria-pressed": String(pressed) }),
    button("back", t("track.back"), () => {
      const [tiles, line] = past.pop();
      change(tiles, line);
    }, { disabled: !can }),
    button("clear", t("track.clear"), () => set([], "", true)),
    el("label", {}, el("span", { class: "sr" }, t("track.begin")), el("select", { "data-key": "begin", onchange: ({ target }) => {
      const { tiles, line } = laid(boot.kits.tracks[now.game][target.value]);
      set(split(tiles), line, true);
    } }, el("option", { value: "", selected: true, disabled: true }, t("track.begin")),
    kind().boards ? Object.keys(boot.kits.tracks[now.game]).map((value) => el("option", { value }, value)) : kind().ready.map(([value, title]) => el("option", { value }, title)))),
  ]);

  grid.replaceChildren(...Array.from({ length: ROWS }, (_, row) => el("div", { role: "row" }, Array.from({ length: COLUMNS }, (__, column) => {
    const cell = name(column, ROWS - 1 - row);
    return el("button", { type: "button", role: "gridcell", "data-cell": cell, tabindex: "-1" });
  }))));
  $("track-drawing").setAttribute("viewBox", `-2 -2 ${COLUMNS * SIDE + 4} ${ROWS * SIDE + 4}`);
  const cellAt = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest("[data-cell]")?.dataset.cell;
  const node = (cell) => grid.querySelector(`[data-cell="${cell}"]`);

  function draw() {
    const tiles = here();
    const hidden = held?.to && held.to !== held.from ? { tiles: [...tiles].filter((one) => one !== held.from).concat(held.to).join("") } : { tiles: now.tiles + (held?.paint ?? []).join("") };
    drawing({ ...hidden, told: held ? null : now.told });
    if (now.told || !now.tiles) saying({ tiles: now.tiles, told: now.told, boards: kind().boards });
    tools({ pressed: lining, can: past.length > 0 });
    for (const one of grid.querySelectorAll("[data-cell]")) {
      const { cell } = one.dataset;
      one.setAttribute("aria-selected", String(tiles.has(cell)));
      one.setAttribute("aria-label", `${cell} ${t(now.line === cell && tiles.has(cell) ? "track.cell.line" : tiles.has(cell) ? "track.cell.tile" : "track.cell.free")}`);
      one.tabIndex = cell === cursor ? 0 : -1;
    }
  }

  grid.addEventListener("pointerdown", (event) => {
    const cell = event.isPrimary && event.button === 0 ? cellAt(event) : null;
    if (!cell) return;
    event.preventDefault();
    cursor = cell;
    node(cell).focus();
    held = here().has(cell) ? { from: cell, to: cell } : { paint: [cell] };
    grid.setPointerCapture(event.pointerId);
    draw();
  });
  grid.addEventListener("pointermove", (event) => {
    const cell = held && cellAt(event);
    if (!cell) return;
    if (held.from && !(here().has(cell) && cell !== held.from)) held.to = cell;
    else if (held.paint && !lining && !held.paint.includes(cell) && !here().has(cell)) held.paint.push(cell);
    draw();
  });
  grid.addEventListener("pointerup", () => {
    const done = held;
    held = null;
    if (!done) return;
    const tiles = here();
    if (done.paint) set([...tiles, ...done.paint], now.line);
    else if (done.to === done.from) toggle(done.from);
    else set([...tiles].filter((one) => one !== done.from).concat(done.to), now.line === done.from ? done.to : now.line);
  });
  grid.addEventListener("pointercancel", () => {
    held = null;
    draw();
  });
  grid.addEventListener("click", (event) => {
    if (event.detail === 0 && event.target.dataset.cell) toggle(event.target.dataset.cell); // keys and screen readers
  });
  grid.addEventListener("keydown", (event) => {
    const cell = event.target.dataset.cell;
    if (cell && event.key.toLowerCase() === "s" && here().has(cell)) set(here(), cell);
    const step = cell && KEYS[event.key];
    if (!step) return;
    event.preventDefault();
    const [column, row] = place(cell).map((at, axis) => at + step[axis]);
    const next = node(name(column, row));
    if (!next) return;
    cursor = next.dataset.cell;
    draw();
    next.focus();
  });

  return ({ game, tiles, line }, told) => {
    now = { game, tiles, line: told?.road[0] ?? line, told };
    setText($("track-lead"), t(kind().boards ? "board.lead" : "track.lead"));
    draw();
  };
}

const LONGEST_FILE = 9000;

/**
 * A board as text to paste, to choose or to begin from what `example` gives; `change(text)` is called with it.
 * Returns how to show it and what is said of it.
 */
export function fileEditor(change, example) {
  const [text, choose] = [$("file-text"), $("file-choose")];
  const saying = part($("file-says"), ({ told, long }) =>
    long ? el("p", { class: "error", role: "alert" }, t("file.long")) : !told ? [] : told.way ? el("p", { class: "ready" }, t("file.legal"))
      : el("ul", { class: "track-problems" }, told.problems.map((one) => el("li", {}, one))));
  function read(written) {
    let short = written.trim();
    try {
      short = JSON.stringify(JSON.parse(short));
    } catch {
      // what is wrong with it the server says
    }
    if (encodeURIComponent(short).length > LONGEST_FILE) saying({ long: true });
    else change(short);
  }
  text.addEventListener("change", () => read(text.value));
  $("file-example").addEventListener("click", async () => {
    text.value = JSON.stringify(JSON.parse(await example()), null, 1);
    read(text.value);
  });
  choose.addEventListener("change", async () => {
    if (!choose.files.length) return;
    text.value = await choose.files[0].text();
    read(text.value);
  });
  return ({ file }, told) => {
    if (file && !text.value) text.value = file;
    saying({ told });
  };
}
