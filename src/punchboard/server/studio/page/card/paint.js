// A map in the dialog of its card: the cells lie over the picture and are painted with terrain. Each stroke is one step.

import { $, choice, count, draw, make } from "./dom.js";
import { openSide, opened } from "./opened.js";
import { boxesOf } from "./api.js";
import { bench } from "./bench.js";
import { layOver } from "./layer.js";
import { follow } from "./pointer.js";
import { deleteRows, setCells, tableOf } from "./rows.js";

const REMOVE = " "; // the brush that takes cells off the map, where it has no terrain to fill them with
const BETWEEN = 6; // points that are looked at between two places of the pointer
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// `at` is the cell that the keys act on, `held` what is to be done when it is another one.
export const paint = { palette: make("fieldset", { class: "palette", hidden: true }), layer: null, shows: "", at: "", brush: "", held: () => {}, row: () => rowOf(paint.at) };

let turn = Promise.resolve(); // one stroke after the other, as each must know the rows that the one before has added

const tableNow = () => (openSide().of && tableOf(openSide().of.kind)) || null;
const columnOf = (table, name) => table.columns.findIndex((one) => one.column === table.map.columns[name]);
const plainName = (name) => name.trim().toUpperCase().padStart(4, "0"); // spreadsheets drop the first zero of 0101
const cellOf = (name) => paint.layer?.querySelector(`[data-cell="${name}"]`);

function rowOf(name) {
  const table = tableNow();
  if (!table?.map || !name) return null;
  const at = columnOf(table, "cell");
  return table.rows.find((row) => plainName(row.cells[at]) === plainName(name)) ?? null;
}

// The terrain of a cell as its row says it: an id or a name, in any case.
function terrainOf(table, row) {
  const text = row ? row.cells[columnOf(table, "terrain")].toLowerCase() : table.map.fill;
  return table.map.terrain.find((one) => one.value.toLowerCase() === text || one.name.toLowerCase() === text);
}

// Lays the cells over the open map, or takes them away.
export async function layMap() {
  const [{ of, side }, table] = [openSide(), tableNow()];
  const usable = Boolean(table?.map) && !table.refusal && !bench.on && side === "front" && $("open").open;
  paint.palette.hidden = !usable;
  if (!usable) return take();
  showPalette(table);
  const found = await boxesOf(of.id, 0);
  const box = found?.boxes.find((one) => one.content === "map");
  if (!box || openSide().of !== of || tableNow() !== table || paint.palette.hidden) return;
  const shows = JSON.stringify([of.id, table.map.cells, box.area, of.front.trim, of.front.size]);
  if (!paint.layer?.isConnected || paint.shows !== shows) lay(table, box, shows);
  for (const cell of table.map.cells) {
    const terrain = terrainOf(table, rowOf(cell.name));
    cellOf(cell.name).classList.toggle("off", !terrain);
    cellOf(cell.name).setAttribute("aria-label", `${cell.name}: ${terrain?.name ?? "not on the map"}`);
  }
}

function take() {
  if (!paint.layer) return;
  const held = paint.layer.contains(document.activeElement);
  paint.layer.remove();
  paint.layer = null;
  if (bench.on) return; // the bench has the stage now
  $("stage").setAttribute("role", "button");
  $("stage").tabIndex = 0;
  if (held) $("stage").focus();
}

function lay({ map }, box, shows) {
  const focused = paint.layer?.contains(document.activeElement);
  paint.layer?.remove();
  if (!map.cells.some(({ name }) => name === paint.at)) paint.at = map.cells[0].name;
  const cells = map.cells.map(({ name, points }) => draw("polygon", { points, "data-cell": name, role: "button", tabindex: name === paint.at ? 0 : -1 }));
  const svg = draw("svg", { viewBox: `0 0 ${map.size.join(" ")}`, preserveAspectRatio: "none" }, ...cells);
  const group = make("div", { class: "map-cells", role: "group", "aria-label": "Cells of the map; arrows move, space paints, a number chooses the terrain" }, svg);
  group.addEventListener("pointerdown", (event) => stroke(event, group));
  group.addEventListener("click", (event) => event.stopPropagation());
  group.addEventListener("keydown", key);
  paint.layer = layOver({ area: [...box.area.slice(0, 2), ...map.size] }, group);
  paint.shows = shows;
  $("stage").setAttribute("role", "group");
  $("stage").tabIndex = -1;
  if (focused) cellOf(paint.at)?.focus({ preventScroll: true });
}

function showPalette({ map }) {
  const offered = [...map.terrain, ...(map.fill ? [] : [{ value: REMOVE, name: "Not on the map", colour: "" }])];
  if (!offered.some((one) => one.value === paint.brush)) paint.brush = (offered.find(({ value }) => value !== map.fill) ?? offered[0]).value;
  const shown = JSON.stringify(offered);
  if (paint.palette.dataset.shows === shown) return;
  paint.palette.dataset.shows = shown;
  const rows = offered.map(({ value, name, colour }, number) => choice("brush", value, name, value === paint.brush, [make("span", { class: "swatch", vars: { background: colour } }), make("kbd", {}, `${number + 1}`)]));
  paint.palette.replaceChildren(make("legend", {}, "Paint with"), ...rows, make("p", { class: "quiet" }, "Click a cell or drag over several. Arrow keys go from cell to cell, the space bar paints."));
  paint.palette.onchange = (event) => choose(event.target.value);
}

function choose(brush) {
  paint.brush = brush;
  for (const input of paint.palette.querySelectorAll("input")) input.checked = input.value === brush;
}

function hold(name) {
  cellOf(paint.at)?.setAttribute("tabindex", -1);
  paint.at = name;
  const cell = cellOf(name);
  cell?.setAttribute("tabindex", 0);
  cell?.focus({ preventScroll: true });
  paint.held();
}

function stroke(event, group) {
  const first = event.target.closest("[data-cell]");
  if (!first || event.button !== 0) return;
  event.preventDefault();
  const names = new Set();
  let last = event;
  const add = (x, y) => {
    const cell = document.elementFromPoint(x, y)?.closest(".map-cells [data-cell]");
    if (cell) names.add(cell.dataset.cell);
    cell?.classList.add("painted");
  };
  const moves = (move) => {
    for (let part = 1; part <= BETWEEN; part += 1) add(last.clientX + ((move.clientX - last.clientX) * part) / BETWEEN, last.clientY + ((move.clientY - last.clientY) * part) / BETWEEN);
    last = move;
  };
  add(event.clientX, event.clientY);
  follow(group, event, moves, (left) => {
    if (left) write([...names]);
    else unmark(names);
    hold([...names].at(-1));
  });
}

function unmark(names) {
  for (const name of names) cellOf(name)?.classList.remove("painted");
}

function write(names) {
  const { kind } = openSide().of;
  const { brush } = paint;
  for (const name of names) cellOf(name)?.classList.add("painted");
  turn = turn.then(() => sent(kind, names, brush)).finally(() => unmark(names));
  return turn;
}

async function sent(kind, names, brush) {
  const table = tableOf(kind);
  if (tableNow() !== table) return; // another card is open
  const { map } = table;
  const what = names.length === 1 ? names[0] : count(names.length, "cell");
  const known = names.map(rowOf).filter(Boolean);
  if (brush === REMOVE) {
    if (known.length) await deleteRows(kind, `Take ${what} off the map`, known);
    return;
  }
  const { name } = map.terrain.find((one) => one.value === brush);
  const other = known.filter((row) => terrainOf(table, row)?.value !== brush).map((row) => [row, map.columns.terrain, brush]);
  const added = names.filter((one) => !rowOf(one) && map.fill !== brush).map((one) => ({ [map.columns.cell]: one, [map.columns.terrain]: brush }));
  if (other.length || added.length) await setCells(kind, `Paint ${what}: ${name}`, other, added);
}

function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const by = ARROWS[event.key];
  const brush = paint.palette.querySelectorAll("input")[Number(event.key) - 1];
  if (by) {
    const { cells } = tableNow().map;
    const { at } = cells.find(({ name }) => name === paint.at);
    const next = cells.find((one) => one.at[0] === at[0] + by[0] && one.at[1] === at[1] + by[1]);
    if (next) hold(next.name);
  } else if (event.key === " " || event.key === "Enter") write([paint.at]);
  else if (event.key !== " " && brush) choose(brush.value);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

export function startPaint() {
  const flips = opened.flips;
  opened.flips = () => flips() && !paint.layer?.isConnected;
  const changed = bench.changed;
  bench.changed = () => {
    layMap();
    changed();
  };
}
