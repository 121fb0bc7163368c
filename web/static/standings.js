// The order of the cars.

import { $, el, part } from "./dom.js";
import { suit } from "./icons.js";
import { nameClass, named } from "./names.js";
import { seasonFold } from "./season.js";
import { t } from "./words.js";

const COLUMNS = ["place", "car", "lap", "tokens"];
/** What a column tells where it is not laps and tokens. */
const HEADS = {
  "royal-racers": { lap: "flags", tokens: "next" },
  "nestorgames-gp": { tokens: "dice" },
  "home-racers": { tokens: "gear" },
};

function cell(row, column) {
  if (column !== "car") return el("td", { class: column }, row[column] ?? "");
  const name = row.player && row.player !== row.car ? `${named(row.player)} ${row.car}` : row.car;
  return el("th", { scope: "row" }, el("span", { class: nameClass(row.player) }, suit(row.car) ?? suit(row.player), name), row.note ? el("span", { class: "note quiet small" }, row.note) : null);
}

function draw({ rows, season, game, piece }) {
  return [cars(rows, HEADS[game] ?? {}, piece), season ? seasonFold(season) : null];
}

function cars(rows, heads, piece) {
  if (rows.length === 0) return el("p", { class: "quiet" }, t("standings.none"));
  const used = COLUMNS.filter((column) => column === "car" || rows.some((row) => row[column]));
  return el("div", { class: "scroll", tabindex: "0", role: "group", "aria-labelledby": "standings-heading" }, el("table", {},
    el("thead", {}, el("tr", {}, used.map((column) => el("th", { scope: "col", class: column === "car" ? "capital" : null }, column === "car" ? piece : t(`standings.${heads[column] ?? column}`))))),
    el("tbody", {}, rows.map((row) => el("tr", {}, used.map((column) => cell(row, column)))))));
}

export function standingsView() {
  const body = part($("standings-body"), draw);
  return ({ now, season, phase, game, piece }) => body({ rows: now.standings, season: phase === "race" ? season : null, game, piece });
}
