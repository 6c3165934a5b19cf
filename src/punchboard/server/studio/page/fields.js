// The fields of the chosen box, in groups, as the server lists them from the models of layouts.

import { draw, make } from "./dom.js";
import { at, edit, read } from "./api.js";
import { bench, editsOf, layBench } from "./bench.js";
import { effect, isOff } from "./effects.js";
import { hexOf, picker } from "./pickers.js";
import { codeButton, isSentence, sentence } from "./sentence.js";
import { typeFields, typeRefusals } from "./typeface.js";

const CONTENTS = ["text", "markdown", "pips", "icon", "picture", "ornament", "layout"];
const CONTENT_NAMES = { markdown: "text with bold, lists and icons", pips: "a row of values", layout: "another face" };
const FIRST = { text: "{{ name }}", markdown: "{{ name }}", pips: "1 | 2", icon: "star", picture: "art.png", ornament: { kind: "rays", seed: "{{ name }}" }, layout: "card" };
const SENTENCES = new Set(["pips", "picture"]); // beside the long texts
const FITS = ["shrink to 8pt", "shrink to 7pt", "shrink to 6pt", "shrink to 5pt"];
const FIRST_GROUPS = new Set(["Content", "Look"]);
const TEXT = new Set(["style", "align", "valign", "fit", "colour", "one line", "second line", "direction", "zeros", "text outline", "text shadow"]);
const WRITTEN = new Set(["text", "markdown", "pips"]);
const TITLES = { align: "alignment", valign: "up or down", fit: "smallest size", "stroke colour": "border", "stroke width": "border in mm", inset: "inset in mm", radius: "corners in mm", style: "style of the theme" };
const open = new Set(FIRST_GROUPS);
let fields = null;

export async function loadFields() {
  fields ??= await read("fields.json");
}

const words = (value) => (value === null || value === undefined ? "" : Array.isArray(value) ? value.join(", ") : `${value}`);
const named = (path) => path.join(" ").replaceAll("_", " ");

// A number that is written as a number is one; everything else is text.
const typed = (text) => (/^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text);

function parsed(field, text) {
  if (text.trim() === "") return null;
  if (field.control === "names") return text.split(",").map((one) => typed(one.trim())).filter((one) => one !== "");
  return field.control === "long" ? text : typed(text);
}

// What was typed and refused, with the reason, until it is fixed: the panel is also redrawn when something else changes.
const refused = new Map();

export const refusals = () => [...refused, ...typeRefusals()];

const key = (box, path) => [box.name, ...path].join(" ");

async function set(box, path, value, typedIn) {
  const result = await edit(`Set ${named(path)} of ${box.name}`, editsOf(box, [{ do: "set", path, value }]), (...why) => refused.set(key(box, path), { typedIn, why }));
  if (result) refused.delete(key(box, path));
  await layBench();
}

async function reset(box, path) {
  for (const one of refused.keys()) if (one.startsWith(key(box, path))) refused.delete(one);
  await edit(`Reset ${named(path)} of ${box.name}`, editsOf(box, [{ do: "reset", path }]));
  await layBench();
}

// The sides of a box, as lines of a text that lie there: for `align` across, for `valign` down.
const SIDES = { align: { left: "M1 3h9M1 7h14M1 11h6", centre: "M4 3h9M1 7h15M5.5 11h6", right: "M7 3h9M2 7h14M10 11h6" }, valign: { top: "M1 1h15M4 4h9v4h-9z", middle: "M1 7h2M14 7h2M4 5h9v4h-9z", bottom: "M1 13h15M4 6h9v4h-9z" } };

function sides(field, value, change) {
  const buttons = Object.entries(SIDES[field.path[0]]).map(([side, lines]) => make("button", { type: "button", class: "choice", "aria-pressed": `${side === (value ?? field.shown ?? field.default)}`, "aria-label": side, title: side, on: { click: () => change(side) } }, draw("svg", { viewBox: "0 0 17 14", class: "sides", "aria-hidden": "true" }, draw("path", { d: lines }))));
  return [make("div", { class: "effects", role: "group" }, ...buttons)];
}

function choice(field, value, change) {
  if (field.path.length === 1 && field.path[0] in SIDES) return sides(field, value, change);
  const none = make("option", { value: "" }, field.default ? `(${words(field.default)})` : "(none)");
  const select = make("select", {}, none, ...field.choices.map((one) => make("option", { value: one }, one)));
  select.value = words(value);
  select.addEventListener("change", () => change(select.value || null));
  return [select];
}

function tick(field, value, change) {
  const input = make("input", { type: "checkbox" });
  input.checked = Boolean(value ?? field.default);
  input.addEventListener("change", () => change(input.checked));
  return [input];
}

function several(field, value, change) {
  const chosen = new Set(value ?? []);
  const boxes = field.choices.map((one) => {
    const input = make("input", { type: "checkbox" });
    input.checked = chosen.has(one);
    input.addEventListener("change", () => {
      if (input.checked) chosen.add(one);
      else chosen.delete(one);
      change(field.choices.filter((each) => chosen.has(each)));
    });
    return make("label", { class: "one-of" }, input, one);
  });
  return [make("span", { class: "several", role: "group" }, ...boxes)];
}

function written(field, value, change) {
  const input = make(field.control === "long" ? "textarea" : "input", { spellcheck: "false", autocomplete: "off", ...(field.control === "long" ? { rows: 3 } : { type: "text" }) });
  input.value = field.typedIn ?? words(value);
  input.dataset.was = input.value;
  if (typeof field.default === "string" || typeof field.default === "number") input.placeholder = words(field.default);
  input.addEventListener("change", () => {
    input.dataset.was = input.value; // it is sent: the answer may be shown in its place
    change(parsed(field, input.value), input.value);
  });
  input.addEventListener("keydown", (event) => { // what was refused is sent again
    const again = event.key === "Enter" && field.typedIn !== undefined && input.value === field.typedIn;
    if (again && (field.control !== "long" || event.ctrlKey || event.metaKey)) change(parsed(field, input.value), input.value);
  });
  if (field.path[0] === "fit") return [withList(input, FITS)];
  if (field.control === "colour" || field.control === "fill") return [withSwatch(input, field, value, change), ...picker(field.control, value, change)];
  return [input, ...picker(field.control, value, change)];
}

// A field with a list of what is most often written there.
function withList(input, list) {
  input.setAttribute("list", "often-written");
  input.placeholder = "its size as set";
  input.beside = [null, make("datalist", { id: "often-written" }, ...list.map((value) => make("option", { value })))];
  return input;
}

// A colour in words, beside its swatch, which opens the picker of the browser, and its eyedropper where it has one.
function withSwatch(input, field, value, change) {
  const swatch = make("input", { type: "color", class: value ? "swatch" : "swatch unset", "aria-label": `Pick ${value || "a colour"}` });
  swatch.addEventListener("change", () => change(swatch.value));
  hexOf(value ?? field.default).then((hex) => (swatch.value = hex));
  const drop = () => new EyeDropper().open().then(({ sRGBHex }) => change(sRGBHex), () => {}); // given up with Escape
  const dropper = "EyeDropper" in window ? [make("button", { type: "button", class: "plain small", title: "Take a colour from the screen", "aria-label": "Pick from the screen", on: { click: drop } }, "Pick")] : [];
  input.beside = [swatch, ...dropper];
  return input;
}

// A row with a control and what belongs beside it.
export const controlRow = (control, ...more) => make("div", { class: "control" }, ...(control.beside?.slice(0, 1) ?? []), control, ...(control.beside?.slice(1) ?? []), ...more);

const CONTROLS = { choice, effect, tick, choices: several };

// The elements with which a field is changed; the first one has its value.
export const controlOf = (field, value, change) => (CONTROLS[field.control] ?? written)(field, value, change);

function fieldElement(box, field, number) {
  const { path } = field;
  const { typedIn, why = [] } = refused.get(key(box, path)) ?? {};
  const wrong = make("p", { class: "wrong", id: `wrong-${number}`, role: "alert" }, ...why);
  const change = (value, typed) => set(box, path, value, typed);
  const now = typedIn ?? words(at(box.values, path));
  const isLong = field.control === "long" || SENTENCES.has(named(path));
  const asSentence = isLong && isSentence(key(box, path), now);
  const [control, ...more] = asSentence ? sentence(key(box, path), now, bench.layout.fields, (text) => change(parsed(field, text), text)) : controlOf({ ...field, typedIn, shown: box.look?.[path[0]], default: field.control === "effect" ? box.styled[path[0]] : field.default }, at(box.values, path), change);
  if (why.length) control.setAttribute("aria-invalid", "true");
  const name = `${named(path)} of ${box.name}`;
  control.setAttribute("aria-label", name);
  control.setAttribute("aria-describedby", `help-${number} wrong-${number}`);
  const own = box.changed.includes(path[0]);
  const back = own && box.inherited ? [make("button", { type: "button", class: "plain small", "aria-label": `Reset ${name}`, title: "Use the inherited value", on: { click: () => reset(box, [path[0]]) } }, "Reset")] : [];
  const code = isLong && (asSentence || !now.includes("{%")) ? [codeButton(key(box, path), name, bench.changed)] : [];
  const title = make("span", { class: own ? "name own" : "name" }, isLong ? "What it shows" : (TITLES[named(path)] ?? named(path)));
  return make("div", { class: isLong ? "field long" : "field" }, title, controlRow(control, ...code, ...back), ...more, make("p", { class: "help", id: `help-${number}` }, field.help), wrong);
}

// Shows the help of the field with the focus; after a click, or what is clicked would move away under the mouse.
let pressed = false;
for (const heard of ["pointerdown", "click", "pointercancel"]) addEventListener(heard, () => (pressed = heard === "pointerdown"), true);

document.addEventListener("focusin", ({ target }) => {
  const show = () => {
    document.querySelector(".helped")?.classList.remove("helped");
    target.closest(".field, .card-field")?.classList.add("helped");
  };
  if (pressed) addEventListener("click", show, { once: true });
  else show();
});

// The choice of what the box shows: one content takes the place of the other.
function contentElement(box) {
  const now = CONTENTS.find((name) => (box.values[name] ?? null) !== null) ?? "";
  const none = make("option", { value: "" }, box.values.slot ? `the field ‘${box.name}’ (${box.values.slot})` : "only its shape");
  const select = make("select", { "aria-label": `What ${box.name} shows` }, none, ...CONTENTS.map((name) => make("option", { value: name }, CONTENT_NAMES[name] ?? name)));
  select.value = now;
  select.addEventListener("change", async () => {
    const edits = [...(now ? [{ do: "set", path: [now], value: null }] : []), ...(select.value ? [{ do: "set", path: [select.value], value: FIRST[select.value] }] : [])];
    await edit(`Show ${select.value || "no content"} in ${box.name}`, editsOf(box, edits));
    await layBench();
  });
  return [make("div", { class: "field" }, make("span", { class: "name" }, "shows"), make("div", { class: "control" }, select)), now];
}

// The groups that people look at first, and the others, which are under "More" with `last`.
export function fieldGroups(box, ...last) {
  if (!fields) return { first: [], more: [] };
  const [content, now] = contentElement(box);
  const effects = new Set(fields.filter((field) => field.control === "effect").map((field) => field.path[0]));
  const isOn = ({ path: [key, part] }) => !part || !effects.has(key) || (Boolean(box.values[key]) && !isOff(box.values[key]));
  const isText = Boolean(box.look) || WRITTEN.has(box.content) || box.content === "icon";
  const suits = ({ path: [key] }) => (key === now || !CONTENTS.includes(key)) && (isText || !TEXT.has(key) || (box.values[key] ?? null) !== null);
  const shown = fields.filter((field) => isOn(field) && suits(field));
  const groups = Object.entries({ Content: [], ...Object.groupBy(shown, (field) => field.group) }); // a slot has no content of its own
  const elements = groups.map(([name, list]) => {
    const rows = list.map((field) => fieldElement(box, field, `${field.path.join("-")}`));
    const given = list.filter((field) => (at(box.values, field.path) ?? null) !== null).length;
    return [name, foldable(name, given ? ` ${given} set` : "", ...(name === "Content" ? [content] : name === "Look" ? typeFields(box) : []), ...rows)];
  });
  const part = (isFirst) => elements.filter(([name]) => FIRST_GROUPS.has(name) === isFirst).map(([, element]) => element);
  return { first: part(true), more: foldable("More", " effects, conditions and formulas", ...part(false), ...last) };
}

function foldable(name, note, ...inside) {
  const element = make("details", { class: "group", open: open.has(name) }, make("summary", {}, name, make("span", { class: "quiet" }, note)), ...inside);
  element.addEventListener("toggle", () => (element.open ? open.add(name) : open.delete(name)));
  return element;
}
