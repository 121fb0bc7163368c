// What to do so that a phone becomes the camera: network, warning, code. Kept while the guide is drawn anew.

import { el, setText } from "./dom.js";
import { command } from "./link.js";
import { boot, t } from "./words.js";

const { path } = boot.commands.invite;
const RENEWED_S = 60; // before a code runs out there is a new one
let panel = null;

async function code(place, print) {
  const { ok, sentence } = await command("invite", { role: "camera" });
  if (ok === false) {
    place.replaceChildren(el("p", { class: "error", role: "alert" }, sentence));
    return;
  }
  const answer = await fetch(path).catch(() => null);
  const said = answer?.ok ? await answer.json() : null;
  const one = said?.codes.find(({ role }) => role === "camera");
  if (!one) {
    place.replaceChildren(el("p", { class: "error", role: "alert" }, t("link.failed")));
    return;
  }
  place.replaceChildren(el("img", { src: one.qr, alt: t("phones.qr", { role: t("role.camera") }), class: "qr" }),
    el("p", { class: "small" }, el("span", { class: "link" }, one.url)));
  print.replaceChildren(t("guide.phone.print"), " ", el("code", {}, said.camera));
  setTimeout(() => place.isConnected && code(place, print), 1000 * Math.max(RENEWED_S, one.seconds - RENEWED_S));
}

function made() {
  const place = el("div", { class: "phone-qr" });
  const print = el("p", { class: "quiet small" });
  const here = el("p", { class: "phone-here", role: "status" });
  code(place, print);
  return el("section", { class: "phone-panel", "aria-label": t("guide.phone") },
    el("ol", {}, ["network", "scan", "warns"].map((step) => el("li", {}, t(`guide.phone.${step}`)))), place,
    here, el("details", {}, el("summary", {}, t("guide.phone.print.why")), print));
}

/** The panel, which says so when the phone sends its pictures; a new one, with a new code, when the last one could not get any or was put away. */
export function phonePanel(sends) {
  if (!panel?.isConnected || !panel.querySelector(".qr")) panel = made();
  setText(panel.querySelector(".phone-here"), sends ? t("guide.phone.here", { next: t("guide.next") }) : "");
  return panel;
}
