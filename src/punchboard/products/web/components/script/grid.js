// The grid of all components, grouped by kind. Elements are reused from one view to the next; filters only hide them.

import { $, make } from "./dom.js";
import { Card } from "./cards.js";
import { fits } from "./find.js";
import { here } from "./store.js";
import { shown } from "./view.js";

const cards = new Map(); // by id
const groups = new Map(); // by kind: {section, list, count}

export const grid = { opens: () => null, current: null };

// Lays out the view. Existing cards keep their element, focus and pictures.
export function lay() {
  const wanted = new Map(shown.view.kinds.map((kind) => [kind.id, []]));
  for (const one of shown.view.components) wanted.get(one.kind)?.push(one);
  const near = new Set([...cards.values()].filter(isNear));
  for (const [id, card] of cards) {
    if (!shown.byId.has(id)) {
      card.element.remove();
      cards.delete(id);
    }
  }
  for (const [id, group] of groups) {
    if (!wanted.has(id)) {
      group.section.remove();
      groups.delete(id);
    }
  }
  const sections = [...wanted].map(([kind, parts]) => filled(kind, parts, near).section);
  inOrder($("cards"), sections);
  show();
}

// Whether a card is in the window or close to it; false for a hidden card.
function isNear(card) {
  const box = card.element.getBoundingClientRect();
  return box.width > 0 && box.bottom > -innerHeight && box.top < 2 * innerHeight;
}

function filled(kind, parts, near) {
  const group = groups.get(kind) ?? newGroup(kind);
  group.title.textContent = shown.kinds.get(kind);
  inOrder(group.list, parts.map((one) => known(one, near).element));
  widths(group, parts);
  return group;
}

function known(one, near) {
  const card = cards.get(one.id);
  if (card) card.take(one, near.has(card));
  else cards.set(one.id, new Card(one, (card) => grid.opens(card)));
  return cards.get(one.id);
}

let made = 0;

function newGroup(kind) {
  made += 1;
  const title = make("h2", { id: `kind-${made}`, dir: "auto" });
  const number = make("p", { class: "quiet" });
  const list = make("ul", { class: "grid", "aria-labelledby": title.id });
  const section = make("section", { class: "group" }, make("div", { class: "group-head" }, title, number), list);
  groups.set(kind, { section, list, title, number });
  return groups.get(kind);
}

// The widest and tallest face of a kind, trimmed and with bleed, determines the size of its grid cells.
function widths(group, parts) {
  const faces = parts.flatMap((one) => [one.front, one.back]).filter(Boolean);
  const most = (of) => Math.max(...faces.map(of));
  const measures = { "--cut-w": most((one) => one.trim[2]), "--cut-h": most((one) => one.trim[3]), "--all-w": most((one) => one.size[0]), "--all-h": most((one) => one.size[1]) };
  for (const [name, value] of Object.entries(measures)) group.list.style.setProperty(name, value);
}

// Sorts the children of an element, moving only those out of order, so that the focus is kept.
export function inOrder(parent, wanted) {
  const stay = new Set(wanted);
  for (const child of [...parent.children]) if (!stay.has(child)) child.remove();
  wanted.forEach((child, index) => {
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
  });
}

// Hides the components that do not match search and filters, and shows how many are left.
export function show() {
  const test = fits();
  let found = 0;
  for (const group of groups.values()) {
    const fitting = [...group.list.children].filter((element) => {
      const fit = test(element.card.of);
      if (element.hidden === fit) element.hidden = !fit;
      return fit;
    });
    const copies = fitting.reduce((sum, element) => sum + element.card.of.copies, 0);
    group.section.hidden = fitting.length === 0;
    group.number.textContent = copies === fitting.length ? `${copies}` : `${fitting.length} different, ${copies} in all`;
    found += fitting.length;
  }
  const all = shown.view.components.length;
  $("nothing").hidden = found > 0;
  $("status").textContent = found === all ? `${all} on the table` : `${found} of ${all} on the table`;
  hold(grid.current && !grid.current.element.hidden ? grid.current : firstSeen());
}

export const seen = () => [...$("cards").querySelectorAll("section:not([hidden]) li:not([hidden])")].map((element) => element.card);

const firstSeen = () => $("cards").querySelector("section:not([hidden]) li:not([hidden])")?.card ?? null;

export const cardOf = (id) => cards.get(id);

export const everyCard = () => cards.values();

// Makes one card reachable by Tab. The arrow keys move on from it.
export function hold(card) {
  if (grid.current && grid.current !== card) grid.current.button.tabIndex = -1;
  grid.current = card;
  if (card) card.button.tabIndex = 0;
}

// Returns the next card in a direction: left and right in order, up and down the nearest one.
export function step(list, card, key) {
  const index = list.indexOf(card);
  const along = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: list.length - 1 }[key];
  if (along !== undefined) return list[along] ?? card;
  const down = key === "ArrowDown";
  const from = card.element.getBoundingClientRect();
  const middle = from.left + from.width / 2;
  let best = null;
  let row = null;
  for (let at = index + (down ? 1 : -1); list[at]; at += down ? 1 : -1) {
    const box = list[at].element.getBoundingClientRect();
    if (Math.abs(box.top - from.top) < 4 || (row === null && (down ? box.top < from.top : box.top > from.top))) continue;
    if (row !== null && Math.abs(box.top - row) > 4) break;
    row ??= box.top;
    const off = Math.abs(box.left + box.width / 2 - middle);
    if (best === null || off < best.off) best = { off, card: list[at] };
  }
  return best?.card ?? card;
}

export function startGrid() {
  $("cards").addEventListener("focusin", (event) => {
    const element = event.target.closest("li");
    if (element?.card) hold(element.card);
  });
  if (here.card) grid.current = cards.get(here.card) ?? null;
}
