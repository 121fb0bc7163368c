// The page's line to the referee: states come in, commands go out.

import { openStream } from "./stream.js";
import { boot, t } from "./words.js";

const EVENTS = `/events?language=${boot.language}`;

/** Listen for states; `on` has hello(run), state(object), up() and lost(). */
export function listen(on) {
  let line = null;
  const tell = ({ kind, data }) => {
    if (kind === "hello") on.hello(data.run);
    else if (kind === "state") on.state(data);
    else if (kind !== line) {
      line = kind;
      on[kind]();
    }
  };
  if (typeof SharedWorker === "undefined") openStream(EVENTS, tell);
  else share(tell);
}

function share(tell) {
  let alone = false;
  const worker = new SharedWorker(new URL(`stream-worker.js?run=${boot.run}&language=${boot.language}`, import.meta.url), { type: "module", name: boot.run + boot.language });
  worker.onerror = () => {
    // a browser that cannot run the worker gets a stream of its own
    if (!alone) openStream(EVENTS, tell);
    alone = true;
  };
  worker.port.onmessage = ({ data }) => tell(data);
  worker.port.postMessage("hi");
  addEventListener("pagehide", () => worker.port.postMessage("bye"));
  addEventListener("pageshow", (event) => event.persisted && worker.port.postMessage("hi"));
}

/** Whether the referee is there, but does not know this browser any more: it was started again, or sent all away. */
export async function mustJoinAgain() {
  try {
    return (await fetch("/", { method: "HEAD", redirect: "manual", cache: "no-store" })).type === "opaqueredirect";
  } catch {
    return false;
  }
}

const underWay = new Set();
let turn = 0; // the one that people see

/** From now on people see the turn with this number. */
export const see = (number) => (turn = number);

/** Whether who looks at this page may ask for that. */
export const may = (name) => boot.level >= boot.commands[name].may;

/** Send something up as who looks at this page. */
export function post(path, body, type, signal = null) {
  return fetch(path, { method: "POST", headers: { "Content-Type": type, "X-Race-Token": boot.token }, body, signal });
}

/** Ask for something. Resolves to {ok, sentence, page: where to go on}; the same twice at once is sent only once (ok is null then). */
export async function command(name, fields = {}) {
  // an answer says which verdict it is about
  const body = JSON.stringify(boot.commands[name].fields.turn && !fields.entry ? { turn, ...fields } : fields);
  const text = name + body;
  if (underWay.has(text)) return { ok: null, sentence: "" };
  underWay.add(text);
  try {
    const answer = await post(boot.commands[name].path, body, "application/json");
    const said = await answer.json();
    return { ok: answer.ok, sentence: (answer.ok ? said.message : said.error) ?? "", page: said.page };
  } catch {
    return { ok: false, sentence: t("link.failed") };
  } finally {
    underWay.delete(text);
  }
}
