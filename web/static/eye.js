// The live picture, pulled one by one: no connection is kept, and nothing is asked for while nobody looks.

import { $, setText, sleep } from "./dom.js";
import { t } from "./words.js";

const EMPTY_MS = 150; // when there was no newer one
const FAILED_MS = 1500;
const STALE_MS = 3000;

let number = -1;
let pause = 60; // ms between two pictures; longer when many look on
let paused = false;
let near = true;

function wanted() {
  return !document.hidden && !paused && near;
}

async function pull() {
  const answer = await fetch(`/frame.jpg?after=${number}`);
  pause = Number(answer.headers.get("X-Pause")) || pause;
  if (answer.status !== 200) return false;
  number = Number(answer.headers.get("X-Picture"));
  await place(await answer.blob());
  return true;
}

async function place(blob) {
  const picture = $("eye-picture");
  const old = picture.src;
  picture.src = URL.createObjectURL(blob);
  picture.hidden = false;
  // a picture cut short is simply followed by the next one
  await picture.decode().catch(() => {});
  if (old) URL.revokeObjectURL(old);
}

async function loop() {
  let fresh = performance.now();
  for (;;) {
    if (!wanted()) {
      await sleep(EMPTY_MS);
      fresh = performance.now();
      continue;
    }
    const got = await pull().catch(() => null);
    if (got) fresh = performance.now();
    say(performance.now() - fresh > STALE_MS);
    await sleep(got ? pause : got === null ? FAILED_MS : Math.max(EMPTY_MS, pause));
  }
}

function say(stale) {
  const note = $("eye-note");
  setText(note, t(number < 0 ? "eye.none" : "eye.stale"));
  note.hidden = number >= 0 && !stale;
}

function installPause() {
  const button = $("eye-pause");
  const name = () => setText(button, t(paused ? "eye.resume" : "eye.pause"));
  button.addEventListener("click", () => {
    paused = !paused;
    name();
  });
  name();
  new IntersectionObserver((entries) => (near = entries.at(-1).isIntersecting), { rootMargin: "200px" }).observe($("eye"));
}

export function eyeView() {
  installPause();
  loop();
  return () => {};
}
