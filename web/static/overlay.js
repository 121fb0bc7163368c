// Laid over a film of the table (OBS: a browser source): ?show=score,turn,chart,verdict,incident&seconds=12&language=de&ground=magenta

import { $, el, part, sleep } from "./dom.js";
import { shape } from "./icons.js";
import { learn, placePicture } from "./names.js";
import { driver, drivers } from "./pieces.js";
import { asks, holds, ranked } from "./ranked.js";
import { openStream } from "./stream.js";
import { boot, t } from "./words.js";

const PARTS = ["score", "turn", "verdict", "incident"];
const SLOWER = 2.5; // times as slow as it was
const asked = new URLSearchParams(location.search);
const wanted = new Set((asked.get("show") ?? PARTS.join()).split(","));
const shownFor = Math.max(1, Number(asked.get("seconds")) || 12) * 1000;
document.documentElement.style.background = asked.get("ground") ?? ""; // for a chroma key, where the browser is a window

let newest = null; // entry and status of the verdict that is shown, or was
let opened = false;
let placed = ""; // the standings that the chart was drawn for
let timer = null;
let loop = 0;

const score = part($("score"), ({ rows }) => el("ol", {}, rows.map((row) =>
  el("li", {}, el("span", { class: "place" }, row.place), driver(row.player), el("span", { class: "quiet" }, row.lap)))));
const turn = part($("turn"), ({ player }) => [driver(player), el("span", {}, t("turn.moves"))]);
const word = part($("word"), (verdict) => [
  el("p", { class: "said" }, shape(holds(verdict)), t(`status.${holds(verdict)}`), drivers(verdict)),
  el("p", {}, verdict.sentence),
]);

/** The place of a fault: before, the seconds before in slow motion, after; round and round. */
async function replay(verdict) {
  const { pictures, clip_ms: clip } = verdict;
  const mine = ++loop;
  const picture = (name) => ($("place-picture").src = placePicture(verdict, name));
  while (mine === loop) {
    for (const [at, ms] of clip.entries()) {
      if (mine !== loop) return;
      picture(at);
      await sleep(Math.min(1200, Math.max(120, SLOWER * ((clip[at + 1] ?? ms) - ms))));
    }
    for (const name of pictures) {
      if (mine !== loop) return;
      picture(name);
      await sleep(2000);
    }
  }
}

/** Places by turn, drawn anew when somebody's place or lap is another one; hidden before anybody has a place. */
function chart(standings) {
  const newer = JSON.stringify(standings.map(({ player, place, lap }) => [player, place, lap]));
  if (newer === placed) return;
  placed = newer;
  $("chart-picture").onload = () => ($("chart").hidden = false);
  $("chart-picture").onerror = () => ($("chart").hidden = true);
  $("chart-picture").src = `/chart.svg?language=${boot.language}&at=${encodeURIComponent(newer)}`;
}

function hide() {
  $("word").hidden = true;
  $("place").hidden = true;
  loop += 1;
}

function show(state) {
  learn(state);
  const { now, phase } = state;
  const [verdict] = ranked(state);
  const first = !opened; // what was said before this page was opened is no news
  opened = true;
  $("score").hidden = !wanted.has("score") || now.standings.length === 0;
  score({ rows: now.standings });
  if (wanted.has("chart")) chart(now.standings);
  $("turn").hidden = !wanted.has("turn") || phase !== "race" || !now.player;
  turn({ player: now.player });
  if (!verdict || (verdict.provisional && !asks(verdict))) return;
  word(verdict);
  const said = `${verdict.entry} ${holds(verdict)} ${asks(verdict)}`;
  if (said === newest) return;
  newest = said;
  clearTimeout(timer);
  hide();
  if (first && !asks(verdict)) return;
  $("word").dataset.status = holds(verdict);
  $("word").hidden = !wanted.has("verdict");
  $("place").hidden = !wanted.has("incident") || !verdict.place || holds(verdict) === "LEGAL";
  if (!$("place").hidden) replay(verdict);
  if (!asks(verdict)) timer = setTimeout(hide, shownFor);
}

openStream(`/events?language=${boot.language}`, ({ kind, data }) => {
  if (kind === "hello" && data.run !== boot.run) location.reload();
  if (kind === "state") show(data);
});
