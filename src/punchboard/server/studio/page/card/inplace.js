// Texts edited on the card itself: a field over the box, with the text as the card's row has it. A single text is in the
// letters of the card, with its tools in a bar beside it.

import { $, make } from "./dom.js";
import { isOpen, openSide } from "./opened.js";
import { report } from "./api.js";
import { bench, boxNamed, choose } from "./bench.js";
import { control, grow, isLong } from "./controls.js";
import { layOver } from "./layer.js";
import { inLetters } from "./letters.js";
import { toolbar } from "./markdown.js";
import { draftOf, dropDraft, forgetTyped, rowOfCard, setCells, tableOf, tryCells } from "./rows.js";

let open = null; // {box, of, kind, row, fields: [{column, index, input, why}], layer, writes}

// The columns of the fields that a box shows, as text is typed into them.
export function columnsOf(of, box) {
  const columns = tableOf(of.kind)?.columns ?? [];
  return box.fields.map((name) => columns.find((one) => one.field === name)).filter((one) => one && one.type !== "picture");
}

// Shows the fields of a box over it; for a text that all cards share, goes to its field in the panel.
export function editInPlace(box) {
  close();
  const { of } = openSide();
  const row = tableOf(of.kind) && rowOfCard(of);
  const columns = row ? columnsOf(of, box) : [];
  if (columns.length) show(box, of, row, columns);
  else if (box.fields.length) report(row ? `${box.name} shows a picture.` : `The texts of ${of.name} have no row in a table: change them in game.yaml.`, "", true);
  else inPanel(box);
}

function inPanel(box) {
  choose([box.name]);
  const field = document.querySelector(`#studio-panel [aria-label="${CSS.escape(`${box.content} of ${box.name}`)}"]`);
  if (!field) return;
  field.closest("details").open = true;
  field.focus();
  field.select?.();
  report(`${box.name} is the same on every card: it is changed here, in the layout.`);
}

function show(box, of, row, columns) {
  const refusal = tableOf(of.kind).refusal;
  if (refusal) {
    report(`${refusal}.`, "", true);
    return;
  }
  open = { box: box.name, of, kind: of.kind, row, fields: [], layer: null, writes: false };
  open.fields = columns.map((column) => field(column, row, of, box));
  const [{ input, tools, why }] = open.fields;
  const isBare = columns.length === 1 && Boolean(box.look) && input.tagName !== "SELECT";
  const hint = make("p", { class: "hint quiet" }, make("kbd", {}, columns.some((one) => one.type === "markdown") ? "Ctrl Enter" : "Enter"), " writes, ", make("kbd", {}, "Esc"), " leaves");
  const parts = isBare ? [input, make("div", { class: "bar card-field" }, tools, why, hint)] : [...open.fields.map((one) => one.element), hint];
  const element = make("div", { class: isBare ? "in-place bare" : "in-place", role: "group", tabindex: "-1", "aria-label": `Edit ${box.name} of ${of.name}` }, ...parts);
  open.layer = layOver(box, element);
  if (isBare) bare(element, box, input);
  else hang(element, box.area);
  element.addEventListener("keydown", keys);
  element.addEventListener("input", () => open && tryCells(open.kind, changedCells(open)));
  element.addEventListener("focusout", () => setTimeout(() => element.isConnected && !element.contains(document.activeElement) && write(), 0));
  for (const { input } of open.fields) grow(input);
  input.focus({ preventScroll: true });
  input.select?.();
  element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
}

function field(column, row, of, box) {
  const index = tableOf(of.kind).columns.indexOf(column);
  const draft = draftOf(of.kind, row, column.column);
  const name = `${column.column} on the card ${of.name}`;
  const input = control(column, draft?.text ?? row.cells[index], name);
  const why = make("p", { class: "wrong", role: "alert" }, draft?.why ?? "");
  const tools = isLong(column) ? toolbar(input, name, column.type === "markdown" || box.content === "markdown") : null;
  return { column, index, input, tools, why, element: make("div", { class: "card-field" }, make("span", { class: "name" }, column.column), tools, input, why) };
}

// The field lies just over its box, and its bar where the card has more room.
function bare(element, box, input) {
  const { style } = element;
  const [x, y, width, height] = box.area;
  const [, , wide, high] = openSide().of[openSide().side].trim;
  const isRight = x + width / 2 > wide / 2;
  style.setProperty("--beside", (isRight ? wide - x - width : x) / wide);
  style.setProperty("min-height", style.height);
  style.removeProperty("height");
  style.setProperty("align-content", { top: "start", middle: "center", bottom: "end" }[box.look.valign]);
  element.classList.toggle("above", y + height / 2 > high / 2);
  element.classList.toggle("right", isRight);
  inLetters(input, box);
}

// The field may be larger than its box: it grows towards the middle of the card.
function hang(element, [x, y, width, height]) {
  const of = openSide().of[openSide().side];
  const { style } = element;
  if (x + width / 2 > of.trim[2] / 2) {
    style.setProperty("right", `${Math.max(0, 100 - parseFloat(style.left) - parseFloat(style.width))}%`);
    style.setProperty("left", "auto");
  } else style.setProperty("left", `${Math.max(0, parseFloat(style.left))}%`);
  if (y + height / 2 > of.trim[3] / 2) {
    style.setProperty("bottom", `${Math.max(0, 100 - parseFloat(style.top) - parseFloat(style.height))}%`);
    style.setProperty("top", "auto");
  } else style.setProperty("top", `${Math.max(0, parseFloat(style.top))}%`);
  style.setProperty("min-height", style.height);
  style.setProperty("width", `min(100%, max(${style.width}, 17rem))`);
  style.removeProperty("height");
}

function keys(event) {
  event.stopPropagation(); // single letters are no shortcuts here
  const field = open?.fields.find((one) => one.input === event.target);
  const single = field && field.column.type !== "markdown" && !event.shiftKey && !event.altKey;
  const picker = event.target.closest(".picker[open]");
  if (event.key === "Escape") {
    event.preventDefault();
    if (!picker) return leave();
    picker.open = false;
    open.fields.find(({ tools }) => tools?.contains(picker)).input.focus();
  } else if (event.key === "Enter" && !event.isComposing && (single || event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    write(true);
  }
}

function leave() {
  const { kind, row, fields, box } = open;
  for (const { column } of fields) if (draftOf(kind, row, column.column)) dropDraft(kind, row, column.column);
  forgetTyped();
  close();
  focusBox(box);
}

const focusBox = (name) => document.querySelector(`#bench [data-box="${CSS.escape(name)}"]`)?.focus({ preventScroll: true });

const changedCells = ({ row, fields }) => fields.filter((one) => one.input.value !== row.cells[one.index]).map((one) => [row, one.column.column, one.input.value]);

// Writes what differs, as one step. What is refused stays in its field, with the reason.
async function write(back = false) {
  const mine = open;
  if (!mine || mine.writes) return;
  const { kind, row, fields, of, box } = mine;
  const cells = changedCells(mine);
  if (!cells.length) forgetTyped();
  mine.writes = true;
  const done = !cells.length || (await setCells(kind, `Change ${cells.map((one) => one[1]).join(" and ")} of ${of.name}`, cells));
  mine.writes = false;
  if (done) {
    if (open === mine) close();
    if (back && !open && isOpen() && document.activeElement === document.body) focusBox(box);
    return;
  }
  if (open !== mine) return;
  mine.row = rowOfCard(of) ?? row; // what is in the file by now has been said
  for (const one of fields) {
    const why = draftOf(kind, row, one.column.column)?.why ?? "";
    one.why.textContent = why;
    one.input.setAttribute("aria-invalid", `${Boolean(why)}`);
  }
  if (back) (fields.find((one) => one.why.textContent) ?? fields[0]).input.focus();
}

export function close() {
  const was = open;
  open = null;
  was?.layer.remove();
}

// What was typed for another card, or on the other side, is not for this one.
export function checkInPlace() {
  if (open && (openSide().of.id !== open.of.id || !open.layer.isConnected || !bench.on || !boxNamed(open.box))) close();
}
