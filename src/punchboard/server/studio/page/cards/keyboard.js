// Editing in the cells, with the keys of a spreadsheet: Enter, Tab, Escape, F2, Delete, arrows, copy, cut, paste, fill down.
// With Shift, or with the mouse held down, a range of cells is chosen, and the keys act on all of it.

import { count } from "./dom.js";
import { report } from "./api.js";
import { control, grow } from "./controls.js";
import { draftOf, dropDraft, forgetTyped, nameOf, setCells, tableOf, tryCells } from "./rows.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-15, 0], PageDown: [15, 0] };

export class CellKeys {
  constructor(sheet) {
    this.sheet = sheet;
    this.editing = null; // {cell, input, row, column}
    this.pressed = null; // the cell at which the mouse went down
    sheet.moves = () => this.close(true); // what was typed goes to its row, wherever that is now
    sheet.body.addEventListener("keydown", (event) => this.key(event));
    sheet.body.addEventListener("dblclick", (event) => this.open(event.target.closest("[role=gridcell]")));
    sheet.body.addEventListener("click", (event) => this.click(event.target.closest("[role=gridcell]"), event));
    sheet.body.addEventListener("paste", (event) => this.paste(event));
    sheet.body.addEventListener("copy", (event) => this.copy(event));
    sheet.body.addEventListener("cut", (event) => this.copy(event) && this.clear());
    sheet.body.addEventListener("pointerdown", (event) => (this.pressed = event.shiftKey ? null : event.target.closest("[role=gridcell]")));
    sheet.body.addEventListener("pointerover", (event) => this.drag(event));
  }

  // One click chooses a cell, another one edits it.
  click(cell, event) {
    if (!cell || event.target.closest("input, textarea, select")) return;
    const { index, column } = cell.at;
    const again = cell.classList.contains("active") && this.clicked === cell;
    this.clicked = cell;
    if (event.shiftKey) this.sheet.hold(index, column, true, true);
    else if (again) this.open(cell);
    else {
      this.sheet.choose([]);
      this.sheet.hold(index, column, true);
    }
  }

  // The mouse, held down, makes a range.
  drag(event) {
    const cell = event.target.closest("[role=gridcell]");
    if (!cell || this.editing || event.pointerType !== "mouse" || !(event.buttons & 1) || !this.pressed) return;
    const { index, column } = this.pressed.at;
    if (cell === this.pressed && !this.sheet.ranged.length) return;
    this.clicked = null;
    this.sheet.choose([]);
    this.sheet.hold(index, column);
    this.sheet.hold(cell.at.index, cell.at.column, true, true);
  }

  open(cell, text = null) {
    const { sheet } = this;
    if (!cell || this.editing || tableOf(sheet.kind).refusal) return;
    sheet.hold(cell.at.index, cell.at.column, true);
    const column = sheet.table.columns[cell.at.column];
    const row = sheet.table.rows[cell.at.index];
    const input = control(column, draftOf(sheet.kind, row, column.column)?.text ?? row.cells[cell.at.column], `${column.column} of ${nameOf(sheet.kind, row)}`);
    if (text !== null && input.tagName !== "SELECT") input.value = text;
    this.editing = { cell, input, row, column: column.column };
    cell.classList.add("editing");
    cell.parentElement.classList.add("editing");
    cell.append(input);
    input.focus({ preventScroll: true });
    if (text === null) input.select?.();
    grow(input);
    input.addEventListener("input", () => tryCells(sheet.kind, [[row, column.column, input.value]]));
    input.addEventListener("blur", () => this.close(true));
    if (input.tagName === "SELECT") input.addEventListener("change", () => this.close(true, true));
  }

  // Ends editing; what was typed is written, or forgotten.
  close(keeps, focus = false) {
    if (!this.editing) return;
    const { cell, input, row, column } = this.editing;
    this.editing = null;
    const { kind } = this.sheet;
    const now = draftOf(kind, row, column)?.text ?? row.cells[cell.at.column];
    input.remove();
    cell.classList.remove("editing");
    cell.parentElement.classList.remove("editing");
    if (focus) cell.focus({ preventScroll: true });
    if (!keeps) dropDraft(kind, row, column);
    if (keeps && (input.value !== now || draftOf(kind, row, column)?.why)) this.put(`Change ${column} of ${nameOf(kind, row)}`, [[row, column, input.value]]);
    else forgetTyped();
  }

  put(label, cells, added) {
    return setCells(this.sheet.kind, label, cells, added);
  }

  key(event) {
    const command = event.ctrlKey || event.metaKey;
    if (this.editing) this.keyInEditor(event, command);
    else if (event.target.role === "gridcell" && !event.altKey) this.keyInGrid(event, command);
  }

  keyInEditor(event, command) {
    event.stopPropagation(); // single letters are no shortcuts here
    const { sheet } = this;
    const isSelect = this.editing.input.tagName === "SELECT";
    if (event.key === "Escape") {
      event.preventDefault();
      this.close(false, true);
    } else if (event.key === "Enter" && !event.isComposing && !event.shiftKey && !event.altKey && !command) {
      const { row } = this.editing;
      event.preventDefault();
      this.close(true);
      sheet.step(isSelect ? 0 : 1, 0);
      sheet.looked = row; // the card that was edited, though the keys act on the next one
    } else if (event.key === "Tab") {
      const next = sheet.shown.indexOf(sheet.active.column) + (event.shiftKey ? -1 : 1);
      event.preventDefault();
      this.close(true, true);
      if (!(next in sheet.shown)) return;
      sheet.step(0, event.shiftKey ? -1 : 1);
      this.open(sheet.cell(sheet.active.index, sheet.active.column));
    }
  }

  keyInGrid(event, command) {
    const { sheet } = this;
    const { index, column } = sheet.active;
    const by = ARROWS[event.key];
    const edge = { Home: -1, End: 1 }[event.key];
    if (by && !command) sheet.step(...by, event.shiftKey);
    else if (by) sheet.step(by[0] * sheet.order.length, by[1] * sheet.table.columns.length, event.shiftKey);
    else if (edge) sheet.step(command ? edge * sheet.order.length : 0, edge * sheet.table.columns.length, event.shiftKey);
    else if (command && event.key.toLowerCase() === "d") this.fillDown();
    else if (event.key === "Enter" || event.key === "F2") this.open(sheet.cell(index, column));
    else if (event.key === "Escape" && draftOf(sheet.kind, sheet.table.rows[index], sheet.table.columns[column].column)) dropDraft(sheet.kind, sheet.table.rows[index], sheet.table.columns[column].column);
    else if ((event.key === "Delete" || event.key === "Backspace") && !command) this.clear();
    else if (event.key === "Escape" && sheet.ranged.length) sheet.hold(index, column, true);
    else if (event.key === " " && event.shiftKey) sheet.does.select(index, event);
    else if (event.key.length === 1 && !command) this.open(sheet.cell(index, column), event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Writes texts into the cells of the range that have others, as one step; `textOf` gets the row and the column of a cell.
  change(what, textOf) {
    const { sheet } = this;
    const { columns, rows, refusal } = sheet.table;
    if (refusal) return;
    const range = sheet.range();
    const cells = range.rows.flatMap((index) => range.columns.map((column) => [rows[index], column, textOf(index, column)]));
    const changed = cells.filter(([row, column, text]) => row.cells[column] !== text).map(([row, column, text]) => [row, columns[column].column, text]);
    if (!changed.length) return;
    this.put(`${what} ${changed.length === 1 ? `${changed[0][1]} of ${nameOf(sheet.kind, changed[0][0])}` : count(changed.length, "cell")}`, changed);
  }

  clear() {
    this.change("Clear", () => "");
  }

  // Fills the range with its first row; a single cell, or a row of cells, with what is above it.
  fillDown() {
    const { order, table } = this.sheet;
    const { rows } = this.sheet.range();
    const first = rows.length > 1 ? rows[0] : order[order.indexOf(rows[0]) - 1];
    if (first !== undefined) this.change("Fill", (_, column) => table.rows[first].cells[column]);
  }

  // Copies the range as the cells of a spreadsheet.
  copy(event) {
    if (this.editing || event.target.role !== "gridcell") return false;
    const { rows, columns } = this.sheet.range();
    const cellOf = (index, column) => this.sheet.table.rows[index].cells[column];
    const isOne = rows.length === 1 && columns.length === 1;
    const text = isOne ? cellOf(rows[0], columns[0]) : rows.map((index) => columns.map((column) => quoted(cellOf(index, column))).join("\t")).join("\n");
    event.clipboardData.setData("text/plain", text);
    event.preventDefault();
    return true;
  }

  // Pastes one value, or a block of a spreadsheet from the active cell on. Lines below the last row become new rows.
  async paste(event) {
    const { sheet } = this;
    if (this.editing || event.target.closest("input, textarea, select")) return;
    event.preventDefault();
    const { columns, refusal, hasRows } = sheet.table;
    if (refusal) return report(`${refusal}.`, "", true);
    const range = sheet.range();
    const lines = blockOf(event.clipboardData.getData("text/plain"), columns[range.columns[0]].type);
    if (sheet.ranged.length && lines.length === 1 && lines[0].length === 1) return this.change("Paste into", () => lines[0][0]);
    const from = sheet.order.indexOf(range.rows[0]);
    const under = sheet.order.slice(from).map((index) => sheet.table.rows[index]);
    const wide = sheet.shown.filter((at) => at >= range.columns[0]).map((at) => columns[at].column);
    const pairs = (line) => wide.slice(0, line.length).map((column, across) => [column, line[across]]);
    const cells = lines.slice(0, under.length).flatMap((line, down) => pairs(line).map(([column, value]) => [under[down], column, value]));
    const more = lines.slice(under.length).filter((line) => line.some(Boolean));
    const lost = lines.flatMap((line, down) => (down < under.length || hasRows ? line.slice(wide.length) : line)).filter(Boolean).length;
    if (!cells.length) return;
    const added = hasRows ? more.map((line) => Object.fromEntries(pairs(line))) : [];
    const label = cells.length === 1 && !added.length ? `Change ${cells[0][1]} of ${nameOf(sheet.kind, cells[0][0])}` : `Paste ${count(cells.length, "cell")}${added.length ? ` and ${count(added.length, "new card")}` : ""}`;
    const done = await this.put(label, cells, added);
    if (done && lost) report(`${label}: saved; ${count(lost, "value")} did not fit ${hasRows ? "right of the last column" : "in the table"} and ${lost === 1 ? "is" : "are"} left out.`, "", true);
  }
}

// The lines and cells of a pasted text; the lines of a text with Markdown are one cell.
function blockOf(pasted, type) {
  const text = pasted.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  if (text.includes("\t")) return quotedLines(text);
  return text.includes("\n") && type !== "markdown" ? text.split("\n").map((line) => [line]) : [[text]];
}

// A cell as spreadsheets copy it.
const quoted = (text) => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

// The cells of a spreadsheet's text: one with a tab, a quote or a line break is in quotes, with its quotes doubled.
function quotedLines(text) {
  const lines = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))(\t|\n|$)/g)) {
    lines.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "\n") lines.push([]);
    if (end === "") break;
  }
  return lines;
}
