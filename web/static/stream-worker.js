// One event stream for all tabs of a browser: browsers allow only six connections to one host.

import { openStream } from "./stream.js";

const ports = new Set();
const latest = new Map();
const language = new URL(self.location).searchParams.get("language");
let close = null;

function tell(message) {
  if (message.kind === "up" || message.kind === "lost") latest.set("line", message);
  else latest.set(message.kind, message);
  for (const port of ports) port.postMessage(message);
}

function join(port) {
  ports.add(port);
  close ??= openStream(`/events?language=${language}`, tell);
  for (const kind of ["line", "hello", "state"]) if (latest.has(kind)) port.postMessage(latest.get(kind));
}

function leave(port) {
  ports.delete(port);
  if (ports.size > 0 || !close) return;
  close();
  close = null;
  latest.clear();
}

self.onconnect = (event) => {
  const port = event.ports[0];
  port.onmessage = ({ data }) => (data === "bye" ? leave(port) : join(port));
};
