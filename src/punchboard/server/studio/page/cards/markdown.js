// The toolbar of a text in Markdown: bold, italic, and icons found by words.

import { make } from "./dom.js";
import { picker } from "./pickers.js";

// Puts marks around what is selected, or takes them away; the selection stays.
export function marked(text, start, end, mark) {
  const size = mark.length;
  if (text.slice(start - size, start) === mark && text.slice(end, end + size) === mark && !(size === 1 && text.slice(start - 2, start) === "**" && text.slice(start - 3, start) !== "***")) {
    return { text: text.slice(0, start - size) + text.slice(start, end) + text.slice(end + size), start: start - size, end: end - size };
  }
  while (start < end && text[start] === " ") start += 1;
  while (end > start && text[end - 1] === " ") end -= 1;
  return { text: text.slice(0, start) + mark + text.slice(start, end) + mark + text.slice(end), start: start + size, end: end + size };
}

// Changes the text as typing does, so that the browser's own undo knows it and a change event follows.
function put(area, { text, start, end }) {
  area.focus();
  if (area.value !== text) {
    area.select();
    document.execCommand("insertText", false, text);
  }
  area.setSelectionRange(start, end);
}

const mark = (area, with_) => put(area, marked(area.value, area.selectionStart, area.selectionEnd, with_));

function insert(area, words) {
  const before = area.value.slice(0, area.selectionStart);
  const after = area.value.slice(area.selectionEnd);
  const inserted = `${before && !/\s$/.test(before) ? " " : ""}${words}${after && !/^[\s.,;:!?]/.test(after) ? " " : ""}`;
  put(area, { text: before + inserted + after, start: before.length + inserted.length, end: before.length + inserted.length });
}

const MARKS = { b: "**", i: "*" };

export function toolbar(area, name) {
  area.addEventListener("keydown", (event) => {
    const with_ = (event.ctrlKey || event.metaKey) && MARKS[event.key.toLowerCase()];
    if (!with_) return;
    event.preventDefault();
    event.stopPropagation();
    mark(area, with_);
  });
  // a button must not take the focus, so that the selection stays
  const button = (text, label, does) => make("button", { type: "button", class: "plain", "aria-label": `${label} in ${name}`, title: label, on: { pointerdown: (event) => event.preventDefault(), click: does } }, text);
  const icons = picker("icon", "", (icon) => insert(area, `:${icon}:`))[0];
  icons.dataset.picks = "mark";
  icons.querySelector("summary").textContent = "Icon";
  icons.querySelector("summary").setAttribute("aria-label", `Icon in ${name}`);
  return make("div", { class: "marks" }, button(make("b", {}, "B"), "Bold", () => mark(area, MARKS.b)), button(make("i", {}, "I"), "Italic", () => mark(area, MARKS.i)), icons);
}
