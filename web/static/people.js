// What the drivers are called: a window with a field for each, and the names that this browser remembers.

import { $, el, setText } from "./dom.js";
import { suit } from "./icons.js";
import { keep, kept } from "./kept.js";
import { command, may } from "./link.js";
import { toast } from "./toast.js";
import { boot, known, t } from "./words.js";

const REMEMBERED = 40;
const LONGEST = 24;

const remembered = () => (kept("names") ?? "").split("\n").filter(Boolean);

function remember(name, driver) {
  keep(`driver.${driver}`, name);
  if (name) keep("names", [name, ...remembered().filter((one) => one !== name)].slice(0, REMEMBERED).join("\n"));
}

function offer() {
  $("names-known").replaceChildren(...remembered().map((value) => el("option", { value })));
  $("names-forget").hidden = remembered().length === 0;
}

/** A field for a driver's name. */
function field(driver, name, colour, more = {}) {
  return el("label", {}, el("span", { class: "driver" }, suit(driver), colour),
    el("input", { type: "text", name: driver, value: name, maxlength: LONGEST, list: "names-known", autocomplete: "off", "data-key": `name:${driver}`, ...more }));
}

const drafts = {}; // what was typed or remembered before the race, by driver

/** Before a race: who drives which colour, as this browser remembers it; left empty, the colour is the name. */
export function whoDrives(drivers, names) {
  const asked = drivers.filter((one) => known(`colour.${one}`));
  if (!may("name") || asked.length === 0) return null;
  offer();
  const tell = async ({ target: { name, value } }) => {
    remember(value.trim(), name);
    drafts[name] = value.trim();
    const { ok, sentence } = await command("guide", { what: "name", value: `${name}=${value.trim()}` });
    if (ok === false) toast(sentence, true);
  };
  const value = (one) => {
    const before = kept(`driver.${one}`);
    if (drafts[one] === undefined && !names[one] && before && !Object.values(names).includes(before)) tell({ target: { name: one, value: before } });
    return drafts[one] ?? names[one] ?? "";
  };
  const draft = ({ target }) => (drafts[target.name] = target.value); // the guide may be drawn anew while somebody types
  return el("fieldset", { class: "question" }, el("legend", {}, t("names.heading")),
    el("div", { class: "fields" }, asked.map((one) => field(one, value(one), t(`colour.${one}`), { onchange: tell, oninput: draft }))),
    el("p", { class: "quiet small" }, t("names.skip")));
}

/** Send what was changed; the window closes when all was taken. */
async function save(event) {
  event.preventDefault();
  for (const input of $("names-fields").querySelectorAll("input")) {
    const name = input.value.trim();
    if (name === input.defaultValue) continue;
    const { ok, sentence } = await command("name", { driver: input.name, called: name });
    if (ok === false) {
      setText($("names-error"), sentence);
      input.focus();
      return;
    }
    input.defaultValue = name;
    remember(name, input.name);
  }
  $("names").close();
}

/** A state may tell who races; the button opens the window. */
export function peopleView() {
  const button = $("names-open");
  let state = null;
  button.addEventListener("click", () => {
    const drivers = [...new Set(state.now.standings.map((row) => row.player).filter((one) => known(`colour.${one}`)))];
    $("names-fields").replaceChildren(...drivers.map((one) => field(one, state.names[one] ?? "", t(`colour.${one}`))));
    setText($("names-error"), "");
    offer();
    $("names").showModal();
  });
  $("names-form").addEventListener("submit", save);
  $("names-forget").addEventListener("click", () => {
    keep("names", "");
    for (const key of Object.keys(boot.words).filter((one) => one.startsWith("colour."))) keep(`driver.${key.slice("colour.".length)}`, "");
    offer();
  });
  return (next) => {
    state = next;
    button.hidden = !may("name") || next.replay !== null || !next.now.standings.some((row) => row.player);
  };
}
