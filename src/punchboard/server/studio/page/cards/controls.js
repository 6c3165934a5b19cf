// The control for one cell: a choice, a truth value, a number, a line or a text.

import { make } from "./dom.js";

const WORDS = { true: "yes", false: "no" };
export const isLong = (column) => column.type === "markdown" || column.type === "text";

// Returns an element that holds the text of a cell; what the column does not allow stays visible as it is.
export function control(column, text, label) {
  if (column.type === "choice" || column.type === "boolean") return choice(column, text, label);
  if (isLong(column)) {
    const area = make("textarea", { rows: 1, "aria-label": label, spellcheck: "true", autocomplete: "off" });
    area.value = text;
    area.addEventListener("input", () => grow(area));
    return area;
  }
  const input = make("input", { type: "text", "aria-label": label, autocomplete: "off", spellcheck: "false", inputmode: column.type === "integer" ? "numeric" : column.type === "number" ? "decimal" : null });
  input.value = text;
  return input;
}

// Makes a text as high as what it holds.
export function grow(area) {
  if (area.tagName !== "TEXTAREA") return;
  area.style.setProperty("height", "auto");
  area.style.setProperty("height", `${area.scrollHeight + 2}px`);
}

function choice(column, text, label) {
  const known = column.type === "boolean" ? Object.entries(WORDS).map(([value, name]) => ({ value, name })) : column.choices;
  const same = known.find((one) => one.value.toLowerCase() === text.toLowerCase() || one.name.toLowerCase() === text.toLowerCase());
  const options = known.map(({ value, name }) => make("option", { value: same?.value === value ? text : value }, name === value ? name : `${name} (${value})`));
  if (text === "" || !column.required) options.unshift(make("option", { value: "" }, "—"));
  if (text !== "" && !same) options.push(make("option", { value: text }, text));
  const select = make("select", { "aria-label": label }, ...options);
  select.value = text;
  return select;
}
