// The fields of one card beside its picture. What is typed is written when it pauses or the field is left.

import { make } from "./dom.js";
import { exchange, face } from "./faces.js";
import { control, grow, isLong } from "./controls.js";
import { toolbar } from "./markdown.js";
import { chooseButton, takesFirst } from "./picture.js";
import { cardOfRow, draftOf, dropDraft, forgetTyped, isSame, nameOf, setCells, tableOf, tryCells } from "./rows.js";

const PAUSE = 700; // milliseconds after the last key until a text is written

let made = 0;

export class CardForm {
  constructor() {
    this.element = make("div", { class: "card-fields" });
    this.kind = this.row = null;
    this.fields = [];
  }

  // Shows a row, or its new values; a field in which the user types stays as it is.
  show(kind, row) {
    const table = tableOf(kind);
    const columns = JSON.stringify([table.columns, table.refusal]);
    const same = this.kind === kind && this.row && this.columns === columns && isSame(this.row, row);
    if (!same) this.write();
    Object.assign(this, { kind, row, columns });
    if (!same) {
      this.fields = table.columns.map((column, index) => this.field(column, index));
      this.element.replaceChildren(...this.fields.map((one) => one.element), this.first(table) ?? "");
    }
    for (const one of this.fields) this.fill(one);
  }

  target(column) {
    return { kind: this.kind, row: this.row, column };
  }

  // The button for the first picture of a kind that has no field for pictures yet.
  first(table) {
    if (!takesFirst(table)) return null;
    return chooseButton(() => this.target(null), `Add a picture to ${nameOf(this.kind, this.row)}`, "Add a picture…");
  }

  field(column, index) {
    made += 1;
    const name = `${column.column} of ${nameOf(this.kind, this.row)}`;
    const input = control(column, this.row.cells[index], name);
    const why = make("p", { class: "wrong", id: `card-wrong-${made}`, role: "alert" });
    const help = make("p", { class: "help", id: `card-help-${made}` }, column.help);
    input.setAttribute("aria-describedby", `${help.id} ${why.id}`);
    input.disabled = Boolean(tableOf(this.kind).refusal);
    const one = { column, index, input, why, timer: 0, typed: false, row: null }; // the row as it was when typing began
    input.addEventListener("input", () => {
      const draft = draftOf(this.kind, this.row, column.column);
      if (!one.row || (!one.typed && (!draft || draft.why))) one.row = this.row;
      one.typed = true;
      tryCells(this.kind, [[one.row, column.column, input.value]]);
      clearTimeout(one.timer);
      if (isLong(column)) one.timer = setTimeout(() => this.commit(one), PAUSE);
    });
    input.addEventListener("change", () => this.commit(one));
    input.addEventListener("blur", () => this.commit(one));
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && (one.typed || draftOf(this.kind, this.row, column.column))) {
        event.preventDefault();
        event.stopPropagation();
        this.restore(one);
      } else if (event.key === "Enter" && (input.tagName === "INPUT" || event.ctrlKey || event.metaKey)) this.commit(one);
    });
    const title = make("span", { class: "name" }, column.column);
    one.element = make("div", { class: "card-field", "data-column": column.column }, title, column.type === "markdown" && !input.disabled ? toolbar(input, name) : null, input, column.type === "picture" && !input.disabled ? chooseButton(() => this.target(column), `Choose picture for ${name}`) : null, help, why);
    one.element.target = () => this.target(column);
    return one;
  }

  fill(one) {
    const draft = draftOf(this.kind, this.row, one.column.column);
    one.why.textContent = draft?.why ?? "";
    one.input.setAttribute("aria-invalid", `${Boolean(draft?.why)}`);
    if (one.typed) return;
    const text = draft?.text ?? this.row.cells[one.index];
    if (one.input.value !== text) {
      if (one.input.tagName === "SELECT" && ![...one.input.options].some((option) => option.value === text)) one.input.append(make("option", { value: text }, text || "—"));
      one.input.value = text;
    }
    grow(one.input);
  }

  restore(one) {
    clearTimeout(one.timer);
    one.typed = false;
    dropDraft(this.kind, this.row, one.column.column);
    forgetTyped();
    this.fill(one);
  }

  commit(one) {
    clearTimeout(one.timer);
    if (!one.typed && one.input.tagName !== "SELECT") return;
    const row = one.typed ? one.row : this.row;
    const column = one.column.column;
    const draft = draftOf(this.kind, row, column);
    const again = one.typed && draft?.why;
    one.typed = false;
    if (again || one.input.value !== (draft?.text ?? row.cells[one.index])) setCells(this.kind, `Change ${column} of ${nameOf(this.kind, row)}`, [[row, column, one.input.value]]);
    else forgetTyped();
  }

  // Writes what was typed and has not been written yet.
  write() {
    for (const one of this.fields) if (one.typed) this.commit(one);
  }
}

// The pictures of a row's card. They are exchanged when they change, so that nothing flickers.
export class CardPicture {
  constructor(opens) {
    this.element = make("div", { class: "card-picture" });
    this.opens = opens;
    this.row = this.of = null;
  }

  show(row) {
    const of = cardOfRow(row);
    if (!of && row.cards.length && this.row && isSame(this.row, row)) return; // its new picture is on the way
    const sides = of ? [of.front, of.back].filter(Boolean) : [];
    const same = this.row && isSame(this.row, row) && this.element.children.length === sides.length;
    this.row = row;
    this.of = of;
    if (same) {
      sides.forEach((side, index) => exchange(this.element.children[index].firstElementChild, side));
      return;
    }
    const names = ["front", "back"];
    this.element.replaceChildren(...sides.map((side, index) => make("button", { type: "button", class: "plain side", "aria-label": `Open the card, ${names[index]}`, "data-look": index ? null : this.of.id, on: { click: () => this.opens(this.of, names[index]) } }, face(side, true))));
  }
}
