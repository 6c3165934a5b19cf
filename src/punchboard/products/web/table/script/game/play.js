// A game in progress, made again from its beginning: the seed, and the history of what people did.
//
// The history is a list of entries: `step`, `all` and `answer` carry the set-up on; `move`, `flip`, `turn`, `shuffle`,
// `roll`, `round` and `next` are what people do at the table, also in the middle of the set-up.

import { BotMachine, Untold } from "../engine/bots.js";
import { Chance } from "../engine/chance.js";
import { Shortage } from "../engine/moves.js";
import { BY_HAND, BadEntry } from "./by_hand.js";
import { mixUnseen, seesFront, shows } from "./sight.js";
import { freePlace } from "./snap.js";

// The history ends where the script waits for a step or an answer.
class Pause extends Error {}

// What a copy of a table has for itself.
const OWN = ["piles", "values", "dice", "pileOf", "up", "angle", "at"];

class Table extends BotMachine {
  constructor(view, game, program) {
    super(program, view.program.sets, game, (...event) => this.hear(...event));
    this.player = this;
    this.view = view;
    this.history = game.history;
    this.seed = game.seed;
    this.cursor = 0;
    this.entry = {}; // the one that the script follows
    this.planned = 0; // how many steps of bots have been planned since
    this.isHurried = false; // whether the script runs on by itself
    this.waiting = null; // what the script waits for: `step`, or a question
    this.here = null; // where the script is
    this.trouble = null;
    this.events = [];
    this.round = 1;
    this.part = 0; // the part of the round that the script plays next
    this.ends = []; // the ends of the game that have been met
    this.turnOf = 0;
    this.dice = {};
    this.up = [];
    this.angle = [];
    this.at = [];
    this.pileOf = [];
    this.tablePlace = program.piles.findIndex(([name]) => name === "table");
    this.piles.forEach((pile, place) => pile.forEach((piece) => this.arrive(piece, place)));
  }

  line(line) {
    const printed = /^setup\.(\d+)$/.exec(line.path);
    if (printed) this.topStep = Number(printed[1]);
    super.line(line);
  }

  showsFaces(place) {
    return shows(this, this.program.piles[place][0]) === "faces";
  }

  // A piece comes into a pile: it shows the side that the pile shows. In the box it lies as it lay before.
  arrive(piece, place, at = null) {
    this.pileOf[piece] = place;
    if (this.program.piles[place][0] !== "box" || this.up[piece] === undefined) this.up[piece] = this.showsFaces(place);
    this.angle[piece] = 0;
    if (place === this.tablePlace) this.at[piece] = at || freePlace(this, piece);
  }

  hear(name, here, ...values) {
    this.events.push([name, here, ...values]);
    if (name === "move") values[2].forEach((piece) => this.arrive(piece, values[1]));
    if (name === "under") values[2].forEach((piece) => this.arrive(piece, values[1]));
    if (name === "undone") this.piles.forEach((pile, place) => pile.forEach((piece) => this.pileOf[piece] !== place && this.arrive(piece, place)));
    if (name === "roll") this.dice[values[0]] = values[2];
  }

  // Apply entries until one is of these kinds, and return it.
  next(...kinds) {
    while (this.cursor < this.history.length) {
      const entry = this.history[this.cursor];
      this.cursor += 1;
      Object.assign(this, { entry, planned: 0, tries: new Chance(this.seed + this.cursor) });
      if (kinds.includes(entry.do)) return entry;
      if (entry.do === "all") this.isHurried = true;
      else this.apply(entry);
    }
    throw new Pause();
  }

  step(here) {
    this.here = here;
    if (this.isHurried) return;
    this.waiting = { kind: "step", here };
    if (this.next("step", "all").do === "all") this.isHurried = true;
    this.waiting = null;
  }

  answer(question) {
    this.here = question.here;
    if (this.noted && question.why) throw new Untold();
    if (this.noted || (this.bots.has(question.here.seat) && !question.why)) return this.botAnswer(question);
    this.waiting = question;
    const { value } = this.next("answer");
    const fits = question.kind === "pieces" ? fitsPieces(question, value) : question.options.includes(value);
    if (!fits) throw new BadEntry("an answer is not among those that the script allows");
    this.waiting = null;
    return value;
  }

  hides({ kind, here, options }) {
    return kind === "pieces" && !options.every((piece) => seesFront(this, piece, here.seat));
  }

  // What a bot has chosen stays in the history, as it takes long to choose.
  best(here, doer) {
    const plans = (this.entry.plans ??= []);
    this.planned += 1;
    return [...(plans[this.planned - 1] ??= super.best(here, doer))];
  }

  // A copy in which a seat tries something. What the seat does not see lies there in another way.
  copyFor(seat, chance) {
    const copy = Object.assign(Object.create(Table.prototype), this, { chance, events: [], isHurried: true });
    for (const name of OWN) copy[name] = structuredClone(this[name]);
    copy.player = copy;
    copy.tell = (...event) => copy.hear(...event);
    copy.tablePlace = -1; // nothing is laid out
    mixUnseen(copy, seat);
    return copy;
  }

  // Do what somebody did at the table.
  apply(entry) {
    const act = BY_HAND[entry.do];
    if (!act) throw new BadEntry(`there is no ${String(entry.do)}`);
    act(this, entry);
    this.events.push([entry.do, { path: "", seat: entry.seat ?? null }, entry]);
  }
}

const fitsPieces = (question, value) =>
  Array.isArray(value) &&
  value.length === question.number &&
  new Set(value).size === value.length &&
  value.every((piece) => question.options.includes(piece));

// The program for a number of players; a variant that changes no script has that without a variant.
export function programOf(view, players, variant) {
  const fitting = view.program.programs.filter((one) => one.players === players);
  return fitting.find((one) => one.variant === variant) || fitting.find((one) => one.variant === "");
}

// The game after its whole history.
export function tableOf(view, game) {
  const table = new Table(view, game, programOf(view, game.players, game.variant));
  try {
    if (!game.byHand) table.run("setup");
    table.waiting = null;
    table.here = null;
    table.isSetUp = true;
    table.isByHand = game.byHand === true;
    for (;;) table.next();
  } catch (error) {
    if (error instanceof Shortage) return goOnByHand(table, error);
    if (!(error instanceof Pause)) throw error;
  }
  return table;
}

// The script could not go on: what is left is done by hand.
function goOnByHand(table, shortage) {
  table.trouble = shortage;
  table.waiting = null;
  try {
    for (;;) table.next();
  } catch (error) {
    if (!(error instanceof Pause)) throw error;
  }
  return table;
}
