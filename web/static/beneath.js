// The camera's newest picture, laid flat, under the drawn board: for who wants it.

import { $, el, sleep } from "./dom.js";
import { keep, kept } from "./kept.js";

const EVERY_MS = 1000; // what lies on a table moves slowly
const KEY = "beneath";

/** Whether the drawing that is shown may have the picture under it is told to what this gives. */
export function beneath(drawn) {
  const button = $("board-beneath");
  const photo = el("img", { class: "board-beneath", alt: "" });
  let on = kept(KEY) === "on";
  let fits = false;
  let run = 0;
  let number = -1;

  async function pull() {
    const answer = await fetch(`/beneath.jpg?after=${number}`);
    if (answer.status !== 200) return;
    number = Number(answer.headers.get("X-Picture"));
    const old = photo.src;
    photo.src = URL.createObjectURL(await answer.blob());
    await photo.decode();
    if (old) URL.revokeObjectURL(old);
    if (on && fits && !photo.isConnected) drawn.before(photo);
  }

  async function follow() {
    const mine = ++run;
    while (mine === run && on && fits) {
      if (!document.hidden) await pull().catch(() => null); // the next one may come
      await sleep(EVERY_MS);
    }
  }

  function show() {
    button.hidden = !fits;
    button.setAttribute("aria-pressed", on);
    if (on && fits) {
      number = -1;
      follow();
    } else photo.remove();
  }

  button.addEventListener("click", () => {
    on = !on;
    keep(KEY, on ? "on" : "off");
    show();
  });
  return (may) => {
    if (may === fits) return;
    fits = may;
    show();
  };
}
