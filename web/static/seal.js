// What this browser saw of each race last. A record that ends before it, or says otherwise now, was changed.

import { $, setText } from "./dom.js";
import { keep, kept } from "./kept.js";
import { t } from "./words.js";

const NAME = "seen";
const MOST_RACES = 50;
const checked = new Set(); // races held against what was seen, since the page was opened
const wrong = new Map(); // race -> what is said of it

const numberOf = (head) => Number(head.split("-")[1]);

/** Fingerprints by race, the one that was seen last at the end. */
function allSeen() {
  try {
    return new Map(Object.entries(JSON.parse(kept(NAME)) ?? {}));
  } catch {
    return new Map(); // somebody else's
  }
}

function hold(race, head) {
  const seen = allSeen();
  seen.delete(race);
  keep(NAME, JSON.stringify(Object.fromEntries([...seen, [race, head]].slice(-MOST_RACES))));
}

const raceOf = (head) => head.split("-")[0];

/** Whether the record says otherwise of what was seen; that it says nothing of it just now accuses nobody. */
async function saysOtherwise(seen, head) {
  if (numberOf(seen) === numberOf(head)) return seen !== head;
  const answer = await fetch(`/fingerprint/${numberOf(seen)}`, { cache: "no-store" });
  const fingerprint = answer.ok ? (await answer.json()).fingerprint : "";
  return raceOf(fingerprint) === raceOf(head) && fingerprint !== seen;
}

async function compare(race, head) {
  const seen = allSeen().get(race);
  const words = { last: numberOf(head), seen: seen && numberOf(seen), head: seen };
  if (seen && words.last < words.seen) wrong.set(race, t("record.ends", words));
  else if (seen && !checked.has(race) && (await saysOtherwise(seen, head))) wrong.set(race, t("record.rewritten", words));
  else hold(race, head);
  checked.add(race);
}

export function sealView() {
  let newest = "";
  return async ({ head }) => {
    if (head === newest) return;
    newest = head;
    const race = raceOf(head);
    setText($("record-head"), head ? t("record.head", { head }) : "");
    try {
      // what does not fit stays what was seen
      if (head && !wrong.has(race)) await compare(race, head);
    } catch {
      return; // the line is cut: the next state is held against what was seen
    }
    setText($("record-changed"), wrong.get(race) ?? "");
    $("record-changed").hidden = !wrong.has(race);
  };
}
