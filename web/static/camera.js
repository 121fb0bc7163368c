// A phone as the camera: its pictures go up one by one, two under way at most; or one photograph after each turn.

import { $, setText, sleep } from "./dom.js";
import { command, post } from "./link.js";
import { boot, t } from "./words.js";

const WIDE = 1920;
const HIGH = 1080;
const EVERY_MS = 95; // ten pictures a second, and a little to spare
const MOST_UNDER_WAY = 2;
const QUALITY = 0.85;
const PHOTO_PX = 2560;
const ANSWER_MS = 8000;
const RATE_OVER_MS = 3000;
const STRAIGHT_DEG = 3;
const LOW_BATTERY = 20;
const STEADY_AFTER_MS = 3000; // exposure and focus have settled by then
const page = crypto.getRandomValues(new Uint32Array(2)).join("-");
const canvas = document.createElement("canvas");

let number = 0;
let battery = 100;
let track = null;
let lock = null;
let run = 0; // grows with every start and stop
let around = false;

const show = (...ids) => {
  for (const id of ["cam-join", "cam-door", "cam-ready", "cam-live", "cam-still"]) $(id).hidden = !ids.includes(id);
};
const say = (key, values) => setText($("cam-state"), key ? t(key, values) : "");

const worries = new Map();
/** What is wrong, one sentence a thing; "" when it is mended. */
function worry(about, text) {
  worries.set(about, text);
  setText($("cam-worry"), [...worries.values()].filter(Boolean).join(" "));
}

/** Send one JPEG. Resolves to whether it has arrived; says what is wrong otherwise. */
async function send(jpeg, still) {
  const asked = new URLSearchParams({ page, number: (number += 1), battery, ...(still ? { still: 1 } : {}) });
  try {
    const answer = await post(`/camera/picture?${asked}`, jpeg, "image/jpeg", AbortSignal.timeout(ANSWER_MS));
    if (answer.ok) worry("line", "");
    else if (answer.status === 401 || answer.status === 403) worry("line", t("cam.again"));
    else worry("line", (await answer.json().catch(() => null))?.error ?? t("cam.lost"));
    return answer.ok;
  } catch {
    worry("line", t("cam.lost"));
    return false;
  }
}

const jpegOf = () => new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));

// -- picture after picture ---------------------------------------------------------------------------------------------

/** Draw what the camera sees, always with its long side across: a phone that lies flat does not know how it is held. */
function drawVideo(video) {
  const { videoWidth: wide, videoHeight: high } = video;
  const upright = high > wide;
  [canvas.width, canvas.height] = upright ? [high, wide] : [wide, high];
  const pen = canvas.getContext("2d", { alpha: false });
  if (upright) pen.setTransform(0, -1, 1, 0, 0, wide);
  pen.drawImage(video, 0, 0);
}

async function openCamera() {
  const media = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: "environment" }, width: { ideal: WIDE }, height: { ideal: HIGH }, frameRate: { ideal: 30 } },
  });
  track = media.getVideoTracks()[0];
  const video = $("cam-video");
  video.srcObject = media;
  await video.play();
  worry("camera", "");
  offerTorch();
  setTimeout(() => hold(true), STEADY_AFTER_MS);
  return video;
}

/** Have the camera open as long as the page is; a phone that gave it to another program gets it back afterwards. */
async function keepCamera() {
  const mine = (run += 1);
  while (mine === run) {
    try {
      const video = await openCamera();
      if (mine !== run) track.stop(); // it was stopped while the browser asked
      await pictures(video);
    } catch (problem) {
      worry("camera", t(problem.name === "NotAllowedError" ? "cam.denied" : "cam.none"));
    }
    say("");
    await sleep(1000);
  }
}

/** Send pictures until the camera ends. One that was sent before is not sent again: a camera that hangs is silent. */
async function pictures(video) {
  let underWay = 0;
  let fresh = true;
  const mine = track;
  const whenFresh = () => {
    fresh = true;
    if (track === mine) video.requestVideoFrameCallback?.(whenFresh);
  };
  whenFresh();
  let arrived = [];
  const take = async () => {
    underWay += 1;
    drawVideo(video);
    if (await send(await jpegOf(), false)) arrived.push(performance.now());
    else await sleep(500);
    underWay -= 1;
    arrived = arrived.filter((at) => performance.now() - at < RATE_OVER_MS);
    if (mine.readyState !== "live") return;
    say(arrived.length > 1 ? "cam.sending" : "", { rate: Math.round((1000 * arrived.length) / RATE_OVER_MS), width: canvas.width, height: canvas.height });
  };
  for (let next = performance.now(); mine.readyState === "live"; ) {
    if (underWay < MOST_UNDER_WAY && fresh && video.videoWidth) {
      fresh = !video.requestVideoFrameCallback;
      take();
      next = Math.max(next + EVERY_MS, performance.now() + EVERY_MS / 2);
      await sleep(next - performance.now());
    } else await sleep(15);
  }
}

// -- the camera held still ---------------------------------------------------------------------------------------------

/** Focus, exposure and white balance as they are now, or the phone's own again; where the browser allows. */
async function hold(on) {
  const able = track?.getCapabilities?.() ?? {};
  const wanted = {};
  for (const [mode, values] of [["focusMode", ["focusDistance"]], ["exposureMode", ["exposureTime", "iso"]], ["whiteBalanceMode", ["colorTemperature"]]]) {
    const word = on ? "manual" : "continuous";
    if (!able[mode]?.includes(word)) continue;
    wanted[mode] = word;
    const now = track.getSettings();
    for (const name of on ? values : []) if (now[name] !== undefined) wanted[name] = now[name];
  }
  $("cam-hold").hidden = Object.keys(wanted).length === 0;
  if ($("cam-hold").hidden) return;
  await apply("cam-hold", wanted, on);
}

async function apply(id, wanted, on) {
  try {
    await track.applyConstraints({ advanced: [wanted] });
    $(id).setAttribute("aria-pressed", String(on));
  } catch {
    worry("settings", t("cam.refused"));
  }
}

function offerTorch() {
  $("cam-torch").hidden = !track.getCapabilities?.().torch;
}

const pressed = (id) => $(id).getAttribute("aria-pressed") === "true";

// -- hung straight, awake, charged -------------------------------------------------------------------------------------

async function level() {
  if (typeof DeviceOrientationEvent === "undefined") return;
  if ((await DeviceOrientationEvent.requestPermission?.().catch(() => "denied")) === "denied") return;
  addEventListener("deviceorientation", ({ beta, gamma }) => {
    if (beta === null || gamma === null) return;
    const tilt = Math.hypot(beta, gamma);
    const turn = ((screen.orientation?.angle ?? 0) * Math.PI) / 180; // the bubble goes up, however the page is turned
    const far = (angle) => `${Math.max(-26, Math.min(26, -2 * angle))}px`;
    $("cam-level").hidden = false;
    $("cam-bubble").style.setProperty("--x", far(gamma * Math.cos(turn) + beta * Math.sin(turn)));
    $("cam-bubble").style.setProperty("--y", far(beta * Math.cos(turn) - gamma * Math.sin(turn)));
    $("cam-level").toggleAttribute("data-straight", tilt <= STRAIGHT_DEG);
    const words = tilt <= STRAIGHT_DEG ? t("cam.level.straight") : t("cam.level.tilted", { degrees: Math.round(tilt) });
    $("cam-level").setAttribute("aria-label", words);
    setText($("cam-level-words"), words);
  });
}

async function stayAwake() {
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    setText($("cam-note"), t("cam.sleeps"));
  }
}

async function watchBattery() {
  const power = await navigator.getBattery?.();
  if (!power) return;
  const look = () => {
    battery = power.charging ? 100 : Math.round(power.level * 100);
    worry("battery", battery <= LOW_BATTERY ? t("cam.battery", { percent: battery }) : "");
  };
  power.addEventListener("levelchange", look);
  power.addEventListener("chargingchange", look);
  look();
}

const STARTED = "camera-started";

function start() {
  sessionStorage.setItem(STARTED, "yes");
  show("cam-live");
  stayAwake();
  if (!around) {
    around = true;
    level();
    watchBattery();
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && track?.readyState === "live" && stayAwake());
  }
  keepCamera();
}

/** The camera is the phone's own again, which may go to sleep; the page can start it once more. */
function stop() {
  sessionStorage.removeItem(STARTED);
  run += 1;
  track?.stop();
  lock?.release();
  setText($("cam-note"), "");
  worries.clear();
  worry("camera", "");
  show("cam-ready");
}

// -- one photograph after each turn ------------------------------------------------------------------------------------

let photographs = 0;
let before = Promise.resolve();

/** One after the other, in the order of the turns. */
function photograph({ target }) {
  const [file] = target.files;
  target.value = ""; // the same picture may be taken again
  if (file) before = before.then(() => sendPhotograph(file));
}

async function sendPhotograph(file) {
  say("cam.photo.sending");
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, PHOTO_PX / Math.max(picture.width, picture.height));
    [canvas.width, canvas.height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
    canvas.getContext("2d", { alpha: false }).drawImage(picture, 0, 0, canvas.width, canvas.height);
  } catch {
    say("");
    worry("photograph", t("cam.photo.none"));
    return;
  }
  worry("photograph", "");
  const jpeg = await jpegOf();
  while (!(await send(jpeg, true))) await sleep(1500); // nothing of a turn is lost: it is sent until it is there
  photographs += 1;
  say("cam.photo.sent", { count: photographs });
}

// -- the way in --------------------------------------------------------------------------------------------------------

async function join(code) {
  const { ok, sentence, page: goesOn } = await command("join", { code });
  if (ok) location.replace(goesOn + (goesOn === location.pathname ? location.search : ""));
  else if (ok === false) {
    show("cam-join");
    setText($("cam-join-error"), sentence);
  }
}

/** Over a plain line the code is kept for the secure page; only photographs need it here. */
function door(code) {
  $("cam-secure").href = `${boot.secure}#${code}`;
  $("cam-secure").hidden = !boot.secure;
  show("cam-door");
}

function begin() {
  const code = decodeURIComponent(location.hash.slice(1));
  const plain = !window.isSecureContext || !navigator.mediaDevices;
  const still = new URLSearchParams(location.search).has("still");
  if (plain && !still) door(code);
  else if (code && !boot.joined) {
    history.replaceState(null, "", location.pathname + location.search); // the code stays out of the history
    join(code);
  } else if (!boot.joined) show("cam-join");
  else if (plain || still) show("cam-still");
  else if (sessionStorage.getItem(STARTED)) start(); // loaded again: it goes on by itself
  else show("cam-ready");
}

$("cam-join").addEventListener("submit", (event) => {
  event.preventDefault();
  join($("cam-code").value.trim());
});
$("cam-photo").addEventListener("click", () => location.assign(`/camera?still${location.hash}`));
$("cam-start").addEventListener("click", start);
$("cam-stop").addEventListener("click", stop);
$("cam-file").addEventListener("change", photograph);
$("cam-hold").addEventListener("click", () => hold(!pressed("cam-hold")));
$("cam-torch").addEventListener("click", () => apply("cam-torch", { torch: !pressed("cam-torch") }, !pressed("cam-torch")));
begin();
