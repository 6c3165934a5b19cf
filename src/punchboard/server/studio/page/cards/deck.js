// The tab with the table of a kind's cards, and the same fields in the dialog of one card.

import { $, count, icon, make } from "./dom.js";
import { openCard, openSide } from "./opened.js";
import { here } from "./store.js";
import { addTab, showTab } from "./tabs.js";
import { shown } from "./view.js";
import { report } from "./api.js";
import { CardForm, CardPicture } from "./cardform.js";
import { ColumnChoice } from "./columns.js";
import { CellKeys } from "./keyboard.js";
import { newTableButton } from "./newtable.js";
import { Replace } from "./replace.js";
import { layMap, paint } from "./paint.js";
import { addRow, copyRows, deleteRows, isSame, loadKinds, loadRows, nameOf, rowOfCard, rows, setCells, tableOf } from "./rows.js";
import { Sheet } from "./sheet.js";

const PAUSE = 60; // milliseconds after the last move until the card is shown beside the table

export const deck = { kind: "", sheet: null, keys: null, columns: null, replace: null, ranged: [0, 0], form: new CardForm(), picture: null, inDialog: new CardForm() };

const buttonOf = (text, does, name = "plain framed") => make("button", { type: "button", class: name, on: { click: does } }, text);

// The rows that the buttons act on: the selected ones, else that of the active cell; in the order that is shown.
function chosen() {
  const { sheet } = deck;
  const indexes = sheet.chosen.size ? sheet.order.filter((index) => sheet.chosen.has(index)) : sheet.lines.length ? [sheet.active.index] : [];
  return indexes.map((index) => sheet.table.rows[index]).filter(Boolean);
}

const label = (what, list) => `${what} ${list.length === 1 ? nameOf(deck.kind, list[0]) : count(list.length, "card")}`;

async function add() {
  const [last] = chosen().slice(-1);
  await thenShow(() => addRow(deck.kind, last), 0);
}

async function duplicate() {
  const list = chosen();
  if (list.length) await thenShow(() => copyRows(deck.kind, label("Duplicate", list), list), 0);
}

async function remove() {
  const list = chosen();
  if (list.length) await deleteRows(deck.kind, label("Delete", list), list);
  deck.sheet.hold(deck.sheet.active.index, deck.sheet.active.column, true);
}

// Shows the rows that were filtered out, and chooses none.
function allRows() {
  $("deck-find").value = "";
  deck.sheet.filter("");
  deck.sheet.choose([]);
}

// Goes to the first row that a change has added, and to its first text.
async function thenShow(change) {
  const known = new Set(tableOf(deck.kind).rows.map((row) => row.cards[0]));
  if (!(await change())) return;
  const { sheet } = deck;
  allRows();
  const index = sheet.table.rows.findIndex((row) => !known.has(row.cards[0]));
  const column = sheet.shown.find((at) => sheet.table.columns[at].type === "text") ?? 0;
  sheet.hold(index < 0 ? sheet.active.index : index, sheet.near(column), true);
}

function select(index, event) {
  const { sheet } = deck;
  const from = sheet.order.indexOf(sheet.active.index);
  const to = sheet.order.indexOf(index);
  if (event.shiftKey && event.type === "click") sheet.choose(sheet.order.slice(Math.min(from, to), Math.max(from, to) + 1));
  else if (sheet.chosen.has(index)) sheet.choose([...sheet.chosen].filter((one) => one !== index));
  else sheet.choose([...sheet.chosen, index]);
  if (!event.shiftKey) sheet.hold(index, sheet.active.column, true);
  side();
}

// The panel beside the table: one card with its fields, or what several have in common.
function side() {
  const { sheet } = deck;
  const list = sheet.chosen.size > 1 ? chosen() : [];
  const row = sheet.table.rows.find((one) => sheet.looked && isSame(sheet.looked, one)) ?? sheet.table.rows[sheet.active.index];
  $("deck-one").hidden = list.length > 1 || !row;
  $("deck-several").hidden = list.length < 2 || !copiesColumn();
  if (list.length > 1) $("deck-several-name").textContent = count(list.length, "card");
  else if (row) {
    $("deck-name").textContent = nameOf(deck.kind, row);
    $("deck-place").textContent = row.place;
    deck.picture.show(row);
    deck.form.show(deck.kind, row);
  }
}

// The keys move faster than the fields of a card can be laid out.
let later = 0;
function soon() {
  clearTimeout(later);
  later = setTimeout(side, PAUSE);
}

// The column of numbers of copies; the cells of a map have none, nor have names that hold them, too.
function copiesColumn() {
  return deck.sheet.table.columns.find((one) => one.copies);
}

function setCopies() {
  const { column } = copiesColumn();
  const list = chosen();
  setCells(deck.kind, `Set copies of ${count(list.length, "card")}`, list.map((row) => [row, column, $("deck-copies").value]));
}

// Shows the rows as they are now.
function lay() {
  const table = tableOf(deck.kind);
  if (!table) return;
  $("deck-refusal").textContent = table.refusal;
  for (const name of ["add", "copy", "delete"]) $(`deck-${name}`).disabled = Boolean(table.refusal) || !table.hasRows;
  deck.sheet.lay(deck.kind);
  deck.columns.lay();
  deck.replace.lay();
  side();
}

export async function showDeck() {
  await loadKinds();
  const ids = rows.kinds.map((kind) => kind.id);
  $("deck-kind").replaceChildren(...rows.kinds.map((kind) => make("option", { value: kind.id }, kind.name)));
  $("deck-kind").parentElement.hidden = ids.length < 2;
  if (!ids.includes(deck.kind)) deck.kind = ids.includes(here.kind) ? here.kind : (ids[0] ?? "");
  $("deck-kind").value = deck.kind;
  if (deck.kind) await loadRows(deck.kind);
}

// Opens the table at a cell: {kind, row, column}.
export async function showCell({ kind, row, column }) {
  deck.kind = kind;
  showTab("table");
  await showDeck();
  const { sheet } = deck;
  allRows();
  const index = sheet.table.rows.findIndex((one) => one.row === row);
  const at = sheet.table.columns.findIndex((one) => one.column === column);
  sheet.hold(Math.max(index, 0), sheet.near(Math.max(at, 0)), true);
}

// The fields of the card in the dialog, in place of their values.
export function dialogFields() {
  const { of } = openSide();
  const isMap = Boolean(of && tableOf(of.kind)?.map);
  const row = of && (isMap ? paint.row() : rowOfCard(of));
  $("open-fields").hidden = !row && !isMap;
  document.documentElement.classList.toggle("with-fields", Boolean(row) || isMap);
  deck.inDialog.element.hidden = !row;
  if (row) deck.inDialog.show(of.kind, row);
  layMap();
}

function tell() {
  const [found, all] = [deck.sheet.order.length, deck.sheet.lines.length];
  const [high, wide] = deck.ranged;
  $("deck-count").textContent = high ? `${high} × ${wide} cells chosen` : found === all ? count(all, "row") : `${found} of ${count(all, "row")}`;
}

function ranged(...size) {
  deck.ranged = size;
  tell();
}

function arranged() {
  tell();
  deck.replace.lay();
}

function page() {
  const tab = make("button", { role: "tab", id: "tab-table", type: "button", "aria-controls": "panel-table", "aria-selected": "false", tabindex: "-1" }, icon("sheet"), make("span", { class: "said" }, "Table"));
  $("tab-cards").after(tab);
  deck.sheet = new Sheet({ select, arranged, ranged, held: soon });
  deck.replace = new Replace(deck.sheet);
  deck.columns = new ColumnChoice(deck.sheet);
  deck.keys = new CellKeys(deck.sheet);
  deck.picture = new CardPicture((of, side_) => openCard(of, null, side_));
  const find = make("input", { type: "search", id: "deck-find", placeholder: "Filter", "aria-label": "Filter rows by their text", autocomplete: "off", spellcheck: "false", on: { input: (event) => deck.sheet.filter(event.target.value) } });
  const kind = make("label", { class: "deck-kind" }, make("span", { class: "unseen" }, "Kind"), make("select", { id: "deck-kind" }));
  const acts = [["add", "Add", add], ["copy", "Duplicate", duplicate], ["delete", "Delete", remove]].map(([name, text, does]) => {
    const button = buttonOf(text, does);
    button.id = `deck-${name}`;
    return button;
  });
  const tools = make("div", { class: "deck-tools", role: "group", "aria-label": "Rows" }, kind, find, deck.columns.element, deck.replace.button, ...acts, newTableButton(), make("span", { class: "quiet", id: "deck-count", role: "status" }));
  const copies = make("form", { class: "turns" }, make("label", {}, "Copies of each ", make("input", { type: "number", id: "deck-copies", min: "0", step: "1", value: "1" })), make("button", { class: "strong", type: "submit" }, "Set"));
  copies.addEventListener("submit", (event) => {
    event.preventDefault();
    setCopies();
  });
  const one = make("div", { id: "deck-one" }, make("h2", { id: "deck-name", dir: "auto" }), deck.picture.element, deck.form.element, make("p", { class: "quiet" }, make("code", { id: "deck-place" })));
  const several = make("div", { id: "deck-several", hidden: true }, make("h2", { id: "deck-several-name" }), copies);
  const panel = make("section", { role: "tabpanel", id: "panel-table", "aria-labelledby": "tab-table", tabindex: "-1", hidden: true }, make("div", { class: "deck" }, make("div", { class: "deck-main" }, tools, deck.replace.element, make("p", { class: "refusal", id: "deck-refusal" }), make("div", { class: "sheet-box" }, deck.sheet.element)), make("aside", { class: "deck-side", "aria-label": "Selected card" }, one, several)));
  $("panel-cards").after(panel);
  $("open-facts").before(make("section", { id: "open-fields", "aria-label": "Fields", hidden: true }, paint.palette, deck.inDialog.element));
  kind.addEventListener("change", () => {
    deck.kind = $("deck-kind").value;
    find.value = "";
    deck.sheet.words = "";
    report("");
    showDeck();
  });
}

export function startDeck() {
  page();
  paint.held = dialogFields;
  addTab("table", showDeck);
  rows.heard.push((kind) => {
    if (kind === deck.kind && here.tab === "table") lay();
    if ($("open").open) dialogFields();
  });
  document.addEventListener("view", () => {
    if (here.tab === "table") showDeck();
    if ($("open").open && tableOf(openSide().of.kind)) loadRows(openSide().of.kind);
  });
  $("open").addEventListener("close", () => deck.inDialog.write());
}

// Asks for the rows of the open card's kind, if they are not known yet.
export async function fillDialog() {
  const { of } = openSide();
  if (!rows.kinds.length) await loadKinds();
  if (!rowOfCard(of) && rows.kinds.some((kind) => kind.id === of.kind)) await loadRows(of.kind);
  await null; // the dialog opens first, so that texts can be measured
  if (openSide().of === of) dialogFields();
}
