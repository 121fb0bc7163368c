// Verdicts for the ear: for a screen reader (a fault interrupts, everything else waits its turn), as a sound, as a voice.

import { $ } from "./dom.js";
import { tongue } from "./names.js";
import { hush, say, sound } from "./sounds.js";
import { t } from "./words.js";

export function speaker() {
  let said = null;
  let loaded = false;
  return ({ verdict, outcome }) => {
    const first = !loaded;
    loaded = true;
    if (!verdict) return;
    const status = verdict.provisional ? `${t(`status.${verdict.status}`)}, ${t("status.provisional")}` : t(`status.${verdict.status}`);
    const text = [t("verdict.say", { status, sentence: verdict.sentence }), verdict.due, outcome ?? ""].join(" ").trim();
    const whole = `${verdict.entry} ${text}`;
    if (whole === said) return;
    said = whole;
    if (first) return; // what was there when the page was loaded is old news
    $(verdict.status === "ILLEGAL" ? "shout" : "say").textContent = text;
    sound(verdict.status);
    if (verdict.status === "LEGAL" && verdict.provisional && !verdict.due) return;
    hush();
    if (verdict.due) say(verdict.due, tongue(verdict.due));
    if (verdict.status === "LEGAL" && verdict.provisional) return;
    say(t(`status.${verdict.status}`));
    if (verdict.status !== "LEGAL") say(verdict.sentence, tongue(verdict.sentence));
    if (outcome) say(outcome, tongue(outcome));
  };
}
