// What the checks find in the boxes of the open layout, on any card that has it: red edges on the card, a list beside it.

import { count, make } from "./dom.js";
import { openCard } from "./opened.js";
import { problemsOf, shown } from "./view.js";

const NAMED = /box(?:es)? '([^']+)'.* of face '([^']+)'/;
const MOST = 40; // cards that are listed for one problem

// What would be wrong with the box that is being dragged, until the files have changed.
export const trial = { found: null, face: "", revision: null };

const tried = (face) => (trial.face === face && trial.revision === shown.view?.revision ? trial.found : null);

// The cards with their problems: those of the trial, else those of the files.
function messages(face) {
  const cards = shown.view?.components ?? [];
  const now = tried(face);
  if (!now) return cards.flatMap((card) => problemsOf(card).map(({ message }) => [card, message]));
  return now.faults.flatMap((one) => cards.filter((card) => one.cards.includes(card.id)).map((card) => [card, one.message]));
}

// The problems of a layout, each once: {box, message, cards}, with all cards that have it.
export function faultsOf(face) {
  const found = new Map();
  for (const [card, message] of messages(face)) {
    const [, box, of] = NAMED.exec(message) ?? [];
    if (of !== face) continue;
    if (!found.has(message)) found.set(message, { box, message, cards: [] });
    found.get(message).cards.push(card);
  }
  return [...found.values()];
}

export function markFaults(face) {
  const wrong = new Set(faultsOf(face).map((one) => one.box));
  for (const box of document.querySelectorAll("#bench .box")) box.classList.toggle("faulty", wrong.has(box.dataset.box));
}

// The list of a layout's problems for the panel; nothing when there are none.
export function faultList(face) {
  const found = faultsOf(face);
  if (!found.length) return [];
  const show = (card) => make("button", { type: "button", class: "plain framed", on: { click: () => openCard(card) } }, card.name);
  const rest = ({ cards }) => (cards.length > MOST ? ` and ${count(cards.length - MOST, "more card")}` : "");
  const items = found.map((one) => make("li", {}, `${one.message}: ${count(one.cards.length, "card")} `, ...one.cards.slice(0, MOST).map(show), rest(one)));
  const now = tried(face);
  const some = now && now.tried < now.of ? `, on ${now.tried} of ${now.of} cards` : "";
  return [make("section", { class: "faults", role: "status", "aria-label": "Problems of this layout" }, make("h4", {}, `${count(found.length, "problem")} of this layout${some}`), make("ul", {}, ...items))];
}
