// One side of a component as a picture in true proportions, trimmed or with bleed, with lines over it.

import { draw, make } from "./dom.js";
import { likes } from "./store.js";

// How much wider a margin is at the sides, above and below the frame of a shape than along its straight sides.
const MARGINS = { hex: [1, 2 / Math.sqrt(3), 2 / Math.sqrt(3)], triangle: [Math.sqrt(3), 2, 1] };

// Returns an element for a face of the view, or a placeholder if the component lacks this side.
export function face(of, eager = false) {
  if (of === null) return make("span", { class: "face none" }, make("span", {}, "no back"));
  const element = make("span", { class: "face" });
  element.append(picture(of, eager));
  shape(element, of);
  return element;
}

export function picture(of, eager = false) {
  return make("img", { loading: eager ? "eager" : "lazy", decoding: "async", alt: "", draggable: "false", src: source(of) });
}

// A picture that came after another one was asked for may be that one, and the browser keeps it for this address: the
// next time it has another address.
const late = new Map();

export function source(of) {
  const src = (likes.lowInk && of.lowInk) || of.src;
  return late.has(src) ? `${src}?${late.get(src)}` : src;
}

const measured = (of) => [of.shape, ...of.trim, ...of.size, of.safe, of.corner ?? 0].join(" ");

// Sets the measurements of a face on an element and redraws its lines.
export function shape(element, of) {
  element.dataset.shape = of.shape;
  element.dataset.key = of.key;
  element.measures = measured(of);
  const [x, y, width, height] = of.trim;
  const measures = { "--tx": x, "--ty": y, "--tw": width, "--th": height, "--fw": of.size[0], "--fh": of.size[1], "--corner": of.corner ?? 0 };
  for (const [name, value] of Object.entries(measures)) element.style.setProperty(name, value);
  element.querySelector(".lines")?.remove();
  if (likes.trim || likes.bleed || likes.safe) element.append(lines(of));
}

// Loads the picture of a changed face and replaces the old one as soon as the new one can be shown. A picture out of
// view is loaded when it comes near the window.
export async function exchange(element, of, near = true) {
  const old = element.querySelector("img");
  if (!old) return;
  const isShown = element.dataset.key === of.key && old.getAttribute("src") === source(of);
  const seen = near && old.complete && old.naturalWidth > 0;
  if (!(await replace(element, isShown ? null : picture(of, seen), seen))) return;
  if (element.measures === measured(of)) element.dataset.key = of.key;
  else shape(element, of);
}

// Puts a picture in a face once it is loaded, unless one that was asked for later came sooner; null keeps the one that is
// shown, also from all that are still on their way. Returns whether the picture was put there.
export async function replace(element, fresh, seen = true) {
  const turn = (element.turn = (element.turn ?? 0) + 1);
  if (fresh && seen) await fresh.decode().catch(() => null);
  if (fresh && element.turn !== turn) {
    const [src] = fresh.getAttribute("src").split("?");
    late.set(src, (late.get(src) ?? 0) + 1);
  }
  if (turn < (element.shown ?? 0)) return false;
  element.shown = turn;
  if (fresh) element.querySelector("img").replaceWith(fresh);
  return fresh !== null;
}

function lines(of) {
  const [x, y, width, height] = of.trim;
  const [wide, high] = of.size;
  const box = likes.cuts === "cut" ? [x, y, width, height] : [0, 0, wide, high];
  const svg = draw("svg", { class: "lines", viewBox: box.join(" "), preserveAspectRatio: "none", "aria-hidden": "true" });
  const [across, above, below] = MARGINS[of.shape] ?? [1, 1, 1];
  const safe = [x + of.safe * across, y + of.safe * above, width - 2 * of.safe * across, height - of.safe * (above + below)];
  if (likes.bleed && likes.cuts === "bleed") svg.append(...pair("bleed", outline("rectangle", [0, 0, wide, high], 0)));
  if (likes.trim) svg.append(...pair("trim", outline(of.shape, of.trim, of.corner ?? 0)));
  if (likes.safe) svg.append(...pair("safe", outline(of.shape, safe, Math.max(0, (of.corner ?? 0) - of.safe))));
  return svg;
}

// A line over a white one, so that it is visible on any card.
const pair = (name, d) => [draw("path", { class: "under", d }), draw("path", { class: name, d })];

export function outline(form, [x, y, w, h], corner) {
  if (form === "hex") {
    const points = [[x + w / 2, y], [x + w, y + h / 4], [x + w, y + (h * 3) / 4], [x + w / 2, y + h], [x, y + (h * 3) / 4], [x, y + h / 4]];
    return `M${points.map((point) => point.join(" ")).join("L")}Z`;
  }
  if (form === "triangle") return `M${x + w / 2} ${y}L${x + w} ${y + h}L${x} ${y + h}Z`;
  const r = form === "circle" ? [w / 2, h / 2] : [corner, corner];
  const arc = (dx, dy) => (r[0] ? `a${r[0]} ${r[1]} 0 0 1 ${dx} ${dy}` : "");
  const [a, b] = [w - 2 * r[0], h - 2 * r[1]];
  return `M${x + r[0]} ${y}h${a}${arc(r[0], r[1])}v${b}${arc(-r[0], r[1])}h${-a}${arc(-r[0], -r[1])}v${-b}${arc(r[0], -r[1])}Z`;
}
