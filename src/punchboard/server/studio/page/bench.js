// The bench: the boxes of the open card as handles over its picture.

import { $, icon, make } from "./dom.js";
import { openSide, opened } from "./opened.js";
import { likes } from "./store.js";
import { boxesOf, edit, report } from "./api.js";
import { dragged, snapped } from "./snap.js";

export const bench = { on: false, layout: null, chosen: [], changed: () => {} };

const HANDLES = ["nw", "n", "ne", "e", "se", "s", "sw", "w"];
const PAUSE = 450; // milliseconds after the last arrow key until the move is written

const sideNumber = () => (openSide().side === "front" ? 0 : 1);
export const boxNamed = (name) => bench.layout?.boxes.find((box) => box.name === name);
export const movable = (box) => Boolean(box?.area) && box.placed !== "area";
const mm = (number) => `${Math.round(number * 100) / 100}`;

// Asks for the boxes of the open side and shows them.
export async function layBench() {
  if (!bench.on) return;
  const { of, side } = openSide();
  const found = of[side] ? await boxesOf(of.id, sideNumber()) : null;
  if (!bench.on || openSide().of !== of || openSide().side !== side) return;
  bench.layout = found;
  bench.chosen = bench.chosen.filter((name) => boxNamed(name)?.area);
  drawBench();
}

export function choose(names) {
  bench.chosen = names;
  drawBench();
}

function drawBench() {
  const held = document.activeElement?.dataset?.box;
  $("bench")?.remove();
  if (bench.on && bench.layout) {
    const of = openSide().of[openSide().side];
    const [x, y, width, height] = of.trim;
    const vars = { "--tx": x, "--ty": y, "--tw": width, "--th": height, "--fw": of.size[0], "--fh": of.size[1] };
    const boxes = bench.layout.boxes.filter((box) => box.area).map(boxElement);
    $("stage").append(make("div", { id: "bench", class: "bench", vars }, ...boxes));
    place();
    if (held) document.querySelector(`#bench [data-box="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  }
  bench.changed();
}

// Where a mm of the trim lies on the bench, in percent of its width and height.
function scales() {
  const of = openSide().of[openSide().side];
  const [x, y, width, height] = likes.cuts === "bleed" ? [of.trim[0], of.trim[1], ...of.size] : [0, 0, of.trim[2], of.trim[3]];
  return { x, y, width, height };
}

function put(element, area) {
  const { x, y, width, height } = scales();
  const percent = { left: (area[0] + x) / width, top: (area[1] + y) / height, width: area[2] / width, height: area[3] / height };
  for (const [name, share] of Object.entries(percent)) element.style.setProperty(name, `${share * 100}%`);
}

export function place() {
  for (const element of document.querySelectorAll("#bench .box")) put(element, boxNamed(element.dataset.box).area);
}

function boxElement(box) {
  const chosen = bench.chosen.includes(box.name);
  const can = movable(box);
  const handles = chosen && can && bench.chosen.length === 1 ? HANDLES.map((name) => make("span", { class: "handle", "data-handle": name })) : [];
  const label = `${box.name}: ${mm(box.area[0])} mm from the left, ${mm(box.area[1])} mm from the top, ${mm(box.area[2])} by ${mm(box.area[3])} mm`;
  const element = make("button", { type: "button", class: "box", "data-box": box.name, "aria-pressed": `${chosen}`, "aria-label": label, "data-placed": box.placed }, ...handles);
  element.addEventListener("pointerdown", (event) => grab(event, box, element));
  element.addEventListener("keydown", (event) => nudge(event, box));
  element.addEventListener("focus", () => bench.chosen.includes(box.name) || choose([box.name]));
  return element;
}

function grab(event, box, element) {
  if (event.button !== 0) return;
  event.stopPropagation();
  if (event.shiftKey) {
    event.preventDefault();
    choose(bench.chosen.includes(box.name) ? bench.chosen.filter((name) => name !== box.name) : [...bench.chosen, box.name]);
    return;
  }
  if (!bench.chosen.includes(box.name)) {
    choose([box.name]);
    element = document.querySelector(`#bench [data-box="${CSS.escape(box.name)}"]`);
    element.focus({ preventScroll: true });
  }
  if (!movable(box)) return;
  drag(event, box, element);
}

// Follows the pointer until it is released; the files are written then.
function drag(event, box, element) {
  const handle = event.target.dataset.handle ?? "";
  const moving = handle ? [box] : bench.chosen.map(boxNamed).filter(movable);
  const start = new Map(moving.map((one) => [one.name, one.area]));
  const of = openSide().of[openSide().side];
  const perPixel = scales().width / $("bench").clientWidth;
  const others = bench.layout.boxes.filter((one) => one.area && !start.has(one.name) && one.placed !== "area");
  let areas = start;
  element.setPointerCapture(event.pointerId);
  const follow = (move) => {
    const [dx, dy] = [(move.clientX - event.clientX) * perPixel, (move.clientY - event.clientY) * perPixel];
    const wanted = dragged(box.area, handle, dx, dy);
    const { area, guides } = move.altKey ? { area: wanted, guides: [] } : snapped(wanted, handle, of.trim.slice(2), bench.layout.safe, others);
    const [sx, sy] = [area[0] - box.area[0], area[1] - box.area[1]];
    areas = new Map(moving.map((one) => [one.name, one === box ? area : [one.area[0] + sx, one.area[1] + sy, one.area[2], one.area[3]]]));
    for (const [name, now] of areas) put(document.querySelector(`#bench [data-box="${CSS.escape(name)}"]`), now);
    drawGuides(guides, area);
  };
  const end = (up) => {
    element.removeEventListener("pointermove", follow);
    drawGuides([], null);
    if (up.type === "pointercancel" || areas === start) place();
    else write(handle ? "Resize" : "Move", areas);
  };
  element.addEventListener("pointermove", follow);
  element.addEventListener("pointerup", end, { once: true });
  element.addEventListener("pointercancel", end, { once: true });
}

function drawGuides(guides, area) {
  for (const old of document.querySelectorAll("#bench .guide, #bench .measure")) old.remove();
  if (!area) return;
  const { x, y, width, height } = scales();
  for (const [axis, at] of guides) {
    const share = axis ? (at + y) / height : (at + x) / width;
    const guide = make("span", { class: `guide ${axis ? "across" : "down"}` });
    guide.style.setProperty(axis ? "top" : "left", `${share * 100}%`);
    $("bench").append(guide);
  }
  const what = guides.map((guide) => guide[2]).join(", ");
  const measure = make("span", { class: "measure" }, `${mm(area[0])}, ${mm(area[1])} · ${mm(area[2])} × ${mm(area[3])} mm${what ? ` · ${what}` : ""}`);
  $("bench").append(measure);
  put(measure, [area[0], area[1] + area[3], 0, 0]);
}

// Writes new areas of boxes, [name, area] each, as one step.
export async function write(what, areas) {
  const { of } = openSide();
  const moves = [...areas].map(([name, to]) => ({ do: "move", component: of.id, side: sideNumber(), box: name, was: boxNamed(name).area, to: to.map((one) => Math.round(one * 1000) / 1000) }));
  const label = `${what} ${[...areas].map(([name]) => name).join(", ")}`;
  if (!(await edit(label, moves))) place();
  await layBench();
}

// The edits of one box, each with the box that it is for.
export const editsOf = (box, edits) => edits.map((one) => ({ ...one, component: openSide().of.id, side: sideNumber(), box: box.name }));

// Changes that are not moves, for the chosen boxes: hide, delete, copy, order.
export async function change(what, kind, more = () => ({})) {
  const { of } = openSide();
  const edits = bench.chosen.map((name) => ({ do: kind, component: of.id, side: sideNumber(), box: name, ...more(boxNamed(name)) }));
  if (edits.length) await edit(`${what} ${bench.chosen.join(", ")}`, edits);
  await layBench();
}

// Draws a box over the next one above it, or under the one below it. All boxes count, also those not on this card.
export async function reorder(box, forward) {
  const order = bench.layout.boxes;
  const at = order.indexOf(box);
  const [moved, over] = forward ? [box, order[at + 1]] : at > 1 ? [box, order[at - 2]] : [order[0], box];
  await edit(`${forward ? "Bring" : "Send"} ${box.name} ${forward ? "forward" : "backward"}`, editsOf(moved, [{ do: "set", path: ["over"], value: over.name }]));
  await layBench();
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const nudged = { areas: null, timer: 0 };

function nudge(event, box) {
  const by = ARROWS[event.key];
  if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  if (!movable(box)) {
    report(`${box.name} fills the whole card.`, "", true);
    return;
  }
  const step = event.shiftKey ? 1 : 0.1;
  nudged.areas ??= new Map(bench.chosen.map(boxNamed).filter(movable).map((one) => [one.name, [...one.area]]));
  for (const [name, area] of nudged.areas) {
    area[0] += by[0] * step;
    area[1] += by[1] * step;
    put(document.querySelector(`#bench [data-box="${CSS.escape(name)}"]`), area);
  }
  clearTimeout(nudged.timer);
  nudged.timer = setTimeout(() => {
    const { areas } = nudged;
    nudged.areas = null;
    write("Move", areas);
  }, PAUSE);
}

export function toggleBench() {
  bench.on = !bench.on;
  document.documentElement.classList.toggle("editing", bench.on);
  $("stage").setAttribute("role", bench.on ? "group" : "button");
  $("stage").tabIndex = bench.on ? -1 : 0;
  $("studio-edit").setAttribute("aria-pressed", `${bench.on}`);
  if (bench.on) layBench();
  else {
    bench.layout = null;
    bench.chosen = [];
    drawBench();
  }
}

export function startBench() {
  opened.filled = layBench;
  opened.flips = () => !bench.on;
  $("stage").addEventListener("pointerdown", (event) => bench.on && event.target === $("stage") && choose([]));
  const button = make("button", { class: "plain framed", id: "studio-edit", type: "button", "aria-pressed": "false", on: { click: toggleBench } }, icon("ruler"), make("span", {}, "Edit layout"));
  $("open-flip").after(button);
}
