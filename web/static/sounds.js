// Short sounds made by the page itself, and a voice; both are off until somebody switches them on.

import { keep, kept } from "./kept.js";
import { boot } from "./words.js";

const NOTES = {
  LEGAL: [[660, 0, 0.12], [880, 0.11, 0.2]],
  ILLEGAL: [[220, 0, 0.22], [165, 0.2, 0.34]],
  UNDECIDED: [[520, 0, 0.12], [620, 0.14, 0.12], [780, 0.28, 0.2]],
  tick: [[1000, 0, 0.04]],
  // after the verdict's own sound
  finish: [[523, 0.5, 0.15], [659, 0.65, 0.15], [784, 0.8, 0.15], [1047, 0.95, 0.5]],
  "time-up": [[880, 0, 0.14], [880, 0.2, 0.14], [880, 0.4, 0.3]],
};

let context = null;

export const on = (what) => kept(what) === "on";
export const turn = (what, wanted) => keep(what, wanted ? "on" : "off");

/** Play one of the sounds, if sounds are on. */
export function sound(name) {
  if (!on("sounds") || !NOTES[name]) return;
  context ??= new AudioContext();
  context.resume();
  for (const [pitch, after, length] of NOTES[name]) {
    const start = context.currentTime + after;
    const tone = new OscillatorNode(context, { type: name === "ILLEGAL" ? "square" : "sine", frequency: pitch });
    const loudness = new GainNode(context, { gain: 0 });
    loudness.gain.setValueAtTime(0, start);
    loudness.gain.linearRampToValueAtTime(name === "ILLEGAL" ? 0.06 : 0.16, start + 0.02);
    loudness.gain.linearRampToValueAtTime(0, start + length);
    tone.connect(loudness).connect(context.destination);
    tone.start(start);
    tone.stop(start + length + 0.05);
  }
}

/** Say something aloud, if the voice is on; `language` is that of the sentence. */
export function say(text, language = boot.language) {
  if (!on("voice") || typeof speechSynthesis === "undefined" || !text) return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = language;
  speechSynthesis.speak(words);
}

/** What was being said is old news. */
export function hush() {
  if (typeof speechSynthesis !== "undefined") speechSynthesis.cancel();
}
