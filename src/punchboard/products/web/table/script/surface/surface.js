// The table on the screen: slots of piles, pieces and the tray, placed in pixels.

import { $, made } from "../dom.js";
import { componentAt, nameSeen, seesFront, sideSeen } from "../game/sight.js";
import { Mat } from "./mat.js";
import { layOut, nameOf } from "./places.js";
import { isTile } from "../game/snap.js";

const TRAY = 150; // height of the tray in px; a phone has less
const MARGIN = 16;
const LEAST = 0.72; // the least zoom, in px for each mm: a card is then 45 px wide
const WORDS = 20; // height of a line of words in px

export class Surface {
  constructor(faces) {
    this.faces = faces;
    this.stage = $("stage");
    this.mat = new Mat(this);
    this.pieces = new Map(); // elements by piece
    this.slots = new Map(); // elements by pile
    this.names = new Map(); // elements by seat
    this.sizes = new Map();
    this.opened = new Map(); // piles that somebody spread out or gathered
    this.zoom = 0;
    this.isFitted = true; // until somebody moves the table
    this.left = 0;
    this.top = 0;
    this.selected = new Set();
  }

  get trayHeight() {
    if (!this.laid || this.laid.hand === null) return 0;
    return Math.min(TRAY, Math.round(this.stage.clientHeight * 0.24));
  }

  // Show a table as a viewer sees it.
  show(table, viewer, stacks) {
    this.table = table;
    this.viewer = viewer;
    this.stacks = stacks;
    if (!this.zoom || this.isFitted) this.fit();
    else this.laid = this.layOut(this.fitted);
    this.draw();
  }

  // Lay the piles out so that they are as wide as the screen at some px for each mm.
  layOut(zoom) {
    const width = (this.stage.clientWidth - 2 * MARGIN) / zoom;
    const choices = { width, words: WORDS / zoom, stacks: this.stacks, sizes: this.sizes, opened: this.opened };
    return layOut(this.table, this.viewer, choices);
  }

  // Choose the largest zoom at which the whole table can be seen; on a small screen it goes on below.
  fit() {
    this.isFitted = true;
    let [low, high] = [LEAST, 4];
    this.laid = this.layOut(low);
    const room = this.stage.clientHeight - this.trayHeight - 2 * MARGIN;
    while (high - low > 0.02) {
      const zoom = (low + high) / 2;
      const laid = this.layOut(zoom);
      if (laid.height * zoom <= room && laid.width * zoom <= this.stage.clientWidth - MARGIN) [low, this.laid] = [zoom, laid];
      else high = zoom;
    }
    [this.zoom, this.fitted] = [low, low];
    this.left = MARGIN;
    this.top = Math.max(MARGIN, (room - this.laid.height * this.zoom) / 2 + MARGIN);
  }

  // Enlarge around a point of the screen.
  zoomBy(by, x, y) {
    this.isFitted = false;
    const zoom = Math.min(8, Math.max(0.25, this.zoom * by));
    this.left = x - ((x - this.left) * zoom) / this.zoom;
    this.top = y - ((y - this.top) * zoom) / this.zoom;
    this.zoom = zoom;
    this.draw();
  }

  panBy(x, y) {
    this.isFitted = false;
    this.left += x;
    this.top += y;
    this.draw();
  }

  toScreen(x, y) {
    return [this.left + x * this.zoom, this.top + y * this.zoom];
  }

  // A point of the screen as a place on the open table, in mm.
  toTable(x, y) {
    const { area } = this.laid;
    return [(x - this.left) / this.zoom - area.x - area.origin[0], (y - this.top) / this.zoom - area.y - area.origin[1]];
  }

  // The pile at a point of the screen, or null for the open table.
  pileAt(x, y) {
    if (this.laid.hand !== null && y > this.stage.clientHeight - this.trayHeight) return this.laid.hand;
    const found = this.laid.slots.find((slot) => {
      const [left, top] = this.toScreen(slot.x, slot.y);
      return x >= left && x <= left + slot.w * this.zoom && y >= top && y <= top + slot.h * this.zoom;
    });
    return found ? found.place : null;
  }

  draw() {
    const seen = new Set();
    this.mat.draw();
    this.drawSeats();
    this.drawSlots();
    for (const slot of this.laid.slots) this.drawPile(slot, seen);
    this.drawOpenTable(seen);
    this.drawTray(seen);
    for (const [piece, element] of this.pieces) {
      if (!seen.has(piece)) {
        element.remove();
        this.pieces.delete(piece);
      }
    }
  }

  drawSeats() {
    const there = new Set();
    for (const { seat, x, y, w, h } of this.laid.seats) {
      there.add(seat);
      if (!this.names.has(seat)) {
        this.names.set(seat, made("div", { class: "seat" }, made("span")));
        this.mat.element.after(this.names.get(seat));
      }
      const element = this.names.get(seat);
      const [left, top] = this.toScreen(x - 4, y - 2);
      place(element, left, top, (w + 8) * this.zoom, (h + 4) * this.zoom);
      element.firstChild.textContent = this.seatName(seat);
      element.classList.toggle("turn", this.table.turnOf === seat && this.table.program.players > 1);
      element.classList.toggle("own", seat === this.viewer);
    }
    for (const [seat, element] of this.names) element.hidden = !there.has(seat);
  }

  drawSlots() {
    const there = new Set();
    for (const slot of this.laid.slots) {
      there.add(slot.place);
      const element = this.slotOf(slot.place);
      const [left, top] = this.toScreen(slot.x, slot.y);
      place(element, left, top, slot.w * this.zoom, slot.h * this.zoom);
      this.label(element, slot.place, slot.isStack, slot.groups);
      element.style.setProperty("--high", `${slot.pieceHigh * this.zoom}px`);
      element.style.setProperty("--wide", `${(slot.isStack ? slot.pieceWide : slot.w) * this.zoom}px`);
    }
    const { area, hand } = this.laid;
    if (area.place >= 0) {
      there.add(area.place);
      const element = this.slotOf(area.place);
      element.classList.add("open");
      const [left, top] = this.toScreen(area.x, area.y);
      place(element, left, top, area.w * this.zoom, area.h * this.zoom);
      this.label(element, area.place, false);
    }
    if (hand !== null) {
      there.add(hand);
      const element = this.slotOf(hand);
      element.classList.add("tray");
      place(element, 0, this.stage.clientHeight - this.trayHeight, this.stage.clientWidth, this.trayHeight);
      this.label(element, hand, false);
    }
    for (const [number, element] of this.slots) {
      element.hidden = !there.has(number);
      if (number !== area.place) element.classList.remove("open");
      if (number !== hand) element.classList.remove("tray");
    }
  }

  slotOf(number) {
    if (!this.slots.has(number)) {
      const element = made("button", { type: "button", class: "slot", tabIndex: -1, "data-pile": number });
      element.append(made("span", { class: "name" }), " ", made("span", { class: "number" }));
      this.slots.set(number, element);
      this.stage.append(element);
    }
    return this.slots.get(number);
  }

  label(element, number, isStack, groups = null) {
    const count = this.table.piles[number].length;
    const name = nameOf(this.table, number);
    const [first, second] = element.children;
    const short = name.replace(/^the /, "");
    if (first.textContent !== short) first.textContent = short;
    element.title = name;
    const each = groups && groups.length < 5 ? groups.map((group) => group.length).join(" · ") : String(count);
    second.textContent = count || isStack ? each : "";
    element.classList.toggle("empty", !count);
    element.classList.toggle("deep", isStack && count > 1);
    element.setAttribute("aria-label", `${short} ${each} ${count === 1 ? "piece" : "pieces"}`);
  }

  drawPile(slot, seen) {
    const pile = this.table.piles[slot.place];
    const tops = slot.groups ? slot.groups.map((group) => [group.at(-1)]) : slot.columns;
    const shown = slot.isStack ? [pile.slice(-1)] : tops;
    const [left, top] = this.toScreen(slot.x, slot.y);
    const wide = slot.w * this.zoom;
    if (slot.isStack && pile.length) this.showDepth(slot, pile.at(-1));
    let order = 0;
    shown.forEach((column, number) => {
      if (!column.length) return;
      const size = this.sizeOf(column[0], slot.scale * this.zoom);
      const room = wide - size[0];
      const step = shown.length > 1 ? room / (shown.length - 1) : 0;
      const x = shown.length > 1 ? left + step * number : left + room / 2;
      this.drawPiece(column[0], x, top, size, (order += 1), seen);
      column.slice(1).forEach((token, place, { length }) => {
        const small = this.sizeOf(token, slot.scale * this.zoom);
        const apart = Math.min(small[0] * 0.9, (Math.min(step || size[0], size[0]) - small[0]) / Math.max(length - 1, 1));
        this.drawPiece(token, x + apart * place, top + size[1] - small[1], small, (order += 1), seen);
      });
    });
  }

  // The shadow of a stack has the outline of the piece on top.
  showDepth(slot, piece) {
    const element = this.slotOf(slot.place);
    const [wide, high] = this.sizeOf(piece, slot.scale * this.zoom);
    element.style.setProperty("--top-wide", `${wide}px`);
    element.style.setProperty("--top-high", `${high}px`);
    element.dataset.form = this.componentOf(piece).form;
  }

  drawOpenTable(seen) {
    const { area } = this.laid;
    if (area.place < 0) return;
    this.table.piles[area.place].forEach((piece, number) => {
      const size = this.sizeOf(piece, this.zoom);
      const [x, y] = this.table.at[piece];
      const [left, top] = this.toScreen(area.x + area.origin[0] + x, area.y + area.origin[1] + y);
      const above = isTile(this.componentOf(piece)) ? 0 : 1000; // a tile laid where a pawn stands comes under it
      this.drawPiece(piece, left - size[0] / 2, top - size[1] / 2, size, above + number + 1, seen);
    });
  }

  drawTray(seen) {
    const { hand } = this.laid;
    if (hand === null) return;
    const pile = this.table.piles[hand];
    const high = this.trayHeight - 30;
    const sizes = pile.map((piece) => {
      const { size } = this.componentOf(piece);
      return this.sizeOf(piece, Math.min(high / size[1], 110 / size[0]));
    });
    const widest = Math.max(0, ...sizes.map((size) => size[0]));
    const room = this.stage.clientWidth - 2 * MARGIN - widest;
    const step = pile.length > 1 ? Math.min(widest + 8, room / (pile.length - 1)) : 0;
    const start = (this.stage.clientWidth - (step * (pile.length - 1) + widest)) / 2;
    pile.forEach((piece, number) => {
      const top = this.stage.clientHeight - this.trayHeight + 22;
      this.drawPiece(piece, start + step * number, top, sizes[number], 2000 + number, seen);
    });
  }

  componentOf(piece) {
    return componentAt(this.table, piece);
  }

  sizeOf(piece, scale) {
    return this.componentOf(piece).size.map((one) => one * scale);
  }

  drawPiece(piece, x, y, size, order, seen) {
    seen.add(piece);
    const component = this.componentOf(piece);
    let element = this.pieces.get(piece);
    if (!element) {
      element = made("button", { type: "button", class: "piece", tabIndex: -1, "data-piece": piece });
      element.append(made("img", { alt: "", draggable: false }));
      this.pieces.set(piece, element);
      this.stage.append(element);
    }
    const side = sideSeen(this.table, piece, this.viewer);
    const image = element.firstChild;
    const address = side === null ? "" : this.faces.address(side, component.size);
    if (image.dataset.side !== String(side)) {
      image.dataset.side = String(side);
      image.hidden = side === null;
      if (address) image.src = address;
    }
    place(element, x, y, size[0], size[1], this.table.angle[piece] || 0);
    element.style.zIndex = order;
    element.className = `piece ${component.form}`;
    element.classList.toggle("chosen", this.selected.has(piece));
    element.classList.toggle("blank", side === null);
    const peeks = !this.table.up[piece] && seesFront(this.table, piece, this.viewer);
    const where = nameOf(this.table, this.table.pileOf[piece]);
    element.setAttribute("aria-label", `${nameSeen(this.table, piece, this.viewer)}, ${where}${peeks ? ", only you see it" : ""}`);
  }

  seatName(seat) {
    return this.seatNames ? this.seatNames[seat] : `Seat ${seat + 1}`;
  }
}

function place(element, x, y, width, height, angle = 0) {
  const turned = angle ? ` rotate(${angle}deg)` : "";
  element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)${turned}`;
  element.style.width = `${width.toFixed(1)}px`;
  element.style.height = `${height.toFixed(1)}px`;
}
