// A template as a sentence: its fields are pills with the names of their columns, between words that one types.

import { make } from "./dom.js";

const PART = /\{\{\s*([\s\S]*?)\s*\}\}/g;
const AROUND = "\u200b"; // a place for the caret beside a pill, never written
const carets = new Map(); // where the caret was, in letters of the template
const asCode = new Set(); // the fields that are shown as they are written

export const codeShown = () => [...asCode];

// Whether a template can be shown so: one with conditions or loops is code.
export const isSentence = (key, text) => !text.includes("{%") && !text.includes("{#") && !asCode.has(key);

const codeOf = (name) => `{{ ${name} }}`;

// A field by its name, also where its text is printed as it is written, or the name of its entry in a list.
const FIELD = /^(\w+)(?:\.name|\s*\|\s*as_written)?$/;

function pill(code, inner, fields) {
  const field = fields.find((one) => one.name === FIELD.exec(inner)?.[1]);
  const name = field?.label ?? inner;
  return make("span", { class: field ? "pill" : "pill code", contenteditable: "false", "data-code": code, title: code }, name);
}

function partsOf(text, fields) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(PART)) {
    parts.push(text.slice(end, found.index) || AROUND, pill(found[0], found[1], fields), AROUND);
    end = found.index + found[0].length;
  }
  return [...parts, text.slice(end)];
}

function templateOf(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data.replaceAll(AROUND, "");
  if (node.dataset?.code) return node.dataset.code;
  if (node.tagName === "BR") return "\n";
  return (node.tagName === "DIV" && node.previousSibling ? "\n" : "") + [...node.childNodes].map(templateOf).join("");
}

const inside = (element) => [...element.childNodes].map(templateOf).join("");

// The letters of the template before the caret; null while it is elsewhere.
function caretIn(element) {
  const selection = getSelection();
  if (!selection.rangeCount || !element.contains(selection.focusNode)) return null;
  const range = document.createRange();
  range.setStart(element, 0);
  range.setEnd(selection.focusNode, selection.focusOffset);
  return inside(range.cloneContents()).length;
}

function putCaret(element, at) {
  let left = at;
  for (const node of element.childNodes) {
    const text = templateOf(node);
    if (node.nodeType === Node.TEXT_NODE && left <= text.length) return getSelection().collapse(node, left ? Math.min(node.data.length, left + (node.data.length - text.length)) : 0);
    left -= text.length;
  }
  getSelection().selectAllChildren(element);
  getSelection().collapseToEnd();
}

// The pill on one side of the caret, with nothing between but its place for the caret.
function pillBeside(side) {
  const { focusNode: node, focusOffset: at, isCollapsed } = getSelection();
  if (!isCollapsed || node?.nodeType !== Node.TEXT_NODE) return null;
  const between = side === "previousSibling" ? node.data.slice(0, at) : node.data.slice(at);
  return between.replaceAll(AROUND, "") === "" && node[side]?.dataset?.code ? node[side] : null;
}

// Returns the elements of a field: the sentence, and below it the fields that can be put into it.
export function sentence(key, text, fields, change) {
  const element = make("div", { class: "sentence", contenteditable: "plaintext-only", role: "textbox", "aria-multiline": "true", spellcheck: "true", tabindex: "0" });
  if (element.contentEditable !== "plaintext-only") element.contentEditable = "true";
  Object.defineProperty(element, "value", { get: () => inside(element), set: (now) => element.replaceChildren(...partsOf(now, fields)) });
  element.value = text;
  element.dataset.was = text;
  const remember = () => carets.set(key, caretIn(element) ?? carets.get(key) ?? element.value.length);
  for (const heard of ["input", "keyup", "pointerup"]) element.addEventListener(heard, remember);
  element.addEventListener("focus", () => putCaret(element, carets.get(key) ?? element.value.length)); // also when the panel is drawn again
  element.addEventListener("focusout", () => {
    remember();
    if (element.value !== element.dataset.was) change(element.value);
  });
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") event.stopPropagation(); // its keys are letters
    const beside = event.key === "Backspace" ? pillBeside("previousSibling") : event.key === "Delete" ? pillBeside("nextSibling") : null;
    if (!beside) return;
    event.preventDefault();
    beside.remove();
    element.dispatchEvent(new Event("input"));
  });
  const insert = (name) => {
    const now = element.value;
    const at = Math.min(caretIn(element) ?? carets.get(key) ?? now.length, now.length);
    element.value = now.slice(0, at) + codeOf(name) + now.slice(at);
    element.focus({ preventScroll: true });
    putCaret(element, at + codeOf(name).length);
  };
  const buttons = fields.map(({ name, label }) => {
    const button = make("button", { type: "button", class: "pill add", "aria-label": `Put in ${label}`, on: { click: () => insert(name) } }, label);
    button.addEventListener("mousedown", (event) => event.preventDefault()); // the caret stays where it is
    return button;
  });
  return [element, make("div", { class: "pills", role: "group", "aria-label": "Fields to put in" }, ...buttons)];
}

// A button that shows a field as it is written, or as a sentence again.
export function codeButton(key, name, redraw) {
  const on = asCode.has(key);
  const toggle = () => {
    if (!asCode.delete(key)) asCode.add(key);
    redraw();
  };
  return make("button", { type: "button", class: "plain small", "aria-pressed": `${on}`, "aria-label": `Show ${name} as code`, title: "Show it as it is written in the file", on: { click: toggle } }, "Code");
}
