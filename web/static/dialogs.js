// The windows that open over the page: correct, overrule, a picture in large, help.

import { $, el, setText } from "./dom.js";
import { command } from "./link.js";
import { toast } from "./toast.js";
import { t } from "./words.js";

const STATUSES = ["LEGAL", "ILLEGAL", "UNDECIDED"];
let overruled = 0;
let position = "";

/** Send from inside a dialog: done closes it, a problem is shown in it. */
async function sendFrom(name, body) {
  const { ok, sentence } = await command(body);
  if (ok === null) return;
  setText($(`${name}-error`), ok ? "" : sentence);
  if (!ok) return;
  $(name).close();
  toast(sentence);
}

/** Open the window in which a position is corrected. */
export function correct() {
  $("correct-position").value = position;
  setText($("correct-error"), "");
  $("correct").showModal();
}

/** What the correction starts from. */
export function keepPosition(text) {
  position = text;
}

/** Open the window in which a person decides otherwise. */
export function overrule(entry, status) {
  overruled = entry;
  setText($("overrule-heading"), t("overrule.heading", { entry }));
  const other = status === "LEGAL" ? "ILLEGAL" : "LEGAL";
  $("overrule-status").replaceChildren(...STATUSES.map((one) =>
    el("label", { class: "choice" }, el("input", { type: "radio", name: "overrule", value: one, checked: one === other }), el("span", {}, t(`status.${one}`)))));
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
  sendFrom("overrule", { do: "overrule", entry: overruled, status, why: $("overrule-why").value.trim() });
}

export function installDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
    });
  }
  $("help-open").addEventListener("click", () => $("help").showModal());
  $("correct-accept").addEventListener("click", () => sendFrom("correct", { do: "correct", accept: true }));
  $("correct-set").addEventListener("click", () => sendFrom("correct", { do: "correct", position: $("correct-position").value.trim() }));
  $("overrule-send").addEventListener("click", sendOverrule);
  $("overrule-why").addEventListener("keydown", (event) => event.key === "Enter" && sendOverrule());
}
