// Buttons of problems: to the box, the passage or the line that a problem names, and the fix that has one right answer.

import { make, sentence } from "./dom.js";
import { isOpen, openCard, openProblems } from "./opened.js";
import { listProblems, problems } from "./problems.js";
import { game, shown } from "./view.js";
import { fix, read, report } from "./api.js";
import { askReason } from "./ignore.js";
import { showProblem } from "./texts.js";
import { showCell } from "./deck.js";
import { bench, boxNamed, choose, layBench, toggleBench } from "./bench.js";

const NAMED = /box '([^']+)' of face '([^']+)'/;
const known = { game: "", revision: -1, fixes: {}, cells: {}, optional: {}, files: {} }; // `optional`: what game.yaml says of each code that can be ignored

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

// Shows the line of a file that the studio has no page for, between its neighbours.
async function showLine(one) {
  const around = await read(`g/${encodeURIComponent(game())}/lines/${one.line}.json?file=${encodeURIComponent(one.file)}`);
  if (!around) return report(`${one.file} cannot be read any more.`, "", true);
  const dialog = make("dialog", { class: "conflict", "aria-labelledby": "line-title" });
  const rows = around.lines.map((text, index) => {
    const number = around.first + index;
    return make("span", number === one.line ? { class: "mine", "aria-current": "true" } : {}, `${number}`.padStart(5), "  ", text);
  });
  dialog.append(
    make("h2", { id: "line-title" }, `Line ${one.line} of `, make("code", {}, one.file)),
    make("p", {}, sentence(one.message), " ", make("span", { class: "quiet" }, sentence(one.hint))),
    make("pre", { tabindex: "0", "aria-label": "Lines of the file" }, ...rows),
    make("div", { class: "turns" }, make("button", { type: "button", class: "strong", on: { click: () => dialog.close() } }, "Close")),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

// What leads to the place of a problem that is no card's: to a cell of the table, to a text with its page, or to a line.
function shower(one, linked) {
  const cell = !linked && known.revision === shown.view.revision && known.cells[shown.view.problems.indexOf(one)];
  if (cell) return () => showCell(cell);
  const text = known.game === game() ? known.files[one.file] : undefined;
  if (text) return () => showProblem(text, one);
  return text === "" && one.line && !linked ? () => showLine(one) : null;
}

function buttons(one) {
  const box = NAMED.exec(one.message);
  const card = one.component && shown.byId.get(one.component);
  const offer = known.revision === shown.view.revision && known.fixes[shown.view.problems.indexOf(one)];
  const showing = shower(one, card);
  const optional = known.game === game() && one.code in known.optional;
  return [
    box && card ? make("button", { type: "button", class: "plain framed", on: { click: () => show(card, box[1]) } }, `Show box ${box[1]}`) : null,
    showing ? make("button", { type: "button", class: "plain framed show", on: { click: showing } }, "Show") : null,
    offer ? make("button", { type: "button", class: "plain framed fix", on: { click: () => fix(offer) } }, offer.label) : null,
    optional ? make("button", { type: "button", class: "plain framed ignore", "aria-haspopup": "dialog", on: { click: () => askReason(one, known.optional[one.code]) } }, "Ignore …") : null,
  ];
}

export function startChecks() {
  problems.more = buttons;
  problems.listed = learn;
  if (shown.view) learn();
}
