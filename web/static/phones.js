// The window from which phones are let in: a QR for each role, how long it lasts, new codes, everybody out.

import { $, el, setText } from "./dom.js";
import { boot, t } from "./words.js";

const ROLES = ["declare", "watch", "referee"];

async function ask(method, body) {
  const options = method === "GET" ? {} : {
    method, headers: { "Content-Type": "application/json", "X-Race-Token": boot.token }, body: JSON.stringify(body),
  };
  const answer = await fetch("/invitations", options);
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.error);
  return said;
}

function card(role, one) {
  const renew = el("button", { type: "button", onclick: () => tried(() => ask("POST", { role })) }, t(one ? "phones.renew" : "phones.make"));
  return el("section", { class: "phone-code" },
    el("h3", {}, t(`role.${role}`)),
    el("p", { class: "small" }, t(`role.${role}.may`)),
    one ? el("img", { src: one.qr, alt: t("phones.qr", { role: t(`role.${role}`) }), class: "qr" }) : null,
    one ? el("p", { class: "small" }, el("span", { class: "link" }, one.url)) : null,
    one ? el("p", { class: "quiet small" }, t("phones.left", { minutes: Math.ceil(one.seconds / 60) })) : null,
    renew);
}

function draw({ open, joined, codes }) {
  setText($("phones-note"), open ? t("phones.joined", { count: joined }) : t("phones.closed"));
  $("phones-end").hidden = !open;
  $("phones-codes").replaceChildren(...(open ? ROLES.map((role) => card(role, codes.find((one) => one.role === role))) : []));
}

async function tried(action) {
  try {
    await action();
    draw(await ask("GET"));
  } catch (problem) {
    setText($("phones-note"), problem.message || t("link.failed"));
  }
}

export function installPhones() {
  const button = $("phones-open");
  button.hidden = boot.role !== "referee";
  button.addEventListener("click", () => {
    $("phones").showModal();
    tried(() => Promise.resolve());
  });
  $("phones-end").addEventListener("click", () => tried(() => ask("POST", { role: "none" })));
  document.body.dataset.role = boot.role;
}
