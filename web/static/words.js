// What the server put into the page: its words, its token, its run.

export const boot = JSON.parse(document.getElementById("boot").textContent);

/** The text for a key, with {names} filled in; the key itself when a language lacks it. */
export function t(key, values = {}) {
  const text = boot.words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

/** The text for a key and a number, which has a form of its own for one. */
export function count(key, number) {
  return t(number === 1 && known(`${key}.one`) ? `${key}.one` : key, { count: number });
}

/** Whether there are words for a key. */
export function known(key) {
  return key in boot.words;
}
