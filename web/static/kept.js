// Small settings kept in this browser. A browser that keeps nothing loses only the setting.

const NAME = "race-referee.";

export function kept(key) {
  try {
    return localStorage.getItem(NAME + key);
  } catch {
    return null;
  }
}

export function keep(key, value) {
  try {
    localStorage.setItem(NAME + key, value);
  } catch {
    // private windows may refuse; the setting then lasts as long as the page
  }
}
