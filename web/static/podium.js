// The end of the race: who came where, in how many turns and with how many faults, and what can be done now.

import { $, el, part } from "./dom.js";
import { suit } from "./icons.js";
import { may } from "./link.js";
import { lookAt, lookingBack } from "./lookback.js";
import { nameClass, named } from "./names.js";
import { driver, undoes } from "./pieces.js";
import { asks } from "./ranked.js";
import { nextRaceHint, seasonPart } from "./season.js";
import { sound } from "./sounds.js";
import { ask } from "./toast.js";
import { count, t } from "./words.js";

const STEPS = 3;
const SCREENS = ["#podium", "#race"];
let screen = SCREENS.includes(location.hash) ? location.hash : "";

/** Whether the last verdict still waits for somebody's word: then nobody has won yet. */
function waits({ verdict, mode }) {
  if (!verdict || !asks(verdict)) return false;
  return verdict.status === "UNDECIDED" ? verdict.questions.length > 0 : mode === "strict";
}

function wanted(state) {
  if (!state.podium || lookingBack()) return false;
  return screen ? screen === "#podium" : !state.replay && !waits(state);
}

const minutes = (ms) => Math.max(1, Math.round(ms / 60000));

function step({ place, player, car, lap, turns, faults, note }) {
  return el("li", { class: "step", "data-place": place },
    el("span", { class: "medal" }, el("span", { class: "sr" }, t("standings.place")), " ", place),
    el("span", { class: "emblem" }, suit(car) ?? suit(player)),
    el("strong", { class: nameClass(player, "driver-name") }, named(player)),
    el("span", { class: "small" }, `${t("standings.lap")} ${lap}`),
    el("span", { class: "small" }, count("podium.turns", turns), ", ", count("podium.faults", faults)),
    note ? el("span", { class: "quiet small" }, note) : null);
}

function row({ place, player, lap, turns, faults, note }) {
  return el("tr", {}, el("td", {}, place), el("th", { scope: "row" }, driver(player), note ? el("span", { class: "note quiet small" }, note) : null), el("td", {}, lap),
    el("td", {}, String(turns)), el("td", {}, String(faults)));
}

function everybody({ rows }) {
  const heads = ["standings.place", "podium.driver", "standings.lap", "podium.head.turns", "podium.head.faults"];
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("podium.everybody") }, el("table", {},
    el("thead", {}, el("tr", {}, heads.map((key) => el("th", { scope: "col" }, t(key))))), el("tbody", {}, rows.map(row))));
}

function figures({ turns, faults, overruled, corrected, lasted_ms: lasted }) {
  return [
    count("podium.turns", turns), t("podium.lasted", { minutes: minutes(lasted) }), count("podium.faults", faults),
    overruled ? count("podium.overruled", overruled) : "", corrected ? count("podium.corrected", corrected) : "",
  ].filter(Boolean).join(" · ");
}

function link(key, address, more = {}) {
  return el("a", { class: "button", "data-key": `podium-${key}`, href: address, ...more }, t(`podium.${key}`));
}

function next({ podium, record, replay, season, undoing }) {
  const button = (key, onclick, look = "", label = t(`podium.${key}`)) =>
    el("button", { type: "button", class: look, "data-key": `podium-${key}`, onclick }, label);
  const goesOn = Boolean(season?.goes_on) && may("next") && !replay;
  return el("div", { class: "next" },
    goesOn ? button("next-race", () => ask("next"), "main") : null,
    podium.again && may("again") ? button("again", () => ask("again"), goesOn ? "" : "main") : null,
    link("report", "/report?begin", { target: "_blank", rel: "noopener" }),
    replay ? null : button("replay", () => lookAt(0).then(() => $("replay-at")?.focus())),
    record ? link("record", "/race.zip", { download: true }) : null,
    button("race", () => turnTo("#race")),
    may("undo") && !replay ? button("undo", () => ask("undo"), "plain", undoes("podium.undo", undoing)) : null);
}

function draw({ podium, outcome, record, replay, season, undoing }) {
  const first = podium.rows.filter(({ place }) => Number(place) <= STEPS).slice(0, STEPS);
  return [
    el("p", { class: "outcome-large" }, outcome),
    el("ol", { class: "steps3", "aria-label": t("podium.heading") }, first.map(step)),
    el("p", { class: "quiet figures" }, figures(podium)),
    el("h3", { class: "next-head" }, t("podium.next")),
    season && may("next") && !replay ? nextRaceHint(season) : null,
    next({ podium, record, replay, season, undoing }),
    season ? seasonPart(season) : null,
    podium.rows.length > 1 ? everybody(podium) : null,
  ];
}

let turnTo = () => {};

export function podiumView() {
  let last = null;
  let shown = false;
  let over = null;
  const body = part($("podium-body"), draw);
  const show = (state) => {
    last = state;
    if (state.phase !== "over" && !lookingBack()) screen = "";
    const now = wanted(state);
    $("podium").hidden = !now;
    document.body.dataset.screen = now ? "podium" : "race";
    if (now) body({ podium: state.podium, outcome: state.outcome, record: state.record, replay: Boolean(state.replay), season: state.season, undoing: state.undoing });
    if (now && !shown) scrollTo(0, 0);
    // a race that was over when the page was loaded is old news
    if (state.podium && over === false && !lookingBack()) sound("finish");
    over = Boolean(state.podium);
    shown = now;
  };
  turnTo = (wish) => {
    screen = wish;
    if (location.hash !== wish) history.pushState(null, "", wish);
    if (last) show(last);
    $(shown ? "podium" : "verdict").focus();
  };
  document.addEventListener("click", (event) => {
    if (!event.target.closest('a[href="#podium"]')) return;
    event.preventDefault();
    turnTo("#podium");
  });
  // the browser's own "back"
  addEventListener("popstate", () => {
    if (last?.podium && ["", ...SCREENS].includes(location.hash)) turnTo(location.hash);
  });
  return show;
}
