// Verdicts for a screen reader: a fault interrupts, everything else waits its turn.

import { $ } from "./dom.js";
import { t } from "./words.js";

export function speaker() {
  let said = null;
  return ({ verdict, outcome }) => {
    if (!verdict) return;
    const status = verdict.provisional ? `${t(`status.${verdict.status}`)}, ${t("status.provisional")}` : t(`status.${verdict.status}`);
    const text = [t("verdict.say", { status, sentence: verdict.sentence }), outcome ?? ""].join(" ").trim();
    const whole = `${verdict.entry} ${text}`;
    if (whole === said) return;
    // the first verdict after loading is old news
    const first = said === null;
    said = whole;
    if (!first) $(verdict.status === "ILLEGAL" ? "shout" : "say").textContent = text;
  };
}
