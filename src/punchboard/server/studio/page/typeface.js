// The letters of a text box: font, size and weight. They are in a text style of the theme. The first change makes a style
// of its own for the box, which extends the one that it had, so that all other texts stay as they are.

import { make } from "./dom.js";
import { edit, editTheme, inTurn } from "./api.js";
import { bench, boxNamed, editsOf, layBench } from "./bench.js";
import { choicesNow, fontPicture, picker } from "./pickers.js";

const refused = new Map(); // by box and key: what was refused, with the reason

export const typeRefusals = () => [...refused];

let turn = Promise.resolve(); // one change after the other, as each must know the style that the one before has made

function set(name, key, value) {
  turn = turn.then(() => put(name, key, value));
  return turn;
}

async function put(name, key, value) {
  const box = boxNamed(name);
  if (!box?.look) return;
  const style = box.values.style ?? "body";
  const own = `own-${bench.layout.face}-${name}`;
  const why = (...reasons) => refused.set(`${name} ${key}`, { value, why: reasons.slice(0, 2) });
  const label = `Set ${key} of ${name}`;
  const theme = (path, now, seen) => ({ do: "set", path, value: now, seen: [[path, seen ?? null]] });
  const isOwn = style === own;
  const done = isOwn
    ? await inTurn(() => editTheme(label, [theme(["styles", own, key], value, box.look.own[key])], { refused: why }))
    : await edit(label, editsOf(box, [{ do: "set", path: ["style"], value: own }]), why, [theme(["styles", own], { extends: style, [key]: value })]);
  if (done) refused.delete(`${name} ${key}`);
  await layBench();
  bench.changed();
}

function field(box, key, title, control, ...more) {
  const { why = [] } = refused.get(`${box.name} ${key}`) ?? {};
  if (why.length) control.setAttribute("aria-invalid", "true");
  return make("div", { class: "field", "data-key": key }, make("span", { class: "name" }, title), make("div", { class: "control" }, control), ...more, make("p", { class: "wrong", role: "alert" }, ...why));
}

function fontField(box) {
  const { font } = box.look.type;
  const title = make("output", { class: "quiet", "aria-label": `font of ${box.name}` }, font);
  const now = make("span", { class: "type-now" }, fontPicture(font), title);
  choicesNow().then((choices) => (title.textContent = choices?.font[font] ?? font));
  return field(box, "font", "font", now, ...picker("font", font, (name) => set(box.name, "font", name)));
}

function sizeField(box) {
  const input = make("input", { type: "number", min: "3", max: "400", step: "0.5", "aria-label": `size of ${box.name}` });
  input.value = `${refused.get(`${box.name} size`)?.value ?? box.look.type.size}`;
  input.dataset.was = input.value;
  input.addEventListener("change", () => {
    input.dataset.was = input.value;
    if (input.value !== "") set(box.name, "size", Number(input.value));
  });
  return field(box, "size", "size in points", input);
}

function weightField(box) {
  const toggle = (key, title) => make("button", { type: "button", class: "choice", "aria-pressed": `${box.look.type[key]}`, "aria-label": `${key} of ${box.name}`, on: { click: () => set(box.name, key, !box.look.type[key]) } }, title);
  const group = make("div", { class: "effects", role: "group" }, toggle("bold", make("b", {}, "Bold")), toggle("italic", make("i", {}, "Italic")));
  return field(box, "bold", "weight", group);
}

export const typeFields = (box) => (box.look ? [fontField(box), sizeField(box), weightField(box)] : []);
