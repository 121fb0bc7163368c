// Light, dark, or as the device has it; kept in this browser only.

import { $ } from "./dom.js";
import { keep, kept } from "./kept.js";
import { t } from "./words.js";

const THEMES = ["auto", "light", "dark"];
const SIGNS = { auto: "◐", light: "☼", dark: "☾" };

function wear(theme) {
  document.documentElement.dataset.theme = theme;
  const button = $("theme");
  button.textContent = `${SIGNS[theme]} ${t(`page.theme.${theme}`)}`;
}

export function installTheme() {
  let theme = THEMES.includes(kept("theme")) ? kept("theme") : "auto";
  wear(theme);
  $("theme").addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    keep("theme", theme);
    wear(theme);
  });
}
