// What people do at the table by hand: one function for each entry of the history, as in `by_hand.py`.

import { playPart } from "../engine/rounds.js";

// An entry that this edition of the game does not allow.
export class BadEntry extends Error {}

function pieces(table, entry) {
  const found = entry.pieces;
  const fits = Array.isArray(found) && found.every((one) => Number.isInteger(one) && one in table.componentOf);
  if (!fits) throw new BadEntry("a piece is not in this game");
  return found;
}

function pile(table, place) {
  if (!Number.isInteger(place) || !(place in table.piles)) throw new BadEntry("a pile is not in this game");
  return place;
}

export const BY_HAND = {
  move(table, entry) {
    const moved = pieces(table, entry);
    const target = pile(table, entry.to);
    const gone = new Set(moved);
    table.piles.forEach((one, place) => {
      if (one.some((piece) => gone.has(piece))) table.piles[place] = one.filter((piece) => !gone.has(piece));
    });
    const rest = table.piles[target];
    const card = rest.indexOf(entry.onto);
    if (card >= 0) table.piles[target] = [...rest.slice(0, card + 1), ...moved, ...rest.slice(card + 1)];
    else table.piles[target] = entry.under ? [...moved, ...rest] : [...rest, ...moved];
    const at = Array.isArray(entry.at) && entry.at.every(Number.isFinite) ? entry.at : null;
    for (const piece of moved) {
      const stays = table.pileOf[piece] === target;
      const side = table.up[piece];
      const angle = table.angle[piece];
      table.arrive(piece, target, at);
      if (stays || entry.keep) table.up[piece] = side;
      if (stays) table.angle[piece] = angle;
    }
  },
  flip(table, entry) {
    for (const piece of pieces(table, entry)) table.up[piece] = !table.up[piece];
  },
  turn(table, entry) {
    const by = Number.isFinite(entry.by) ? entry.by : 90;
    for (const piece of pieces(table, entry)) table.angle[piece] = (table.angle[piece] + by) % 360;
  },
  shuffle(table, entry) {
    table.chance.shuffle(table.piles[pile(table, entry.pile)]);
  },
  deal(table, entry) {
    const from = pile(table, entry.from);
    const targets = Array.isArray(entry.to) ? entry.to.map((one) => pile(table, one)) : [];
    for (let time = 0; time < Math.min(Number(entry.number) || 0, 99); time += 1) {
      for (const target of targets) {
        const piece = table.piles[from].at(-1);
        if (piece === undefined) return;
        table.piles[from] = table.piles[from].slice(0, -1);
        table.piles[target] = [...table.piles[target], piece];
        table.arrive(piece, target);
      }
    }
  },
  roll(table, entry) {
    const die = table.view.dice[entry.die];
    if (!die) throw new BadEntry("a die is not in this game");
    const side = table.chance.below(die.values.length);
    table.dice[entry.die] = die.values[side];
    table.values[entry.die] = die.values[side];
    entry.value = die.values[side];
  },
  part(table) {
    if (!table.program.rounds.length) throw new BadEntry("this game has no script of a round");
    table.isHurried = true;
    playPart(table);
    table.waiting = null;
  },
  round(table) {
    table.round += 1;
    table.part = 0;
  },
  next(table) {
    table.turnOf = (table.turnOf + 1) % table.program.players;
  },
};
