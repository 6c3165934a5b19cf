// A layer over the bench, as large as the card, that stays when the bench is drawn again.

import { $, make } from "./dom.js";
import { openSide } from "./opened.js";
import { bench, millimetres, put } from "./bench.js";

// Lays an element over a box. It goes with the layer that is returned.
export function layOver(box, element) {
  const of = openSide().of[openSide().side];
  const vars = { "--tx": of.trim[0], "--ty": of.trim[1], "--tw": of.trim[2], "--th": of.trim[3], "--fw": of.size[0], "--fh": of.size[1] };
  const layer = make("div", { class: "bench card-layer", vars }, element);
  $("stage").append(layer);
  put(element, box.area);
  return layer;
}

// The topmost box at a point of the screen for which a test holds.
export function boxAt({ clientX, clientY }, test) {
  if (!bench.layout) return null;
  const [x, y] = millimetres(clientX, clientY);
  const within = ({ area }) => area && x >= area[0] && x <= area[0] + area[2] && y >= area[1] && y <= area[1] + area[3];
  return bench.layout.boxes.findLast((box) => within(box) && test(box)) ?? null;
}
