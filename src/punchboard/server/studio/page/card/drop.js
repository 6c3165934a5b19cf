// Pictures that are dropped on cards, or pasted.

import { $ } from "./dom.js";
import { isOpen, openSide } from "./opened.js";
import { here } from "./store.js";
import { report } from "./api.js";
import { bench } from "./bench.js";
import { boxAt } from "./layer.js";
import { deck } from "./deck.js";
import { putFiles, putPicture } from "./picture.js";
import { isTable, offerTable } from "./newtable.js";
import { nameOf } from "./rows.js";

const QUIET = 250; // milliseconds after the last move of a drag until the mark on its target goes

// Where a picture would go: {element, of} for a card, or {element, kind, row, column} for the table.
function targetAt(element, point) {
  const cell = element.closest(".line [role=gridcell]");
  if (cell) return { element: cell, kind: deck.kind, row: deck.sheet.table.rows[cell.at.index], column: deck.sheet.table.columns[cell.at.column] };
  const field = element.closest(".card-field, .choose");
  if (field) return { element: field, ...field.target() };
  if (element.closest(".deck-side .card-picture")) return { element: element.closest(".card-picture"), kind: deck.kind, row: deck.sheet.table.rows[deck.sheet.active.index] };
  if (element.closest("#stage")) return { element: $("stage"), of: openSide().of, field: bench.on ? boxAt(point, (box) => box.picture?.field)?.picture.field : null };
  const card = element.closest("#cards li");
  return card ? { element: card, of: card.card.of } : null;
}

let marked = null;
let timer = 0;

function mark(target) {
  clearTimeout(timer);
  if (target) timer = setTimeout(() => mark(null), QUIET);
  const element = target?.element ?? null;
  if (marked === element) return;
  marked?.classList.remove("drop-here");
  marked = element;
  marked?.classList.add("drop-here");
  const row = target?.row;
  const name = target?.of?.name ?? (row ? nameOf(target.kind, row) : "");
  marked?.setAttribute("data-drop", `Picture of ${name}`);
}

// Whether what is held over the page may be a table: while it is held, a browser tells only the type.
const mayBeTable = (event) => [...event.dataTransfer.items].some((item) => item.kind === "file" && !item.type.startsWith("image/"));

const hasFiles = (event) => event.dataTransfer?.types.includes("Files");

// A link, or a picture of another page, which the browser would follow; in a field it is text.
const isLink = (event) => event.dataTransfer?.types.includes("text/uri-list") && !event.target.closest?.("input, textarea, select, [contenteditable]");

// A file or a link that misses must not replace the page in the browser.
function over(event) {
  if (!hasFiles(event)) return isLink(event) && event.preventDefault();
  event.preventDefault();
  const isMaybeTable = mayBeTable(event);
  const isSeveral = event.dataTransfer.items.length > 1; // these go to the cards that have their names
  const target = isMaybeTable || isSeveral ? null : targetAt(event.target, event);
  event.dataTransfer.dropEffect = "copy"; // also beside the cards: without it no drop comes, and the page could not say where to
  mark(target);
}

function drop(event) {
  if (!hasFiles(event)) {
    if (!isLink(event)) return;
    event.preventDefault();
    report("A link was dropped, and nothing was copied.", "Save the picture, then drop its file on a card.", true);
    return;
  }
  event.preventDefault();
  mark(null);
  const table = [...event.dataTransfer.files].find(isTable);
  if (table) return offerTable(table);
  putFiles([...event.dataTransfer.files], targetAt(event.target, event));
}

// A picture in the clipboard goes to the open card, or to the active cell of the table.
function paste(event) {
  const files = [...(event.clipboardData?.files ?? [])].filter((file) => file.type.startsWith("image/"));
  if (!files.length || event.target.closest?.("input, textarea, select")) return;
  const { sheet } = deck;
  const target = isOpen() ? { of: openSide().of } : here.tab === "table" && sheet.lines.length ? { kind: deck.kind, row: sheet.table.rows[sheet.active.index], column: sheet.table.columns[sheet.active.column] } : null;
  if (!target) return;
  event.preventDefault();
  event.stopPropagation();
  const name = target.of?.name ?? nameOf(target.kind, target.row);
  putPicture(target, new File([files[0]], `${name}.png`, { type: files[0].type }));
}

export function startDrop() {
  document.addEventListener("dragenter", over); // a browser asks by this alone where an element has just been drawn
  document.addEventListener("dragover", over);
  document.addEventListener("drop", drop);
  document.addEventListener("paste", paste, true);
}
