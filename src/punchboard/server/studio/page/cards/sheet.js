// The table: one element a row and a cell. Rows keep their elements, and the browser lays out only those in view.

import { make, plain, say } from "./dom.js";
import { inOrder } from "./grid.js";
import { shownColumns } from "./columns.js";
import { draggable } from "./fielddrag.js";
import { draftOf, hasDrafts, isSame, nameColumn, nameOf, tableOf } from "./rows.js";

const SHORT = { integer: 5, number: 5, boolean: 5, choice: 9 };

export class Sheet {
  constructor(does) {
    this.does = does; // {choose(element), select(row, event), sorted()}
    this.head = make("div", { class: "sheet-head", role: "row" });
    this.body = make("div", { role: "rowgroup" });
    this.element = make("div", { class: "sheet", role: "grid", "aria-label": "Cards", "aria-multiselectable": "true" }, make("div", { role: "rowgroup", class: "sheet-top" }, this.head), this.body);
    this.lines = []; // elements by the index of the row
    this.sort = { column: "", down: false };
    this.words = "";
    this.order = [];
    this.active = { index: 0, column: 0 };
    this.anchor = this.active; // the cell from which a range goes to the active one
    this.ranged = []; // elements of the cells in a range of several
    this.chosen = new Set(); // indexes of rows
    this.looked = null; // the row whose card is shown, where that is not the active one
    this.rows = []; // as they were laid last
    this.moves = () => {}; // called before rows get other places
  }

  get table() {
    return tableOf(this.kind);
  }

  // Shows the rows of a kind as they are now. The order stays until someone sorts, so that no row jumps away.
  lay(kind) {
    const columns = JSON.stringify(tableOf(kind).columns);
    const count = tableOf(kind).rows.length;
    const isNew = this.kind !== kind || this.columns !== columns;
    const reorders = isNew || this.count !== count;
    Object.assign(this, { kind, columns, count });
    if (!isNew) this.follow();
    this.rows = this.table.rows;
    if (isNew) {
      this.lines = [];
      this.sort = { column: "", down: false };
      this.layHead();
      this.active = { index: 0, column: this.near(0) };
      this.body.replaceChildren();
    }
    this.table.rows.forEach((row, index) => {
      this.lines[index] ??= this.line(index);
      this.fill(index);
    });
    this.lines.length = count;
    this.element.setAttribute("aria-rowcount", `${count + 1}`);
    if (isNew) this.chosen.clear();
    if (reorders) this.arrange();
    this.hold(Math.min(this.active.index, Math.max(count - 1, 0)), this.active.column, false, true);
  }

  // Keeps to the chosen rows and the active one where another program, or a change here, has moved them.
  follow() {
    const { rows } = this.table;
    if (this.rows.every((row, index) => rows[index] && isSame(row, rows[index]))) return;
    this.moves();
    const now = (index) => (this.rows[index] ? rows.findIndex((row) => isSame(this.rows[index], row)) : -1);
    const active = now(this.active.index);
    this.choose([...this.chosen].map(now).filter((index) => index >= 0));
    if (active >= 0) this.hold(active, this.active.column, this.cell(this.active.index, this.active.column) === document.activeElement);
  }

  // Shows the columns that are not hidden, and goes on in one of them.
  layColumns() {
    this.takeWidths();
    for (const line of [this.head, ...this.lines]) this.hideIn(line);
    this.arrange();
    this.hold(this.active.index, this.near(this.active.column));
  }

  takeWidths() {
    this.shown = shownColumns(this.kind);
    this.element.style.setProperty("--columns", ["3.25rem", ...this.shown.map((at) => this.widths[at])].join(" "));
  }

  hideIn(line) {
    [...line.children].slice(1).forEach((cell, at) => (cell.hidden = !this.shown.includes(at)));
  }

  // The column itself, or the shown one that is nearest.
  near(column) {
    return this.shown.includes(column) ? column : (this.shown.find((at) => at > column) ?? this.shown.at(-1));
  }

  layHead() {
    this.widths = this.table.columns.map((column, index) => {
      const longest = this.table.rows.reduce((most, row) => Math.max(most, row.cells[index].length), 0);
      const least = Math.max(SHORT[column.type] ?? 10, column.column.length + 4);
      return `${Math.min(Math.max(least, longest + 2), SHORT[column.type] ? 18 : 34)}ch`;
    });
    this.takeWidths();
    const heads = this.table.columns.map((column) => {
      const title = [column.help, column.field ? "drag it onto the card to show it there" : "", column.known ? "" : "not in the file yet: a value adds the column"].filter(Boolean).join("; ");
      const button = make("button", { type: "button", class: "plain", title, on: { click: () => this.sortBy(column.column) } }, column.column, make("span", { "aria-hidden": "true" }));
      const head = make("div", { role: "columnheader", class: this.classOf(column), "data-column": column.column, "aria-sort": "none" }, button);
      return column.field ? draggable(head, column.field, column.column) : head;
    });
    this.head.replaceChildren(make("div", { role: "columnheader" }, make("span", { class: "unseen" }, "Row")), ...heads);
    this.hideIn(this.head);
  }

  // The names stay in view while the other columns are scrolled.
  classOf(column) {
    return [column.known ? "" : "unknown", this.table.columns[nameColumn(this.kind)] === column ? "frozen" : ""].filter(Boolean).join(" ");
  }

  line(index) {
    const select = make("button", { type: "button", class: "plain", tabindex: "-1", on: { click: (event) => this.does.select(index, event) } }, `${index + 1}`);
    const names = nameColumn(this.kind);
    const cells = this.table.columns.map((_, column) => {
      const cell = make("div", { role: "gridcell", tabindex: "-1", class: column === names ? "frozen" : "" }, make("span", { class: "cell-text", dir: "auto" }));
      cell.at = { index, column };
      return cell;
    });
    const line = make("div", { role: "row", class: "line", "aria-rowindex": `${index + 2}`, "aria-selected": "false" }, make("div", { role: "rowheader" }, select), ...cells);
    line.index = index;
    this.hideIn(line);
    return line;
  }

  // Shows the values of a row, except in a cell that is being edited.
  fill(index) {
    const row = this.table.rows[index];
    const line = this.lines[index];
    const drafted = hasDrafts() ? this.table.columns.map((one) => draftOf(this.kind, row, one.column) ?? "") : [];
    const now = JSON.stringify([row.cells, drafted]);
    if (line.shows === now) return;
    line.shows = now;
    let wrong = false;
    this.table.columns.forEach((column, at) => {
      const cell = line.children[at + 1];
      const draft = draftOf(this.kind, row, column.column);
      wrong ||= Boolean(draft?.why);
      say(cell.firstElementChild, draft?.text ?? row.cells[at]);
      this.blame(cell, draft?.why ?? "");
    });
    line.firstElementChild.firstElementChild.ariaLabel = `Select ${nameOf(this.kind, row)}, row ${index + 1}`;
    line.classList.toggle("wrong", wrong);
    this.mark(index);
  }

  blame(cell, why) {
    const old = cell.querySelector(".why");
    if (!why && !old) return;
    if (why && old) say(old, why);
    else if (why) cell.append(make("span", { class: "why", role: "alert" }, why));
    else old.remove();
    cell.setAttribute("aria-invalid", `${Boolean(why)}`);
  }

  mark(index) {
    this.lines[index].setAttribute("aria-selected", `${this.chosen.has(index)}`);
  }

  choose(indexes) {
    const old = this.chosen;
    this.chosen = new Set(indexes);
    for (const index of [...old, ...this.chosen]) if (this.lines[index]) this.mark(index);
  }

  sortBy(column) {
    const { sort } = this;
    this.sort = sort.column !== column ? { column, down: false } : sort.down ? { column: "", down: false } : { column, down: true };
    this.arrange();
  }

  filter(words) {
    this.words = plain(words.trim());
    this.arrange();
  }

  // Puts the rows that match the filter in order.
  arrange() {
    const { rows: all, columns } = this.table;
    const at = columns.findIndex((one) => one.column === this.sort.column);
    const words = this.words.split(/\s+/).filter(Boolean);
    const fits = (row) => words.every((word) => this.shown.some((at) => plain(row.cells[at]).includes(word)));
    this.order = all.map((_, index) => index).filter((index) => !words.length || fits(all[index]));
    if (at >= 0) {
      const collator = new Intl.Collator(undefined, { numeric: true });
      this.order.sort((one, other) => (this.sort.down ? -1 : 1) * collator.compare(all[one].cells[at], all[other].cells[at]) || one - other);
    }
    this.head.querySelectorAll("[data-column]").forEach((head) => head.setAttribute("aria-sort", head.dataset.column !== this.sort.column ? "none" : this.sort.down ? "descending" : "ascending"));
    inOrder(this.body, this.order.map((index) => this.lines[index]));
    this.anchor = this.active;
    this.markRange();
    this.does.arranged?.(this.order.length, all.length);
  }

  cell(index, column) {
    return this.lines[index]?.children[column + 1] ?? null;
  }

  // The cells from the anchor to the active one, as they are shown: the indexes of rows and the numbers of columns.
  range() {
    const [first, last] = [this.anchor, this.active].map((one) => this.order.indexOf(one.index)).sort((one, other) => one - other);
    const [left, right] = [this.anchor.column, this.active.column].sort((one, other) => one - other);
    return { rows: this.order.slice(Math.max(first, 0), last + 1), columns: this.shown.filter((at) => at >= left && at <= right) };
  }

  markRange() {
    for (const cell of this.ranged) cell.classList.remove("ranged");
    const isOne = this.anchor.index === this.active.index && this.anchor.column === this.active.column;
    const { rows, columns } = isOne ? { rows: [], columns: [] } : this.range();
    this.ranged = rows.flatMap((index) => columns.map((column) => this.cell(index, column))).filter(Boolean);
    for (const cell of this.ranged) cell.classList.add("ranged");
    this.does.ranged?.(rows.length, columns.length);
  }

  // Makes one cell reachable by Tab, and the one that the keys act on; a range begins at it unless one is extended.
  hold(index, column, focus = false, extend = false) {
    const old = this.cell(this.active.index, this.active.column);
    if (old) {
      old.tabIndex = -1;
      old.classList.remove("active");
      old.parentElement.classList.remove("current");
    }
    const moved = this.active.index !== index;
    this.active = { index, column };
    if (!extend) this.anchor = this.active;
    this.markRange();
    const cell = this.cell(index, column);
    if (!cell) return;
    cell.tabIndex = 0;
    cell.classList.add("active");
    cell.parentElement.classList.add("current");
    if (focus) {
      cell.focus({ preventScroll: true });
      cell.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    }
    if (!moved && !focus) return;
    this.looked = null;
    this.does.held();
  }

  // Moves by rows as they are shown, and by columns.
  step(down, across, extend = false) {
    const from = this.order.indexOf(this.active.index);
    const index = this.order[Math.min(Math.max(from + down, 0), this.order.length - 1)] ?? this.active.index;
    const at = this.shown.indexOf(this.near(this.active.column)) + across;
    this.hold(index, this.shown[Math.min(Math.max(at, 0), this.shown.length - 1)], true, extend);
  }
}

