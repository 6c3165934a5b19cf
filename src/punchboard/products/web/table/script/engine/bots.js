// Bots: seats that the machine plays, at random or greedily. `plays/bots.py` has the same ones.

import { Chance } from "./chance.js";
import { Machine } from "./machine.js";
import { Shortage } from "./moves.js";
import { valueOf } from "./terms.js";

const TRIES = 8; // how many ways a greedy bot tries for each step

// A bot that tries a step has come to what only people can tell.
export class Untold extends Error {}

// A random answer to a question; `below` draws one of the numbers that are less than a number.
export function byChance(below, { kind, options, number }) {
  if (kind !== "pieces") return options[below(options.length)];
  const left = [...options];
  return Array.from({ length: number }, () => left.splice(below(left.length), 1)[0]);
}

const known = new WeakMap();

// Whether a step may leave anything to its seat.
function asks(program, doer) {
  if (!known.has(doer)) {
    known.set(doer, false); // a sequence that calls itself
    known.set(doer, doer.may || doer.acts.some((act) => leavesOpen(program, act)));
  }
  return known.get(doer);
}

function leavesOpen(program, act) {
  if (act.do === "move") return !act.draws || act.amount[0] === "up to" || act.amount.length > 2;
  if (act.do !== "group") return act.do === "name";
  const lines = act.blocks.flatMap((block) => program.blocks[block]);
  return act.blocks.length > 1 || lines.some((line) => line.doers.some((doer) => asks(program, doer)));
}

// A machine whose greedy seats try each step before they carry it out, and keep the way after which their aim is greatest.
//
// Its `copyFor` returns a copy in which a seat may try something, and `hides` says whether a question is about faces that
// the seat does not see.
export class BotMachine extends Machine {
  constructor(program, sets, { seed, bots, greedy }, tell) {
    super(program, sets, seed, null, tell);
    this.bots = new Set(bots);
    this.greedy = new Set(program.aims.length ? greedy : []);
    this.tries = new Chance(seed); // chance of its own, as what is tried does not happen
    this.plans = new Map(); // by seat, what it has chosen for the questions to come, in order
    this.noted = null; // while a seat tries something: what it answers
  }

  doer(here, doer) {
    const { seat } = here;
    const isSimple = this.noted || !this.greedy.has(seat) || this.plans.has(seat) || !asks(this.program, doer);
    if (isSimple) return super.doer(here, doer);
    this.plans.set(seat, this.best(here, doer));
    try {
      return super.doer(here, doer);
    } finally {
      this.plans.delete(seat);
    }
  }

  // The answers after which the aim of a seat has grown most; chance breaks ties.
  best(here, doer) {
    const found = [];
    do found.push(this.tried(here, doer));
    while (found.length < TRIES && found.at(-1).answers.length); // until nothing was asked
    return found.sort((one, other) => other.gain - one.gain || other.luck - one.luck)[0].answers;
  }

  tried(here, doer) {
    const luck = this.tries.below(2 ** 32);
    const copy = this.copyFor(here.seat, new Chance(this.tries.below(2 ** 32)));
    const answers = [];
    Object.assign(copy, { plans: new Map(), noted: { seat: here.seat, answers } });
    try {
      const before = copy.aimOf(here.seat);
      copy.doer(here, doer);
      return { gain: copy.aimOf(here.seat) - before, luck, answers };
    } catch (error) {
      if (!(error instanceof Shortage || error instanceof Untold)) throw error;
      return { gain: -Number.MAX_VALUE, luck, answers };
    }
  }

  // How much a seat has of what players want most of.
  aimOf(seat) {
    return Number(valueOf(this.program.aims[seat], this));
  }

  // The answer of a bot, or of any seat while a bot tries something.
  botAnswer(question) {
    const { seat } = question.here;
    const any = () => byChance((number) => this.chance.below(number), question);
    if (this.hides(question)) return any(); // nobody chooses among faces that they do not see
    const plan = this.plans.get(seat);
    if (plan?.length) {
      const { kind, answer } = plan.shift();
      const chosen = kind === "pieces" ? answer : [answer];
      if (kind === question.kind && chosen.every((one) => question.options.includes(one))) return answer;
      plan.length = 0; // chance has led elsewhere
    }
    const answer = any();
    if (this.noted && seat === this.noted.seat) this.noted.answers.push({ kind: question.kind, answer });
    return answer;
  }
}
