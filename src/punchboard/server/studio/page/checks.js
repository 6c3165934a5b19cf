// Buttons of problems: to the box that a problem names, and the fix that has one right answer.

import { make } from "./dom.js";
import { isOpen, openCard, openProblems } from "./opened.js";
import { listProblems, problems } from "./problems.js";
import { game, shown } from "./view.js";
import { fix, read } from "./api.js";
import { askReason } from "./ignore.js";
import { bench, boxNamed, choose, layBench, toggleBench } from "./bench.js";

const NAMED = /box '([^']+)' of face '([^']+)'/;
const known = { game: "", revision: -1, fixes: {}, optional: {} }; // `optional`: what game.yaml says of each code that can be ignored

// Asks which problems have a fix, after the page shows a new state.
async function learn() {
  if (known.game === game() && known.revision === shown.view.revision) return;
  const found = await read(`g/${encodeURIComponent(game())}/fixes.json`);
  if (!found) return;
  Object.assign(known, { game: game(), ...found });
  if (found.revision !== shown.view.revision) return;
  for (const [number, id] of Object.entries(found.cards)) shown.view.problems[number].component = id;
  listProblems();
  if (isOpen()) openProblems();
}

async function show(card, name) {
  openCard(card);
  if (!bench.on) toggleBench();
  await layBench();
  if (boxNamed(name)?.area) choose([name]);
}

function buttons(one) {
  const box = NAMED.exec(one.message);
  const card = one.component && shown.byId.get(one.component);
  const offer = known.revision === shown.view.revision && known.fixes[shown.view.problems.indexOf(one)];
  const optional = known.game === game() && one.code in known.optional;
  return [
    box && card ? make("button", { type: "button", class: "plain framed", on: { click: () => show(card, box[1]) } }, `Show box ${box[1]}`) : null,
    offer ? make("button", { type: "button", class: "plain framed fix", on: { click: () => fix(offer) } }, offer.label) : null,
    optional ? make("button", { type: "button", class: "plain framed ignore", "aria-haspopup": "dialog", on: { click: () => askReason(one, known.optional[one.code]) } }, "Ignore …") : null,
  ];
}

export function startChecks() {
  problems.more = buttons;
  problems.listed = learn;
  if (shown.view) learn();
}
