// The game's own pattern below the pieces.

import { made } from "../dom.js";

export class Mat {
  constructor(surface) {
    this.surface = surface;
    this.element = made("img", { id: "mat", alt: "" });
    surface.stage.append(this.element);
  }

  // Lay the game's own pattern below the pieces: the back of most of its cards.
  lay(view) {
    const counts = new Map();
    for (const one of view.components) if (one.back !== null) counts.set(one.back, (counts.get(one.back) || 0) + 1);
    const [most] = [...counts].sort((one, other) => other[1] - one[1])[0] || [null];
    if (most === null) this.element.remove();
    else this.element.src = this.surface.faces.address(most, view.components.find((one) => one.back === most).size);
  }

  draw() {
    const { area, width, height } = this.surface.laid;
    const [x, y] = area.place >= 0 ? [area.x + area.w / 2, area.y + area.h / 2] : [width / 2, height / 2];
    const [left, top] = this.surface.toScreen(x, y);
    this.element.style.height = `${Math.max(area.h * 2.4, 260) * this.surface.zoom}px`;
    this.element.style.transform = `translate(${left}px, ${top}px) translate(-50%, -50%)`;
  }
}
