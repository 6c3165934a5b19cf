// All steps in words: those that can be undone and those that can be done again. A step leads to the game after it.

import { $, make } from "./dom.js";
import { game } from "./view.js";
import { read, redo, undo } from "./api.js";

// The steps, the newest first, each with how many steps lie between it and now: negative for those to undo.
function stepsOf({ done, undone }) {
  const ahead = undone.map((label, index) => ({ label, by: undone.length - index }));
  const past = done.map((label, index) => ({ label, by: index + 1 - done.length })).reverse();
  return [...ahead, ...past, { label: "As it was when you opened it", by: -done.length }];
}

function open() {
  const list = make("ol", { class: "steps" });
  const close = make("button", { type: "button", class: "plain framed" }, "Close");
  const dialog = make("dialog", { class: "changes", id: "history", "aria-labelledby": "history-title" }, make("div", { class: "dialog-head" }, make("h2", { id: "history-title" }, "History"), close), make("p", { class: "quiet" }, "The newest step first. Choose one to have the game as it was after it."), list);
  const row = ({ label, by }) => {
    const go = () => move(by);
    const said = by > 0 ? make("span", { class: "quiet" }, "undone") : by === 0 ? make("span", { class: "quiet" }, "now") : null;
    return make("li", {}, make("button", { type: "button", class: `plain${by > 0 ? " undone" : ""}`, "aria-current": by === 0 ? "step" : null, on: { click: go } }, make("span", {}, label), said));
  };
  const lay = async (focus) => {
    const found = await read(`g/${encodeURIComponent(game())}/history.json`);
    if (found) list.replaceChildren(...stepsOf(found).map(row));
    if (focus) list.querySelector("[aria-current]")?.focus();
  };
  const move = async (by) => {
    list.setAttribute("aria-busy", "true");
    for (const one of list.querySelectorAll("button")) one.disabled = true;
    for (let left = Math.abs(by); left > 0; left -= 1) if (!(await (by < 0 ? undo() : redo()))) break; // another program wrote
    list.removeAttribute("aria-busy");
    await lay(true);
  };
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  lay(true);
}

export function startHistory() {
  $("studio-redo").after(make("button", { id: "studio-history", type: "button", class: "plain framed", "aria-haspopup": "dialog", on: { click: open } }, "History"));
}
