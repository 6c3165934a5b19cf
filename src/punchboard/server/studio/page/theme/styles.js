// The text styles of the theme, and the type scale, which changes many sizes at once.

import { count, make } from "./dom.js";
import { controlOf, controlRow } from "./fields.js";
import { addressOf, desk, part, resetButton, setAt, write } from "./desk.js";

const FIRST = ["size", "leading", "font", "bold", "italic", "caps", "tracking", "colour", "align"];
const open = new Set();
const named = (key) => key.replaceAll("_", " ");
const tenth = (number) => Math.round(number * 10) / 10;

function field(style, one, index) {
  const [key] = one.path;
  const path = ["styles", style.name, key];
  const name = `${named(key)} of ${style.name}`;
  const wrong = make("p", { class: "wrong", role: "alert" });
  const change = (value) => write(`Set ${name}`, [value === null ? { do: "reset", path } : setAt(path, value)], { refused: (...why) => wrong.replaceChildren(...why) });
  const below = style.own.includes(key) && one.control === "effect" ? style.inherited.includes(key) : style.shown[key]; // what a value here takes the place of
  const [control, ...more] = controlOf({ ...one, default: below ?? one.default, from: "As in the theme" }, style.values[key] ?? null, change);
  const help = `help-${style.name}-${index}`;
  control.setAttribute("aria-label", name);
  control.setAttribute("aria-describedby", help);
  const own = style.own.includes(key);
  return make("div", { class: "field" }, make("span", { class: own ? "name own" : "name" }, named(key)), controlRow(control, ...(own ? [resetButton(name, path)] : [])), ...more, make("p", { class: "help", id: help }, one.help), wrong);
}

function styleElement(style, fields) {
  const { size, leading } = style.shown;
  const sample = make("img", { src: addressOf(`choice/style/${encodeURIComponent(style.name)}.svg?${desk.theme.revision}`), alt: "", loading: "lazy" });
  const numbers = `${style.name} · ${size ?? "?"}/${leading ?? "?"} pt${style.own.length ? " · changed" : ""}`;
  const element = make("details", { class: "style", "data-style": style.name, open: open.has(style.name) }, make("summary", {}, sample, make("span", { class: style.own.length ? "own" : "quiet" }, numbers)));
  const fill = () => element.childElementCount === 1 && element.append(...fields.map((one, index) => field(style, one, index)));
  element.addEventListener("toggle", () => {
    if (element.open) {
      open.add(style.name);
      fill();
    } else open.delete(style.name);
  });
  if (element.open) fill();
  return element;
}

// One slider for many sizes. Leading goes with them, so that lines keep their distance.
function scale(styles) {
  const which = make("select", { "aria-label": "Sizes that the type scale changes" }, make("option", { value: "all" }, "all sizes of the theme"), make("option", { value: "own" }, "sizes that this game changes"));
  const slider = make("input", { type: "range", min: "70", max: "140", value: "100", "aria-label": "Type scale in percent" });
  const output = make("output", {}, "100 %");
  const start = styles.map(({ name, values, own }) => ({ name, values: { ...values }, own }));
  const move = (held) => {
    output.textContent = `${slider.value} %`;
    const chosen = start.filter((one) => one.values.size && (which.value === "all" || one.own.includes("size")));
    const edits = chosen.flatMap(({ name, values }) => ["size", "leading"].filter((key) => typeof values[key] === "number").map((key) => setAt(["styles", name, key], tenth((values[key] * slider.value) / 100))));
    if (edits.length) write(`Scale type to ${slider.value} %`, edits, { held });
    else output.textContent = "This game changes no size yet.";
  };
  slider.addEventListener("input", () => move(true));
  slider.addEventListener("change", () => {
    move(true);
    desk.holding = false;
  });
  return make("div", { class: "scale" }, make("span", {}, "Type scale"), slider, output, which);
}

export function stylePart() {
  const { styles, fields } = desk.theme;
  const order = (one) => (FIRST.indexOf(one.path[0]) + FIRST.length + 1) % (FIRST.length + 1);
  const sorted = [...fields].sort((one, other) => order(one) - order(other));
  const own = styles.filter((one) => one.own.length).length;
  return part("Text styles", own ? `${own} changed` : count(styles.length, "style"), scale(styles), ...styles.map((one) => styleElement(one, sorted)));
}
