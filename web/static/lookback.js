// A look back at a race that is over, for this device alone: states come by number, the live ones wait.

import { toast } from "./toast.js";
import { t } from "./words.js";

let show = () => {};
let live = null;
let looking = false;

export const lookingBack = () => looking;

/** Show the race as it was after the n-th turn. */
export async function lookAt(number) {
  looking = true;
  const answer = await fetch(`/moment/${number}`).catch(() => null);
  if (!looking) return;
  if (answer?.ok) show(await answer.json());
  else toast(t("link.failed"), true);
}

/** Back to the race as it stands. */
export function leave() {
  looking = false;
  if (live) show(live);
}

/** From now on states are shown by `view`; returns where live ones go. A look back ends when the race is no longer over. */
export function installLookBack(view) {
  show = view;
  return (next) => {
    live = next;
    if (looking && next.phase === "over") return;
    looking = false;
    show(next);
  };
}
