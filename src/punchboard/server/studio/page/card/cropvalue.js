// The part of a picture that a box shows: its value in the card's row or in the layout, its place, its numbers in the panel.

import { make } from "./dom.js";
import { openSide } from "./opened.js";
import { edit, report, sending } from "./api.js";
import { boxNamed, editsOf, layBench } from "./bench.js";
import { rowOfCard, setCells, tableOf } from "./rows.js";

const WRITTEN = /^(.+?) *@ *\d{1,3}% +\d{1,3}%(?: +\d{1,2}(?:\.\d+)?x)? *$/;
export const MOST = 20;

// The value that names the picture of a box: {text, column, row} in the card's row, or {text} in the layout.
function valueAt(box) {
  const { of } = openSide();
  const columns = tableOf(of.kind)?.columns ?? [];
  const index = columns.findIndex((one) => box.picture.field && one.field === box.picture.field);
  const row = index < 0 ? null : rowOfCard(of);
  if (row) return { text: row.cells[index], column: columns[index].column, row };
  return { text: box.picture.fixed ? box.values.picture : "" };
}

// The crops that were written, by card and box, as long as the program may still report an older one. Without them, a
// second change right after the first would take the first back.
const written = new Map(); // {crop, past, sent}: what was written, what was reported before, and the requests until then

const keyOf = (box) => `${openSide().of.id} ${openSide().side} ${box.name}`;
const reported = (box) => `${box.picture.focus} ${box.picture.zoom}`;

export function cropOf(box) {
  const mine = written.get(keyOf(box));
  if (mine?.past.has(reported(box)) && [null, sending.sent].includes(mine.sent)) return { ...mine.crop };
  written.delete(keyOf(box)); // the program knows it, or something else was done since
  return { focus: box.picture.focus.map((one) => one / 100), zoom: box.picture.zoom };
}

// Where the picture lies, in mm from the box's corner, as the build places it; the focus that this means.
export function placed(box, { focus, zoom }) {
  const [, , width, height] = box.area;
  const [wide, high] = box.picture.size;
  const scale = Math.max(width / wide, height / high) * zoom;
  const size = [wide * scale, high * scale];
  const at = [width, height].map((room, axis) => Math.min(Math.max(room / 2 - focus[axis] * size[axis], room - size[axis]), 0));
  const seen = [width, height].map((room, axis) => (size[axis] - room > 0.01 ? (room / 2 - at[axis]) / size[axis] : Math.min(Math.max(focus[axis], 0), 1)));
  return { at, size, focus: seen };
}

// The value of a picture, with its focus and zoom only where they differ from the middle and 1.
function valueOf(path, { focus, zoom }) {
  const [x, y] = focus.map((one) => Math.round(one * 100));
  const times = Math.round(zoom * 100) / 100;
  return x === 50 && y === 50 && times === 1 ? path : `${path} @ ${x}% ${y}%${times === 1 ? "" : ` ${times}x`}`;
}

// Writes a crop into the card's row, or into the layout for a picture that all cards share; one step.
export async function writeCrop(box, crop, what) {
  const { of } = openSide();
  const { text, column, row } = valueAt(box);
  const value = valueOf(WRITTEN.exec(text)?.[1] ?? text, crop);
  const key = keyOf(box);
  const mine = { crop: { ...crop }, past: new Set([...(written.get(key)?.past ?? []), reported(boxNamed(box.name) ?? box)]), sent: null };
  written.set(key, mine);
  let done = null;
  if (!text) report(`The layout makes up the name of this picture: write its part there, as ‘${valueOf("name.png", crop)}’.`, "", true);
  else if (value !== text && row) done = await setCells(of.kind, `${what} of ${of.name}`, [[row, column, value]]);
  else if (value !== text) done = await edit(`${what} of ${box.name}`, editsOf(box, [{ do: "set", path: ["picture"], value }]));
  if (done) mine.sent = sending.sent;
  else if (written.get(key) === mine) written.delete(key); // nothing was written
  await layBench();
}

const FIELDS = [["Across", "%", (crop) => Math.round(crop.focus[0] * 100)], ["Down", "%", (crop) => Math.round(crop.focus[1] * 100)], ["Zoom", "×", (crop) => crop.zoom]];

// The resolution at which a picture is printed.
export const dpiOf = (box) => Math.round(box.picture.size[0] / (placed(box, cropOf(box)).size[0] / 25.4));

// The numbers of a picture in the panel: the point of it that is shown in the middle, and the zoom.
export function cropNumbers(box) {
  const now = cropOf(box);
  const inputs = FIELDS.map(([name, unit, value], index) => {
    const zooms = index === 2;
    const input = make("input", { type: "number", min: zooms ? 1 : 0, max: zooms ? MOST : 100, step: zooms ? 0.1 : 1, "aria-label": `${name} in the picture of ${box.name}${zooms ? "" : " in percent"}` });
    input.value = `${value(now)}`;
    input.dataset.was = input.value;
    input.addEventListener("change", () => {
      input.dataset.was = input.value;
      const number = Number(input.value);
      if (input.value === "" || !Number.isFinite(number)) return;
      const crop = cropOf(boxNamed(box.name) ?? box);
      if (zooms) crop.zoom = Math.min(Math.max(number, 1), MOST);
      else crop.focus[index] = Math.min(Math.max(number / 100, 0), 1);
      writeCrop(box, crop, zooms ? "Zoom picture" : "Move picture");
    });
    return make("label", {}, make("span", {}, `${name} ${unit}`), input);
  });
  return make("div", { class: "numbers" }, ...inputs);
}
