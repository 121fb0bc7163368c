// What a state says of its own words: how drivers are called in the reader's language, and which texts stayed English.

import { drawAnew, markForeign } from "./dom.js";
import { boot } from "./words.js";

let called = {};
let foreign = new Set();

/** From now on names and texts are those of this state. */
export function learn(state) {
  if (JSON.stringify(called) !== JSON.stringify(state.called)) drawAnew();
  called = state.called;
  foreign = new Set(state.english);
}

/** A driver's name as it is said. */
export const named = (name) => called[name] ?? name;

/** The language a shown sentence is in. */
export const tongue = (text) => (foreign.has(text) ? "en" : boot.language);

markForeign((text) => foreign.has(text));
