// The view: the JSON document that the page shows, embedded or fetched, with indexes for look-up.

import { plain } from "./dom.js";

export const shown = { view: null, byId: new Map(), kinds: new Map(), decks: new Map() };

// The id of the game shown: the one in the address, or else the game of the first view.
export const game = () => new URLSearchParams(location.search).get("game") ?? shown.view?.game.id;

export function embedded() {
  const script = document.getElementById("view");
  return script ? JSON.parse(script.textContent) : null;
}

export async function fetched() {
  const answer = await fetch(game() ? `view.json?game=${encodeURIComponent(game())}` : "view.json", { cache: "no-store" });
  if (!answer.ok) throw Object.assign(new Error(`view.json: ${answer.status}`), { status: answer.status });
  return answer.json();
}

export function take(view) {
  shown.view = view;
  shown.kinds = new Map(view.kinds.map((kind) => [kind.id, kind.name]));
  shown.decks = new Map(view.decks.map((deck) => [deck.id, deck.name]));
  shown.byId = new Map(view.components.map((one) => [one.id, one]));
  for (const one of view.components) {
    const decks = one.decks.map((deck) => shown.decks.get(deck) ?? deck);
    one.words = plain([one.name, one.id, one.text, shown.kinds.get(one.kind) ?? one.kind, ...decks].join(" "));
  }
}

export const problemsOf = (one) => one.problems.map((index) => shown.view.problems[index]).filter(Boolean);

export const worst = (problems) => (problems.some((one) => one.severity === "error") ? "error" : "warning");
