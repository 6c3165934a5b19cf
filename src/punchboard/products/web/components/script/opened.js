// The dialog of one card: large, with its fields and problems.

import { $, make } from "./dom.js";
import { turned } from "./cards.js";
import { exchange, face, shape } from "./faces.js";
import { cardOf, hold, seen } from "./grid.js";
import { told } from "./problems.js";
import { go, likes } from "./store.js";
import { problemsOf, shown } from "./view.js";

const open = { of: null, side: "front", among: () => [], ids: new Set() };

// What the studio adds: work after the dialog shows a side, and whether a click on the picture flips it.
export const opened = { filled: () => {}, flips: () => true };

export const openSide = () => open;

export const isOpen = () => $("open").open;

export function openCard(of, among = null, side = null) {
  open.of = of;
  open.ids = new Set(shown.byId.keys());
  open.among = among ?? (() => seen().map((card) => card.of));
  open.side = side ?? (likes.sides === "back" && of.back ? "back" : "front");
  go({ card: of.id });
  fill();
  if (!isOpen()) $("open").showModal();
}

function fill() {
  const { of, side } = open;
  $("stage").replaceChildren(face(of[side], true));
  facts();
  named();
  opened.filled();
}

function named() {
  const { of, side } = open;
  $("open-flip").disabled = of.back === null;
  $("stage").setAttribute("aria-label", of.back === null ? `${of.name}, ${side}` : `${of.name}, ${side}; flip it`);
}

function facts() {
  const { of } = open;
  const among = open.among();
  const index = among.findIndex((one) => one.id === of.id);
  $("open-name").textContent = of.name;
  $("open-at").textContent = index < 0 ? "" : `${index + 1} of ${among.length}`;
  $("open-before").disabled = index <= 0;
  $("open-after").disabled = index < 0 || index >= among.length - 1;
  openProblems();
  const [, , width, height] = of[open.side]?.trim ?? of.front.trim;
  const decks = of.decks.map((deck) => shown.decks.get(deck) ?? deck).join(", ");
  const rows = [
    ["Kind", shown.kinds.get(of.kind) ?? of.kind],
    ["Id", make("code", {}, of.id)],
    ["Copies", `${of.copies}`],
    [of.decks.length > 1 ? "Decks" : "Deck", decks],
    ["Size", `${width} × ${height} mm`],
    ...(of.fields ?? []).map(({ name, value }) => [name, value]),
  ];
  const shownRows = rows.filter(([, value]) => value !== "");
  $("open-facts").replaceChildren(...shownRows.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", { dir: "auto" }, value))));
}

// Shows the problems of the open card.
export function openProblems() {
  $("open-problems").replaceChildren(...problemsOf(open.of).map((one) => told(one)));
}

export async function flipOpen() {
  if (open.of.back === null) return;
  open.side = open.side === "front" ? "back" : "front";
  await turned($("stage"), () => $("stage").replaceChildren(face(open.of[open.side], true)));
  named();
  opened.filled();
}

export function beside(by) {
  const among = open.among();
  const next = among[among.findIndex((one) => one.id === open.of.id) + by];
  if (next) openCard(next, open.among, next[open.side] ? open.side : "front");
}

// The open card under its new id, when its id alone has changed since the last state.
function renamed() {
  const fresh = [...shown.byId.keys()].filter((id) => !open.ids.has(id));
  const found = fresh.length === 1 && shown.byId.size === open.ids.size ? shown.byId.get(fresh[0]) : null;
  if (found) go({ card: found.id });
  return found;
}

// Shows the new state of the open card, or closes the dialog if the card no longer exists.
export function renew() {
  if (!isOpen()) return;
  const of = shown.byId.get(open.of.id) ?? renamed();
  open.ids = new Set(shown.byId.keys());
  if (!of) {
    $("open").close();
    return;
  }
  if (of.id !== open.of.id) go({ card: of.id });
  open.of = of;
  if (of[open.side] === null) open.side = "front";
  const element = $("stage").firstElementChild;
  if (element.classList.contains("none")) fill();
  else exchange(element, of[open.side]);
  facts();
  opened.filled();
}

export function redrawOpen() {
  if (isOpen() && open.of[open.side]) shape($("stage").firstElementChild, open.of[open.side]);
}

export function startOpen() {
  $("open").addEventListener("close", () => {
    const card = open.of && cardOf(open.of.id);
    go({ card: "" });
    if (!card || card.element.hidden || $("panel-cards").hidden) return;
    hold(card);
    card.button.focus();
  });
  $("open").addEventListener("click", (event) => event.target === $("open") && $("open").close());
  $("open-close").addEventListener("click", () => $("open").close());
  $("open-flip").addEventListener("click", flipOpen);
  $("stage").addEventListener("click", () => opened.flips() && flipOpen());
  $("stage").addEventListener("keydown", (event) => {
    if ((event.key !== "Enter" && event.key !== " ") || !opened.flips()) return;
    event.preventDefault();
    flipOpen();
  });
  $("open-before").addEventListener("click", () => beside(-1));
  $("open-after").addEventListener("click", () => beside(1));
}
