// The tab of texts: the rulebook and the other Markdown files in an editor, beside their pages.

import { $, icon, make } from "./dom.js";
import { addTab, showTab } from "./tabs.js";
import { game, shown } from "./view.js";
import { editText, read, redo, report, undo } from "./api.js";
import { ask } from "./conflict.js";
import { editor, mark, openEditor, put, text, type } from "./editor.js";
import { FIGURE, figureOf, layFigures } from "./figures.js";
import { layMarks, markOf } from "./marks.js";
import { picker } from "./pickers.js";
import { layStrip, showPlace } from "./strip.js";
import { scrollTogether } from "./together.js";

const PAUSE = 600; // milliseconds after the last key until the text is saved
const AGAIN = 3000; // milliseconds until it is saved again after the program could not be reached
const open = { name: "", file: "", seen: "", saved: "", timer: 0, saving: null, laid: null };

const address = (rest) => `g/${encodeURIComponent(game())}/${rest}`;
const isDirty = () => editor.view !== null && text() !== open.saved;

// Reads the file again; what is typed and not saved yet stays.
async function load() {
  const { name } = open;
  const found = await read(address(`text/${name}.json`));
  if (!found || name !== open.name || (isDirty() && found.file === open.file)) return;
  Object.assign(open, { file: found.file, seen: found.seen, saved: found.text });
  put(found.text);
}

// Saves what was typed, one request after the other; the file that was read is named by its fingerprint.
async function save() {
  clearTimeout(open.timer);
  await open.saving;
  if (!isDirty() || document.querySelector("dialog.conflict")) return; // the user is being asked about it
  open.saving = write({ name: open.name, text: text(), seen: open.seen });
  await open.saving;
}

async function write(wanted) {
  let refused = false;
  const result = await editText(wanted, (_message, _hint, { conflicts, message }) => {
    refused = true;
    if (conflicts) ask("write", { message, conflicts }, (take) => settle(take, wanted, conflicts));
  });
  if (result) await learn(wanted);
  else if (!refused) open.timer = setTimeout(save, AGAIN);
}

async function learn(written) {
  const found = await read(address(`text/${written.name}.json`));
  if (found?.text === written.text && written.name === open.name) Object.assign(open, { seen: found.seen, saved: written.text });
}

// What was typed is written over the version that the user saw, or that version takes its place.
async function settle(take, wanted, [{ seen }]) {
  if (take === "mine") await write({ ...wanted, seen });
  else open.saved = text();
  await load();
}

async function step(does) {
  await save();
  await does();
  await load();
}

function updated(update) {
  if (update.docChanged && isDirty()) {
    clearTimeout(open.timer);
    open.timer = setTimeout(save, PAUSE);
  }
  if (update.selectionSet || update.docChanged) showPlace(update.state.doc.lineAt(update.state.selection.main.head).number);
}

function goes(line) {
  const { view, code } = editor;
  const at = view.state.doc.line(Math.min(line, view.state.doc.lines));
  view.dispatch({ selection: { anchor: at.from }, effects: code.EditorView.scrollIntoView(at.from, { y: "start", yMargin: 60 }) });
  view.focus();
}

// Adds a figure after the passage at a place of the text.
function addFigure(id, at = editor.view.state.selection.main.head) {
  const { doc } = editor.view.state;
  let line = doc.lineAt(at);
  while (line.number < doc.lines && line.text.trim()) line = doc.line(line.number + 1);
  const hasWords = line.text.trim() !== "";
  const insert = `${hasWords ? "\n\n" : line.number > 1 ? "\n" : ""}${figureOf(id)}`;
  editor.view.dispatch({ changes: { from: line.to, insert }, selection: { anchor: line.to + insert.length }, scrollIntoView: true });
  report(`Added a figure of ${shown.byId.get(id)?.name ?? id}`);
}

function dropped(event, view) {
  const id = event.dataTransfer.getData(FIGURE);
  if (!id) return false;
  event.preventDefault();
  addFigure(id, view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.doc.length);
  view.focus();
  return true;
}

// A block begins on a line of its own.
function block() {
  const { state } = editor.view;
  const line = state.doc.lineAt(state.selection.main.head);
  editor.view.dispatch({ selection: { anchor: line.to } });
  type(line.text.trim() ? "\n\n```" : "```", true);
}

async function renew() {
  if ($("panel-text").hidden || !editor.view) return;
  await open.saving;
  await load();
  layFigures(addFigure);
  layMarks(open.file, goes);
  await layStrip(open.name, goes);
  layMarks(open.file, goes);
}

async function choose(name) {
  await save();
  if (isDirty()) {
    $("text-which").value = open.name;
    return;
  }
  Object.assign(open, { name, file: "" });
  $("text-editor").inert = true; // what is typed into the old text now would be lost
  await load();
  $("text-editor").inert = false;
  editor.view.dispatch({ selection: { anchor: 0 }, scrollIntoView: true });
  await renew();
}

async function lay() {
  if (!editor.view) {
    const texts = (await read(address("texts.json"))) ?? [];
    $("text-which").replaceChildren(...texts.map((one) => make("option", { value: one.name }, one.there ? one.file.split("/").at(-1) : `${one.name}.md (new)`)));
    open.name = $("text-which").value;
    await openEditor($("text-editor"), shown.view.game.language, { undo: () => step(undo), redo: () => step(redo), save, updated, dropped });
    scrollTogether();
  }
  await renew();
}

// Shows the passage of a text that a problem is about, and its page.
export async function showProblem(name, one) {
  showTab("text");
  await open.laid;
  $("text-which").value = name;
  if (name !== open.name) await choose(name);
  if (name === open.name) goes(markOf(one).line);
}

// A button must not take the focus, so that the selection stays.
const button = (label, says, does) => make("button", { type: "button", class: "plain framed", title: says, "aria-label": says, on: { pointerdown: (event) => event.preventDefault(), click: does } }, label);

function bar() {
  const icons = picker("icon", "", (name) => {
    icons.open = false;
    type(`:${name}:`);
  })[0];
  icons.dataset.picks = "mark";
  icons.addEventListener("toggle", () => icons.open && icons.querySelector("input").focus());
  icons.querySelector("summary").textContent = "Icon";
  const marks = make("div", { class: "marks", role: "group", "aria-label": "Marks" }, button(make("b", {}, "B"), "Bold (Ctrl-B)", () => mark("**")), button(make("i", {}, "I"), "Italic (Ctrl-I)", () => mark("*")), button("Field", "Field: a value of the game", () => type("{{ ", true)), button("Block", "Block: a part that is filled from the game", block), icons);
  const keys = make("p", { class: "text-keys quiet" }, "Saved as you type. ", make("span", {}, "Ctrl-Space completes, F8 goes to the next problem, Ctrl-F finds, Escape and Tab leave the text."));
  return make("div", { class: "text-bar" }, make("select", { id: "text-which", "aria-label": "Text", on: { change: (event) => choose(event.target.value) } }), marks, keys);
}

export function startTexts() {
  const tab = make("button", { role: "tab", id: "tab-text", "aria-controls": "panel-text", "aria-selected": "false", tabindex: "-1", type: "button" }, icon("book"), make("span", { class: "said" }, "Text"));
  $("tab-cards").after(tab);
  const search = make("input", { id: "figure-search", type: "search", placeholder: "Find a component", "aria-label": "Find a component", on: { input: () => layFigures(addFigure) } });
  const figures = make("details", { class: "figures", open: innerWidth > 900 }, make("summary", {}, "Figures"), make("div", { class: "figure-head" }, make("p", { class: "quiet" }, "Drag one into the text, or press it. ", make("span", { id: "figure-note" })), search), make("ul", { id: "figure-list" }));
  const left = make("div", { class: "text-left" }, make("div", { id: "text-editor", class: "text-editor" }), make("ul", { id: "text-problems", class: "text-problems", "aria-label": "Problems of this text" }), figures);
  const pages = make("div", { id: "text-pages", class: "text-pages", role: "group", "aria-label": "Pages" });
  const panel = make("section", { role: "tabpanel", id: "panel-text", "aria-labelledby": "tab-text", tabindex: "-1", hidden: true }, bar(), make("div", { class: "text-work" }, left, pages));
  $("panel-cards").after(panel);
  addTab("text", () => {
    const { laid } = open;
    open.laid = laid?.then(lay) ?? lay();
  });
  document.addEventListener("view", renew);
  addEventListener("beforeunload", (event) => isDirty() && event.preventDefault());
}
