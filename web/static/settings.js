// What this device does (language, colours, sounds, voice) and how strict the referee is.

import { $, el, part, setText } from "./dom.js";
import { keep, kept } from "./kept.js";
import { may } from "./link.js";
import { say, sound, turn, on } from "./sounds.js";
import { ask } from "./toast.js";
import { boot, t } from "./words.js";

const A_YEAR_S = 31536000;

function modes({ mode }) {
  return boot.commands.mode.fields.mode.choices.map((one) =>
    el("label", { class: "choice tall" },
      el("input", { type: "radio", name: "mode", value: one, checked: one === mode, "data-key": `mode:${one}`,
        onchange: () => ask("mode", { mode: one, who: "" }) }),
      el("span", {}, el("strong", {}, t(`mode.${one}`)), el("br"), el("span", { class: "quiet small" }, t(`mode.${one}.means`)))));
}

function installSwitch(id, what, sample) {
  $(id).checked = on(what);
  $(id).addEventListener("change", () => {
    turn(what, $(id).checked);
    if ($(id).checked) sample();
  });
}

function installLanguage() {
  const list = $("language");
  list.replaceChildren(...boot.languages.map(([code, name]) => el("option", { value: code, lang: code, selected: code === boot.language }, name)));
  list.addEventListener("change", () => {
    document.cookie = `race_language=${list.value}; Path=/; Max-Age=${A_YEAR_S}; SameSite=Strict`;
    location.reload();
  });
}

function installSwap() {
  const box = $("swap-on");
  const wear = () => document.documentElement.classList.toggle("swapped", box.checked);
  box.checked = kept("swapped") === "yes";
  box.addEventListener("change", () => {
    keep("swapped", box.checked ? "yes" : "no");
    wear();
  });
  wear();
}

/** What ends or leaves the race: asked for in the menu, done after a question. */
function installAsked(name, send) {
  $(`${name}-open`).addEventListener("click", () => {
    $("settings").close();
    $(name).showModal();
  });
  $(`${name}-send`).addEventListener("click", () => {
    $(name).close();
    send();
  });
}

/** A break: in the menu where a phone has no room for its button. */
function installBreak() {
  let paused = false;
  const button = $("pause-open");
  button.addEventListener("click", () => {
    $("settings").close();
    ask("pause", { on: !paused });
  });
  return (now, races) => {
    paused = now;
    button.hidden = !races || !may("pause");
    setText(button, t(paused ? "turn.go-on" : "turn.break"));
  };
}

export function settingsView() {
  $("settings-open").addEventListener("click", () => $("settings").showModal());
  $("kit-open").hidden = !may("guide");
  installLanguage();
  installSwitch("sounds-on", "sounds", () => sound("LEGAL"));
  installSwitch("voice-on", "voice", () => say(t("settings.voice.sample")));
  installSwap();
  installAsked("leave", () => ask("guide", { what: "leave", value: "" }));
  installAsked("end", () => ask("end"));
  const showBreak = installBreak();
  const body = part($("settings-mode"), modes);
  return ({ mode, phase, leaves, game, paused }) => {
    showBreak(paused, phase === "race");
    $("kit-open").href = `/kit?${new URLSearchParams({ game })}`;
    $("end-open").hidden = phase !== "race" || !may("end");
    $("leave-open").hidden = !leaves || !may("guide");
    $("settings-strict").hidden = !may("mode") || phase === "setup" || phase === "survey";
    body({ mode });
  };
}
