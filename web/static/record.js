// The record so far, newest first. An entry is drawn once, and again only when it changes; what is open stays open.

import { overrule } from "./dialogs.js";
import { $, el, setText } from "./dom.js";
import { shape } from "./icons.js";
import { proof } from "./incident.js";
import { may } from "./link.js";
import { drivers } from "./pieces.js";
import { review } from "./review.js";
import { ask } from "./toast.js";
import { known, t } from "./words.js";

const NEWEST = 12; // so many entries are shown until somebody asks for more: a phone has them all below each other
const A_DATE_NS = 1e17; // later than 1973: a time since 1970 rather than since a recording began
const drawn = new Map(); // id -> {text, node}

function clock(time_ns) {
  if (time_ns >= A_DATE_NS) return new Date(time_ns / 1e6).toLocaleTimeString([], { hour12: false });
  const seconds = Math.floor(time_ns / 1e9);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function line(entry) {
  const word = entry.status ? t(`status.${entry.holds}`) : t(`kind.${entry.kind}`);
  return el("summary", { "data-key": `entry:${entry.id}` },
    entry.status ? shape(entry.holds) : shape(known(`record.by.${entry.origin}`) ? entry.origin : "none"),
    el("span", { class: "entry-main" },
      el("span", { class: "entry-head" },
        el("strong", {}, word),
        entry.status && entry.provisional ? el("span", { class: "tag" }, t("status.provisional")) : null,
        drivers(entry),
        entry.holds === entry.status ? null : el("span", { class: "tag" }, t("record.was", { status: t(`status.${entry.status}`) })),
        entry.stands && entry.holds === "ILLEGAL" ? el("span", { class: "tag" }, t("record.stands")) : null,
        entry.undone ? el("span", { class: "tag" }, t("record.undone")) : null,
        el("span", { class: "quiet small when" }, `#${entry.id} · ${clock(entry.time)}`)),
      el("span", { class: "entry-sentence" }, entry.sentence)));
}

function inside(entry) {
  const judged = entry.kind === "verdict" && !entry.undone;
  const stand = entry.holds === "ILLEGAL" && !entry.stands && may("stand");
  const by = judged && entry.origin === "person" ? "record.ended" : `record.by.${entry.origin}`;
  return el("div", { class: "entry-body" },
    el("p", { class: "quiet small" }, t(`kind.${entry.kind}`), ", ", t(by), entry.rules.map((id) => [" · ", el("code", {}, id)])),
    proof({ ...entry, entry: entry.id }),
    entry.clip_ms.length
      ? el("button", { type: "button", onclick: () => review({ ...entry, entry: entry.id }) }, t("review.open"))
      : null,
    judged && may("overrule")
      ? el("div", { class: "row" },
          stand ? el("button", { type: "button", onclick: () => ask("stand", { entry: entry.id }) }, t("record.stand")) : null,
          el("button", { type: "button", class: "plain", onclick: () => overrule(entry.id, entry.status, entry.sentence) }, t("record.overrule")))
      : null);
}

function draw(entry) {
  const details = el("details", {}, line(entry));
  // the pictures are fetched when somebody opens the entry; what it holds may lie below the list's edge
  details.addEventListener("toggle", () => {
    if (!details.open || details.children.length > 1) return;
    details.append(inside(entry));
    details.lastChild.scrollIntoView({ block: "nearest" });
  });
  return el("li", { class: `entry kind-${entry.kind}${entry.undone ? " undone" : ""}` }, details);
}

function current(entry) {
  const text = JSON.stringify(entry);
  const before = drawn.get(entry.id);
  if (before?.text === text) return before.node;
  const node = draw(entry);
  if (before?.node.firstChild.open) {
    node.firstChild.append(inside(entry));
    node.firstChild.open = true;
  }
  drawn.set(entry.id, { text, node });
  return node;
}

/** Put the wanted nodes in order while moving as little as possible, so that focus and open entries stay. */
function arrange(list, nodes) {
  const wanted = new Set(nodes);
  for (const node of [...list.children]) if (!wanted.has(node)) node.remove();
  nodes.forEach((node, index) => {
    if (list.children[index] !== node) list.insertBefore(node, list.children[index] ?? null);
  });
}

/** What the camera saw on the way, and verdicts "so far" that a later one has replaced, matter to few. */
function byTheWay(entry, index, entries) {
  if (entry.kind === "stop") return true;
  return entry.kind === "verdict" && entry.provisional && entries.slice(0, index).some(({ kind }) => kind === "verdict");
}

export function recordView() {
  let last = null;
  const box = $("record-all");
  const older = $("record-older");
  let most = NEWEST;
  const again = () => last && show(last);
  box.addEventListener("change", again);
  older.addEventListener("click", () => {
    most = Infinity;
    again();
    $("record-list").children[NEWEST].querySelector("summary").focus();
  });
  const show = ({ entries: all, record, phase, replay }) => {
    last = { entries: all, record, phase, replay };
    $("report-open").hidden = phase !== "race" || Boolean(replay);
    const folded = all.filter(byTheWay);
    setText($("record-all-label"), t("record.all", { count: folded.length }));
    box.parentElement.hidden = folded.length === 0;
    const entries = box.checked ? all : all.filter((entry) => !folded.includes(entry));
    for (const id of [...drawn.keys()]) if (!entries.some((entry) => entry.id === id)) drawn.delete(id);
    arrange($("record-list"), entries.slice(0, most).map(current));
    older.hidden = entries.length <= most;
    setText(older, t("record.older", { count: entries.length - most }));
    setText($("record-note"), entries.length === 0 ? t("record.none") : record ? t("record.file", { path: record }) : "");
  };
  return show;
}
