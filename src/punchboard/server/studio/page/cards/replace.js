// Find and replace in the rows that are shown, in all columns or one of them, as one step.

import { $, count, make } from "./dom.js";
import { setCells } from "./rows.js";

export class Replace {
  constructor(sheet) {
    this.sheet = sheet;
    const field = (id, label, type = "text") => make("label", {}, label, " ", make("input", { type, id, autocomplete: "off", spellcheck: "false" }));
    this.column = make("select", { id: "replace-column" });
    this.number = make("span", { class: "quiet", id: "replace-count", role: "status" });
    this.does = make("button", { class: "strong", type: "submit", id: "replace-all" }, "Replace all");
    this.element = make("form", { class: "turns deck-replace", id: "deck-replace", hidden: true, "aria-label": "Find and replace" }, field("replace-find", "Find"), field("replace-with", "Replace with"), make("label", {}, "In ", this.column), make("label", {}, make("input", { type: "checkbox", id: "replace-case" }), " Match case"), this.does, this.number);
    this.element.addEventListener("input", () => this.tell());
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.replace();
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.toggle();
    });
    this.button = make("button", { type: "button", class: "plain framed", id: "deck-replace-open", "aria-expanded": "false", "aria-controls": "deck-replace", on: { click: () => this.toggle() } }, "Replace …");
  }

  toggle() {
    this.element.hidden = !this.element.hidden;
    this.button.setAttribute("aria-expanded", `${!this.element.hidden}`);
    if (this.element.hidden) this.button.focus();
    else {
      this.lay();
      $("replace-find").focus();
    }
  }

  // Offers the columns of the table that is shown.
  lay() {
    if (this.element.hidden) return;
    const columns = this.columns().map(([one]) => one);
    const old = this.column.value;
    this.column.replaceChildren(make("option", { value: "" }, "all columns"), ...columns.map((column) => make("option", { value: column }, column)));
    this.column.value = columns.includes(old) ? old : "";
    this.tell();
  }

  // The columns that are shown, each with its number.
  columns() {
    const { shown, table } = this.sheet;
    return shown.map((at) => [table.columns[at].column, at]);
  }

  // The cells that hold what is searched, as they will be.
  found() {
    const words = $("replace-find").value;
    if (!words) return [];
    const { rows } = this.sheet.table;
    const what = new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), $("replace-case").checked ? "gu" : "giu");
    const among = this.columns().filter(([column]) => !this.column.value || column === this.column.value);
    const put = () => $("replace-with").value; // a function, as `$&` is no sign here
    return this.sheet.order.flatMap((index) => among.map(([column, at]) => [rows[index], column, rows[index].cells[at].replace(what, put), rows[index].cells[at]])).filter(([, , text, old]) => text !== old);
  }

  tell() {
    const cells = this.found();
    const cards = new Set(cells.map(([row]) => row)).size;
    this.does.disabled = !cells.length || Boolean(this.sheet.table.refusal);
    this.number.textContent = !$("replace-find").value ? "" : cells.length ? `${count(cells.length, "cell")} in ${count(cards, "row")}` : "nothing to replace";
  }

  replace() {
    const cells = this.found().map((cell) => cell.slice(0, 3));
    if (cells.length) setCells(this.sheet.kind, `Replace “${$("replace-find").value}” in ${count(cells.length, "cell")}`, cells);
  }
}
