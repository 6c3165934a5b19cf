// A field in the letters of the card: the font of its box, as the server sends it, in its size, colour and alignment.

import { $ } from "./dom.js";
import { sheetWidth } from "./bench.js";
import { grow } from "./controls.js";
import { groundOf } from "./light.js";
import { game } from "./view.js";

const loaded = new Map(); // fonts by their names in the page

function fontOf({ font, digest }) {
  const name = `card-${digest}`;
  if (!loaded.has(name)) {
    const file = font.split("/").map(encodeURIComponent).join("/");
    const face = new FontFace(name, `url("g/${encodeURIComponent(game())}/font/${file}?${digest}")`);
    loaded.set(name, face.load().then((one) => document.fonts.add(one), () => loaded.delete(name)));
  }
  return name;
}

const quoted = (tags) => tags.map((one) => `"${one}"`).join(", ") || "normal";

// Sets a field of a box that lies over the card in a container as wide as the bench.
export async function inLetters(field, box) {
  const { look, area } = box;
  const mm = (length) => `calc(${length} * 100cqw / ${sheetWidth()})`;
  const set = {
    "font-family": `"${fontOf(look)}", ${getComputedStyle(field).fontFamily}`,
    "font-size": mm(look.size),
    "line-height": `${look.leading}`,
    "letter-spacing": `${look.tracking}em`,
    "font-variation-settings": Object.entries(look.axes).map(([axis, value]) => `"${axis}" ${value}`).join(", ") || "normal",
    "font-feature-settings": quoted(look.features),
    "font-variant-caps": look.caps === "small" ? "small-caps" : "normal",
    "text-transform": look.caps === "upper" ? "uppercase" : "none",
    color: look.colour,
    "text-align": look.align === "centre" ? "center" : look.align,
    padding: mm(look.inset),
    translate: `0 ${mm(look.shift)}`,
  };
  for (const [name, value] of Object.entries(set)) field.style.setProperty(name, value);
  loaded.get(fontOf(look)).then(() => grow(field));
  field.style.setProperty("background", await groundOf($("stage").querySelector(".face"), area));
}
