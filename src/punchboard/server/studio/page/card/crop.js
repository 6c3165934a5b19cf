// A picture moved and scaled within its box: by dragging it, with the wheel, or with keys.

import { make } from "./dom.js";
import { openSide } from "./opened.js";
import { report } from "./api.js";
import { bench, boxNamed } from "./bench.js";
import { MOST, cropOf, placed, writeCrop } from "./cropvalue.js";
import { layOver } from "./layer.js";
import { game, shown } from "./view.js";

const PAUSE = 450; // milliseconds after the last key or turn of the wheel until the change is written
const DRAWN = 300; // milliseconds after the answer until the new picture of the card is surely shown
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

let open = null; // {box, of, layer, frame, pictures, crop, timer, writes, holds}; `writes` counts those that the page does not show yet

function draw() {
  const box = boxNamed(open.box);
  const [, , width, height] = box.area;
  const { at, size } = placed(box, open.crop);
  for (const picture of open.pictures) {
    const shares = { left: at[0] / width, top: at[1] / height, width: size[0] / width, height: size[1] / height };
    for (const [name, share] of Object.entries(shares)) picture.style.setProperty(name, `${share * 100}%`);
  }
  const [left, top, right, bottom] = [-at[0] / size[0], -at[1] / size[1], (width - at[0]) / size[0], (height - at[1]) / size[1]].map((one) => `${one * 100}%`);
  open.pictures[0].style.setProperty("clip-path", `polygon(evenodd, 0 0, 100% 0, 100% 100%, 0 100%, 0 0, ${left} ${top}, ${left} ${bottom}, ${right} ${bottom}, ${right} ${top}, ${left} ${top})`);
}

// While the picture moves, it lies over the card; at rest, the card itself shows it, under its texts.
function lively(is) {
  open.frame.parentElement.classList.toggle("live", is);
}

async function commit(what) {
  const mine = open;
  clearTimeout(open.timer);
  open.timer = 0;
  const box = boxNamed(open.box);
  open.crop.focus = placed(box, open.crop).focus;
  open.writes += 1;
  await writeCrop(box, open.crop, what);
  setTimeout(() => {
    mine.writes -= 1;
    if (open === mine && !open.timer && !open.holds) lively(false);
  }, DRAWN);
}

function later(what) {
  lively(true);
  draw();
  clearTimeout(open.timer);
  open.timer = setTimeout(() => open && commit(what), PAUSE);
}

// Keys and the wheel move by whole percents of the picture, and zoom by steps of a tenth.
function shift(across, down) {
  const box = boxNamed(open.box);
  const { focus } = placed(box, open.crop);
  open.crop.focus = placed(box, { ...open.crop, focus: [focus[0] + across / 100, focus[1] + down / 100] }).focus;
  later("Move picture");
}

function scale(by) {
  open.crop.focus = placed(boxNamed(open.box), open.crop).focus;
  open.crop.zoom = Math.min(Math.max(Math.round(open.crop.zoom * by * 100) / 100, 1), MOST);
  later("Zoom picture");
}

function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  event.stopPropagation();
  const by = KEYS[event.key];
  const step = event.shiftKey ? 5 : 1;
  if (by) shift(-by[0] * step, -by[1] * step); // the picture goes where the key points
  else if (event.key === "+" || event.key === "=") scale(1.1);
  else if (event.key === "-") scale(1 / 1.1);
  else if (event.key === "Escape" || event.key === "Enter") end(true);
  else if (event.key !== "Tab") return;
  if (event.key !== "Tab") event.preventDefault();
}

function drag(event) {
  if (event.button !== 0) return;
  const { frame } = open;
  const box = boxNamed(open.box);
  const perPixel = box.area[2] / frame.clientWidth;
  const start = placed(box, open.crop);
  const moved = { x: event.clientX, y: event.clientY, any: false };
  open.holds = true;
  frame.setPointerCapture(event.pointerId);
  const follow = (move) => {
    const to = [start.at[0] + (move.clientX - moved.x) * perPixel, start.at[1] + (move.clientY - moved.y) * perPixel];
    const focus = to.map((one, axis) => (box.area[2 + axis] / 2 - one) / start.size[axis]);
    open.crop.focus = placed(box, { ...open.crop, focus }).focus;
    moved.any = true;
    lively(true);
    draw();
  };
  const stop = (up) => {
    frame.removeEventListener("pointermove", follow);
    if (!open) return;
    open.holds = false;
    if (up.type === "pointercancel") {
      open.crop = cropOf(box);
      lively(false);
    }
    draw();
    if (moved.any && up.type !== "pointercancel") commit("Move picture");
  };
  frame.addEventListener("pointermove", follow);
  frame.addEventListener("pointerup", stop, { once: true });
  frame.addEventListener("pointercancel", stop, { once: true });
}

// Lays the picture over its box, with what lies outside of the box faint.
export function moveInBox(box) {
  end(false);
  const { of, side } = openSide();
  const source = `g/${encodeURIComponent(game())}/on-card/${encodeURIComponent(of.id)}/${side === "front" ? 0 : 1}/${encodeURIComponent(box.name)}?${shown.view.revision}`;
  const pictures = [1, 2].map(() => make("img", { src: source, alt: "", draggable: "false" }));
  const frame = make("div", { class: "frame", tabindex: "0", role: "application", "aria-label": `Picture of ${of.name} in its box: arrow keys move it, plus and minus zoom, Escape ends`, on: { pointerdown: drag, keydown: key } }, pictures[1]);
  frame.addEventListener("wheel", (event) => {
    event.preventDefault();
    scale(event.deltaY < 0 ? 1.05 : 1 / 1.05);
  }, { passive: false });
  frame.addEventListener("focusout", () => setTimeout(() => open?.frame === frame && document.activeElement !== frame && end(false), 0));
  const element = make("div", { class: "crop" }, pictures[0], frame);
  open = { box: box.name, of, layer: null, frame, pictures, crop: cropOf(box), timer: 0, writes: 0, holds: false };
  open.layer = layOver(box, element);
  draw();
  frame.focus({ preventScroll: true });
  report("Drag the picture, or use the arrow keys; plus, minus and the wheel zoom. Escape ends.");
}

function end(back) {
  if (!open) return;
  if (open.timer) commit("Move picture");
  const { layer, box } = open;
  open = null;
  layer.remove();
  if (back) document.querySelector(`#bench [data-box="${CSS.escape(box)}"]`)?.focus({ preventScroll: true });
}

// Follows the files: the picture of another card, or none, ends it.
export function checkCrop() {
  if (!open) return;
  const box = boxNamed(open.box);
  if (!bench.on || openSide().of.id !== open.of.id || !open.layer.isConnected || !box?.picture) end(false);
  else if (!open.holds && !open.timer && !open.writes) {
    open.crop = cropOf(box);
    draw();
  }
}
