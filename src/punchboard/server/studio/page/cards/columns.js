// Columns that are left out of the table, kept in this browser for each game and kind. Nothing is written into their cells there.

import { make } from "./dom.js";
import { game } from "./view.js";
import { nameColumn, tableOf } from "./rows.js";

const NAME = "punchboard-hidden-columns";
const keyOf = (kind) => `${game()} ${kind}`;

function kept() {
  try {
    return JSON.parse(localStorage.getItem(NAME)) ?? {};
  } catch {
    return {}; // no storage, or invalid data
  }
}

let hidden = kept();

// The numbers of the columns of a kind that are shown; those of the names always.
export function shownColumns(kind) {
  const names = hidden[keyOf(kind)] ?? [];
  const { columns } = tableOf(kind);
  const shown = columns.map((_, at) => at).filter((at) => at === nameColumn(kind) || !names.includes(columns[at].column));
  return shown.length ? shown : [0];
}

function hide(kind, names) {
  hidden = { ...kept(), [keyOf(kind)]: names };
  try {
    localStorage.setItem(NAME, JSON.stringify(hidden));
  } catch {
    // without storage, they are hidden until the page is closed
  }
}

// The list of columns beside the filter; its name says how many are hidden.
export class ColumnChoice {
  constructor(sheet) {
    this.sheet = sheet;
    this.title = make("summary", { class: "framed", id: "deck-columns" });
    this.list = make("div", { class: "column-list", role: "group", "aria-label": "Columns that are shown" });
    this.element = make("details", { class: "columns" }, this.title, this.list);
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.element.open) return;
      event.stopPropagation();
      this.close();
    });
    document.addEventListener("pointerdown", ({ target }) => this.element.contains(target) || this.element.removeAttribute("open"));
  }

  close() {
    this.element.open = false;
    this.title.focus();
  }

  lay() {
    const { kind, table } = this.sheet;
    const shown = shownColumns(kind);
    const left = table.columns.length - shown.length;
    this.title.textContent = left ? `Columns: ${left} hidden` : "Columns";
    this.element.classList.toggle("some", left > 0);
    const now = JSON.stringify([kind, shown, table.columns.map(({ column }) => column)]);
    if (this.list.dataset.shows === now) return;
    const held = this.list.contains(document.activeElement) ? document.activeElement.value : null;
    this.list.dataset.shows = now;
    const boxes = table.columns.map(({ column }, at) => {
      const input = make("input", { type: "checkbox", value: column, disabled: at === nameColumn(kind) });
      input.checked = shown.includes(at);
      return make("label", {}, input, column);
    });
    const all = make("button", { type: "button", class: "plain framed", disabled: !left, on: { click: () => this.change([]) } }, "Show all");
    this.list.onchange = () => this.change([...this.list.querySelectorAll("input:not(:checked)")].map((one) => one.value));
    this.list.replaceChildren(...boxes, all);
    if (held !== null) (this.list.querySelector(`[value="${CSS.escape(held)}"]`) ?? this.title).focus();
  }

  change(names) {
    hide(this.sheet.kind, names);
    this.sheet.layColumns();
    this.lay();
  }
}
