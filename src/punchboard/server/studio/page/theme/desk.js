// What the parts of the theme's tab share: the theme as the server tells it, and how a change of it is written.

import { make } from "./dom.js";
import { game } from "./view.js";
import { editTheme, inTurn, read } from "./api.js";

export const desk = { theme: null, drawn: null, warnings: [], holding: false, number: 0, writes: 0, lay: () => {} }; // `drawn` is the theme that the controls show

export const addressOf = (rest) => `g/${encodeURIComponent(game())}/${rest}`;

const waiting = []; // changes that are not sent yet

async function send() {
  const { label, edits, gesture, refused } = waiting.shift();
  const done = await editTheme(label, edits.map(withSeen), { gesture, refused });
  if (done) desk.writes += 1;
  if (done && edits.some((one) => one.do === "theme")) await readAnew();
  for (const [path, value] of done?.seen?.flat() ?? []) own.set(path.join("\n"), { value, number: desk.writes });
  if (!waiting.length && !desk.holding) desk.lay(); // the controls waited for the end of a drag
}

const own = new Map(); // by path: what was written here since the controls were drawn, with the number of the write

// Shows a theme that was asked for after some number of writes: what they left has been seen by then.
export function drawnAfter(theme, writes) {
  desk.drawn = theme;
  for (const [path, { number }] of own) if (number <= writes) own.delete(path);
}

// Another theme has other values almost everywhere: what waits to be sent was asked for by one who knows that.
async function readAnew() {
  const { writes } = desk;
  const theme = await read(addressOf("theme.json"));
  if (theme) drawnAfter(theme, writes);
}

const listed = { colours: "written", fonts: "value", ornaments: "value" };

// What the controls show of the value at a path.
function shownAt([section, name, key]) {
  if (section === "theme") return desk.drawn.theme;
  if (section === "styles") return desk.drawn.styles.find((one) => one.name === name)?.values[key];
  const list = desk.drawn[section] ?? desk.drawn.forms;
  return list.find((one) => one.name === (name ?? section))?.[listed[section] ?? "value"];
}

function withSeen(one) {
  const path = one.path ?? ["theme"];
  const mine = own.get(path.join("\n"));
  return { ...one, seen: [[path, (mine ? mine.value : shownAt(path)) ?? null]] };
}

// Writes edits; while a slider is held they are one step with those before, and those that wait are left out for newer ones.
export function write(label, edits, { held = false, refused } = {}) {
  if (held && !desk.holding) {
    desk.holding = true;
    desk.number += 1;
  }
  const next = { label, edits, refused, gesture: desk.holding ? `${performance.timeOrigin}-${desk.number}` : "" };
  if (!held) desk.holding = false;
  if (next.gesture && waiting.at(-1)?.gesture === next.gesture) waiting[waiting.length - 1] = next;
  else {
    waiting.push(next);
    inTurn(send);
  }
}

export const setAt = (path, value) => ({ do: "set", path, value });

export function resetButton(name, path) {
  const does = () => write(`Reset ${name}`, [{ do: "reset", path }]);
  return make("button", { type: "button", class: "plain small", "aria-label": `Reset ${name}`, title: "As in the named theme", on: { click: does } }, "Reset");
}

// A part of the tab that can be folded; it stays as the user left it.
const folded = new Map([["First", true], ["Text styles", true]]);

export function part(name, note, ...rows) {
  const element = make("details", { class: "group", open: folded.get(name) ?? false }, make("summary", {}, name === "First" ? "Ink, paper, accents" : name, note ? make("span", { class: "quiet" }, ` ${note}`) : ""), ...rows);
  element.addEventListener("toggle", () => folded.set(name, element.open));
  return element;
}
