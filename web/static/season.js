// Races that follow each other: the standings of a championship or campaign, and the way to its next race.

import { el } from "./dom.js";
import { driver } from "./pieces.js";
import { t } from "./words.js";

/** Which race this is, and how the season is won. */
function aim({ name, race, races, target }) {
  const which = races ? t("season.race.of", { race, races }) : t("season.race", { race });
  return `${which} · ${target ? t("season.target", { target }) : t("season.most")}`;
}

function row({ place, player, score, won }, wins) {
  return el("tr", {}, el("td", {}, place), el("th", { scope: "row" }, driver(player)), el("td", {}, String(score)),
    wins ? el("td", {}, String(won)) : null);
}

function table(season) {
  const wins = season.target > 0;
  const heads = ["standings.place", "podium.driver", `season.score.${season.name}`, ...(wins ? ["season.won"] : [])];
  return el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": t(`season.${season.name}`) }, el("table", {},
    el("thead", {}, el("tr", {}, heads.map((key) => el("th", { scope: "col" }, t(key))))),
    el("tbody", {}, season.rows.map((one) => row(one, wins)))));
}

/** The standings on the podium. */
export function seasonPart(season) {
  return el("section", { class: "season", "aria-labelledby": "season-heading" },
    el("h3", { id: "season-heading" }, t(`season.${season.name}`)), el("p", { class: "quiet" }, aim(season)), table(season));
}

/** The standings while a race is on: folded up under those of the race, and as they were before it. */
export function seasonFold(season) {
  return el("details", { class: "season" },
    el("summary", { "data-key": "season" }, `${t(`season.${season.name}`)}: ${aim(season)}`), table(season));
}

/** What is still missing on the table for the next race, or that all is ready. */
export function nextRaceHint({ goes_on: goesOn, problem }) {
  if (!goesOn) return null;
  return el("p", { class: "quiet", role: "status" }, problem ? `${t("season.lay")} ${problem}` : t("season.ready"));
}
