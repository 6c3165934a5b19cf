// The pieces of a game in its piles, the top one of each last: `engine/program/world.py` is its twin.

import { Chance } from "./chance.js";

export class World {
  // `player.answer` answers what scripts leave open; `tell` is given each event.
  constructor(program, sets, seed, player, tell) {
    this.program = program;
    this.chance = new Chance(seed);
    this.player = player;
    this.tell = tell;
    this.componentOf = program.start.flat();
    this.fits = sets.map((members) => new Set(members));
    let piece = 0;
    this.piles = program.start.map((pile) => pile.map(() => piece++));
    this.piles.forEach((pile) => this.chance.shuffle(pile)); // nothing says in which order a new deck lies
    this.values = { ...program.names[this.chance.below(program.names.length)] };
    this.moved = new Map();
    this.ended = false;
  }

  ask(kind, here, options, number = 1) {
    return this.player.answer({ kind, here, options, number, why: "" });
  }

  // Whether a condition holds that only people can judge.
  judge(text, why) {
    return this.player.answer({ kind: "holds", here: { path: text, seat: null }, options: [false, true], number: 1, why });
  }

  // Let people do by hand what the machine cannot tell.
  cannotTell(here, why) {
    this.player.answer({ kind: "by hand", here, options: [null], number: 1, why });
  }

  value(name) {
    if (!(name in this.values)) this.cannotTell({ path: name, seat: null }, `${name} has no value at this step`);
    return this.values[name] ?? 0;
  }

  belongs(piece, members) {
    return members === null || this.fits[members].has(this.componentOf[piece]);
  }

  count(places, members) {
    let found = 0;
    for (const place of places) {
      const pile = this.piles[place];
      if (members === null) found += pile.length;
      else for (const piece of pile) found += this.belongs(piece, members);
    }
    return found;
  }

  matching(place, members) {
    return this.piles[place].filter((piece) => this.belongs(piece, members));
  }

  shift(here, source, target, pieces) {
    if (!pieces.length) return;
    const gone = new Set(pieces);
    this.piles[source] = this.piles[source].filter((piece) => !gone.has(piece));
    this.piles[target] = [...this.piles[target], ...pieces];
    this.tell("move", here, source, target, pieces);
  }

  shuffle(here, place) {
    this.chance.shuffle(this.piles[place]);
    this.tell("order", here, place);
  }
}
