// The keyboard: arrows go from piece to piece, letters act on what has the focus.

import { $ } from "../dom.js";
import { handOf } from "./places.js";
import { pieceOf } from "./pointer.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function listenToKeys(play) {
  $("stage").addEventListener("keydown", (event) => onStage(play, event));
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target.matches("input, textarea")) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) play.undo();
    else if (key === "y" || (key === "z" && event.shiftKey)) play.redo();
    else return;
    event.preventDefault();
  });
  $("stage").addEventListener("focusin", (event) => {
    document.querySelectorAll("#stage [tabindex='0']").forEach((one) => one.setAttribute("tabindex", "-1"));
    event.target.closest(".piece, .slot")?.setAttribute("tabindex", "0");
  });
  $("stage").addEventListener("focus", () => play.focus(document.querySelector("#stage .piece, #stage .slot")));
}

function onStage(play, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const element = event.target.closest(".piece, .slot");
  if (event.key in WAYS) {
    event.preventDefault();
    play.focus(nearest(element, WAYS[event.key]));
    return;
  }
  if (event.key === "Escape") {
    play.choosePieces([]);
    return;
  }
  if (!element) return;
  const act = ACTS[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  const piece = element.dataset.piece === undefined ? null : pieceOf(element);
  const pile = piece === null ? Number(element.dataset.pile) : play.table.pileOf[piece];
  act(play, piece, pile);
  // The element may be gone, or another piece may lie on the pile now.
  if (!element.isConnected || element.hidden) play.focus(play.surface.slots.get(pile));
}

const chosen = (play, piece) => (play.surface.selected.has(piece) ? [...play.surface.selected] : [piece]);

const ACTS = {
  enter: (play, piece, pile) => {
    play.choose({ piece, slot: piece === null ? pile : null }, { more: false });
    $("bar").querySelector("button, select")?.focus();
  },
  " ": (play, piece) => piece !== null && play.look(piece),
  f: (play, piece) => piece !== null && play.flip(chosen(play, piece)),
  r: (play, piece) => piece !== null && play.turn(chosen(play, piece)),
  s: (play, _piece, pile) => pile !== play.table.tablePlace && play.shuffle(pile),
  d: (play, piece, pile) => {
    const hand = play.viewer === null ? null : handOf(play.table, play.viewer);
    const top = piece ?? play.table.piles[pile].at(-1);
    if (hand !== null && top !== undefined && pile !== hand) play.move([top], hand);
  },
  m: (play, piece, pile) => {
    const top = piece ?? play.table.piles[pile].at(-1);
    if (top !== undefined) play.bar.choosePile(play.table, play.viewer, chosen(play, top), pile);
  },
  x: (play, piece) => piece !== null && play.choose({ piece, slot: null }, { more: true }),
  "+": (play) => play.surface.zoomBy(1.2, innerWidth / 2, innerHeight / 2),
  "-": (play) => play.surface.zoomBy(1 / 1.2, innerWidth / 2, innerHeight / 2),
};

// The nearest piece or slot in a direction.
function nearest(from, [right, down]) {
  const all = [...document.querySelectorAll("#stage .piece, #stage .slot")].filter((one) => !one.hidden && one !== from);
  if (!from) return all[0];
  const middle = (one) => {
    const box = one.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = from;
  let least = Infinity;
  for (const one of all) {
    const [left, top] = middle(one);
    const ahead = (left - x) * right + (top - y) * down;
    const aside = Math.abs((left - x) * down) + Math.abs((top - y) * right);
    if (ahead <= 1) continue;
    const far = ahead + aside * 2.5;
    if (far < least) [least, best] = [far, one];
  }
  return best;
}
