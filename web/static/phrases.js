// A phrase book: finds the template of an English sentence ("{who} rolled {list}") and says the sentence in another
// language, its gaps too. What a gap holds must be a phrase of the book itself, a number or a code such as c3. The name
// of a gap says more: "who" takes only what stands in the book as it is (a driver), "space" that or a name such as p7,
// "figure" only a number, "text" anything, "section" the name of a rule book's section. Gaps "a" and "b" make a list,
// which is looked for before all other templates: in "a, b and c" nothing may swallow a comma that is the list's. So is a
// dash: in "red's turn is over – no token was used" it parts the whole, and "{who}'s {what}" may not swallow it.

const NUMBER = /^[+-]?\d+(\.\d+)?%?$/;
const CODE = /^([A-Za-z]{0,2}\d{1,3}|\d+\/\d+|\d+(\+\d+)+)$/;
const NAME = /^(\w|[\w@:-]*[\d@:][\w@:-]*)$/;
const LOOSE = /^\|a\|[^|]+\|b\|$|^\|\w+\|(;| – )/; // lists, and what a semicolon or a dash adds to the whole
const MOST_KEPT = 5000;
const MOST_TRIED = 30000; // parts of one text: what is not found by then is not in the book
const ENDS_WORD = /[\p{L}\d)]$/u;
const BREAK = /(?=[ ,;:.(+])/gu;
const SENTENCES = /(?<=[.!?]) (?=\p{Lu})/gu;

const firstWord = (text) => text.split(" ", 1)[0];
const small = (text) => text.charAt(0).toLowerCase() + text.slice(1);
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function template([english, other]) {
  const parts = english.split(/\{(\w+)\}/); // words at even places, names of gaps at odd ones
  const words = parts.filter((_, index) => index % 2 === 0);
  return { parts, other, longest: words.reduce((best, one) => (one.length > best.length ? one : best)), weight: words.join("").length };
}

/** The places at which a pattern matches. */
const places = (text, pattern) => [...text.matchAll(pattern)].map(({ index }) => index);

/** Whether every bracket opened before a place is closed there too. */
function outsideBrackets(text, place) {
  const before = text.slice(0, place);
  return before.split("(").length <= before.split(")").length;
}

/**
 * A book over {English template: translation}. Its `say(text)` gives the translation, or null when nothing fits;
 * `polish` mends a whole result (elisions), `comma` stands between the digits of a number.
 */
export function phraseBook(entries, { polish = (text) => text, comma = "." } = {}) {
  const exact = new Map();
  const opening = new Map(); // by first word, for templates that begin with a whole word
  const loose = [];
  const others = [];
  for (const made of Object.entries(entries).map(template).sort((one, two) => two.weight - one.weight)) {
    const [head] = made.parts;
    if (made.parts.length === 1) exact.set(head, made.other);
    else if (LOOSE.test(made.parts.join("|"))) loose.push(made);
    else if (head.includes(" ")) opening.set(firstWord(head), [...(opening.get(firstWord(head)) ?? []), made]);
    else others.push(made);
  }
  const kept = new Map();
  let tried = 0;

  const asItStands = (text) => exact.get(text) ?? exact.get(small(text)) ?? null;

  function gap(name, text, glued) {
    if (text === "") return glued ? "" : null;
    const kind = name.replace(/\d+$/, "");
    if (kind === "who") return asItStands(text);
    if (NUMBER.test(text)) return text.replace(".", comma);
    if (kind === "figure") return null;
    if (kind === "space") return asItStands(text) ?? (NAME.test(text) ? text : null);
    if (kind === "section") return text.includes(" Rule: ") ? null : text;
    const said = phrase(text);
    if (said !== null) return said;
    return kind === "text" ? text : null;
  }

  /** Where a gap that begins at `from` may end: before the words that follow it. */
  function ends(parts, at, text, from) {
    const next = parts[at + 2];
    const last = at + 2 === parts.length - 1;
    if (last) return text.endsWith(next) && text.length - next.length >= from ? [text.length - next.length] : [];
    if (next === "") return [from, ...places(text, BREAK).filter((place) => place > from), text.length];
    const found = [];
    for (let place = text.indexOf(next, from); place >= 0; place = text.indexOf(next, place + 1)) found.push(place);
    return found;
  }

  function fill(parts, at, text, from, found) {
    if (!text.startsWith(parts[at], from)) return false;
    const start = from + parts[at].length;
    if (at === parts.length - 1) return start === text.length;
    const name = parts[at + 1];
    const glued = at > 0 && parts[at] === "" ? true : ENDS_WORD.test(parts[at]);
    const possible = ends(parts, at, text, start);
    if (name === "who") possible.reverse(); // "second red" before "second"
    return possible.some((end) => {
      const said = gap(name, text.slice(start, end), glued);
      if (said === null || !fill(parts, at + 2, text, end, found)) return false;
      found[name] = said;
      return true;
    });
  }

  function fitting(templates, text) {
    for (const { parts, other, longest } of templates) {
      const found = {};
      if (text.includes(longest) && fill(parts, 0, text, 0, found)) return other.replace(/\{(\w+)\}/g, (_, name) => found[name]);
    }
    return null;
  }

  /** Pieces that follow each other with nothing but a space between: sentences, or tails such as " by the gate". */
  function inPieces(text) {
    const tails = text.startsWith(" ");
    const cuts = tails ? places(text, / /g).filter((place) => place > 0) : places(text, SENTENCES).filter((place) => outsideBrackets(text, place));
    for (const cut of cuts) {
      const [head, rest] = [phrase(text.slice(0, cut)), phrase(text.slice(tails ? cut : cut + 1))];
      if (head !== null && rest !== null) return head + (tails ? "" : " ") + rest;
    }
    return null;
  }

  function lowered(text) {
    const said = small(text) === text ? null : phrase(small(text));
    return said === null ? null : capital(said);
  }

  function phrase(text) {
    if (exact.has(text)) return exact.get(text);
    if (NUMBER.test(text)) return text.replace(".", comma);
    if (CODE.test(text)) return text;
    if (kept.has(text)) return kept.get(text);
    if (++tried > MOST_TRIED) return null;
    kept.set(text, null); // a phrase that needs itself is none
    const said = inPieces(text) ?? fitting(loose, text) ?? fitting(opening.get(firstWord(text)) ?? [], text) ?? fitting(others, text) ?? lowered(text);
    kept.set(text, said);
    return said;
  }

  const answers = new Map();
  function say(text) {
    tried = 0;
    const said = phrase(text);
    if (tried > MOST_TRIED || kept.size > MOST_KEPT) kept.clear(); // what was given up may still be a phrase elsewhere
    return said === null ? null : polish(said);
  }

  return {
    say(text) {
      if (answers.size > MOST_KEPT) answers.clear();
      if (!answers.has(text)) answers.set(text, say(text));
      return answers.get(text);
    },
  };
}
