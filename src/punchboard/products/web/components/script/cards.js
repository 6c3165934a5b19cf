// A card on the page: a button with its faces, name and copies, and an icon if it has problems.

import { count, icon, make, say, still } from "./dom.js";
import { exchange, face, shape, source } from "./faces.js";
import { likes } from "./store.js";
import { problemsOf, shown, worst } from "./view.js";

const late = new Set(); // cards out of view whose faces still have to change
const FEW = 60; // cards changed at a time, few enough not to block the page
const later = window.requestIdleCallback ?? ((does) => setTimeout(does, 30));

function changeLate() {
  for (const card of [...late].slice(0, FEW)) {
    late.delete(card);
    card.change(false);
  }
  if (late.size) later(changeLate);
}

function waits(card) {
  if (!late.size) later(changeLate);
  late.add(card);
}

export class Card {
  constructor(of, opens, tag = "li") {
    this.faces = make("span", { class: "faces" });
    this.name = make("span", { class: "name", dir: "auto" });
    this.copies = make("span", { class: "copies" });
    this.sign = make("span", { class: "sign" });
    this.rest = make("span", { class: "unseen" });
    const caption = make("span", { class: "caption" }, this.sign, this.name, this.copies, this.rest);
    this.button = make("button", { type: "button", class: "card", tabindex: "-1", on: { click: () => opens(this) } }, this.faces, caption);
    this.element = make(tag, {}, this.button);
    this.element.card = this;
    this.flipped = false;
    this.take(of);
  }

  // The sides to show, in order.
  get sides() {
    if (likes.sides === "both") return ["front", "back"];
    return [(likes.sides === "back") !== this.flipped ? "back" : "front"];
  }

  // Shows a new state of the component. Pictures of unchanged faces stay; those of a card out of view change when the
  // browser is idle.
  take(of, near = true) {
    const before = this.of;
    this.of = of;
    const problems = problemsOf(of);
    const wrong = problems.length ? count(problems.length, "problem") : "";
    const sign = wrong ? worst(problems) : "";
    say(this.name, of.name);
    say(this.copies, of.copies > 1 ? `×${of.copies}` : "");
    say(this.rest, ["", shown.kinds.get(of.kind), of.id, wrong].filter((one) => one !== undefined).join(", "));
    if (this.element.dataset.wrong !== sign) {
      this.sign.replaceChildren(...(sign ? [icon(sign)] : []));
      this.element.dataset.wrong = sign;
    }
    if (!before) this.dress();
    else if (near) this.change();
    else if (this.sides.some((side) => !like(this.worn[side], of[side]))) waits(this);
  }

  change(near = true) {
    const before = this.worn;
    this.worn = this.of;
    if (!this.sides.every((side) => (before[side] === null) === (this.of[side] === null))) {
      this.dress();
      return;
    }
    this.sides.forEach((side, index) => {
      if (!like(before[side], this.of[side])) exchange(this.faces.children[index], this.of[side], near);
    });
  }

  // Lays out the sides to show.
  dress() {
    this.worn = this.of;
    this.faces.replaceChildren(...this.sides.map((side) => face(this.of[side])));
  }

  // Redraws the lines after their options have changed.
  redraw() {
    this.sides.forEach((side, index) => this.of[side] && shape(this.faces.children[index], this.of[side]));
  }

  async flip() {
    if (likes.sides === "both") return;
    this.flipped = !this.flipped;
    await turned(this.faces, () => this.dress());
  }
}

// Whether two faces, which may be null, have the same content and address.
const like = (one, other) => one === other || (one !== null && other !== null && one.key === other.key && source(one) === source(other));

// Turns an element over like a card. Its content changes halfway, when only its edge is visible.
export async function turned(element, change) {
  if (still()) {
    change();
    return;
  }
  const turn = (from, to, easing) => element.animate([{ transform: `perspective(60rem) rotateY(${from}deg)` }, { transform: `perspective(60rem) rotateY(${to}deg)` }], { duration: 130, easing }).finished.catch(() => null);
  await turn(0, 90, "ease-in");
  change();
  await turn(-90, 0, "ease-out");
}
