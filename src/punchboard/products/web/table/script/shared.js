// A table that several devices share: the server has the game and sends what this seat may see.

import { Desk } from "./desk.js";
import { $, made, say } from "./dom.js";
import { programOf } from "./game/play.js";
import { chosenByChance } from "./panels/setup.js";
import { nameOf } from "./surface/places.js";

const DONE = {
  move: "moved",
  flip: "turned over",
  turn: "turned",
  shuffle: "shuffled",
  deal: "dealt",
  roll: "rolled",
  search: "searches",
  undo: "took something back",
};

// A table as the server describes it.
function tableFrom(view, seen) {
  const program = programOf(view, seen.players, seen.variant);
  const table = {
    view,
    program,
    tablePlace: program.piles.findIndex(([name]) => name === "table"),
    piles: [],
    hidden: {},
    componentOf: {},
    pileOf: {},
    up: {},
    angle: {},
    at: {},
    round: seen.round,
    turnOf: seen.turnOf,
    dice: seen.dice,
    isSetUp: seen.isSetUp,
    isByHand: seen.isByHand,
    topStep: seen.topStep,
    trouble: seen.trouble,
    part: seen.part,
    ends: seen.ends,
    values: seen.values,
    waiting: seen.waiting,
    belongs: (piece, members) => members === null || view.program.sets[members].includes(table.componentOf[piece]),
  };
  seen.piles.forEach((pile, place) => {
    table.piles.push(
      pile.map(([piece, component, back, up, angle, x, y]) => {
        if (component === null) table.hidden[piece] = { ...back, front: null, name: "face down", more: [] };
        else table.componentOf[piece] = component;
        table.pileOf[piece] = place;
        table.up[piece] = up;
        table.angle[piece] = angle;
        if (x !== undefined) table.at[piece] = [x, y];
        return piece;
      }),
    );
  });
  return table;
}

export class SharedDesk extends Desk {
  constructor(view, faces) {
    super(view, faces);
    this.seen = null;
    this.names = [];
    document.body.classList.add("shared");
    for (const id of ["save", "load", "start-load", "log", "again", "redo"]) $(id).hidden = true;
    $("join-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.join($("code").value, $("guest").value);
    });
    void this.arrive();
  }

  // Go on where this device left, or join with the code of the address or of a person.
  async arrive() {
    const code = location.hash.slice(1);
    if (code) history.replaceState(null, "", location.pathname);
    if (code && !(await this.isKnown())) await this.join(code, "Host");
    else this.listenToServer();
  }

  async isKnown() {
    const answer = await fetch("/sit", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{\"seat\": -1}" });
    return answer.status !== 401;
  }

  async join(code, name) {
    if (await this.post("join", { code, name })) {
      if ($("join").open) $("join").close();
      this.listenToServer();
    }
  }

  listenToServer() {
    this.source?.close();
    this.source = new EventSource("/events");
    this.source.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    this.source.addEventListener("error", () => {
      if (this.source.readyState === EventSource.CLOSED) this.askForCode();
      else say("Connecting again …");
    });
  }

  askForCode() {
    if (!$("join").open) $("join").showModal();
  }

  // Ask the server for something; returns what this seat sees then, or null when it was refused.
  async post(what, body) {
    let answer;
    try {
      answer = await fetch(`/${what}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    } catch {
      say("The table cannot be reached.");
      return null;
    }
    const found = await answer.json().catch(() => ({ why: "the table did not answer" }));
    if (!answer.ok) {
      $("join-why").textContent = found.why;
      say(`${found.why[0].toUpperCase()}${found.why.slice(1)}.`);
      if (answer.status === 401) this.askForCode();
      if (this.table) this.redraw();
      return null;
    }
    this.receive(found);
    return found;
  }

  receive(seen) {
    if (this.seen && seen.revision < this.seen.revision) return;
    const isNew = this.seen?.revision !== seen.revision;
    const began = this.seen?.players === undefined && seen.players !== undefined;
    this.seen = seen;
    this.showPeople();
    const you = seen.people.find((one) => one.you);
    $("new").hidden = !you?.host;
    if (seen.players === undefined) {
      if (you?.host && !$("start").open) $("start").showModal();
      $("lobby").hidden = Boolean(you?.host);
      return;
    }
    $("lobby").hidden = true;
    const score = seen.score.map((row) => Array.from({ length: seen.players }, (_, seat) => row[seat] ?? null));
    this.game = { ...(this.game || { notes: "" }), players: seen.players, variant: seen.variant, names: this.names, score, history: [], redo: [] };
    this.viewer = seen.seat;
    if (began || this.shownPlayers !== seen.players) {
      this.shownPlayers = seen.players;
      this.stacks = null;
      this.surface.zoom = 0;
      this.surface.sizes.clear();
    }
    this.refresh();
    if (began) this.openPanel($("stage").clientWidth > 760);
    if (isNew && seen.said && seen.said.seat !== seen.seat) this.sayWhat(seen.said);
    if (seen.searches !== null && this.searching === seen.searches) {
      this.searching = null;
      super.search(seen.searches);
    }
  }

  sayWhat({ do: what, seat, to, count }) {
    const where = Number.isInteger(to) ? `: ${nameOf(this.table, to)}` : "";
    say(`${this.seatName(seat)} ${DONE[what] || what}${count > 1 ? ` ${count}` : ""}${where}`);
  }

  showPeople() {
    const { people, players } = this.seen;
    const at = new Map(people.filter((one) => one.seat !== null).map((one) => [one.seat, one]));
    this.names = Array.from({ length: players || 0 }, (_, seat) => at.get(seat)?.name || "");
    $("viewer").replaceChildren(
      ...Array.from({ length: players || 0 }, (_, seat) => {
        const one = at.get(seat);
        const who = one ? `${one.you ? "you" : one.name}${one.away ? ", away" : ""}` : "free";
        return made("option", { value: seat, disabled: Boolean(one) && !one.you && !one.away }, `Seat ${seat + 1}: ${who}`);
      }),
      made("option", { value: "" }, `Watch (${people.filter((one) => one.seat === null).length})`),
    );
    $("viewer").value = this.seen.seat === null ? "" : String(this.seen.seat);
  }

  makeTable() {
    return tableFrom(this.view, this.seen);
  }

  get canUndo() {
    return this.seen.entries > 0 && this.seen.seat !== null;
  }

  history(entry) {
    return this.post("act", { entry, revision: this.seen.revision });
  }

  begin(game) {
    const how = game.byHand ? "hand" : game.history.length ? "all" : "steps";
    $("start").close();
    void this.post("begin", { players: game.players, variant: game.variant, how, bots: game.bots });
  }

  undo() {
    this.surface.selected.clear();
    void this.post("undo", {});
  }

  redo() {}

  handOver(value) {
    void this.post("sit", { seat: value === "" ? null : Number(value) });
  }

  async allByChance() {
    if (this.seen.waiting?.kind === "step") await this.history({ do: "all" });
    while (this.seen.waiting?.options) {
      if (!(await this.history({ do: "answer", value: chosenByChance(this.seen.waiting) }))) return;
    }
  }

  get searchesOn() {
    return false;
  }

  search(pile) {
    this.searching = pile;
    void this.post("search", { pile });
  }

  score(row, seat, value) {
    void this.post("score", { row, seat, value: value === "" ? null : Number(value) });
  }

  scoreRow() {
    void this.post("score", { row: this.seen.score.length, seat: 0, value: null });
  }
}
