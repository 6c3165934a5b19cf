// The choice between two versions of a file that was changed elsewhere since the page read it, or since a step.

import { make } from "./dom.js";
import { noted, settle } from "./api.js";

const SIGNS = { "-": "on disk", "+": "yours" };

function line(text) {
  const sign = SIGNS[text[0]];
  return make("span", { class: sign ? (text[0] === "-" ? "disk" : "mine") : "quiet" }, text.startsWith("@@") ? "…" : text || " ");
}

function version({ file, lines }) {
  const shown = lines.length ? make("pre", { tabindex: "0", "aria-label": `${file}: lines on disk begin with -, yours with +` }, ...lines.map(line)) : make("p", {}, "It is not a text file.");
  return make("section", {}, make("h3", {}, make("code", {}, file)), shown);
}

// Shows both versions; `settled` is called with the one that the user takes: "disk" or "mine".
export function ask(of, { message, conflicts }, settled) {
  const dialog = make("dialog", { class: "conflict", "aria-labelledby": "conflict-title" });
  const chosen = (take) => async () => {
    dialog.close();
    if (take) await settled(take);
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
  noted.conflict = (of, result) => ask(of, result, (take) => settle(of, take, result.conflicts));
}
