// Moves of pieces from pile to pile: `engine/program/moves.py`, `amounts.py` and `machine.py` have their twins.

import { valueOf } from "./terms.js";

const TRIES = 10000; // how often a draw is repeated until it has what it needs

// A step that cannot be carried out.
export class Shortage extends Error {
  constructor(here, pile, required, available) {
    super("shortage");
    Object.assign(this, { here, pile, required, available });
  }
}

const takesAll = (act) => act.amount[0] === "all" && !act.draws;

const available = (world, act, places) => Math.max(0, ...act.sets.map((members) => world.count(places, members)));

const availableWithHelp = (world, act) =>
  available(world, act, [act.source, ...act.short.filter((way) => typeof way === "number")]);

function allowed(world, here, act) {
  const [mode, named, most] = act.amount;
  const there = world.piles[act.source].length;
  if (mode === "as many") return [movedBefore(world, here)];
  if (mode === "all") return [there];
  if (mode === "half") return [Math.floor(there / 2)];
  if (mode === "half rounded up") return [Math.ceil(there / 2)];
  const number = numberNow(world, here, named);
  if (mode === "until") return [Math.max(number - world.piles[act.target].length, 0)];
  if (mode === "down to") return [Math.max(there - number, 0)];
  if (mode === "up to") return [...Array((act.short.length ? number : Math.min(number, there)) + 1).keys()];
  return most === undefined ? [number] : [number, most];
}

// The number of an amount or of repetitions; 0 if the players must tell.
export function numberNow(world, here, term) {
  const number = Number(valueOf(term, world));
  if (!(number >= 0)) world.cannotTell(here, "nothing can be done with fewer than 0 components");
  return number > 0 ? number : 0;
}

function movedBefore(world, here) {
  const number = world.moved.get(here.seat) ?? world.moved.get(null);
  if (number === undefined) world.cannotTell(here, "nothing was moved before this step");
  return number ?? 0;
}

function possible(world, numbers, act) {
  if (act.short.includes("stop") || act.short.includes("end")) return numbers;
  const most = availableWithHelp(world, act);
  return numbers.filter((number) => number <= most);
}

export function canMove(world, here, act) {
  if (takesAll(act)) return !act.same || available(world, act, [act.source]) > 0;
  return possible(world, allowed(world, here, act), act).length > 0;
}

// Carry out a move; returns how many pieces it moved.
export function move(world, here, act) {
  if (takesAll(act)) return moveAll(world, here, act);
  const wishes = allowed(world, here, act);
  const numbers = possible(world, wishes, act);
  if (!numbers.length) throw new Shortage(here, act.source, wishes[0], availableWithHelp(world, act));
  const wanted = numbers.length === 1 ? numbers[0] : world.ask("amount", here, numbers);
  const number = supply(world, here, act, wanted);
  if (!act.draws) return pick(world, here, act, number);
  if (takesWhateverComes(world, here, act)) return draw(world, here, act, number);
  return filteredDraw(world, here, act, number, number < wanted && act.refused !== "again");
}

function takesWhateverComes(world, here, act) {
  if (act.needs !== null && available(world, act, [act.source]) < world.piles[act.source].length) {
    world.cannotTell(here, "a draw with both a filter and 'needs'");
  }
  return act.sets[0] === null || act.needs !== null;
}

function supply(world, here, act, wanted) {
  let there = available(world, act, [act.source]);
  for (const way of act.short) {
    if (there >= wanted) break;
    if (typeof way === "string") {
      world.tell("short", here, act.source, wanted, there);
      world.ended = world.ended || way === "end";
      return there;
    }
    world.chance.shuffle(world.piles[way]);
    world.tell("under", here, way, act.source, world.piles[way]);
    world.piles[act.source] = [...world.piles[way], ...world.piles[act.source]];
    world.piles[way] = [];
    there = available(world, act, [act.source]);
  }
  return wanted;
}

function moveAll(world, here, act) {
  const found = act.sets.filter((members) => world.count([act.source], members));
  if (!found.length && act.same) throw new Shortage(here, act.source, 1, 0);
  if (!found.length) return 0;
  const members = found.length === 1 ? found[0] : world.ask("set", here, found);
  const pieces = world.matching(act.source, members);
  world.shift(here, act.source, act.target, pieces);
  return pieces.length;
}

function pick(world, here, act, number) {
  if (!number) return number;
  const found = act.sets.filter((members) => world.count([act.source], members) >= number);
  const members = found.length === 1 ? found[0] : world.ask("set", here, found);
  let pieces = world.matching(act.source, members);
  if (pieces.length > number) {
    const areEqual = new Set(pieces.map((piece) => world.componentOf[piece])).size === 1;
    pieces = areEqual ? pieces.slice(0, number) : world.ask("pieces", here, pieces, number);
  }
  world.shift(here, act.source, act.target, pieces);
  return number;
}

function draw(world, here, act, number) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const pile = world.piles[act.source];
    world.shift(here, act.source, act.target, pile.slice(pile.length - number).reverse());
    if (act.needs === null || valueOf(act.needs, world)) return number;
    const hand = world.piles[act.target];
    world.shift(here, act.target, act.source, hand.slice(hand.length - number));
    world.shuffle(here, act.source);
  }
  throw new Shortage(here, act.source, 1, 0);
}

// Draw until enough pieces belong to the set, or to the last piece.
function filteredDraw(world, here, act, number, takesRest) {
  const refused = [];
  let taken = 0;
  while (takesRest ? world.piles[act.source].length > refused.length : taken < number) {
    const pile = world.piles[act.source];
    const piece = pile[pile.length - 1 - refused.length];
    if (world.belongs(piece, act.sets[0])) {
      world.shift(here, act.source, act.target, [piece]);
      taken += 1;
      continue;
    }
    world.tell("refused", here, act.source, piece);
    if (act.refused === "again") world.shuffle(here, act.source);
    else refused.push(piece);
  }
  if (refused.length) putAway(world, here, act, refused);
  return number;
}

function putAway(world, here, act, refused) {
  if (typeof act.refused === "string") {
    world.shuffle(here, act.source);
    return;
  }
  for (const piece of refused) {
    const home = act.refused.find(([members]) => world.belongs(piece, members));
    if (home) world.shift(here, act.source, home[1], [piece]);
    else world.cannotTell(here, "no pile is named for what was refused");
  }
}

export function shufflePiles(world, here, act) {
  if (act.into === null) {
    act.piles.forEach((place) => world.shuffle(here, place));
    return;
  }
  for (const place of act.piles) {
    if (place !== act.into) world.shift(here, place, act.into, world.piles[place]);
  }
  world.shuffle(here, act.into);
}

export function split(world, here, act) {
  act.targets.forEach((target, number) => {
    const pile = world.piles[act.source];
    const share = Math.ceil(pile.length / (act.targets.length - number));
    world.shift(here, act.source, target, pile.slice(pile.length - share));
  });
}

export function stack(world, here, act) {
  const below = act.piles.includes(act.target) ? [] : [act.target];
  const whole = [...below, ...[...act.piles].reverse()].flatMap((place) => world.piles[place]);
  for (const place of act.piles) {
    if (place !== act.target) world.shift(here, place, act.target, world.piles[place]);
  }
  world.piles[act.target] = whole;
  world.tell("order", here, act.target);
}

export function passOn(world, here, act) {
  const before = new Map(act.moves.map(([place]) => [place, [...world.piles[place]]]));
  for (const [place, taker] of act.moves) world.shift(here, place, taker, before.get(place));
  for (const [place, taker] of act.moves) world.piles[taker] = before.get(place);
}
