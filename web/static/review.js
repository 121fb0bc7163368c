// The seconds before a verdict, to go through by slider, keys or at their own pace, with the pictures before and after.

import { $, el, setText, sleep } from "./dom.js";
import { boot, t } from "./words.js";

const LONGEST_STEP_MS = 1500;

let entry = 0;
let times = []; // ms before the verdict, oldest first
let playing = 0; // which run of the player is allowed to go on

const address = (number) => `/clip/${entry}/${number}.jpg?run=${boot.run}`;

function show(number) {
  $("review-slider").value = number;
  $("review-picture").src = address(number);
  const seconds = (times[number] / 1000).toFixed(1);
  setText($("review-time"), t("review.time", { seconds }));
  $("review-slider").setAttribute("aria-valuetext", t("review.time", { seconds }));
}

async function play() {
  const run = ++playing;
  setText($("review-play"), t("review.pause"));
  const last = times.length - 1;
  let number = Number($("review-slider").value);
  if (number === last) number = 0;
  for (show(number); number < last && run === playing; ) {
    await sleep(Math.min(LONGEST_STEP_MS, times[number] - times[number + 1]));
    if (run === playing) show(++number);
  }
  if (run === playing) pause();
}

function pause() {
  playing += 1;
  setText($("review-play"), t("review.play"));
}

/** Before or after a verdict: the place, or the whole table where the place cannot be shown. */
function figure(id, name, place) {
  const label = t(`verdict.${name}`);
  const address = (what) => `/${what}/${id}/${encodeURIComponent(name)}.jpg?run=${boot.run}`;
  const image = el("img", { src: address(place ? "incident" : "evidence"), alt: label });
  image.addEventListener("error", () => (image.src = address("evidence")), { once: true });
  return el("figure", {}, image, el("figcaption", {}, label));
}

/** Open the window for a verdict. */
export function review({ entry: id, sentence, pictures: names, clip_ms: clip, place }) {
  entry = id;
  times = clip;
  pause();
  setText($("review-sentence"), sentence);
  $("review-film").hidden = clip.length === 0;
  $("review-slider").max = Math.max(0, clip.length - 1);
  $("review-stills").replaceChildren(...names.map((name) => figure(id, name, place)));
  $("review").showModal();
  if (clip.length === 0) return;
  show(clip.length - 1);
  clip.forEach((_, number) => (new Image().src = address(number)));
}

export function installReview() {
  $("review-slider").addEventListener("input", (event) => {
    pause();
    show(Number(event.target.value));
  });
  $("review-play").addEventListener("click", () => ($("review-play").textContent === t("review.play") ? play() : pause()));
  $("review").addEventListener("close", pause);
}
