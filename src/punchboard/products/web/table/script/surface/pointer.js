// Mouse, pen and touch: drag pieces, drag the table, pinch or turn the wheel to zoom, tap to choose.

import { componentAt } from "../game/sight.js";
import { isToken } from "./places.js";

// A piece by the element that shows it: a number, or its place in its pile where its face is not known.
export const pieceOf = ({ dataset }) => (dataset.piece.includes(":") ? dataset.piece : Number(dataset.piece));

const START = 5; // px that a pointer moves before a drag begins
const HOLD = 350; // ms after which a touch takes the whole stack

// The card of a pile at a point, onto which tokens are dropped; null for other pieces and elsewhere.
export function cardAt({ stage, table }, x, y, pile, dropped) {
  if (!dropped.every((piece) => isToken(componentAt(table, piece)))) return null;
  const box = stage.getBoundingClientRect();
  const elements = document.elementsFromPoint(box.left + x, box.top + y).filter((one) => one.matches(".piece"));
  const isCard = (piece) => table.pileOf[piece] === pile && !dropped.includes(piece) && !isToken(componentAt(table, piece));
  return elements.map((one) => pieceOf(one)).find(isCard) ?? null;
}

export class Pointers {
  // `acts` has `choose`, `open` (a double click), `drop` and `pan`.
  constructor(surface, acts) {
    this.surface = surface;
    this.acts = acts;
    this.points = new Map();
    this.drag = null;
    const { stage } = surface;
    stage.addEventListener("pointerdown", (event) => this.down(event));
    stage.addEventListener("pointermove", (event) => this.move(event));
    stage.addEventListener("pointerup", (event) => this.end(event));
    stage.addEventListener("pointercancel", (event) => this.end(event, true));
    stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    stage.addEventListener("dblclick", (event) => this.open(event));
    stage.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  place(event) {
    const box = this.surface.stage.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  targetOf(event) {
    const piece = event.target.closest(".piece");
    const slot = event.target.closest(".slot");
    return { piece: piece ? pieceOf(piece) : null, slot: slot ? Number(slot.dataset.pile) : null };
  }

  down(event) {
    if (event.button > 0) return;
    const [x, y] = this.place(event);
    this.points.set(event.pointerId, [x, y]);
    if (this.points.size === 2) {
      this.cancel();
      return;
    }
    const target = this.targetOf(event);
    this.drag = { ...target, x, y, at: [x, y], moves: false, shift: event.shiftKey, since: performance.now(), id: event.pointerId };
    this.drag.touch = event.pointerType === "touch";
  }

  move(event) {
    if (!this.points.has(event.pointerId)) return;
    const [x, y] = this.place(event);
    const before = this.points.get(event.pointerId);
    if (this.points.size === 2) {
      this.pinch(event.pointerId, before, [x, y]);
      this.points.set(event.pointerId, [x, y]);
      return;
    }
    this.points.set(event.pointerId, [x, y]);
    const { drag } = this;
    if (!drag || drag.id !== event.pointerId) return;
    if (!drag.moves) {
      if (Math.hypot(x - drag.x, y - drag.y) < START) return;
      drag.moves = true;
      this.surface.stage.setPointerCapture(event.pointerId);
      if (drag.piece !== null) this.lift(drag);
    }
    if (drag.piece === null) this.surface.panBy(x - drag.at[0], y - drag.at[1]);
    else this.carry(drag, x, y);
    drag.at = [x, y];
  }

  // Take up what is dragged: the chosen pieces, the whole stack, or one piece.
  lift(drag) {
    const whole = drag.shift || (drag.touch && performance.now() - drag.since > HOLD);
    drag.pieces = this.acts.taken(drag.piece, whole);
    drag.elements = drag.pieces.flatMap((piece) => {
      const element = this.surface.pieces.get(piece);
      return element ? [{ element, from: element.style.transform }] : [];
    });
    for (const { element } of drag.elements) {
      element.classList.add("lifted");
    }
    this.surface.stage.classList.add("dragging");
  }

  carry(drag, x, y) {
    for (const { element, from } of drag.elements) {
      element.style.transform = `translate(${x - drag.x}px, ${y - drag.y}px) ${from}`;
    }
    const over = this.surface.pileAt(x, y);
    if (over !== drag.over) {
      if (drag.over != null) this.surface.slots.get(drag.over)?.classList.remove("over");
      if (over !== null) this.surface.slots.get(over)?.classList.add("over");
      drag.over = over;
    }
  }

  end(event, isCancelled = false) {
    this.points.delete(event.pointerId);
    const { drag } = this;
    if (!drag || drag.id !== event.pointerId) return;
    this.drag = null;
    this.release(drag);
    if (isCancelled) this.surface.draw();
    else if (!drag.moves) this.acts.choose(drag, { more: event.shiftKey || event.ctrlKey || event.metaKey });
    else if (drag.piece !== null) this.acts.drop(drag, ...this.place(event));
  }

  release(drag) {
    for (const { element } of drag.elements || []) element.classList.remove("lifted");
    if (drag.over != null) this.surface.slots.get(drag.over)?.classList.remove("over");
    this.surface.stage.classList.remove("dragging");
  }

  cancel() {
    if (this.drag) this.release(this.drag);
    this.drag = null;
    this.surface.draw();
  }

  pinch(id, before, now) {
    const [other] = [...this.points].filter(([one]) => one !== id).map(([, point]) => point);
    const far = (one) => Math.hypot(one[0] - other[0], one[1] - other[1]);
    const middle = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
    this.surface.panBy((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
    this.surface.zoomBy(far(now) / Math.max(far(before), 1), ...middle);
  }

  wheel(event) {
    event.preventDefault();
    this.surface.zoomBy(Math.exp(-event.deltaY * 0.0015), ...this.place(event));
  }

  open(event) {
    const target = this.targetOf(event);
    if (target.piece !== null) this.acts.open(target.piece);
  }
}
