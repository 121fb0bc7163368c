// One short answer at a time, at the foot of the page.

import { $, setText } from "./dom.js";
import { command } from "./link.js";

let timer = null;

/** Show a sentence for a while; a problem stays longer. */
export function toast(sentence, problem = false) {
  if (!sentence) return;
  const node = $("toast");
  setText(node, sentence.charAt(0).toUpperCase() + sentence.slice(1));
  node.classList.toggle("problem", problem);
  node.classList.add("shown");
  clearTimeout(timer);
  timer = setTimeout(() => node.classList.remove("shown"), problem ? 9000 : 4000);
}

/** What was said before is not so any more. */
function hide() {
  clearTimeout(timer);
  $("toast").classList.remove("shown");
}

/** Send a command and say how it went. Resolves to whether it was done. */
export async function ask(name, fields) {
  const { ok, sentence } = await command(name, fields);
  if (ok && !sentence) hide();
  else if (ok !== null) toast(sentence, !ok);
  return ok === true;
}
