// What can be done with pieces and piles: `history` adds it to the game, `table` is the table as it is.

import { $, button, made, say } from "./dom.js";
import { componentAt, nameSeen, sideSeen } from "./game/sight.js";
import { handOf, nameOf } from "./surface/places.js";

const FEW = 8; // pieces of a search that are seen without looking for their names

export class Acts {
  choosePieces(pieces) {
    this.surface.selected = new Set(pieces);
    this.pile = pieces.length ? this.table.pileOf[pieces[0]] : null;
    this.surface.draw();
    this.showBar();
  }

  move(pieces, to, more = {}) {
    const name = pieces.length === 1 ? nameSeen(this.table, pieces[0], this.viewer) : `${pieces.length} pieces`;
    this.surface.selected.clear();
    this.pile = null;
    this.history({ do: "move", pieces, from: this.table.pileOf[pieces[0]], to, ...more });
    say(`${name}: ${nameOf(this.table, to)}`);
  }

  flip(pieces) {
    this.history({ do: "flip", pieces });
    say(pieces.length === 1 ? `Turned over: ${nameSeen(this.table, pieces[0], this.viewer)}` : "Turned over");
  }

  turn(pieces) {
    this.history({ do: "turn", pieces, by: 90 });
  }

  shuffle(pile) {
    this.history({ do: "shuffle", pile });
    say(`${nameOf(this.table, pile)}: shuffled`);
  }

  deal(pile, number) {
    const hands = Array.from({ length: this.table.program.players }, (_, seat) => handOf(this.table, seat));
    this.choosePieces([]);
    this.history({ do: "deal", from: pile, to: hands.filter((hand) => hand !== null), number });
    say(`Dealt ${number} each`);
  }

  roll(die) {
    this.history({ do: "roll", die });
    say(`${this.view.dice[die].name}: ${this.table.dice[die]}`);
  }

  spread(pile) {
    const slot = this.surface.laid.slots.find((one) => one.place === pile);
    if (slot) this.surface.opened.set(pile, slot.isStack);
    this.redraw();
  }

  // Look at pieces: one closely, or all of a pile.
  look(piece) {
    this.showPieces([piece], nameSeen(this.table, piece, this.viewer), false);
  }

  search(pile) {
    this.showPieces([...this.table.piles[pile]].reverse(), nameOf(this.table, pile), true);
  }

  // Whether a search goes on after a piece was taken; not where a server names hidden pieces by their places.
  get searchesOn() {
    return true;
  }

  showPieces(pieces, title, isSearch) {
    $("look-title").textContent = title;
    $("look-pieces").className = isSearch ? "many" : "one";
    $("look-pieces").replaceChildren(...pieces.map((piece) => (isSearch ? this.found(piece) : this.pictureOf(piece))));
    $("look-filter").value = "";
    $("look-find").hidden = !isSearch || pieces.length < FEW;
    $("look").showModal();
  }

  pictureOf(piece) {
    const component = componentAt(this.table, piece);
    const side = sideSeen(this.table, piece, this.viewer);
    const image = made("img", { alt: nameSeen(this.table, piece, this.viewer) });
    if (side !== null) image.src = this.faces.address(side, component.size);
    return image;
  }

  // A piece of a searched pile, and what can be done with it.
  found(piece) {
    const { front, name, size } = componentAt(this.table, piece);
    const hand = this.viewer === null ? null : handOf(this.table, this.viewer);
    const element = made("div", { class: "found", "data-found": piece, "data-name": name });
    const take = () => {
      element.remove();
      if (!this.searchesOn || !$("look-pieces").childElementCount) $("look").close();
      this.move([piece], hand ?? this.table.tablePlace);
    };
    const moveTo = () => {
      $("look").close();
      this.bar.choosePile(this.table, this.viewer, [piece], this.table.pileOf[piece], true);
    };
    const buttons = [button("Take", take), button("Move to…", moveTo)];
    element.append(made("img", { alt: name, src: this.faces.address(front, size) }), made("div", { class: "row" }, ...buttons));
    return element;
  }

  // Show only the pieces of a search whose names have some letters.
  filter(text) {
    const wanted = text.trim().toLowerCase();
    for (const one of $("look-pieces").children) one.hidden = !one.dataset.name.toLowerCase().includes(wanted);
  }
}
