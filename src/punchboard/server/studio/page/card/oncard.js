// What is done on the card itself: a double click or Enter on a box edits its text, or moves its picture.

import { $, make } from "./dom.js";
import { openSide } from "./opened.js";
import { bench, boxNamed } from "./bench.js";
import { checkCrop, moveInBox } from "./crop.js";
import { cropNumbers, dpiOf } from "./cropvalue.js";
import { startDrop } from "./drop.js";
import { checkInPlace, columnsOf, editInPlace } from "./inplace.js";
import { boxAt } from "./layer.js";
import { chooseButton } from "./picture.js";

const WRITTEN = new Set(["text", "markdown", "pips", "icon"]);
const usable = (box) => Boolean(box.picture) || WRITTEN.has(box.content);

const edit = (box) => (box.picture ? moveInBox(box) : editInPlace(box));

function twice(event) {
  if (!bench.on || event.target.closest(".card-layer")) return;
  const box = boxAt(event, usable);
  if (!box) return;
  event.preventDefault();
  edit(box);
}

function key(event) {
  const box = (event.key === "Enter" || event.key === "F2") && boxNamed(event.target.dataset?.box);
  if (!box || !usable(box)) return;
  event.preventDefault();
  event.stopPropagation();
  edit(box);
}

const button = (text, does) => make("button", { type: "button", class: "plain framed", on: { click: does } }, text);

// The box with the picture that a box shows, or that lies under a frame or a plate.
function pictureOf(box) {
  if (box.picture || box.content || !box.area) return box.picture ? box : null;
  const [x, y] = [box.area[0] + box.area[2] / 2, box.area[1] + box.area[3] / 2];
  return bench.layout.boxes.findLast(({ picture, area }) => picture && area && x >= area[0] && x <= area[0] + area[2] && y >= area[1] && y <= area[1] + area[3]) ?? null;
}

// The part of the panel that is about what a box shows of the card.
function tools(chosen) {
  const box = pictureOf(chosen) ?? chosen;
  if (box.picture) {
    const choose = box.picture.field ? [chooseButton(() => ({ of: openSide().of, field: box.picture.field }), `Choose picture for ${box.name}`)] : [];
    return [make("section", { class: "on-card", "aria-label": "Picture" }, make("h4", {}, box === chosen ? "Picture" : `Picture below it: box ‘${box.name}’`), make("p", { class: "quiet" }, make("code", {}, box.picture.path), ` ${box.picture.size.join(" × ")} pixels, printed at ${dpiOf(box)} dpi`), cropNumbers(box), make("div", { class: "turns" }, button("Move in its box", () => moveInBox(box)), ...choose))];
  }
  if (!box.area || !WRITTEN.has(box.content) || !columnsOf(openSide().of, box).length) return [];
  return [make("div", { class: "turns" }, button("Edit on the card", () => editInPlace(box)))];
}

export function startOnCard() {
  startDrop();
  $("stage").addEventListener("dblclick", twice);
  $("stage").addEventListener("keydown", key);
  bench.tools = tools;
  const draw = bench.changed;
  bench.changed = () => {
    checkInPlace();
    checkCrop();
    draw();
  };
}
