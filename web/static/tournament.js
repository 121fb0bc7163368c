// The tournament's page comes from the server as it is read; this keeps it new and sends what its organiser says.

import { $, setText } from "./dom.js";
import { command } from "./link.js";
import { installTheme } from "./theme.js";
import { boot } from "./words.js";

const ASK_MS = 3000;
const SCREEN_MS = 12000; // so long a projector shows one screen of a long list
let tag = "";

async function refresh() {
  const board = $("board");
  if (!board || document.hidden) return;
  try {
    const answer = await fetch("/board", { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
    $("lost").hidden = answer.ok || answer.status === 304;
    if (!answer.ok) return;
    tag = answer.headers.get("ETag") ?? "";
    const held = board.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    board.replaceChildren(...new DOMParser().parseFromString(await answer.text(), "text/html").body.childNodes);
    if (held) board.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus();
  } catch {
    $("lost").hidden = false;
  }
}

for (const form of document.querySelectorAll("form[data-command]"))
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.dataset.sure && !confirm(form.dataset.sure)) return;
    const fields = [...new FormData(form)].map(([name, value]) => [name, form.elements[name].type === "number" ? Number(value) : value]);
    const { ok, sentence } = await command(form.dataset.command, Object.fromEntries(fields));
    setText($("said"), sentence);
    if (ok) {
      form.querySelectorAll('input[type="text"]').forEach((one) => (one.value = ""));
      await refresh();
    }
  });

const language = $("language");
if (language) {
  language.append(...boot.languages.map(([value, text]) => new Option(text, value, false, value === boot.language)));
  language.addEventListener("change", () => {
    document.cookie = `race_language=${language.value};path=/;max-age=31536000;samesite=strict`;
    location.reload();
  });
  installTheme();
  setInterval(refresh, ASK_MS);
  const root = document.documentElement;
  const turn = () => scrollTo(0, root.scrollTop + innerHeight >= root.scrollHeight - 1 ? 0 : root.scrollTop + innerHeight * 0.9);
  if ($("board").classList.contains("wall")) setInterval(turn, SCREEN_MS);
}
