// Where piles lie, in mm: other seats above, shared piles below them, then the open table, then one's own piles.

import { componentAt, pileView, shows } from "../game/sight.js";
import { isTile } from "../game/snap.js";

const GAP = 8;
const WIDE = 4.6; // the least width of a slot, in heights of a line: a short name and a number
const NUMBER = 1.2; // what each further number beside the name takes
const SPREAD = 3.1; // the most cards' widths that a spread pile is wide
const OPEN = 110; // the least height of the open table
const LADEN = 6; // the same where tokens lie on the cards
const MOST = 24; // the most pieces of a pile that are spread out
const FEW = 6; // the most tokens of a pile that lie one by one
const TOKEN = 30; // the largest width or height of a token
const SMALL = 0.62; // other seats' piles are smaller

// The piles that a person holds: they are shown in the tray.
export function handOf(table, seat) {
  const own = table.program.piles.flatMap(([name, owner], place) => (owner === seat ? [[name, place]] : []));
  const hand = own.find(([name]) => /\bhand\b/i.test(name)) || own.find(([name]) => shows(table, name) === "owner");
  return hand ? hand[1] : null;
}

// The printed name of a pile.
export function nameOf(table, place) {
  const [name] = table.program.piles[place];
  const pile = pileView(table, name);
  const number = /\d+$/.exec(name);
  if (!pile) return name === "box" ? "box" : name;
  return number && !table.view.piles[name] ? `${pile.name} ${number[0]}` : pile.name;
}

// Piles that lie in a stack: those that are drawn from, shuffled, or put below others when they run short.
export function stacked(program) {
  const found = new Set();
  for (const lines of Object.values(program.blocks)) {
    for (const line of lines) {
      for (const doer of line.doers) {
        for (const act of doer.acts) {
          if (act.do === "move" && act.draws) found.add(act.source);
          if (act.do === "move") act.short.filter(Number.isInteger).forEach((place) => found.add(place));
          if (act.do === "shuffle") act.piles.forEach((place) => found.add(place));
        }
      }
    }
  }
  return found;
}

// Decks, the box, hands, what shows its backs and what is too much to see at once lie in a stack as well.
function isHeap(table, place, count) {
  const [name, owner] = table.program.piles[place];
  const isHand = owner !== null && place === handOf(table, owner);
  return name === "box" || (isHand && shows(table, name) === "owner") || shows(table, name) === "backs" || Boolean(pileView(table, name)?.deck) || count > MOST;
}

export const isToken = ({ size }) => Math.max(...size) <= TOKEN;

// The pieces of a pile in columns: each token lies on the card before it.
function columnsOf(table, pile) {
  const columns = [];
  for (const piece of pile) {
    const last = columns.at(-1);
    if (last && isToken(componentAt(table, piece)) && !isToken(componentAt(table, last[0]))) last.push(piece);
    else columns.push([piece]);
  }
  return columns;
}

// The tokens of a supply by what they are, so that each kind is seen and counted; null for any other pile.
function supply(table, name, pile) {
  const components = pile.map((piece) => componentAt(table, piece));
  const isSupply = name !== "box" && shows(table, name) === "faces" && pile.length > FEW;
  if (!isSupply || !components.every(isToken)) return null;
  const groups = new Map();
  pile.forEach((piece, number) => groups.set(components[number], [...(groups.get(components[number]) || []), piece]));
  return [...groups.values()].sort(([one], [other]) => table.componentOf[one] - table.componentOf[other]);
}

// The size of a pile's largest component, or of any that came there before.
function sizeOf(table, place, sizes) {
  let [wide, high] = sizes.get(place) || [0, 0];
  for (const piece of table.piles[place]) {
    const { size } = componentAt(table, piece);
    [wide, high] = [Math.max(wide, size[0]), Math.max(high, size[1])];
  }
  if (wide) sizes.set(place, [wide, high]);
  return wide ? [wide, high] : sizes.get("usual");
}

function usualSize(table) {
  const counts = new Map();
  for (const one of table.program.start.flat()) {
    const key = table.view.components[one].size.join();
    counts.set(key, (counts.get(key) || 0) + 1);
  }
  const [most] = [...counts].sort((one, other) => other[1] - one[1])[0] || ["63,88"];
  return most.split(",").map(Number);
}

// Lay slots in rows from a place on, and return the bottom of the last row.
function flow(slots, left, top, width) {
  let [x, y, deep] = [left, top, 0];
  for (const slot of slots) {
    if (x > left && x + slot.w > left + width) [x, y, deep] = [left, y + deep + GAP, 0];
    Object.assign(slot, { x, y });
    x += slot.w + GAP;
    deep = Math.max(deep, slot.h);
  }
  return y + deep;
}

function centre(slots, left, width) {
  for (const y of new Set(slots.map((slot) => slot.y))) {
    const row = slots.filter((slot) => slot.y === y);
    const end = Math.max(...row.map((slot) => slot.x + slot.w));
    const by = (width - (end - left)) / 2;
    if (by > 0) row.forEach((slot) => (slot.x += by));
  }
}

// Every slot of the table for a viewer, and the seats. `words` is the height of a line of words in mm.
export function layOut(table, viewer, { width, stacks, sizes, opened, words }) {
  if (!sizes.has("usual")) sizes.set("usual", usualSize(table));
  const hand = viewer === null ? null : handOf(table, viewer);
  const slotOf = (place, scale) => {
    const [name] = table.program.piles[place];
    const [wide, high] = sizeOf(table, place, sizes).map((one) => one * scale);
    const count = table.piles[place].length;
    const groups = opened.has(place) ? null : supply(table, name, table.piles[place]);
    const isStack = opened.has(place) ? !opened.get(place) : !groups && (stacks.has(place) || isHeap(table, place, count));
    const columns = columnsOf(table, table.piles[place]);
    const isLaden = !isStack && columns.length < count;
    let spread = Math.min(SPREAD, Math.max(1, 1 + (columns.length - 1) * 0.5));
    if (groups) spread = groups.length * 1.1;
    else if (isStack) spread = 1;
    else if (isLaden) spread = Math.min(LADEN, columns.length * 1.04);
    const label = words * (WIDE + NUMBER * (groups ? groups.length - 1 : 0));
    return { place, scale, isStack, groups, columns, pieceHigh: high, pieceWide: wide, w: Math.max(wide * spread, label), h: high + words };
  };
  const slots = [];
  const seats = [];
  const placesOf = (seat) =>
    table.program.piles.flatMap(([, owner], place) => (owner === seat && place !== table.tablePlace ? [place] : []));
  const others = [...Array(table.program.players).keys()]
    .map((step) => (step + (viewer === null ? 0 : viewer + 1)) % table.program.players)
    .filter((seat) => seat !== viewer);
  let top = 0;
  if (others.length) {
    const inRow = Math.max(1, Math.min(others.length, Math.floor(width / (words * 9))));
    const each = (width - GAP * (inRow - 1)) / inRow;
    for (let first = 0; first < others.length; first += inRow) {
      let bottom = top;
      others.slice(first, first + inRow).forEach((seat, column) => {
        const left = column * (each + GAP);
        const own = placesOf(seat).map((place) => slotOf(place, SMALL));
        const end = flow(own, left, top + words, each);
        seats.push({ seat, x: left, y: top, w: each, h: end - top });
        slots.push(...own);
        bottom = Math.max(bottom, end);
      });
      seats.slice(-Math.min(inRow, others.length - first)).forEach((one) => (one.h = bottom - top));
      top = bottom + GAP;
    }
  }
  const shared = placesOf(null).filter((place) => table.program.piles[place][0] !== "box" || table.piles[place].length);
  const middle = shared.map((place) => slotOf(place, 0.9));
  const bottom = flow(middle, 0, top, width);
  centre(middle, 0, width);
  slots.push(...middle);
  top = bottom + GAP;
  const area = openTable(table, width, top);
  top = area.y + area.h + GAP;
  if (viewer !== null) {
    const own = placesOf(viewer).filter((place) => place !== hand).map((place) => slotOf(place, 0.9));
    const end = own.length ? flow(own, 0, top + words, width) : top + words;
    centre(own, 0, width);
    seats.push({ seat: viewer, x: 0, y: top, w: width, h: end - top });
    slots.push(...own);
    top = end;
  }
  return { slots, seats, area, hand, width: Math.max(width, area.w), height: top };
}

// The open table, large enough for what lies on it, and for a tile beside each tile; `origin` is where (0, 0) of the
// pieces is.
function openTable(table, width, top) {
  const places = table.tablePlace < 0 ? [] : table.piles[table.tablePlace];
  let [left, right, up, down] = [-width / 2, width / 2, -OPEN / 2, OPEN / 2];
  for (const piece of places) {
    const component = componentAt(table, piece);
    const [x, y] = table.at[piece];
    const half = Math.max(...component.size) * (isTile(component) ? 1.5 : 0.5) + GAP;
    [left, right] = [Math.min(left, x - half), Math.max(right, x + half)];
    [up, down] = [Math.min(up, y - half), Math.max(down, y + half)];
  }
  const x = width / 2 + left;
  return { place: table.tablePlace, x, y: top, w: right - left, h: down - up, origin: [-left, -up] };
}
