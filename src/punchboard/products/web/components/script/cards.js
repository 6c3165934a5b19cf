// A card on the table: a button with its faces, its name, its copies and a sign when something is wrong with it.

import { count, icon, make, say, still } from "./dom.js";
import { exchange, face, shape, source } from "./faces.js";
import { likes } from "./store.js";
import { problemsOf, shown, worst } from "./view.js";

const late = new Set(); // cards out of sight whose faces are yet to change
const FEW = 60; // so many at a time that nobody waits for them
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

  // The sides that are to be seen, in order.
  get sides() {
    if (likes.sides === "both") return ["front", "back"];
    return [(likes.sides === "back") !== this.flipped ? "back" : "front"];
  }

  // Shows what a component has become; pictures of faces that did not change stay where they are, and those of a card
  // that is out of sight change when there is time.
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

  // Lays the sides out that are to be seen.
  dress() {
    this.worn = this.of;
    this.faces.replaceChildren(...this.sides.map((side) => face(this.of[side])));
  }

  // Draws the lines anew, after others were asked for.
  redraw() {
    this.sides.forEach((side, index) => this.of[side] && shape(this.faces.children[index], this.of[side]));
  }

  async flip() {
    if (likes.sides === "both") return;
    this.flipped = !this.flipped;
    await turned(this.faces, () => this.dress());
  }
}

// Whether two faces, or none, are of one look and one address.
const like = (one, other) => one === other || (one !== null && other !== null && one.key === other.key && source(one) === source(other));

// Turns an element over as a card is turned; what it shows changes when its edge is seen.
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
