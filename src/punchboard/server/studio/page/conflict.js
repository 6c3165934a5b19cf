// The choice between two versions of a file that was changed elsewhere since the step that is to be undone.

import { make } from "./dom.js";
import { noted, settle } from "./api.js";

const SIGNS = { "-": "on disk", "+": "yours" };

function line(text) {
  const sign = SIGNS[text[0]];
  return make("span", { class: sign ? (text[0] === "-" ? "disk" : "mine") : "quiet" }, `${text}\n`);
}

function version({ file, lines }) {
  const shown = lines.length ? make("pre", { tabindex: "0", "aria-label": `${file}: lines on disk begin with -, yours with +` }, ...lines.map(line)) : make("p", {}, "It is not a text file.");
  return make("section", {}, make("h3", {}, make("code", {}, file)), shown);
}

function ask(of, { message, conflicts }) {
  const dialog = make("dialog", { class: "conflict", "aria-labelledby": "conflict-title" });
  const chosen = (take) => async () => {
    dialog.close();
    if (take) await settle(of, take, conflicts);
  };
  const button = (text, take, strong) => make("button", { type: "button", class: strong ? "strong" : "plain framed", on: { click: chosen(take) } }, text);
  dialog.append(
    make("h2", { id: "conflict-title" }, `Changed elsewhere: ${of} or keep?`),
    make("p", {}, `${message}. Lines with - are on disk now; those with + would be written.`),
    ...conflicts.map(version),
    make("div", { class: "turns" }, button("Keep what is on disk", "disk", true), button("Write mine over it", "mine"), button("Decide later", "")),
    make("p", { class: "quiet" }, "What is written over can be brought back by Undo."),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

export function startConflicts() {
  noted.conflict = ask;
}
