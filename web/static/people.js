// What the drivers are called: a window with a field for each, and the names that this browser remembers.

import { $, el, setText } from "./dom.js";
import { suit } from "./icons.js";
import { keep, kept } from "./kept.js";
import { command, may } from "./link.js";
import { boot, known, t } from "./words.js";

const REMEMBERED = 40;

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
function field(driver, name, more = {}) {
  return el("input", { type: "text", name: driver, value: name, list: "names-known", autocomplete: "off", "data-key": `name:${driver}`, ...more });
}

/** It under the driver's colour, with the sign that the driver has in this game. */
const labelled = (driver, ...input) => el("label", {}, el("span", { class: "driver" }, suit(driver), t(`colour.${driver}`)), input);

const inputs = {}; // by driver: the same one however often the screen is drawn anew, for somebody may be typing in it
const told = {}; // by driver: the name that was sent; null when it was refused: it may be free by the next time
const taken = {}; // by driver: whether that was taken, once it is known
const refusals = {}; // by driver: why it was not
let telling = Promise.resolve(); // one after the other: a name that was erased must not be overtaken by itself

function tell(input) {
  const said = input.value.trim();
  if (said !== told[input.name]) {
    told[input.name] = said;
    taken[input.name] = send(input, said);
  }
  return taken[input.name] ?? true;
}

async function send(input, said) {
  const driver = input.name;
  telling = telling.then(() => command("guide", { what: "name", value: `${driver}=${said}` }));
  const { ok, sentence } = await telling;
  if (told[driver] !== said) return true; // another one was given meanwhile
  if (ok) remember(said, driver);
  else told[driver] = null;
  refusals[driver] = ok ? "" : sentence;
  if (input.isConnected) setText(input.nextElementSibling, refusals[driver]);
  return Boolean(ok);
}

/** Whether every name on the screen was taken; else the first that was not is at hand, with the reason beside it. */
export async function namesTaken() {
  for (const input of Object.values(inputs).filter((one) => one.isConnected)) {
    if (await tell(input)) continue;
    input.focus();
    return false;
  }
  return true;
}

/** The field that asks for a driver's name before the race, filled in with what this browser remembers. */
function asking(driver, names) {
  const left = ({ target }) => setTimeout(() => target !== document.activeElement && tell(target)); // drawn anew, it keeps the focus
  const input = field(driver, "", { onblur: left });
  const before = kept(`driver.${driver}`);
  told[driver] = names[driver] ?? "";
  input.value = told[driver] || (Object.values(names).includes(before) ? "" : before ?? "");
  tell(input);
  return input;
}

/** Before a race: who drives which colour, as this browser remembers it; left empty, the colour is the name. */
export function whoDrives(drivers, names, whose) {
  const asked = drivers.filter((one) => known(`colour.${one}`));
  if (!may("name") || asked.length === 0) return null;
  offer();
  return el("fieldset", { class: "question" }, el("legend", {}, t("names.heading")),
    el("div", { class: "fields" }, asked.map((one) => {
      inputs[one] = inputs[one]?.isConnected ? inputs[one] : asking(one, names);
      return labelled(one, inputs[one], el("span", { class: "error", role: "alert" }, refusals[one] ?? ""));
    })),
    whose ? el("p", { class: "small" }, whose) : null,
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
    $("names-fields").replaceChildren(...drivers.map((one) => labelled(one, field(one, state.names[one] ?? ""))));
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
