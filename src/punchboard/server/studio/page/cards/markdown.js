// The toolbar of a text: bold and italic in Markdown, icons found by words, and the symbols of the game.

import { make } from "./dom.js";
import { choicesNow, drawing, picker } from "./pickers.js";

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

// The symbols of the game, where it has some: a click puts one into the text.
function symbols(area, name) {
  const list = make("div", { class: "choices" });
  const element = make("details", { class: "picker", "data-picks": "mark", hidden: true }, make("summary", { "aria-label": `Symbol in ${name}` }, "Symbol"), list);
  choicesNow().then((choices) => {
    const all = Object.entries(choices?.symbol ?? {});
    element.hidden = !all.length;
    list.append(...all.map(([token, path]) => make("button", { type: "button", class: "choice", title: token, on: { click: () => insert(area, token) } }, ...(path ? [drawing(path)] : []), make("span", {}, token))));
  });
  return element;
}

export function toolbar(area, name, isMarkdown = true) {
  area.addEventListener("keydown", (event) => {
    const with_ = isMarkdown && (event.ctrlKey || event.metaKey) && MARKS[event.key.toLowerCase()];
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
  const marks = isMarkdown ? [button(make("b", {}, "B"), "Bold", () => mark(area, MARKS.b)), button(make("i", {}, "I"), "Italic", () => mark(area, MARKS.i))] : [];
  return make("div", { class: "marks" }, ...marks, icons, symbols(area, name));
}
