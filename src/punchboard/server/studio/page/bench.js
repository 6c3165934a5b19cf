// The bench: the boxes of the open card as handles over its picture.

import { $, count, icon, make } from "./dom.js";
import { openSide, opened } from "./opened.js";
import { likes } from "./store.js";
import { boxesOf, edit, lastAnswer, report, sending, shows } from "./api.js";
import { faultsOf, markFaults } from "./faults.js";
import { together } from "./plates.js";
import { carry, drop, lift } from "./lift.js";
import { follow } from "./pointer.js";
import { dragged, snapped } from "./snap.js";
import { endTrial, tryOut } from "./trial.js";
import { turnHandle, turnWith } from "./turn.js";

export const bench = { on: false, layout: null, chosen: [], held: false, shows: "", drawn: "", changed: () => {}, tools: () => [] }; // `tools` are elements for the panel of a box

const HANDLES = ["nw", "n", "ne", "e", "se", "s", "sw", "w"];
const PAUSE = 450; // milliseconds after the last arrow key until the move is written

const sideNumber = () => (openSide().side === "front" ? 0 : 1);
export const boxNamed = (name) => bench.layout?.boxes.find((box) => box.name === name);
export const movable = (box) => Boolean(box?.area) && box.placed !== "area";
const trimSize = () => openSide().of[openSide().side].trim.slice(2);
export const movedWith = (names) => together(names, bench.layout.boxes, trimSize()).map(boxNamed).filter(movable);
const mm = (number) => `${Math.round(number * 100) / 100}`;

// The newest request for boxes; answers may come in another order.
const asked = { number: 0, laid: Promise.resolve() };

// Asks for the boxes of the open side and shows them; while one is in the hand, they wait until it is dropped.
export function layBench() {
  asked.number += 1;
  asked.laid = lay(asked.number);
  return asked.laid;
}

async function lay(number) {
  if (!bench.on || bench.held) return;
  const { of, side } = openSide();
  const { sent } = sending;
  const found = of[side] ? await boxesOf(of.id, sideNumber()) : null;
  const isOlder = sending.count > 0 || sending.sent !== sent; // than what was written meanwhile
  if (isOlder) await lastAnswer();
  if (number !== asked.number) return asked.laid;
  if (isOlder) return layBench();
  if (!bench.on || bench.held || openSide().of.id !== of.id || openSide().side !== side) return;
  const shows = `${of.id} ${side}`;
  const drawn = JSON.stringify([found, of[side]?.trim, of[side]?.size]);
  const same = bench.shows === shows && (!found || bench.drawn === drawn); // also while the files cannot be read
  if (!same || found) Object.assign(bench, { layout: found, shows, drawn });
  if (same) {
    place();
    return bench.changed();
  }
  bench.chosen = bench.chosen.filter((name) => boxNamed(name)?.area);
  drawBench();
}

export function choose(names) {
  if (bench.held) return; // a box that is drawn again would fall out of the hand
  writeNudge();
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
    const focus = bench.chosen.includes(held) ? held : bench.chosen.at(-1); // the focus chooses a box
    if (held && focus) document.querySelector(`#bench [data-box="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  }
  bench.changed();
}

// Where a mm of the trim lies on the bench, in percent of its width and height.
function scales() {
  const of = openSide().of[openSide().side];
  const [x, y, width, height] = likes.cuts === "bleed" ? [of.trim[0], of.trim[1], ...of.size] : [0, 0, of.trim[2], of.trim[3]];
  return { x, y, width, height };
}

export const sheetWidth = () => scales().width;

// The point of the trim in mm at a point of the screen.
export function millimetres(clientX, clientY) {
  const { x, y, width, height } = scales();
  const there = $("bench").getBoundingClientRect();
  return [((clientX - there.left) / there.width) * width - x, ((clientY - there.top) / there.height) * height - y];
}

export function put(element, area) {
  const { x, y, width, height } = scales();
  const percent = { left: (area[0] + x) / width, top: (area[1] + y) / height, width: area[2] / width, height: area[3] / height };
  for (const [name, share] of Object.entries(percent)) element.style.setProperty(name, `${share * 100}%`);
}

export function place() {
  for (const element of document.querySelectorAll("#bench .box")) {
    const box = boxNamed(element.dataset.box);
    put(element, box.area);
    element.style.rotate = box.turn ? `${box.turn}deg` : "";
  }
  if (bench.layout) markFaults(bench.layout.face);
}

function boxElement(box) {
  const chosen = bench.chosen.includes(box.name);
  const can = movable(box);
  const handles = chosen && can && bench.chosen.length === 1 ? [...HANDLES.map((name) => make("span", { class: "handle", "data-handle": name })), turnHandle()] : [];
  const label = `${box.name}: ${mm(box.area[0])} mm from the left, ${mm(box.area[1])} mm from the top, ${mm(box.area[2])} by ${mm(box.area[3])} mm${box.turn ? `, turned by ${box.turn}°` : ""}`;
  const element = make("button", { type: "button", class: "box", "data-box": box.name, "aria-pressed": `${chosen}`, "aria-label": label, "data-placed": box.placed }, ...handles);
  element.addEventListener("pointerdown", (event) => grab(event, box));
  element.addEventListener("keydown", (event) => nudge(event, box));
  element.addEventListener("focus", () => bench.chosen.includes(box.name) || choose([box.name]));
  return element;
}

function grab(event, box) {
  if (event.button !== 0) return;
  event.stopPropagation();
  event.preventDefault(); // else the browser gives the focus to the stage when the boxes are drawn again
  const on = bench.chosen.includes(box.name);
  const rest = bench.chosen.filter((name) => name !== box.name);
  if (event.shiftKey) choose(on ? rest : [...rest, box.name]);
  else if (!on) choose([box.name]);
  const element = document.querySelector(`#bench [data-box="${CSS.escape(event.shiftKey && on ? (rest.at(-1) ?? "") : box.name)}"]`);
  element?.focus({ preventScroll: true });
  if (event.shiftKey || !movable(box)) return;
  bench.held = true;
  if (event.target.dataset.handle === "turn") turn(event, box, element);
  else drag(event, box, element);
}

function turn(event, box, element) {
  const lifted = lift([box.name]);
  const measures = (angle) => {
    carry(box.area, box.area, box.turn, angle);
    drawMeasure(`${angle}°`, box.area);
  };
  turnWith(event, element, box.turn, measures, async (angle) => {
    bench.held = false;
    drawGuides([], null);
    if (angle !== null) await edit(`Turn ${box.name}`, editsOf(box, [{ do: "set", path: ["turn"], value: angle || null }]));
    else place();
    await shows.put;
    drop(lifted);
    await layBench();
  });
}

// Follows the pointer until it is released; the files are written then.
function drag(event, box, element) {
  const handle = event.target.dataset.handle ?? "";
  const moving = handle ? [box] : event.ctrlKey || event.metaKey ? bench.chosen.map(boxNamed).filter(movable) : movedWith(bench.chosen);
  const start = new Map(moving.map((one) => [one.name, one.area]));
  const of = openSide().of[openSide().side];
  const perPixel = scales().width / $("bench").clientWidth;
  const others = bench.layout.boxes.filter((one) => one.area && !start.has(one.name) && one.placed !== "area");
  const lines = { trim: of.trim.slice(2), safe: bench.layout.safe, bleed: bench.layout.bleed };
  let areas = start;
  const lifted = lift([...start.keys()]);
  const moves = (move) => {
    const [dx, dy] = [(move.clientX - event.clientX) * perPixel, (move.clientY - event.clientY) * perPixel];
    const wanted = dragged(box.area, handle, dx, dy, box.turn);
    const { area, guides } = move.altKey || box.turn ? { area: wanted, guides: [] } : snapped(wanted, handle, lines, others);
    const [sx, sy] = [area[0] - box.area[0], area[1] - box.area[1]];
    areas = new Map(moving.map((one) => [one.name, one === box ? area : [one.area[0] + sx, one.area[1] + sy, one.area[2], one.area[3]]]));
    for (const [name, now] of areas) put(document.querySelector(`#bench [data-box="${CSS.escape(name)}"]`), now);
    carry(box.area, area, box.turn);
    drawGuides(guides, area);
    tryOut(bench.layout.face, movesOf(areas), () => {
      const problems = faultsOf(bench.layout.face).length;
      if (problems) document.querySelector("#bench .measure")?.append(make("strong", {}, ` · ${count(problems, "problem")}`));
      bench.changed();
    });
  };
  follow(element, event, moves, (left) => {
    bench.held = false;
    endTrial(left && areas !== start);
    drawGuides([], null);
    if (left && areas !== start) write(handle ? "Resize" : "Move", areas, lifted);
    else {
      drop(lifted);
      place();
      layBench();
    }
  });
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
  drawMeasure(`${mm(area[0])}, ${mm(area[1])} · ${mm(area[2])} × ${mm(area[3])} mm${what ? ` · ${what}` : ""}`, area);
}

function drawMeasure(text, area) {
  document.querySelector("#bench .measure")?.remove();
  const measure = make("span", { class: "measure" }, text);
  $("bench").append(measure);
  put(measure, [area[0], area[1] + area[3], 0, 0]);
}

// Writes new areas of boxes, [name, area] each, as one step; what was lifted is dropped then.
export async function write(what, areas, lifted = null, refused) {
  const label = `${what} ${[...areas].map(([name]) => name).join(", ")}`;
  if (await edit(label, movesOf(areas), refused)) {
    for (const [name, area] of areas) if (boxNamed(name)) boxNamed(name).area = area; // a hand may take it before the answer is here
  } else {
    endTrial(false);
    place();
  }
  const laid = layBench();
  await shows.put;
  drop(lifted);
  await laid;
}

function movesOf(areas) {
  const { of } = openSide();
  const to = Object.fromEntries([...areas].map(([name, area]) => [name, area.map((one) => Math.round(one * 1000) / 1000)]));
  const along = (name) => Object.fromEntries(Object.entries(to).filter(([other]) => other !== name));
  return Object.keys(to).map((name) => ({ do: "move", component: of.id, side: sideNumber(), box: name, was: boxNamed(name).area, to: to[name], along: along(name), shown: boxNamed(name) }));
}

// The edits of one box, each with the box that it is for.
export const editsOf = (box, edits, { of, side } = openSide()) => edits.map((one) => ({ ...one, component: of.id, side: side === "front" ? 0 : 1, box: box.name, shown: box }));

// Changes that are not moves, for the chosen boxes: hide, delete, copy. Copies are then the chosen ones.
export async function change(what, kind, more = () => ({})) {
  const { of } = openSide();
  const known = new Set(bench.layout.boxes.map(({ name }) => name));
  const edits = bench.chosen.map((name) => ({ do: kind, component: of.id, side: sideNumber(), box: name, shown: boxNamed(name), ...more(boxNamed(name)) }));
  if (edits.length) await edit(`${what} ${bench.chosen.join(", ")}`, edits);
  await layBench();
  const copies = (bench.layout?.boxes ?? []).filter(({ name, area }) => area && !known.has(name));
  if (copies.length) choose(copies.map(({ name }) => name));
}

// Draws a box over the next one above it, or under the one below it. All boxes count, also those not on this card.
export async function reorder(box, forward) {
  const order = bench.layout.boxes;
  const at = order.findIndex(({ name }) => name === box.name); // the panel may show an older state of it
  const [moved, over] = forward ? [box, order[at + 1]] : at > 1 ? [box, order[at - 2]] : [order[0], box];
  await edit(`${forward ? "Bring" : "Send"} ${box.name} ${forward ? "forward" : "backward"}`, editsOf(moved, [{ do: "set", path: ["over"], value: over.name }]));
  await layBench();
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const nudged = { areas: null, lifted: null, timer: 0 };

function nudge(event, box) {
  const by = ARROWS[event.key];
  if (event.key === "Enter") {
    event.preventDefault();
    document.querySelector("#studio-panel :is(input, select):enabled")?.focus(); // Tab would go through all later boxes
  }
  if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  if (!movable(box)) {
    report(`${box.name} fills the whole card.`, "", true);
    return;
  }
  const step = event.shiftKey ? 1 : 0.1;
  if (!nudged.areas) {
    nudged.areas = new Map(movedWith(bench.chosen).map((one) => [one.name, [...one.area]]));
    nudged.lifted = lift([...nudged.areas.keys()]);
  }
  for (const [name, area] of nudged.areas) {
    area[0] += by[0] * step;
    area[1] += by[1] * step;
    put(document.querySelector(`#bench [data-box="${CSS.escape(name)}"]`), area);
  }
  carry(box.area, nudged.areas.get(box.name) ?? box.area, box.turn);
  clearTimeout(nudged.timer);
  nudged.timer = setTimeout(writeNudge, PAUSE);
}

// Writes the move by arrow keys that waits for a pause; also before anything else is done.
async function writeNudge() {
  const { areas, lifted } = nudged;
  nudged.areas = null;
  clearTimeout(nudged.timer);
  if (areas) await write("Move", areas, lifted);
}

export function toggleBench() {
  writeNudge();
  bench.on = !bench.on;
  document.documentElement.classList.toggle("editing", bench.on);
  $("stage").setAttribute("role", bench.on ? "group" : "button");
  $("stage").tabIndex = bench.on ? -1 : 0;
  $("studio-edit").setAttribute("aria-pressed", `${bench.on}`);
  if (bench.on) layBench();
  else {
    Object.assign(bench, { layout: null, shows: "" });
    bench.chosen = [];
    drawBench();
  }
}

export function startBench() {
  opened.filled = layBench;
  opened.flips = () => !bench.on;
  shows.again = layBench;
  shows.waiting = writeNudge;
  $("stage").addEventListener("pointerdown", (event) => bench.on && [$("stage"), $("bench")].includes(event.target) && choose([]));
  const button = make("button", { class: "plain framed", id: "studio-edit", type: "button", "aria-pressed": "false", on: { click: toggleBench } }, icon("ruler"), make("span", {}, "Edit layout"));
  $("open-flip").after(button);
}
