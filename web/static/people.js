// What the drivers are called: a window with a field for each, and the names that this browser remembers.

import { $, el, setText } from "./dom.js";
import { suit } from "./icons.js";
import { keep, kept } from "./kept.js";
import { command, may } from "./link.js";
import { known, t } from "./words.js";

const REMEMBERED = 40;
const LONGEST = 24;

const remembered = () => (kept("names") ?? "").split("\n").filter(Boolean);

function remember(name) {
  keep("names", [name, ...remembered().filter((one) => one !== name)].slice(0, REMEMBERED).join("\n"));
}

function offer() {
  $("names-known").replaceChildren(...remembered().map((value) => el("option", { value })));
  $("names-forget").hidden = remembered().length === 0;
}

function field(driver, name, colour) {
  return el("label", {}, el("span", { class: "driver" }, suit(driver), colour),
    el("input", { type: "text", name: driver, value: name, maxlength: LONGEST, list: "names-known", autocomplete: "off", "data-key": `name:${driver}` }));
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
    if (name) remember(name);
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
    offer();
  });
  return (next) => {
    state = next;
    button.hidden = !may("name") || next.replay !== null || !next.now.standings.some((row) => row.player);
  };
}
