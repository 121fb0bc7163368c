// One event stream that mends itself. Runs in the page or in a worker shared by all tabs, so it touches no document.

const SILENT_MS = 12000; // two heartbeats and a bit
const LOOK_MS = 2000;
const AGAIN_MS = 1500;

/**
 * Open /events and pass on {kind: "hello" | "state" | "up" | "lost", data}. Returns a function that closes it.
 * The first state comes whole, then only what changes of it; `data` is always the whole state.
 */
export function openStream(url, tell) {
  let source = null;
  let heard = performance.now();
  let again = null;
  let state = {};

  function connect() {
    again = null;
    heard = performance.now();
    source = new EventSource(url);
    source.addEventListener("hello", (event) => arrived("hello", JSON.parse(event.data)));
    source.addEventListener("state", (event) => arrived("state", (state = JSON.parse(event.data))));
    source.addEventListener("change", (event) => arrived("state", (state = { ...state, ...JSON.parse(event.data) })));
    source.addEventListener("beat", () => arrived("beat"));
    source.onerror = () => {
      tell({ kind: "lost" });
      // a browser tries again by itself after a cut line, but not after a refusal
      if (source.readyState === EventSource.CLOSED) later();
    };
  }

  function arrived(kind, data) {
    heard = performance.now();
    tell({ kind: "up" });
    if (data !== undefined) tell({ kind, data });
  }

  function later() {
    source.close();
    again ??= setTimeout(connect, AGAIN_MS);
  }

  const watch = setInterval(() => {
    if (performance.now() - heard < SILENT_MS || again) return;
    tell({ kind: "lost" });
    later();
  }, LOOK_MS);

  connect();
  return () => {
    clearInterval(watch);
    clearTimeout(again);
    source.close();
  };
}
