// Problems that are meant to be so: their code is turned off in the game, with the reason why.

import { count, make } from "./dom.js";
import { shown } from "./view.js";
import { ignore } from "./api.js";

// Asks for the reason, and turns the code of a problem off, if game.yaml still says of it what it said before.
export function askReason({ code, title }, was) {
  const all = shown.view.problems.filter((one) => one.code === code).length;
  const dialog = make("dialog", { class: "conflict", "aria-labelledby": "ignore-title" });
  const reason = make("textarea", { id: "ignore-reason", rows: "3", required: true, maxlength: "500" });
  const news = make("p", { class: "studio-status wrong", role: "alert" });
  const send = async (event) => {
    event.preventDefault();
    if (!reason.value.trim()) reason.focus();
    else if (await ignore(code, was, reason.value.trim(), (message, hint) => news.replaceChildren(message, hint))) dialog.close();
  };
  const form = make(
    "form",
    { on: { submit: send } },
    make("label", { for: "ignore-reason" }, "Because"),
    reason,
    news,
    make("div", { class: "turns" }, make("button", { type: "submit", class: "strong" }, `Ignore ${count(all, "problem")}`), make("button", { type: "button", class: "plain framed", on: { click: () => dialog.close() } }, "Cancel")),
  );
  dialog.append(
    make("h2", { id: "ignore-title" }, `Ignore “${title || code}”?`),
    make("p", {}, "This game is then no longer checked for it, also where it is wrong in another place. The reason is written to ", make("code", {}, "checks"), " in ", make("code", {}, "game.yaml"), "."),
    form,
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
