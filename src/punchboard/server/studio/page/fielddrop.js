// A field of the table that is dropped on a card: a box that shows it, where it was dropped.

import { $ } from "./dom.js";
import { isOpen } from "./opened.js";
import { bench, millimetres } from "./bench.js";
import { deck } from "./deck.js";
import { dragging, FIELD } from "./fielddrag.js";
import { addBox, openFace } from "./newbox.js";

// The picture of a side under the pointer, on which a field can be dropped.
function sideAt(event) {
  if (!event.dataTransfer?.types.includes(FIELD)) return null;
  if (isOpen()) return bench.on && event.target.closest?.("#stage") ? $("stage").querySelector(".face") : null;
  return event.target.closest?.(".deck-side .side")?.querySelector(".face") ?? null;
}

let marked = null;

function mark(face) {
  if (marked === face) return;
  marked?.parentElement.classList.remove("drop-here");
  marked = face;
  face?.parentElement.classList.add("drop-here");
  face?.parentElement.setAttribute("data-drop", dragging.label);
}

function over(event) {
  if (!event.dataTransfer?.types.includes(FIELD)) return;
  const face = sideAt(event);
  mark(face);
  if (!face) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "copy";
}

function drop(event) {
  const face = sideAt(event);
  mark(null);
  if (!face) return;
  event.preventDefault();
  const point = isOpen() ? millimetres(event.clientX, event.clientY) : pointOf(face, event);
  const side = face.closest(".side")?.previousElementSibling ? "back" : "front";
  const on = isOpen() ? openFace() : { of: deck.picture.of, side, face };
  addBox("field", event.dataTransfer.getData(FIELD), on, point);
}

// The point of the trim in mm at a point of a picture that is cut at its trim, or at its bleed.
function pointOf(face, { clientX, clientY }) {
  const measure = (name) => Number(face.style.getPropertyValue(name));
  const { left, top, width } = face.querySelector("img").getBoundingClientRect();
  const perPixel = measure("--fw") / width;
  return [(clientX - left) * perPixel - measure("--tx"), (clientY - top) * perPixel - measure("--ty")];
}

export function startFieldDrop() {
  document.addEventListener("dragenter", over);
  document.addEventListener("dragover", over);
  document.addEventListener("drop", drop);
  document.addEventListener("dragend", () => mark(null));
}
