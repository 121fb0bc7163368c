// The guided path to the race: game, camera, picture, lens, table. Each step says what is wrong and how to mend it.

import { $, el, part } from "./dom.js";
import { lensStep } from "./guide-lens.js";
import { shape } from "./icons.js";
import { may } from "./link.js";
import { namesTaken, whoDrives } from "./people.js";
import { phonePanel } from "./phone-panel.js";
import { ask, toast } from "./toast.js";
import { boot, t } from "./words.js";

const PHONE = "phone";
const LOOKS = { ok: "LEGAL", warn: "UNDECIDED", bad: "ILLEGAL", wait: "none" };

export const go = (what, value = "") => ask("guide", { what, value: String(value) });

/** To another step, once all that was typed on this one is taken. */
const goTo = async (step) => (await namesTaken()) && go("go", step);

function button(key, text, onclick, look = "") {
  return el("button", { type: "button", class: look, "data-key": key, onclick }, text);
}

function onward(step, extra = null) {
  return el("div", { class: "row" }, extra, button(`next:${step}`, t("guide.next"), () => goTo(step), "main"));
}

function choice(name, value, label, chosen, send, picture = null) {
  const onchange = async () => {
    if (await send()) return;
    const before = [...document.getElementsByName(name)].find((one) => one.defaultChecked); // it was refused
    if (before) before.checked = true;
  };
  return el("label", { class: "choice" },
    el("input", { type: "radio", name, value, checked: chosen, "data-key": `${name}:${value}`, onchange }), el("span", {}, label),
    picture && el("img", { class: "drawn", src: `/kit/picture.svg?${picture}`, alt: "", loading: "lazy" }));
}

const orders = new Map(); // of each order of a kit, what is told of it

/** A line that says something of an order once it is told of it. */
function ofOrder(order, line, say) {
  if (!orders.has(order)) orders.set(order, fetch(`/kit/order.json?${order}`).then((answer) => (answer.ok ? answer.json() : null)));
  orders.get(order).then(
    (told) => told && line.append(...say(told)),
    () => orders.delete(order)); // the line is down: asked again with the next drawing
  return line;
}

/** What a game is played with, in the words of its sheets. */
function needs(order) {
  return ofOrder(order, el("p", { class: "quiet small", id: "needs" }), (told) => (told.needs ? [el("strong", {}, t("kit.needs")), ` ${told.needs}`] : []));
}

/** Which kit was ordered: its board or track, and what else is not as usual. */
function ordered(order) {
  const { ready, packs, heights, stickers, low_ink: lowInk } = Object.fromEntries(new URLSearchParams(order));
  return ofOrder(order, el("span", { id: "ordered" }), (told) => {
    const words = [ready && (told.ready || t("kit.made")), packs === "2" && `${t("kit.packs")}: 2`, heights && t(`kit.heights.${heights}`),
      stickers && t("kit.what.stickers"), lowInk && t("kit.low-ink")].filter(Boolean);
    return [t("guide.kit", { kit: words.join(" · ") || t("kit.what.whole") })];
  });
}

function stepper({ step, steps }) {
  return el("ol", { class: "steps" }, steps.map(({ name, state }, index) =>
    el("li", { "data-state": state },
      el("button", { type: "button", class: "plain", "data-key": `step:${name}`, "aria-current": name === step ? "step" : null,
        onclick: () => goTo(name) },
        el("span", { class: "step-number" }, state === "done" ? "✓" : state === "passed" ? "–" : String(index + 1)),
        el("span", {}, t(`guide.step.${name}`)),
        el("span", { class: "sr" }, t(`guide.state.${state}`))))));
}

/** The races that were left: the newest one and the newest real one lie open, the others are folded up. */
function unfinished(races) {
  const open = new Set([races.find((one) => !one.simulated), races[0]]);
  const folded = races.filter((one) => !open.has(one));
  return [
    offers([...open].filter(Boolean)),
    folded.length ? el("details", {}, el("summary", { "data-key": "older" }, t("guide.older", { count: folded.length })), offers(folded)) : null,
  ];
}

function offers(races) {
  return races.map((one) =>
    el("div", { class: "offer" },
      el("p", {}, t(one.simulated ? "guide.unfinished.simulated" : "guide.unfinished", { game: one.game, turns: one.turns }),
        el("span", { class: "quiet" }, ` ${new Date(one.last_ns / 1e6).toLocaleString(boot.language, { dateStyle: "medium", timeStyle: "short" })}`)),
      el("div", { class: "row" },
        button(`resume:${one.record}`, one.film ? t("guide.resume.film", { film: one.film }) : t("guide.resume"), () => go("resume", one.record), "main"),
        button(`aside:${one.record}`, t("guide.aside"), () => go("aside", one.record), "plain"))));
}

function option({ name, words, choices, default: usual }, agreed) {
  const value = agreed[name] ?? usual;
  const send = (chosen) => go("options", Object.entries({ ...agreed, [name]: chosen }).map((pair) => pair.join("=")).join(" "));
  return el("fieldset", { class: "question" }, el("legend", {}, words),
    el("div", { class: "choices" }, choices.map(([one, label]) => choice(`option-${name}`, one, label, one === value, () => send(one)))));
}

function gameStep({ games, game, players, agreed, kit, drivers, names, whose, unfinished: races }) {
  const law = games.find(({ name }) => name === game);
  const order = (name) => (name === game && kit ? kit : `game=${name}`);
  return [
    unfinished(races),
    el("fieldset", { class: "question" }, el("legend", {}, t("guide.game")),
      el("div", { class: "choices games" }, games.map(({ name, title }) => choice("game", name, title, name === game, () => go("game", name), order(name)))),
      needs(order(game))),
    el("fieldset", { class: "question" }, el("legend", {}, t("setup.players")),
      el("div", { class: "choices" }, law.players.map((count) =>
        choice("count", count, String(count), count === players, () => go("players", count))))),
    whoDrives(drivers, names, whose),
    law.options.length
      ? el("details", {}, el("summary", { "data-key": "options" }, t("guide.options")), law.options.map((one) => option(one, agreed)))
      : null,
    kit
      ? el("div", { class: "row" }, ordered(kit), el("a", { href: `/kit?${kit}`, "data-key": "kit" }, t("guide.kit.look")), button("kit:usual", t("guide.kit.usual"), () => go("kit"), "plain"))
      : el("p", { class: "quiet" }, t("guide.print"), " ", el("a", { href: `/kit?game=${game}`, "data-key": "kit" }, t("guide.print.open"))),
    onward("camera"),
  ];
}

function camera({ source, title, thumbnail, note }, index, chosen) {
  return el("button", { type: "button", class: `camera${source === chosen ? " chosen" : ""}`, "aria-pressed": String(source === chosen),
    "data-key": `camera:${source}`, onclick: () => go("source", source) },
    thumbnail ? el("img", { src: `/thumbnail/${index}.jpg?run=${boot.run}`, alt: "" }) : el("span", { class: "no-picture" }, note || t("guide.camera.waiting")),
    el("span", {}, title));
}

/** A race that was left waits for nothing but its camera: the checks of a new one are not needed again. */
function goOn(source, same) {
  const words = !source ? "camera" : source === "simulated" ? "simulated" : same ? "same" : "camera";
  return el("div", { class: "offer" }, el("p", {}, t(`guide.resume.${words}`)),
    source ? button("next:table", t("guide.resume.on"), () => go("go", "table"), "main") : null);
}

function cameraStep({ cameras, source, problem, resuming, sends }) {
  const field = el("input", { id: "source-text", type: "text", autocomplete: "off", spellcheck: "false", "data-key": "source-text",
    placeholder: t("guide.camera.other.hint"), value: cameras.some((one) => one.source === source) || [PHONE, "simulated"].includes(source) ? "" : source });
  const send = (what) => {
    if (field.value.trim()) return go(what, field.value.trim());
    field.focus();
    return toast(t("guide.camera.missing"), true);
  };
  const use = (event) => {
    event.preventDefault();
    send("source");
  };
  const again = button("cameras", t("guide.camera.again"), () => go("cameras"));
  return [
    resuming ? goOn(source, resuming === source) : null,
    el("div", { class: "cameras" },
      cameras.map((one, index) => camera(one, index, source)),
      camera({ source: PHONE, title: t("guide.phone"), thumbnail: false, note: t("guide.phone.note") }, -1, source),
      camera({ source: "simulated", title: t("guide.camera.simulated"), thumbnail: false, note: t("guide.camera.simulated.note") }, -1, source)),
    source === PHONE ? phonePanel(sends && !resuming) : null,
    cameras.length || source ? null : el("p", { class: "may" }, t("guide.camera.none")),
    el("form", { class: "inline", onsubmit: use },
      el("label", { for: "source-text" }, t("guide.camera.other")), field, el("button", { type: "submit" }, t("guide.camera.use")),
      button("try", t("guide.camera.try"), () => send("try"))),
    problem ? el("p", { class: "error", role: "alert" }, problem) : null,
    source && !resuming ? onward("picture", again) : again,
  ];
}

function check({ name, state, why, value: told }) {
  const value = name === "scale" && told ? Number(told).toLocaleString(boot.language) : told;
  const key = why ? `check.${name}.${why}` : `check.${name}.${state}`;
  return el("li", { "data-state": state }, shape(LOOKS[state]),
    el("span", {}, el("strong", {}, t(`check.${name}`)), el("span", { class: "sr" }, ` ${t(`check.state.${state}`)}`), el("br"), why === "told" ? value : t(key, { value })));
}

function pictureStep({ checks, source }) {
  const simulated = source === "simulated";
  const wrong = checks.some(({ state }) => state === "bad");
  const ruler = el("input", { id: "ruler", type: "text", inputmode: "decimal", size: "6", "data-key": "ruler",
    value: checks.find(({ name }) => name === "scale")?.value ?? "" });
  const measure = (event) => {
    event.preventDefault();
    if (ruler.value.trim()) go("ruler", ruler.value.trim());
  };
  return [
    simulated || wrong ? el("p", {}, t(simulated ? "guide.picture.simulated" : "guide.picture.lead")) : null,
    el("ul", { class: "checks" }, checks.map(check)),
    simulated ? null : el("form", { class: "inline", onsubmit: measure }, el("label", { for: "ruler" }, t("guide.ruler")), ruler,
      el("button", { type: "submit" }, t("guide.ruler.set"))),
    el("div", { class: "row" }, wrong
      ? [el("p", { class: "quiet small" }, t("guide.picture.cost")), button("pass:picture", t("guide.pass"), () => go("pass", "picture"))]
      : button("next:lens", t("guide.next"), () => go("go", "lens"), "main")),
  ];
}

const STEPS = { game: gameStep, camera: cameraStep, picture: pictureStep, lens: lensStep };

function printed({ sheet, games }) {
  if (!sheet) return null;
  const { title } = games.find(({ name }) => name === sheet);
  return el("div", { class: "offer", role: "status" }, el("p", {}, t("guide.sheet", { game: title })),
    button("sheet", t("guide.sheet.choose"), () => go("game", sheet), "main"));
}

/** The lens kept for this camera may not be its own: said at once, with the way to measure it again. */
function doubted({ lens, step }) {
  if (!lens.doubt) return null;
  return el("div", { class: "offer", role: "status" }, el("p", {}, lens.doubt),
    step === "lens" ? null : button("doubt", t("lens.again"), () => go("go", "lens")));
}

function draw({ guide }) {
  const step = STEPS[guide.step];
  return step ? [el("h2", { id: "guide-heading" }, t(`guide.head.${guide.step}`)), printed(guide), doubted(guide), step(guide)] : [];
}

/** A step begins at its head: what was pressed to come there is gone, and the page may have been scrolled far down. */
function begin() {
  if (document.activeElement === document.body) $("guide-steps").querySelector("[aria-current]").focus({ preventScroll: true });
  if ($("guide").getBoundingClientRect().top < 0) $("guide").scrollIntoView();
}

export function guideView() {
  const steps = part($("guide-steps"), ({ guide }) => (guide ? stepper(guide) : []));
  const body = part($("guide-body"), draw);
  let before = null;
  return ({ guide, phase, source }) => {
    document.body.toggleAttribute("data-guided", Boolean(guide));
    $("guide").hidden = !guide || !may("guide");
    $("guide-body").hidden = phase !== "setup";
    if (!guide) return;
    steps({ guide: { step: guide.step, steps: guide.steps } });
    if (phase === "setup" && may("guide")) body({ guide: { ...guide, steps: null, sends: guide.step === "camera" && guide.source === PHONE && source.ok } });
    if (before && guide.step !== before && may("guide")) begin();
    if (guide.step === "camera" && before !== "camera" && may("guide")) go("cameras");
    before = guide.step;
  };
}
