// The table on this device: what people do becomes an entry of the history, and the table is made again from it.

import { Acts } from "./acts.js";
import { $, made, say } from "./dom.js";
import { logOf, newGame, readGame, saveFile } from "./game/files.js";
import { tableOf } from "./game/play.js";
import { snapped } from "./game/snap.js";
import { Bar } from "./panels/bar.js";
import { Pad } from "./panels/pad.js";
import { Rules } from "./panels/rules.js";
import { SetupPanel, chosenByChance } from "./panels/setup.js";
import { Start } from "./panels/start.js";
import { listenToKeys } from "./surface/keys.js";
import { handOf, stacked } from "./surface/places.js";
import { Pointers, cardAt } from "./surface/pointer.js";
import { Surface } from "./surface/surface.js";

export class Desk extends Acts {
  constructor(view, faces) {
    super();
    this.view = view;
    this.faces = faces;
    this.surface = new Surface(faces);
    this.surface.mat.lay(view);
    this.bar = new Bar(this);
    this.setup = new SetupPanel(view, faces, this);
    this.pad = new Pad(view, faces, this);
    this.rules = new Rules(view, faces);
    this.game = null;
    this.viewer = null;
    new Pointers(this.surface, this);
    new Start(view, (game) => this.begin(game));
    listenToKeys(this);
    this.listen();
  }

  listen() {
    $("undo").addEventListener("click", () => this.undo());
    $("redo").addEventListener("click", () => this.redo());
    $("fit").addEventListener("click", () => {
      this.surface.fit();
      this.surface.draw();
    });
    $("viewer").addEventListener("change", () => this.handOver($("viewer").value));
    $("ready").addEventListener("click", () => this.reveal());
    $("new").addEventListener("click", () => this.openStart());
    $("again").addEventListener("click", () => this.begin({ ...newGame(this.view, this.game), history: this.game.byHand ? [] : [{ do: "all" }], redo: [] }));
    $("save").addEventListener("click", () => this.save());
    $("log").addEventListener("click", () => saveFile(`${this.view.game}-log.jsonl`, logOf(this.view, this.game, this.table)));
    $("load").addEventListener("click", () => $("file").click());
    $("start-load").addEventListener("click", () => $("file").click());
    $("file").addEventListener("change", () => this.load());
    $("look-filter").addEventListener("input", () => this.filter($("look-filter").value));
    $("panel-open").addEventListener("click", () => this.openPanel(!document.body.classList.contains("panelled")));
    for (const tab of document.querySelectorAll("[role=tab]")) tab.addEventListener("click", () => this.openTab(tab.dataset.tab));
    for (const dialog of document.querySelectorAll("dialog")) {
      dialog.querySelector(".shut")?.addEventListener("click", () => dialog.close());
    }
    new ResizeObserver(() => this.table && this.redraw()).observe($("stage"));
  }

  openStart() {
    $("start").showModal();
  }

  begin(game) {
    this.game = game;
    $("start").close();
    this.stacks = null;
    this.surface.zoom = 0;
    this.surface.sizes.clear();
    this.surface.selected.clear();
    $("viewer").replaceChildren(
      ...Array.from({ length: game.players }, (_, seat) => made("option", { value: seat }, this.seatName(seat))),
      made("option", { value: "" }, "Nobody (watch)"),
    );
    this.viewer = 0;
    $("viewer").value = "0";
    this.refresh();
    this.openPanel($("stage").clientWidth > 760 || !this.table.isSetUp);
    this.openTab("setup");
    this.redraw();
    say(`${this.view.title} for ${game.players}`);
  }

  seatName(seat) {
    return (this.game && this.game.names[seat]) || `Seat ${seat + 1}`;
  }

  makeTable() {
    return tableOf(this.view, this.game);
  }

  // Make the table again, and show it.
  refresh() {
    this.table = this.makeTable();
    this.stacks ??= stacked(this.table.program);
    this.surface.seatNames = Array.from({ length: this.game.players }, (_, seat) => this.seatName(seat));
    for (const piece of this.surface.selected) if (!(piece in this.table.pileOf)) this.surface.selected.delete(piece);
    this.redraw();
    this.setup.show(this.table, (seat) => this.seatName(seat));
    this.pad.show(this.table, this.game, (seat) => this.seatName(seat));
    $("undo").disabled = !this.canUndo;
    $("redo").disabled = !this.game.redo.length;
    this.showBar();
  }

  redraw() {
    this.surface.show(this.table, this.viewer, this.stacks);
  }

  get canUndo() {
    return this.game.history.length > 0;
  }

  // Add something that somebody did.
  history(entry) {
    this.game.history.push({ ...entry, seat: this.viewer });
    this.game.redo = [];
    this.refresh();
  }

  // Answer everything that the set-up still asks by chance.
  allByChance() {
    this.game.history.push({ do: "all", seat: this.viewer });
    this.game.redo = [];
    for (;;) {
      const { waiting } = tableOf(this.view, this.game);
      if (!waiting || waiting.kind === "step") break;
      this.game.history.push({ do: "answer", value: chosenByChance(waiting), seat: this.viewer });
    }
    this.refresh();
  }

  undo() {
    const last = this.game?.history.pop();
    if (!last) return;
    this.game.redo.push(last);
    this.surface.selected.clear();
    this.refresh();
    say("Taken back");
  }

  redo() {
    const next = this.game?.redo.pop();
    if (!next) return;
    this.game.history.push(next);
    this.refresh();
    say("Done again");
  }

  // What the pointer does.

  taken(piece, whole) {
    const place = this.table.pileOf[piece];
    if (this.surface.selected.has(piece)) return [...this.surface.selected];
    if (!whole) return [piece];
    if (place !== this.table.tablePlace) return [...this.table.piles[place]];
    const [x, y] = this.table.at[piece];
    return this.table.piles[place].filter((one) => this.table.at[one][0] === x && this.table.at[one][1] === y);
  }

  drop(drag, x, y) {
    const place = this.surface.pileAt(x, y);
    if (place !== null) {
      const onto = cardAt(this.surface, x, y, place, drag.pieces);
      if (onto !== null) this.move(drag.pieces, place, { onto });
      else if (place === this.table.pileOf[drag.piece] && place !== this.table.tablePlace) this.surface.draw();
      else this.move(drag.pieces, place);
      return;
    }
    if (this.table.tablePlace < 0) {
      this.surface.draw();
      return;
    }
    const at = this.surface.toTable(x, y);
    const keep = this.table.pileOf[drag.piece] === this.table.tablePlace;
    this.history({ do: "move", pieces: drag.pieces, from: this.table.pileOf[drag.piece], to: this.table.tablePlace, at: snapped(this.table, drag.piece, at), keep });
  }

  choose(target, { more }) {
    if (target.piece !== null) {
      const { selected } = this.surface;
      if (!more) selected.clear();
      if (more && selected.has(target.piece)) selected.delete(target.piece);
      else selected.add(target.piece);
      this.pile = this.table.pileOf[target.piece];
      this.focus(this.surface.pieces.get(target.piece));
    } else {
      this.surface.selected.clear();
      this.pile = target.slot;
      if (target.slot !== null) this.focus(this.surface.slots.get(target.slot));
    }
    this.surface.draw();
    this.showBar();
  }

  focus(element) {
    document.querySelector("#stage [tabindex='0']")?.setAttribute("tabindex", "-1");
    element?.setAttribute("tabindex", "0");
    element?.focus({ preventScroll: true });
  }

  // A double click: draw from a stack, or turn over what lies open.
  open(piece) {
    const place = this.table.pileOf[piece];
    const hand = this.viewer === null ? null : handOf(this.table, this.viewer);
    const slot = this.surface.laid.slots.find((one) => one.place === place);
    if (slot?.isStack && hand !== null && place !== hand) this.move([piece], hand);
    else this.flip([piece]);
  }

  showBar() {
    const pieces = [...this.surface.selected];
    if (pieces.length) this.bar.show(this.table, this.viewer, pieces, this.table.pileOf[pieces[0]]);
    else if (this.pile !== null && this.pile !== undefined && this.pile !== this.table.tablePlace) this.bar.show(this.table, this.viewer, [], this.pile);
    else this.bar.hide();
  }

  // Another seat looks: the table is covered until they are ready.
  handOver(value) {
    const seat = value === "" ? null : Number(value);
    if (seat === null || this.game.players === 1) {
      this.viewer = seat;
      this.refresh();
      return;
    }
    this.nextViewer = seat;
    this.viewer = null;
    this.surface.selected.clear();
    this.refresh();
    $("hand-to").textContent = this.seatName(seat);
    $("cover").showModal();
  }

  reveal() {
    this.viewer = this.nextViewer;
    $("cover").close();
    this.refresh();
    this.surface.fit();
    this.surface.draw();
  }

  note(text) {
    this.game.notes = text;
  }

  score(row, seat, value) {
    this.game.score[row][seat] = value === "" ? null : Number(value);
    this.pad.show(this.table, this.game, (one) => this.seatName(one));
  }

  won(seat, isWinner) {
    this.game.winners = this.game.winners.filter((one) => one !== seat).concat(isWinner ? [seat] : []);
  }

  scoreRow() {
    this.game.score.push([]);
    this.pad.show(this.table, this.game, (one) => this.seatName(one));
  }

  save() {
    const { redo, otherEdition, ...kept } = this.game;
    void redo;
    void otherEdition;
    saveFile(`${this.view.game}-${this.game.players}p-${this.game.seed}.json`, JSON.stringify(kept));
  }

  async load() {
    const [file] = $("file").files;
    $("file").value = "";
    if (!file) return;
    try {
      const game = readGame(this.view, await file.text());
      tableOf(this.view, game);
      this.begin(game);
      if (game.otherEdition) say("This game was saved with another edition; some cards may differ.");
    } catch (error) {
      say(error.message.endsWith(".") ? error.message : `This saved game does not fit: ${error.message}.`);
    }
  }

  openPanel(isOpen) {
    document.body.classList.toggle("panelled", isOpen);
    $("panel-open").setAttribute("aria-expanded", String(isOpen));
    $("panel").hidden = !isOpen;
  }

  openTab(name) {
    for (const tab of document.querySelectorAll("[role=tab]")) {
      const isChosen = tab.dataset.tab === name;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      $(`tab-${tab.dataset.tab}`).hidden = !isChosen;
    }
    if (name === "reference") this.rules.show();
  }
}
