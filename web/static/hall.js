// The hall's page: a card for each table, and a steward's answers.

import { $, el, part, setText } from "./dom.js";
import { command, may } from "./link.js";
import { installTheme } from "./theme.js";
import { openStream } from "./stream.js";
import { boot, t } from "./words.js";

const MANY_PICTURES = 12; // so many are shown again as soon as they change; more tables take turns
const shown = new Map(); // a card and what it was drawn from, by table

const words = (table) => table.said[boot.language] ?? table.said.en ?? {};

function chip(table) {
  if (!table.alive) return t("hall.away");
  if (table.needs) {
    const minutes = Math.floor((Date.now() - table.since_ms) / 60000);
    return t(`hall.${table.needs}`) + (minutes > 0 ? ` ${t("hall.waits", { minutes })}` : "");
  }
  if (table.paused) return t("hall.paused");
  return t({ race: "hall.racing", over: "hall.over" }[table.phase] ?? "hall.setup");
}

/** What stands in large: the fault or question; else the end, or whose turn it is. */
function sentence(table, said) {
  if (table.needs === "trouble") return said.notes?.[0] ?? "";
  return (table.needs && said.verdict) || said.outcome || said.now || said.notes?.[0] || "";
}

function answers(table, said, tell) {
  if (!may("answer") || !table.can_answer || !table.alive || !["fault", "question"].includes(table.needs)) return [];
  const about = table.verdict.entry;
  const button = (label, key, asked) => el("button", { type: "button", "data-key": key, onclick: async () => tell((await asked()).sentence) }, label);
  const group = (legend, buttons) =>
    el("fieldset", { class: "answers", "aria-label": t("hall.answers", { table: table.table }) }, legend ? el("legend", {}, legend) : null, el("div", { class: "row" }, buttons));
  if (table.needs === "fault") return [group("", [button(t("hall.stand"), "stand", () => command("allow", { table: table.table, about }))])];
  return (said.questions ?? []).map((one) =>
    group(one.text, one.answers.map(([label, text]) => button(label, text, () => command("answer", { table: table.table, about, text })))));
}

function card(table) {
  const said = words(table);
  const done = el("p", { class: "done small", role: "status" });
  const tell = (text) => {
    setText(done, text);
    setText($("said"), text);
  };
  const ahead = (said.standings ?? []).filter((one) => one.place).slice(0, 4);
  return [
    el("header", {}, el("h2", {}, t("hall.table", { table: table.table })), el("span", { class: "quiet small" }, table.title), el("span", { class: "chip" }, chip(table))),
    el("img", { class: "look", alt: t("hall.picture", { table: table.table }), hidden: !table.picture }),
    el("p", { class: "word" }, sentence(table, said)),
    ...answers(table, said, tell),
    ahead.length ? el("ol", { class: "small quiet" }, ahead.map((one) => el("li", {}, `${one.place}. ${one.player} ${one.lap}`))) : null,
    done,
    el("div", { class: "row" },
      table.page && table.alive ? el("a", { href: table.page, target: "_blank", rel: "noopener", "data-key": "open" }, t("hall.open")) : null,
      !table.alive && may("forget") ? el("button", { type: "button", class: "plain", "data-key": "forget", onclick: async () => tell((await command("forget", { table: table.table })).sentence) }, t("hall.forget")) : null),
  ];
}

function cardOf(name) {
  if (!shown.has(name)) {
    const node = el("article", { class: "card table" });
    shown.set(name, { node, draw: part(node, card), picture: 0 });
  }
  return shown.get(name);
}

function show(hall) {
  const title = t("hall.title", { hall: hall.hall });
  document.title = title;
  setText($("title"), title);
  const needs = hall.tables.filter((one) => one.needs).length;
  setText($("count"), t("hall.count", { tables: hall.tables.length, needs }));
  $("trouble").hidden = !hall.trouble;
  setText($("trouble"), hall.trouble ? t("hall.lost", { why: hall.trouble[boot.language] ?? hall.trouble.en }) : "");
  const here = hall.tables.map((table) => {
    const one = cardOf(table.table);
    const { picture, ...rest } = { ...table, can_answer: hall.can_answer };
    one.node.dataset.needs = table.needs;
    one.node.toggleAttribute("data-away", !table.alive);
    one.draw({ ...rest, picture: picture > 0 });
    look(one, table, hall.tables.length);
    return one.node;
  });
  for (const name of [...shown.keys()]) if (!hall.tables.some((one) => one.table === name)) shown.delete(name);
  const main = $("tables");
  if (!here.length) here.push(el("p", { class: "empty quiet" }, t("hall.none")));
  if (here.length !== main.children.length || here.some((node, at) => main.children[at] !== node)) main.replaceChildren(...here);
}

/** A new picture of a table, if there is one and its card is in view. */
function look(one, table, many) {
  const image = one.node.querySelector(".look");
  if (!table.picture || (image.src && one.picture === table.picture)) return;
  if (many > MANY_PICTURES && image.src && table.picture - one.picture < many / MANY_PICTURES) return;
  const { top, bottom } = one.node.getBoundingClientRect();
  if (image.src && (bottom < 0 || top > innerHeight)) return;
  one.picture = table.picture;
  image.src = `/table/${encodeURIComponent(table.table)}.jpg?${table.picture}`;
}

const language = $("language");
language.append(...boot.languages.map(([value, text]) => el("option", { value, selected: value === boot.language }, text)));
language.addEventListener("change", () => {
  document.cookie = `race_language=${language.value};path=/;max-age=31536000;samesite=strict`;
  location.reload();
});
installTheme();
openStream("/events", ({ kind, data }) => {
  if (kind === "hello" && data.run !== boot.run) location.reload();
  if (kind === "state") show(data);
  if (kind === "up" || kind === "lost") {
    $("lost").hidden = kind === "up";
    document.body.classList.toggle("offline", kind === "lost");
  }
});
