// The windows that open over the page: correct, overrule, a picture in large, help.

import { $, el, setText } from "./dom.js";
import { command } from "./link.js";
import { choice, forget, installPlace, showBoard } from "./place.js";
import { toast } from "./toast.js";
import { boot, t } from "./words.js";

let overruled = 0;
let signer = ""; // who has decided last in a window, offered in the next one
let drawn = { svg: "", source: "", hands: [] };

function signed(field, why) {
  signer = $(`${field}-who`).value.trim();
  const reason = $(`${field}-why`).value.trim();
  return { ...(signer ? { who: signer } : {}), ...(reason || why ? { why: reason } : {}) };
}

/** Send from inside a dialog: done closes it (unless it is to stay), a problem is shown in it. */
async function sendFrom(name, asked, fields, stay = false) {
  const { ok, sentence } = await command(asked, fields);
  if (ok === null) return;
  setText($(`${name}-error`), ok ? "" : sentence);
  if (!ok) return;
  if (stay) setText($("place-done"), sentence); // a toast would lie behind the open window
  else $(name).close();
  toast(sentence);
}

/** Open the window in which pieces are put elsewhere. */
export async function correct() {
  setText($("correct-error"), "");
  $("correct-who").value = signer;
  $("correct-why").value = "";
  setText($("place-done"), "");
  forget();
  showBoard(drawn.svg, drawn.source, drawn.hands);
  $("correct").showModal();
  $("correct-text").hidden = true;
  const answer = await fetch("/position").catch(() => null);
  const { position } = answer?.ok ? await answer.json() : { position: "" };
  $("correct-position").value = position;
  $("correct-text").hidden = !position;
}

/** The board as it is drawn now; an open window follows it. */
export function keepBoard(svg, source, hands) {
  drawn = { svg, source, hands };
  if ($("correct").open) showBoard(svg, source, hands);
}

/** Open the window in which a person decides otherwise. */
export function overrule(entry, status, sentence) {
  overruled = entry;
  setText($("overrule-heading"), t("overrule.heading"));
  setText($("overrule-what"), sentence);
  const other = status === "LEGAL" ? "ILLEGAL" : "LEGAL";
  $("overrule-status").replaceChildren(...boot.commands.overrule.fields.status.choices.map((one) =>
    el("label", { class: "choice" }, el("input", { type: "radio", name: "overrule", value: one, checked: one === other }), el("span", {}, t(`status.${one}`)))));
  $("overrule-who").value = signer;
  $("overrule-why").value = "";
  setText($("overrule-error"), "");
  $("overrule").showModal();
}

/** Show a picture as large as the window. */
export function zoom(source, label) {
  $("zoom-picture").src = source;
  $("zoom-picture").alt = label;
  $("zoom").showModal();
}

function sendOverrule() {
  const status = document.querySelector("input[name=overrule]:checked").value;
  sendFrom("overrule", "overrule", { entry: overruled, status, ...signed("overrule", true) });
}

function sendPlace() {
  const chosen = choice();
  if (chosen) sendFrom("correct", "place", { ...chosen, ...signed("correct") }, true);
  forget();
}

function sendDeed(piece, deed) {
  if (piece) sendFrom("correct", "place", { piece, space: deed, ...signed("correct") }, true);
}

export function installDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
    });
  }
  installPlace(sendDeed);
  $("help-open").addEventListener("click", () => $("help").showModal());
  $("place-set").addEventListener("click", sendPlace);
  $("correct-accept").addEventListener("click", () => sendFrom("correct", "correct", { accept: true, ...signed("correct") }));
  $("correct-set").addEventListener("click", () => sendFrom("correct", "correct", { position: $("correct-position").value.trim(), ...signed("correct") }));
  $("overrule-send").addEventListener("click", sendOverrule);
  $("overrule-why").addEventListener("keydown", (event) => event.key === "Enter" && sendOverrule());
}
