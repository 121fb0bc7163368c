// Programs that are let in by tokens: who they are, a new token (shown once), and none any more.

import { $, el } from "./dom.js";
import { boot, t } from "./words.js";
import { post } from "./link.js";

const { path, fields } = boot.commands.admit;

async function ask(name, body) {
  const answer = await post(boot.commands[name].path, JSON.stringify(body), "application/json").catch(() => null);
  const said = await answer?.json();
  return { ok: answer?.ok, told: answer?.ok ? said.token ?? said.message : said?.error ?? t("link.failed") };
}

function draw(every, note = []) {
  const name = el("input", { type: "text", maxlength: fields.program.most, "data-key": "program-name" });
  const role = el("select", { "data-key": "program-role" }, fields.role.choices.map((one) => el("option", { value: one }, t(`role.${one}`))));
  const make = async () => {
    const { ok, told } = await ask("admit", { program: name.value, role: role.value });
    lookAtPrograms(ok ? [el("p", {}, t("programs.token", { name: name.value })), el("code", { id: "program-token" }, told)] : [el("p", { class: "error" }, told)]);
  };
  const revoke = async (one) => lookAtPrograms([el("p", {}, (await ask("revoke", { program: one })).told)]);
  $("programs-body").replaceChildren(el("p", { class: "quiet small" }, t("programs.help")),
    ...every.map((one) => el("p", { class: "row" }, `${one.name} · ${t(`role.${one.role}`)} · ${one.since}`,
      el("button", { type: "button", class: "plain", "data-key": `revoke-${one.name}`, onclick: () => revoke(one.name) }, t("programs.revoke", { name: one.name })))),
    el("div", { class: "fields" }, el("label", {}, t("programs.name"), name), el("label", {}, t("programs.role"), role)),
    el("div", { class: "row" }, el("button", { type: "button", "data-key": "admit", onclick: make }, t("programs.make"))),
    el("div", { role: "status" }, note));
}

/** Show them, where whoever looks may let some in: at this computer. */
export async function lookAtPrograms(note = []) {
  const answer = await fetch(path).catch(() => null);
  $("programs").hidden = !answer?.ok;
  if (answer?.ok) draw((await answer.json()).machines, note);
}
