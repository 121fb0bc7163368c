// The door for phones: the code after the # of the address is given at once; otherwise it is typed.

import { $, setText } from "./dom.js";
import { command } from "./link.js";
import { t } from "./words.js";

async function give(code) {
  const { ok, sentence, page } = await command("join", { code });
  if (ok) location.replace(page);
  else if (ok === false) setText($("join-error"), sentence);
}

$("join-form").addEventListener("submit", (event) => {
  event.preventDefault();
  give($("join-code").value.trim());
});

if (location.search === "?again") setText($("join-error"), t("join.again"));

const code = decodeURIComponent(location.hash.slice(1));
if (code) {
  $("join-code").value = code;
  history.replaceState(null, "", location.pathname); // the code stays out of the history
  give(code);
}
