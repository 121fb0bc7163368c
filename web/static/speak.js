// Verdicts for the ear: for a screen reader (a fault interrupts, everything else waits its turn), as a sound, as a voice.

import { $ } from "./dom.js";
import { tongue } from "./names.js";
import { holds } from "./ranked.js";
import { hush, say, sound } from "./sounds.js";
import { t } from "./words.js";

export function speaker() {
  let said = null;
  let loaded = false;
  return ({ verdict, outcome }) => {
    const first = !loaded;
    loaded = true;
    if (!verdict) return;
    const held = holds(verdict);
    const sentence = verdict.overruled ? "" : verdict.sentence; // the referee's, and people have spoken since
    const status = verdict.provisional ? `${t(`status.${held}`)}, ${t("status.provisional")}` : t(`status.${held}`);
    const text = [t("verdict.say", { status, sentence }), verdict.due, outcome ?? ""].join(" ").trim();
    const whole = `${verdict.entry} ${text}`;
    if (whole === said) return;
    said = whole;
    if (first) return; // what was there when the page was loaded is old news
    $(held === "ILLEGAL" ? "shout" : "say").textContent = text;
    const quiet = verdict.provisional && (held === "LEGAL" || verdict.overruled);
    if (!verdict.overruled) sound(held);
    if (quiet && !verdict.due) return;
    hush();
    if (verdict.due) say(verdict.due, tongue(verdict.due));
    if (quiet) return;
    say(t(`status.${held}`));
    if (held !== "LEGAL" && sentence) say(sentence, tongue(sentence));
    if (outcome) say(outcome, tongue(outcome));
  };
}
