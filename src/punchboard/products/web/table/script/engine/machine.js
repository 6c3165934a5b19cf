// Carries out a program: `engine/program/machine.py` is its twin. With one seed and equal answers, both do the same.

import { Shortage, canMove, move, numberNow, passOn, shufflePiles, split, stack } from "./moves.js";
import { valueOf } from "./terms.js";
import { World } from "./world.js";

export class Machine extends World {
  run(block) {
    for (const line of this.program.blocks[block]) this.line(line);
  }

  line(line) {
    let { doers } = line;
    if (line.who) {
      const named = this.values[line.who];
      doers = typeof named === "number" ? [line.doers[named]] : [];
      if (!doers.length) this.cannotTell({ path: line.path, seat: null }, `nobody is ${line.who} yet`);
    }
    const moved = new Map();
    for (const doer of doers) moved.set(doer.seat, this.doer({ path: line.path, seat: doer.seat }, doer));
    if (line.counts) this.moved = moved;
  }

  doer(here, doer) {
    if (this.ended || !valueOf(doer.when, this)) return 0;
    return doer.may ? this.may(here, doer) : this.carryOutAll(here, doer);
  }

  // Carry out all acts or none, as the player likes.
  may(here, doer) {
    const moves = doer.acts.filter((act) => act.do === "move");
    if (!moves.every((act) => canMove(this, here, act)) || !this.ask("may", here, [false, true])) return 0;
    const before = this.piles.map((pile) => [...pile]);
    try {
      return this.carryOutAll(here, doer);
    } catch (error) {
      if (!(error instanceof Shortage) || !moves.length) throw error; // of a step within a group
      this.piles = moves.length > 1 ? before : this.piles;
      this.tell("undone", here);
      return 0;
    }
  }

  carryOutAll(here, doer) {
    let moved = 0;
    for (const act of doer.acts) {
      if (act.do !== "group") this.player.step(here);
      moved += this.carryOut(here, act);
    }
    return moved;
  }

  // Carry out an act; returns how many pieces a move has moved.
  carryOut(here, act) {
    switch (act.do) {
      case "move":
        return move(this, here, act);
      case "group":
        this.group(here, act);
        break;
      case "shuffle":
        shufflePiles(this, here, act);
        break;
      case "split":
        split(this, here, act);
        break;
      case "stack":
        stack(this, here, act);
        break;
      case "pass":
        passOn(this, here, act);
        break;
      case "roll":
        this.values[act.value] = act.faces[this.chance.below(act.faces.length)];
        this.tell("roll", here, act.die, act.value, this.values[act.value]);
        break;
      case "name":
        this.name(here, act);
        break;
      default:
        if (act.unknown) this.cannotTell(here, act.why);
        this.tell("by hand", here, act.why);
    }
    return 0;
  }

  group(here, act) {
    for (let left = numberNow(this, here, act.times); left > 0 && !this.ended; left -= 1) {
      this.run(act.blocks.length === 1 ? act.blocks[0] : this.ask("option", here, act.blocks));
    }
  }

  name(here, act) {
    const without = typeof act.but === "string" ? this.values[act.but] : act.but;
    const seats = [...Array(this.program.players).keys()].filter((seat) => seat !== without);
    if (!seats.length) {
      this.cannotTell(here, `nobody can be ${act.value}`);
      return;
    }
    this.values[act.value] = seats.length === 1 ? seats[0] : this.ask("seat", here, seats);
    this.tell("name", here, act.value, this.values[act.value]);
  }
}
