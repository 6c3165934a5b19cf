// What the parts of the theme's tab share: the theme as the server tells it, and how a change of it is written.

import { make } from "./dom.js";
import { game } from "./view.js";
import { editTheme } from "./api.js";

export const desk = { theme: null, warnings: [], holding: false, number: 0, lay: () => {} };

export const addressOf = (rest) => `g/${encodeURIComponent(game())}/${rest}`;

const waiting = { next: null, busy: false };

// Writes the newest change as soon as the one before it is written; those between are left out.
async function send() {
  if (waiting.busy) return;
  waiting.busy = true;
  while (waiting.next) {
    const { label, edits, gesture, refused } = waiting.next;
    waiting.next = null;
    await editTheme(label, edits, { gesture, refused });
  }
  waiting.busy = false;
  if (!desk.holding) desk.lay(); // the controls waited for the end of a drag
}

// Writes edits; while a slider is held they are one step with those before.
export function write(label, edits, { held = false, refused } = {}) {
  if (held && !desk.holding) {
    desk.holding = true;
    desk.number += 1;
  }
  waiting.next = { label, edits, refused, gesture: desk.holding ? `${performance.timeOrigin}-${desk.number}` : "" };
  if (!held) desk.holding = false;
  send();
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
