// A replay: a slider over the race, play at any speed, jumps to the next fault.

import { $, el, part } from "./dom.js";
import { command } from "./link.js";
import { leave, lookAt, lookingBack } from "./lookback.js";
import { t } from "./words.js";

const SPEEDS = [1, 2, 5, 20, 100];
const LONGEST_MS = 5000;
let now = null;
let playing = null;
let speed = 5;

// a record that is replayed moves for everybody, a look back at a race just over for this device alone
const go = (at) => (lookingBack() ? lookAt(at) : command("replay", { at }));
const marked = (mark) => mark === "ILLEGAL" || mark === "UNDECIDED";

function fault(step) {
  for (let at = now.at + step; at >= 0 && at < now.marks.length; at += step) if (marked(now.marks[at])) return go(at);
}

function pause() {
  clearTimeout(playing);
  playing = null;
}

function next() {
  if (now.at + 1 >= now.marks.length) return pause();
  const gap = (now.times_ms[now.at + 1] - now.times_ms[now.at]) / speed;
  playing = setTimeout(async () => {
    await go(now.at + 1);
    if (playing !== null) setTimeout(next, 0);
  }, Math.min(Math.max(gap, 150), LONGEST_MS));
}

function draw({ at, of, mark, running, back }) {
  const button = (key, text, onclick, disabled = false) => el("button", { type: "button", "data-key": key, onclick, disabled }, text);
  const slider = el("input", { type: "range", id: "replay-at", min: "0", max: String(of - 1), value: String(at), "data-key": "replay-at",
    "aria-label": t("replay.at", { at: at + 1, of }), oninput: (event) => { pause(); go(Number(event.target.value)); } });
  return [
    el("div", { class: "row" },
      back ? el("button", { type: "button", class: "main", "data-key": "replay-leave", onclick: () => { pause(); leave(); $("podium").focus(); } }, t("replay.leave")) : null,
      button("replay-fault-before", t("replay.fault.before"), () => fault(-1)),
      button("replay-before", t("replay.before"), () => { pause(); go(at - 1); }, at === 0),
      button("replay-play", t(running ? "replay.pause" : "replay.play"), () => { if (playing) pause(); else next(); redraw(); }),
      button("replay-next", t("replay.next"), () => { pause(); go(at + 1); }, at + 1 >= of),
      button("replay-fault", t("replay.fault.next"), () => fault(1)),
      el("label", {}, t("replay.speed"), " ", el("select", { "data-key": "replay-speed", onchange: (event) => (speed = Number(event.target.value)) },
        SPEEDS.map((one) => el("option", { value: String(one), selected: one === speed }, `${one}×`))))),
    slider,
    el("p", { class: "quiet small" }, t("replay.at", { at: at + 1, of }), marked(mark) ? ` · ${t(`status.${mark}`)}` : ""),
  ];
}

let redraw = () => {};

export function replayView() {
  const body = part($("replay-body"), draw);
  return ({ replay }) => {
    $("replay").hidden = !replay;
    document.body.toggleAttribute("data-replay", Boolean(replay));
    document.body.toggleAttribute("data-lookback", lookingBack());
    if (!replay) return;
    now = replay;
    redraw = () => body({ at: now.at, of: now.marks.length, mark: now.marks[now.at], running: playing !== null, back: lookingBack() });
    redraw();
  };
}
