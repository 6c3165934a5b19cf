// The pictures of sides: each is made into an SVG of its own when it is first shown.

const LINK = /(?:href="#|url\(#)([^")]+)/g;

export class Faces {
  // `text` has the shared definitions and each drawing, ended by NULs.
  constructor(text) {
    const [shared, ...drawings] = text.split("\0");
    this.drawings = drawings;
    this.shared = new Map();
    this.addresses = new Map();
    const svg = new DOMParser().parseFromString(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${shared}<\/svg>`,
      "image/svg+xml",
    );
    const writer = new XMLSerializer();
    for (const one of svg.querySelectorAll("defs > [id]")) this.shared.set(one.id, writer.serializeToString(one));
  }

  // The address of a picture of a drawing; width and height are in mm.
  address(number, [width, height]) {
    if (!this.addresses.has(number)) {
      const drawing = this.drawings[number];
      const found = new Map();
      this.collect(drawing, found);
      const svg =
        `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"` +
        ` viewBox="0 0 ${width} ${height}" width="${width * 4}" height="${height * 4}"><defs>` +
        `${[...found.values()].join("")}<\/defs>${drawing}<\/svg>`;
      this.addresses.set(number, URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })));
    }
    return this.addresses.get(number);
  }

  collect(text, found) {
    for (const [, id] of text.matchAll(LINK)) {
      if (found.has(id) || !this.shared.has(id)) continue;
      found.set(id, this.shared.get(id));
      this.collect(this.shared.get(id), found);
    }
  }
}
