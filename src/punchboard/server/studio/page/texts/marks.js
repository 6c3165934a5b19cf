// The problems of a text: in the gutter of the editor, on the pages, and in a list below the text.

import { $, make, sentence } from "./dom.js";
import { shown } from "./view.js";
import { editor } from "./editor.js";
import { pageElements, passagesOn, placeOf } from "./strip.js";

const BODY = /\(body page (\d+)\)/;

const longest = (text) => Math.max(...text.split(/\s+/).map((word) => word.length));

// Where something on a page does not fit: a word at the longest one there, a block where the page begins.
function unfit(message, bodyPage) {
  const { page, from, to, first } = passagesOn(bodyPage);
  if (!message.startsWith("a word")) return { line: first?.line ?? from, page, y: 0.02 };
  const { doc } = editor.view.state;
  let line = Math.min(from, doc.lines);
  for (let number = line; number < Math.min(to, doc.lines + 1); number += 1) if (longest(doc.line(number).text) > longest(doc.line(line).text)) line = number;
  const place = placeOf(line);
  return { line, page, y: place?.page === page ? place.y : 0.02 };
}

// The problems of a text, each with its line, and its place on the pages as far as it is known.
const marksOf = (file) => shown.view.problems.filter((one) => one.file === file).map(markOf);

export function markOf(one) {
  const body = BODY.exec(one.message);
  const { line, page, y } = body ? unfit(one.message, Number(body[1])) : { ...(one.line ? placeOf(one.line) : {}), line: one.line || 1 };
  return { line, page, y, severity: one.severity, said: `${one.code}: ${sentence(one.message)} ${sentence(one.hint)}` };
}

function inGutter(marks) {
  const { view, code } = editor;
  const { doc } = view.state;
  const lines = marks.map((one) => ({ ...one, ...doc.line(Math.min(one.line, doc.lines)) }));
  const diagnostics = lines.map((one) => ({ from: one.from, to: one.to, severity: one.severity === "error" ? "error" : "warning", message: one.said }));
  view.dispatch(code.setDiagnostics(view.state, diagnostics.sort((a, b) => a.from - b.from)));
}

function onPages(marks, goes) {
  for (const old of $("text-pages").querySelectorAll(".text-mark")) old.remove();
  for (const mark of marks) {
    const to = (event) => {
      event.stopPropagation();
      goes(mark.line);
    };
    const sign = make("span", { class: `text-mark ${mark.severity}`, title: mark.said, on: { click: to }, vars: { "--at": `${mark.y * 100}%` } }, "!");
    pageElements()[mark.page - 1]?.append(sign);
  }
}

function asList(marks, goes) {
  const rows = marks.map((mark) => make("li", {}, make("button", { type: "button", class: `plain ${mark.severity}`, on: { click: () => goes(mark.line) } }, make("b", {}, `Line ${mark.line}${mark.page ? `, page ${mark.page}` : ""} `), make("span", {}, mark.said))));
  $("text-problems").replaceChildren(...rows);
}

export function layMarks(file, goes) {
  const marks = marksOf(file);
  inGutter(marks);
  onPages(marks, goes);
  asList(marks, goes);
}
