// Choices as pictures: colours, text styles and ornaments of the theme, and icons by words.

import { draw, make } from "./dom.js";
import { read } from "./api.js";
import { gradient } from "./effects.js";
import { game, shown } from "./view.js";

const PAUSE = 200; // milliseconds after the last key until icons are searched
const known = { number: -1, game: "", choices: null };
const open = new Set();

const address = (rest) => `g/${encodeURIComponent(game())}/${rest}`;

// The names that the game has now; asked again when its files have changed.
export async function choicesNow() {
  const number = shown.view.revision;
  if (known.number !== number || known.game !== game()) Object.assign(known, { number, game: game(), choices: await read(address("choices.json")) });
  return known.choices;
}

// A colour of the theme, or a value, as the browser's own picker takes it; of a gradient the first one.
export async function hexOf(value) {
  const [first] = `${value ?? ""}`.replace(/^radial /, "").split(" to ");
  const hex = (await choicesNow())?.colour[first] ?? first;
  return /^#[0-9a-f]{6}$/i.test(hex) ? hex.toLowerCase() : "#808080";
}

function one(name, value, change, ...shown) {
  return make("button", { type: "button", class: "choice", "aria-pressed": `${name === value}`, title: name, on: { click: () => change(name) } }, ...shown, make("span", {}, name));
}

function colours(choices, value, change) {
  return Object.entries(choices.colour).map(([name, hex]) => {
    const swatch = make("i", { class: "swatch", "aria-hidden": "true" });
    swatch.style.setProperty("background", hex);
    return one(name, value, change, swatch);
  });
}

function pictures(control) {
  return (choices, value, change) =>
    choices[control].map((name) => one(name, value, change, make("img", { src: address(`choice/${control}/${encodeURIComponent(name)}.svg?${known.number}`), alt: "", loading: "lazy" })));
}

// A font of the theme in its letters.
export const fontPicture = (name) => make("img", { src: address(`theme-sample/fonts/${encodeURIComponent(name)}/0.svg?${known.number}`), alt: "", loading: "lazy" });

const fonts = (choices, value, change) => Object.entries(choices.font).map(([name, title]) => one(name, value, change, fontPicture(name), make("b", {}, title)));

const plainNames = (choices, value, change) => choices.face.map((name) => one(name, value, change));

const fills = (choices, value, change) => [...colours(choices, value, change), gradient(choices.colour, value, change)];

const SHOWN = { colour: colours, fill: fills, style: pictures("style"), ornament: pictures("ornament"), face: plainNames, font: fonts };
const TITLES = { colour: "Colours of the theme", fill: "Colours and gradients", style: "Styles of the theme", ornament: "Ornaments", face: "Faces", font: "Fonts of the theme", icon: "Find an icon" };

export const drawing = (path) => draw("svg", { viewBox: "0 0 512 512", "aria-hidden": "true" }, draw("path", { d: path }));

function iconSearch(value, change) {
  const list = make("div", { class: "choices" });
  const input = make("input", { type: "search", placeholder: "sword, forest, money", "aria-label": "Find an icon" });
  let timer = 0;
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const found = await read(address(`choice-icons.json?find=${encodeURIComponent(input.value)}`));
      list.replaceChildren(...(found?.length ? found.map(({ name, path }) => one(name, value, change, drawing(path))) : [make("p", { class: "quiet" }, "No icon suits these words.")]));
    }, PAUSE);
  });
  return [input, list];
}

// The elements below a field that show what it may name; none for a field without such choices.
export function picker(control, value, change) {
  if (!(control in TITLES)) return [];
  const element = make("details", { class: "picker", "data-picks": control, open: open.has(control) }, make("summary", {}, TITLES[control]));
  const fill = async () => {
    if (element.childElementCount > 1) return;
    if (control === "icon") element.append(...iconSearch(value, change));
    else {
      const list = make("div", { class: "choices" });
      element.append(list);
      const choices = await choicesNow();
      if (choices) list.replaceChildren(...SHOWN[control](choices, value, change));
    }
  };
  element.addEventListener("toggle", () => {
    if (element.open) {
      open.add(control);
      fill();
    } else open.delete(control);
  });
  if (element.open) fill();
  return [element];
}
