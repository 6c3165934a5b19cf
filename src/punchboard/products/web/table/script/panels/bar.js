// The bar with what can be done with the chosen pieces or pile.

import { $, button, made } from "../dom.js";
import { nameSeen, seesFront } from "../game/sight.js";
import { handOf, nameOf } from "../surface/places.js";

export class Bar {
  // `acts` are the moves of `acts.js`.
  constructor(acts) {
    this.acts = acts;
    this.element = $("bar");
  }

  hide() {
    this.element.hidden = true;
  }

  // Show what can be done with pieces of a pile, or with a pile.
  show(table, viewer, pieces, pile) {
    const { acts } = this;
    const top = table.piles[pile].at(-1);
    const isTop = pieces.length === 1 && pieces[0] === top;
    const hand = viewer === null ? null : handOf(table, viewer);
    const title = pieces.length === 1 ? nameSeen(table, pieces[0], viewer) : pieces.length ? `${pieces.length} pieces` : nameOf(table, pile);
    const buttons = [];
    if (pieces.length) {
      if (pieces.length === 1) buttons.push(button("Look", () => acts.look(pieces[0]), { title: "Look closely (Space)" }));
      buttons.push(button("Flip", () => acts.flip(pieces), { title: "Turn over (F)" }));
      buttons.push(button("Turn", () => acts.turn(pieces), { title: "Turn by a quarter (R)" }));
      if (hand !== null && pile !== hand) buttons.push(button("Take", () => acts.move(pieces, hand), { title: "Into your hand (D)" }));
      buttons.push(button("Move to…", () => this.choosePile(table, viewer, pieces, pile), { title: "Into another pile (M)" }));
    }
    if ((isTop || !pieces.length) && table.piles[pile].length > 1 && pile !== table.tablePlace) {
      buttons.push(button("Shuffle", () => acts.shuffle(pile), { title: "Shuffle the pile (S)" }));
      buttons.push(button("Deal…", () => this.chooseDeal(table, pile)));
      buttons.push(button("Search", () => acts.search(pile)));
      buttons.push(button("Take all", () => acts.choosePieces(table.piles[pile])));
    }
    if (pile !== table.tablePlace && pile !== hand) buttons.push(button("Spread or gather", () => acts.spread(pile)));
    this.fill(title, buttons);
  }

  fill(title, buttons) {
    this.element.replaceChildren(made("strong", {}, title), ...buttons, button("Close", () => this.acts.choosePieces([]), { class: "close" }));
    this.element.hidden = false;
  }

  // Offer every other pile, and at last its own; a second row of words says whether on top or below. Of pieces that are all alike, such as
  // tokens, several go at once; `isKnown` says that the viewer knows the piece although it lies face down.
  choosePile(table, viewer, pieces, pile, isKnown = false) {
    const places = [...table.program.piles.keys()].filter((place) => place !== pile);
    const choices = [...places, pile].map((place) => {
      const [, owner] = table.program.piles[place];
      const whose = owner === null || owner === viewer ? "" : `${this.acts.seatName(owner)}: `;
      return made("option", { value: place }, `${whose}${nameOf(table, place)}`);
    });
    const select = made("select", { "aria-label": "Pile" }, ...choices);
    const below = made("input", { type: "checkbox" });
    const like = pieces.length === 1 && (isKnown || seesFront(table, pieces[0], viewer)) ? alike(table, pieces[0], pile) : pieces;
    const many = made("input", { type: "number", min: 1, max: like.length, value: pieces.length, "aria-label": "How many" });
    const moved = () => (like.length > pieces.length ? like.slice(0, Math.max(1, Number(many.value))) : pieces);
    this.fill("Move to", [
      select,
      ...(like.length > pieces.length ? [made("label", {}, many, ` of ${like.length}`)] : []),
      made("label", {}, below, " under it"),
      button("Move", () => this.acts.move(moved(), Number(select.value), { under: below.checked }), { class: "main" }),
    ]);
    select.focus();
  }

  chooseDeal(table, pile) {
    const number = made("input", { type: "number", min: 1, max: 99, value: 1, "aria-label": "Cards for each" });
    this.fill("Deal to each hand", [number, button("Deal", () => this.acts.deal(pile, Number(number.value)), { class: "main" })]);
    number.focus();
    number.select();
  }
}

// A piece, and then the others of its pile that are just like it.
function alike(table, piece, pile) {
  const component = table.componentOf[piece];
  return [piece, ...table.piles[pile].filter((one) => one !== piece && component !== undefined && table.componentOf[one] === component)];
}
