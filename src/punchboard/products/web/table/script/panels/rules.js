// The quick-reference cards and the rulebook, at hand beside the table.

import { $, made } from "../dom.js";
import { unpacked } from "../unpack.js";

export class Rules {
  constructor(view, faces) {
    this.view = view;
    this.faces = faces;
    $("read")?.addEventListener("click", () => this.read());
  }

  // Show the reference cards; their pictures are made when they are first looked at.
  show() {
    if ($("reference-cards").childElementCount) return;
    $("reference-cards").append(
      ...this.view.reference.map(({ side, size }, number) =>
        made("img", { src: this.faces.address(side, size), alt: `Quick reference, side ${number + 1}` })),
    );
  }

  // Show the rulebook, in a frame that runs nothing.
  async read() {
    $("book").showModal();
    if ($("book").querySelector("iframe")) return;
    const page = new Blob([await unpacked("rulebook")], { type: "text/html" });
    $("book").append(made("iframe", { title: `The rulebook of ${this.view.title}`, src: URL.createObjectURL(page) }));
  }
}
