// The window from which phones are let in: a QR for each role, how long it lasts, new codes, everybody out.

import { $, el, setText } from "./dom.js";
import { command, may } from "./link.js";
import { lookAtPrograms } from "./programs.js";
import { boot, t } from "./words.js";

const { path, fields } = boot.commands.invite;
const OFTEN = "declare"; // most phones are a player's
const CAMERA = "camera";
const ROLES = [OFTEN, ...fields.role.choices.filter((role) => ![OFTEN, CAMERA, "none"].includes(role))];

function card(role, one) {
  const renew = el("button", { type: "button", onclick: () => invite(role) }, t(one ? "phones.renew" : "phones.make"));
  return el("section", { class: "phone-code" },
    el("h3", {}, t(`role.${role}`)),
    el("p", { class: "small" }, t(`role.${role}.may`)),
    one ? el("img", { src: one.qr, alt: t("phones.qr", { role: t(`role.${role}`) }), class: "qr" }) : null,
    one ? el("p", { class: "small" }, el("span", { class: "link" }, one.url)) : null,
    one ? el("p", { class: "quiet small" }, t("phones.left", { minutes: Math.ceil(one.seconds / 60) })) : null,
    renew);
}

function draw({ open, camera, joined, codes }) {
  setText($("phones-note"), open ? t("phones.joined", { count: joined }) : t("phones.closed"));
  $("phones-end").hidden = !open;
  $("phones-start").hidden = open;
  const roles = camera ? [CAMERA, ...ROLES] : ROLES;
  $("phones-codes").replaceChildren(...(open ? roles.map((role) => card(role, codes.find((one) => one.role === role))) : []));
}

async function look() {
  const answer = await fetch(path).catch(() => null);
  const said = await answer?.json();
  if (answer?.ok) draw(said);
  else setText($("phones-note"), said?.error ?? t("link.failed"));
}

async function invite(role) {
  const { ok, sentence } = await command("invite", { role });
  if (ok === false) setText($("phones-note"), sentence);
  else look();
}

export function installPhones() {
  const button = $("phones-open");
  button.hidden = !may("invite");
  button.addEventListener("click", () => {
    $("phones").showModal();
    look();
    lookAtPrograms();
  });
  $("phones-end").addEventListener("click", () => invite("none"));
  $("phones-start").addEventListener("click", () => invite(OFTEN));
  document.body.dataset.role = boot.role;
}
