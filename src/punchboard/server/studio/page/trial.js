// What a box in the hand would cover, cut or bring too close: asked when the hand rests, shown before it lets go.

import { read } from "./api.js";
import { markFaults, trial } from "./faults.js";
import { game, shown } from "./view.js";

const PAUSE = 120; // milliseconds without a move until it is asked
const asked = { number: 0, timer: 0 };

// Asks what would be wrong with edits; an answer that comes after the next move is dropped.
export function tryOut(face, edits, changed) {
  clearTimeout(asked.timer);
  const number = (asked.number += 1);
  const ask = async () => {
    asked.timer = 0;
    const found = await read(`g/${encodeURIComponent(game())}/trial.json?wanted=${encodeURIComponent(JSON.stringify({ label: "", edits }))}`);
    if (number !== asked.number) return;
    Object.assign(trial, { found, face, revision: shown.view?.revision });
    markFaults(face);
    changed();
  };
  asked.timer = setTimeout(ask, PAUSE);
}

// Ends the asking. What was found for the place where the box was dropped stays until the files are checked.
export function endTrial(dropped) {
  clearTimeout(asked.timer);
  if (!dropped || asked.timer) trial.found = null;
  Object.assign(asked, { number: asked.number + 1, timer: 0 });
}
