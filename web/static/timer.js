// The move timer in large. The referee keeps the time (it says how long the turn has lasted); the page counts on between two states.

import { $, setText } from "./dom.js";
import { sound } from "./sounds.js";
import { t } from "./words.js";

const SOON_S = 5;
const BEATS = 4; // how often a second the clock is looked at

export function timerView() {
  let given = 0;
  let lasted = 0;
  let since = 0;
  let running = false;
  let shown = null;

  function left() {
    const now = running ? performance.now() - since : 0;
    return Math.max(0, Math.ceil(given - (lasted + now) / 1000));
  }

  function draw() {
    const seconds = left();
    $("timer").hidden = given === 0;
    if (given === 0 || seconds === shown) return;
    if (running && shown !== null && seconds < shown && seconds <= SOON_S) sound(seconds === 0 ? "time-up" : "tick");
    shown = seconds;
    setText($("timer-left"), `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
    setText($("timer-word"), t(seconds === 0 ? "timer.up" : running ? "timer.left" : "timer.held"));
    $("timer-bar").max = given;
    $("timer-bar").value = seconds;
    $("timer").dataset.state = seconds === 0 ? "up" : seconds <= SOON_S ? "soon" : "fine";
  }

  setInterval(draw, 1000 / BEATS);
  return ({ phase, now, paused, source }) => {
    given = phase === "race" ? now.seconds : 0;
    lasted = now.lasted_ms;
    since = performance.now();
    running = given > 0 && !paused && source.ok;
    shown = shown !== null && left() > shown ? null : shown;
    draw();
  };
}
