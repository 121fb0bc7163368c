// Choose a kit, see what it costs and how its sheets look, take the PDF along, race with it. The address holds the choice.

import { $, el, part, setText } from "./dom.js";
import { command, may } from "./link.js";
import { toast } from "./toast.js";
import { FILE, OWN, fileEditor, laid, trackEditor } from "./track.js";
import { boot, count, t } from "./words.js";

const { games, papers, tracks } = boot.kits;
const FIELDS = ["game", "ready", "packs", "heights", "stickers", "large_markers", "language", "paper", "low_ink"];
const MADE = [OWN, FILE]; // tracks and boards that are no ready ones
const SHEET_PX = 840;
let chosen = read();
let told = null; // what the rule book says of a track or board of one's own
let asked = 0;

const game = () => games.find(({ name }) => name === chosen.game) ?? games[0];

/** The choice in the address; a track given by its way, or a board by its file, is one's own, to be changed. */
function read() {
  const found = Object.fromEntries(new URLSearchParams(location.search));
  const usual = { game: games[0].name, ready: "", packs: "1", heights: "", stickers: "", language: boot.language, paper: papers[0], low_ink: "", large_markers: "", tiles: "", line: "", file: "" };
  const boards = (games.find(({ name }) => name === found.game) ?? games[0]).boards;
  if (boards && !("ready" in found)) found.ready = games.find(({ name }) => name === found.game).ready[0][0]; // one is enough
  const made = /^[NESW]+$/.test(found.ready ?? "") ? { ready: OWN, ...laid(found.ready) } : found.ready?.startsWith("{") ? { ready: FILE, file: found.ready } : {};
  return { ...usual, ...found, ...made };
}

/** The order as the server takes it; null while the track is not legal. */
function order() {
  if (!MADE.includes(chosen.ready)) return new URLSearchParams(FIELDS.map((name) => [name, chosen[name]]).filter(([, value]) => value));
  return told?.way ? new URLSearchParams(FIELDS.map((name) => [name, name === "ready" ? told.way : chosen[name]]).filter(([, value]) => value)) : null;
}

function choose(changes, anew = false) {
  const before = chosen;
  chosen = { ...chosen, ...changes };
  if (changes.game) Object.assign(chosen, { ready: game().boards ? game().ready[0][0] : "", tiles: "", line: "", packs: "1", heights: "", stickers: "", large_markers: "" });
  if (chosen.ready) Object.assign(chosen, { packs: "1", ...(game().boards ? {} : { stickers: "" }) });
  if (chosen.ready === OWN && !chosen.tiles && !("tiles" in changes)) {
    Object.assign(chosen, laid(tracks[chosen.game][before.ready] ?? Object.values(tracks[chosen.game])[0]));
  }
  history[anew ? "pushState" : "replaceState"](null, "", `?${new URLSearchParams(Object.entries(chosen).filter(([name, value]) => value || name === "ready"))}`);
  refresh();
}

function radios(name, legend, options) {
  return el("fieldset", { class: "question" }, el("legend", {}, legend), el("div", { class: "choices" }, options.map(([value, label]) =>
    el("label", { class: "choice" }, el("input", { type: "radio", name, value, checked: chosen[name] === value, "data-key": `${name}:${value}`,
      onchange: () => choose({ [name]: value }, name === "ready" || name === "game") }), el("span", {}, label), name === "ready" && value && !MADE.includes(value) ? drawn(`${new URLSearchParams({ game: chosen.game, ready: value })}`, "") : null))));
}

/** The board or track of an order as the page draws it in a race. */
function drawn(text, alt) {
  return el("img", { class: "drawn", src: `/kit/picture.svg?${text}`, alt, loading: "lazy" });
}

function list(name, label, options) {
  return el("label", {}, label, el("select", { "data-key": name, onchange: (event) => choose({ [name]: event.target.value }) },
    options.map(([value, words]) => el("option", { value, selected: chosen[name] === value }, words))));
}

function check(name, label) {
  return el("label", { class: "check" }, el("input", { type: "checkbox", checked: Boolean(chosen[name]), "data-key": name, onchange: (event) => choose({ [name]: event.target.checked ? "1" : "" }) }), label);
}

function choices() {
  const { boards, own, ready, packs, heights, races, small } = game();
  const made = [...(own ? [[OWN, t("kit.ready.own")]] : []), ...(boards ? [[FILE, t("kit.ready.file")]] : [])];
  const usual = boards ? [...ready, ["", t("kit.ready.all")], ...made] : [["", t("kit.ready.tiles")], ...ready, ...made];
  return [
    radios("game", t("guide.game"), games.filter(({ name, races }) => races || name === chosen.game).map(({ name, title }) => [name, title])),
    ready.length ? radios("ready", t(boards ? "kit.board" : "kit.track"), usual) : null,
    packs > 1 && !chosen.ready ? radios("packs", t("kit.packs"), [["1", "1"], ["2", "2"]]) : null,
    races && heights.length > 1 ? radios("heights", t("kit.heights"), heights.map((one, index) => [index ? one : "", t(`kit.heights.${one}`)])) : null,
    races && (boards || !chosen.ready) ? radios("stickers", t("kit.what"), [["", t("kit.what.whole")], ["1", t("kit.what.stickers")]]) : null,
    el("div", { class: "fields" }, list("language", t("kit.language"), boot.languages), list("paper", t("kit.paper"), papers.map((one) => [one, t(`kit.paper.${one}`)]))),
    check("low_ink", t("kit.low-ink")),
    small ? check("large_markers", t("kit.large-markers")) : null,
  ];
}

function figures({ effort, pages }) {
  const numbers = effort ? [["sheets", effort.sheets], ["cuts", effort.cuts], ["minutes", effort.minutes]] : [["sheets", pages]];
  return el("dl", { class: "figures" }, numbers.map(([name, number]) => el("div", {}, el("dt", {}, count(`kit.${name}`, number)), el("dd", {}, String(number)))));
}

function cost({ found, problem, text }) {
  if (!found) return el("p", { class: problem ? "error" : "quiet", role: problem ? "alert" : null }, problem || t(chosen.ready === FILE ? "kit.file.open" : "kit.track.open"));
  const address = (what) => `/kit/${what}?${text}`;
  return [
    figures(found),
    MADE.includes(chosen.ready) ? drawn(text, t("kit.drawn")) : null,
    el("div", { class: "row" },
      el("a", { class: "button main", href: address("sheets.pdf"), download: found.file, "data-key": "pdf" }, t("kit.pdf")),
      game().races ? el("a", { class: "button", href: found.cards, download: "command-cards.pdf", "data-key": "cards" }, t("kit.cards")) : null,
      game().races && may("guide") ? el("button", { type: "button", "data-key": "race", onclick: () => race(text) }, t("kit.race")) : null),
    el("p", {}, t("kit.print")),
    found.needs ? [el("h2", {}, t("kit.needs")), el("p", {}, found.needs)] : null,
    found.left_out.length ? el("p", {}, t("kit.left-out", { kinds: found.left_out.join(", ") })) : null,
    el("details", {}, el("summary", { "data-key": "steps" }, t("kit.steps")), el("ol", { class: "kit-steps" }, el("li", {}, el("strong", {}, "1."), " ", t("kit.print")), found.steps.map(([title, words]) => el("li", {}, el("strong", {}, title), " ", words)))),
  ];
}

async function race(text) {
  const { ok, sentence } = await command("guide", { what: "kit", value: text });
  if (ok) location.href = "/";
  else if (ok === false) toast(sentence, true);
}

function sheets({ found, text }) {
  if (!found) return [];
  const [wide, high] = found.shape;
  return [el("h2", {}, t("kit.sheets")), el("ol", { class: "sheets" }, Array.from({ length: found.pages }, (_, number) =>
    el("li", {}, el("a", { href: `/kit/sheets.pdf?${text}#page=${number + 1}`, target: "_blank", rel: "noopener" },
      el("img", { src: `/kit/sheet/${number}.jpg?${text}&run=${boot.run}`, alt: t("kit.sheet", { number: number + 1, count: found.pages }), loading: "lazy", width: SHEET_PX, height: Math.round((SHEET_PX * high) / wide) })))))];
}

const drawChoices = part($("choices"), choices);
const drawCost = part($("cost"), cost);
const drawSheets = part($("sheets"), sheets);
const editor = trackEditor((tiles, line, anew) => choose({ tiles, line }, anew));
const filed = fileEditor((file) => choose({ file }), async () => {
  const [fine, answer] = await fetched(`/kit/track.json?${new URLSearchParams({ game: chosen.game, ...laid(Object.values(tracks[chosen.game])[0]) })}`);
  return fine ? answer.file : "{}";
});

async function fetched(path) {
  const answer = await fetch(path, { headers: { Accept: "application/json" } }).catch(() => null);
  return answer ? [answer.ok, await answer.json()] : [false, { error: t("link.failed") }];
}

/** Draw all of it anew; an answer that comes late is of a choice that was changed since. */
async function refresh() {
  const mine = (asked += 1);
  const old = [$("cost"), $("sheets")];
  for (const one of old) one.inert = true; // what they offer is the choice of before
  drawChoices(chosen);
  $("track").hidden = chosen.ready !== OWN;
  $("file").hidden = chosen.ready !== FILE;
  told = null;
  if (chosen.ready === OWN || (chosen.ready === FILE && chosen.file)) {
    const asks = chosen.ready === OWN ? { tiles: chosen.tiles, line: chosen.line } : { file: chosen.file };
    const [fine, answer] = await fetched(`/kit/track.json?${new URLSearchParams({ game: chosen.game, ...asks })}`);
    if (mine !== asked) return;
    told = fine ? answer : chosen.ready === FILE ? { problems: [answer.error], way: "" } : null;
  }
  if (chosen.ready === OWN) editor(chosen, told);
  else filed(chosen, told);
  const text = order()?.toString() ?? "";
  const [fine, answer] = text ? await fetched(`/kit/order.json?${text}`) : [false, { error: "" }];
  if (mine !== asked) return;
  drawCost(fine ? { found: answer, text } : { problem: answer.error });
  drawSheets(fine ? { found: answer, text } : {});
  for (const one of old) one.inert = false;
}

addEventListener("popstate", () => {
  chosen = read();
  refresh();
});
document.title = `${t("kit.heading")} · ${t("page.title")}`;
setText($("toast"), "");
choose({});
