// What the law says, in the reader's language. The state comes in it as far as the server knows it; each browser looks
// what came in English up in law.LANGUAGE.json. What is not found stays English and is marked as English.

import { markForeign } from "./dom.js";
import { phraseBook } from "./phrases.js";
import { boot } from "./words.js";

const MANNERS = {
  de: { comma: "," },
  fr: { comma: ",", polish: (text) => text.replace(/\b([dD]|[qQ]u)e (?=[AEIOUÉÈ])/g, "$1’").replaceAll(" À les ", " Aux ") },
};
const ENTITIES = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };
const DRAWN = /( data-name=| aria-label=|<title>|<text [^>]*>)("?)([^"<>]*[a-z]{2}[^"<>]*)/g;

const foreign = new Set(); // English texts that the book does not know
const book = boot.language in MANNERS ? await open() : null;
const speaks = book !== null;
let left = new Set(); // texts of the state that came in English

async function open() {
  try {
    const answer = await fetch(new URL(`./law.${boot.language}.json`, import.meta.url));
    return answer.ok ? phraseBook(await answer.json(), MANNERS[boot.language]) : null;
  } catch {
    return null; // without the book the law speaks English
  }
}

/** One sentence of the law in the reader's language; the English one when the book does not know it. */
export function told(text, always = false) {
  if (!text || boot.language === "en") return text;
  const english = always || left.has(text);
  const said = speaks && (english || !text.includes(" ")) ? book.say(text) : null;
  if (said === null && english) foreign.add(text);
  return said ?? text;
}

/** A name that may be in the book ("camera 0") and is no English word otherwise. */
const named = (text) => (speaks ? book.say(text) : null) ?? text;

/** An entry of the record: what happened, and behind it what somebody said or wrote, as it was written. */
function noted(sentence) {
  if (!speaks || !left.has(sentence) || book.say(sentence) !== null) return told(sentence);
  const cuts = [sentence.indexOf(": "), sentence.indexOf(" (")].filter((cut) => cut > 0).sort((one, two) => one - two);
  const cut = cuts.find((place) => book.say(sentence.slice(0, place)) !== null);
  if (!cut) return told(sentence);
  const [between, rest] = sentence[cut] === ":" ? [": ", sentence.slice(cut + 2)] : ["", sentence.slice(cut)];
  return book.say(sentence.slice(0, cut)) + between + (book.say(rest) ?? rest);
}

/** The language a shown sentence is in. */
export const tongue = (text) => (foreign.has(text) ? "en" : boot.language);

markForeign((text) => foreign.has(text));

const question = ({ text, answers, ...rest }) => ({ ...rest, text: told(text), answers: answers.map(([label, ...said]) => [told(label), ...said]) });
const rule = (violation) => ({ ...violation, title: told(violation.title), message: told(violation.message) });
const row = (standing) => ({ ...standing, tokens: told(standing.tokens), note: told(standing.note) });

function verdict(given) {
  return given && {
    ...given,
    sentence: told(given.sentence),
    violations: given.violations.map(rule),
    questions: given.questions.map(question),
    alternatives: given.alternatives.map(told),
    due: told(given.due),
    readings: given.readings.map((one) => ({ ...one, answer: told(one.answer), words: told(one.words) })),
  };
}

function guide(given) {
  const option = (one) => ({ ...one, words: told(one.words), choices: one.choices.map(([value, label]) => [value, told(label)]) });
  return given && {
    ...given,
    problem: told(given.problem),
    checks: given.checks.map((one) => (one.why === "told" ? { ...one, value: told(one.value) } : one)),
    lens: { ...given.lens, failed: told(given.lens.failed), doubt: told(given.lens.doubt), origin: told(given.lens.origin) },
    games: given.games.map((game) => ({ ...game, options: game.options.map(option) })),
    cameras: given.cameras.map((camera) => ({ ...camera, title: named(camera.title), note: told(camera.note) })),
  };
}

function podium(given) {
  return given && { ...given, rows: given.rows.map((one) => ({ ...one, note: told(one.note) })) };
}

/** A piece that can be set by hand; what a deed is about is a name, or a sign of one letter. */
function hand(given) {
  return { ...given, name: told(given.name), deeds: given.deeds.map(([deed, what]) => [deed, what.length > 1 ? told(what) : what]) };
}

const plain = (text) => text.replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity]);
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A drawn board whose pieces and captions have names in the reader's language. */
function drawn(svg) {
  if (!speaks) return svg;
  return svg.replace(DRAWN, (_, before, quote, text) => before + quote + escaped(told(plain(text), true)));
}

let shown = { diagram: "", drawn: "" };

/** The state with every sentence of the law in the reader's language. */
export function inTheReadersLanguage(state) {
  if (boot.language === "en") return state;
  left = new Set(state.english);
  if (shown.diagram !== state.diagram) shown = { diagram: state.diagram, drawn: drawn(state.diagram) };
  return {
    ...state,
    source: { ...state.source, name: named(state.source.name), note: told(state.source.note) },
    warnings: state.warnings.map(told),
    problems: state.problems.map(told),
    diagram: shown.drawn,
    now: { ...state.now, sentence: told(state.now.sentence), standings: state.now.standings.map(row) },
    pad: state.pad.map(question),
    said: state.said.map(told),
    verdict: verdict(state.verdict),
    entries: state.entries.map((entry) => ({ ...entry, sentence: noted(entry.sentence) })),
    outcome: told(state.outcome),
    guide: guide(state.guide),
    podium: podium(state.podium),
    season: state.season && { ...state.season, problem: told(state.season.problem) },
    hands: state.hands.map(hand),
  };
}
