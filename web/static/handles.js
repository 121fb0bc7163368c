// What a drawn board says of its pieces and spaces (data-piece, data-space), read from its text: it is never put into the page.

const MARK = /data-(piece|space)="([^"]*)"(?: data-name="([^"]*)")? data-at="([^ "]+) ([^"]+)"/g;

function plain(text) {
  return text.includes("&") ? new DOMParser().parseFromString(text, "text/html").documentElement.textContent : text;
}

/** {box, size, free, pieces, spaces} of an SVG text; each piece and space is {id, name, x, y}. */
export function handlesOf(svg) {
  const found = { piece: [], space: [] };
  for (const [, kind, id, name, x, y] of svg.matchAll(MARK)) {
    found[kind].push({ id: plain(id), name: plain(name ?? id), x: Number(x), y: Number(y) });
  }
  const head = svg.slice(0, svg.indexOf(">"));
  return {
    box: head.match(/viewBox="([^"]*)"/)?.[1] ?? "0 0 1 1",
    size: Number(head.match(/data-size="([^"]*)"/)?.[1] ?? 10),
    free: head.includes("data-free"),
    pieces: found.piece,
    spaces: found.space,
  };
}

/** A drawing that shows a part large, with the whole in an inset, as a drawing of the whole: pieces are moved on that. */
export function wholeOf(svg) {
  const whole = svg.slice(0, svg.indexOf(">")).match(/data-whole="([^"]*)"/)?.[1];
  return whole ? svg.replace(/viewBox="[^"]*"/, `viewBox="${whole}"`).replace(/<svg class="inset".*?<\/svg>/s, "") : svg;
}

export const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/** The nearest of some points to a point; null when there are none. */
export function nearest(points, at) {
  return points.reduce((best, one) => (!best || apart(one, at) < apart(best, at) ? one : best), null);
}

/** The nearest point that lies in the direction (dx, dy) as seen from a point. */
export function neighbour(points, at, dx, dy) {
  const ahead = points.filter((one) => {
    const along = (one.x - at.x) * dx + (one.y - at.y) * dy;
    const aside = Math.abs((one.x - at.x) * dy - (one.y - at.y) * dx);
    return along > 0.5 && aside <= along * 1.2;
  });
  return nearest(ahead, at);
}
