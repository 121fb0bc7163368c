// The door for phones: the code after the # of the address is given at once; otherwise it is typed.

import { $, setText } from "./dom.js";
import { told } from "./law.js";
import { t } from "./words.js";

async function give(code) {
  try {
    const answer = await fetch("/join", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ code }),
    });
    const said = await answer.json();
    if (answer.ok) location.replace("/");
    else setText($("join-error"), told(said.error));
  } catch {
    setText($("join-error"), t("link.failed"));
  }
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
