// What a state says of its own words: how drivers are called in the reader's language, and which texts stayed English.

import { drawAnew, markForeign } from "./dom.js";
import { wear } from "./icons.js";
import { holds } from "./ranked.js";
import { boot } from "./words.js";

let called = {};
let given = {};
let foreign = new Set();

/** From now on names and texts are those of this state. */
export function learn(state) {
  if (JSON.stringify(called) !== JSON.stringify(state.called)) drawAnew();
  called = state.called;
  wear(state.game);
  given = state.names;
  foreign = new Set(state.english);
}

/** The class of an element that names a driver: a name that people gave is written as they wrote it. */
export const nameClass = (name, kind = "driver") => (name in given ? `${kind} as-given` : kind);

/** A driver's name as it is said. */
export const named = (name) => called[name] ?? name;

/** The address of a picture of a verdict's place; it shows what holds now, and drivers are called as they are now. */
export const placePicture = (verdict, name) => `/incident/${verdict.entry}/${name}.jpg?${new URLSearchParams({ run: boot.run, language: boot.language, holds: holds(verdict), names: Object.values(given) })}`;

/** The language a shown sentence is in. */
export const tongue = (text) => (foreign.has(text) ? "en" : boot.language);

markForeign((text) => foreign.has(text));
