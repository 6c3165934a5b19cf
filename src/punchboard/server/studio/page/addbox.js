// Buttons that add a box to the layout, and the fields of the table that a box can show.

import { make } from "./dom.js";
import { bench } from "./bench.js";
import { draggable } from "./fielddrag.js";
import { addBox, openFace, SORTS } from "./newbox.js";

const open = { layout: true, box: false }; // whether the part of the panel is, also with a box chosen: its values come first
let listed = ""; // the sort of box whose columns are listed

function add(sort, field) {
  open.box = true; // more may follow
  addBox(sort, field, openFace());
}

function pill(field, sort) {
  const button = make("button", { type: "button", class: "pill add", "aria-label": sort === "field" ? `Add a box for ${field.label}` : `Add a ${sort} for ${field.label}`, on: { click: () => add(sort, field.name), dragstart: () => (open.box = true) } }, field.label);
  if (sort === "field") draggable(button, field.name, field.label);
  return button;
}

// The columns among which one chooses for a sort of box: numbers first for a value.
function columns(sort) {
  const fields = bench.layout.fields.filter(SORTS[sort].of);
  const number = ({ type }) => (type === "integer" || type === "number" ? 0 : 1);
  return fields.sort((one, other) => number(one) - number(other));
}

function addButton(sort) {
  const { of } = SORTS[sort];
  const list = () => {
    listed = listed === sort ? "" : sort;
    bench.changed();
  };
  const wanted = of ? { "aria-expanded": `${listed === sort}`, disabled: !columns(sort).length } : {};
  return make("button", { type: "button", class: "plain framed", ...wanted, on: { click: () => (of ? list() : add(sort, null)) } }, `+ ${sort}`);
}

export const listedNow = () => listed;

export function addButtons() {
  const buttons = Object.keys(SORTS).filter((sort) => sort !== "field").map(addButton);
  const row = (label, said, ...pills) => make("div", { class: "field-pills", role: "group", "aria-label": label }, make("p", { class: "quiet" }, said), make("div", { class: "pills" }, ...pills));
  const which = listed ? row(`Column for the ${listed}`, `Which column does the ${listed} show?`, ...columns(listed).map((field) => pill(field, listed))) : null;
  const fields = bench.layout.fields.length ? row("Fields to add", "Fields: drag one onto the card, or press it.", ...bench.layout.fields.map((field) => pill(field, "field"))) : null;
  const now = bench.chosen.length ? "box" : "layout";
  const element = make("details", { class: "group", open: open[now] }, make("summary", {}, "Add to the layout"), make("div", { class: "turns" }, ...buttons), which, fields);
  element.addEventListener("toggle", () => {
    open[now] = element.open;
  });
  return element;
}
