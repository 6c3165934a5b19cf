// A hand: random cards, counting each copy, from a deck, a kind or the filtered cards. The same seed repeats a hand.

import { $, count, make } from "./dom.js";
import { Card } from "./cards.js";
import { inOrder, seen, step } from "./grid.js";
import { go, here } from "./store.js";
import { shown } from "./view.js";

const MOST = 60;

// mulberry32 by Tommy Ettinger (public domain): random numbers from 0 to 1, given a seed.
export function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

// Draws from a list without replacement: the first steps of a Fisher-Yates shuffle.
export function drawn(list, many, seed) {
  const pile = [...list];
  const next = numbers(seed);
  const taken = Math.min(many, pile.length);
  for (let at = 0; at < taken; at += 1) {
    const other = at + Math.floor(next() * (pile.length - at));
    [pile[at], pile[other]] = [pile[other], pile[at]];
  }
  return pile.slice(0, taken);
}

export const hand = { cards: [], opens: () => null };

const newSeed = () => String(1 + Math.floor(Math.random() * 99999));

function pool() {
  if (here.from.startsWith("deck ")) return shown.view.components.filter((one) => one.decks.includes(here.from.slice(5)));
  if (here.from.startsWith("kind ")) return shown.view.components.filter((one) => one.kind === here.from.slice(5));
  return seen().map((card) => card.of);
}

// Deals the hand for the seed in the address, with cards in their current state.
export function deal() {
  if (!here.seed) go({ seed: newSeed() });
  const copies = pool().flatMap((one) => Array(one.copies).fill(one));
  const many = Math.min(MOST, Math.max(1, Number.parseInt(here.count, 10) || 5));
  const dealt = drawn(copies, many, Number.parseInt(here.seed, 10) || 1);
  const known = [...hand.cards];
  hand.cards = dealt.map((one) => {
    const at = known.findIndex((card) => card.of.id === one.id);
    if (at < 0) return new Card(one, (card) => hand.opens(card));
    const [card] = known.splice(at, 1);
    card.take(one);
    return card;
  });
  hand.cards.forEach((card, index) => (card.button.tabIndex = index ? -1 : 0));
  inOrder($("hand"), hand.cards.map((card) => card.element));
  $("deal-seed").value = here.seed;
  $("deal-count").value = String(many);
  $("dealt").textContent = copies.length ? `${count(hand.cards.length, "card")} of ${copies.length}, seed ${here.seed}` : "There is nothing to draw from.";
}

export function sources() {
  const option = (value, said) => make("option", { value }, said);
  const decks = shown.view.decks.map((deck) => option(`deck ${deck.id}`, deck.name));
  const kinds = shown.view.kinds.map((kind) => option(`kind ${kind.id}`, kind.name));
  const group = (label, inside) => (inside.length ? [make("optgroup", { label }, ...inside)] : []);
  $("deal-from").replaceChildren(...group("Decks", decks), ...group("Kinds", kinds), option("", "filtered cards"));
  const values = [...$("deal-from").options].map((one) => one.value);
  if (!values.includes(here.from) || (!here.from && !here.seed)) go({ from: values[0] });
  $("deal-from").value = here.from;
}

export function again() {
  go({ seed: newSeed() });
  deal();
}

export function startHand() {
  $("deal").addEventListener("submit", (event) => {
    event.preventDefault();
    again();
  });
  $("deal-count").addEventListener("change", (event) => {
    go({ count: event.target.value });
    deal();
  });
  $("deal-seed").addEventListener("change", (event) => {
    go({ seed: event.target.value.replace(/\D/g, "") });
    deal();
  });
  $("deal-from").addEventListener("change", (event) => {
    go({ from: event.target.value });
    deal();
  });
  $("hand").addEventListener("focusin", (event) => {
    const card = event.target.closest("li")?.card;
    for (const one of hand.cards) one.button.tabIndex = one === card ? 0 : -1;
  });
  $("hand").addEventListener("keydown", (event) => {
    const card = event.target.closest("li")?.card;
    if (!card || !/^(Arrow|Home|End)/.test(event.key)) return;
    event.preventDefault();
    step(hand.cards, card, event.key).button.focus();
  });
}
