// A new kind of component: its name, a layout from the gallery, and a table with a first row.

import { $, make } from "./dom.js";
import { newKind, read } from "./api.js";
import { deck, showDeck } from "./deck.js";
import { rows } from "./rows.js";
import { game } from "./view.js";

const address = (rest) => `g/${encodeURIComponent(game())}/${rest}`;

// Shows the table of the kind that was not there before, as soon as the page knows it.
async function showNew(known) {
  await showDeck();
  const found = rows.kinds.find(({ id }) => !known.has(id));
  if (!found) return document.addEventListener("view", () => showNew(known), { once: true });
  deck.kind = found.id;
  showDeck();
}

async function ask() {
  const layouts = (await read(address("kind-layouts.json"))) ?? [];
  let chosen = layouts[0]?.name;
  const dialog = make("dialog", { class: "conflict gallery", "aria-labelledby": "kind-title" });
  const name = make("input", { type: "text", id: "kind-name", required: true, maxlength: "60", autocomplete: "off" });
  const news = make("p", { class: "studio-status wrong", role: "alert" });
  const items = layouts.map((layout) => {
    const image = make("img", { src: address(`kind-sample/${encodeURIComponent(layout.name)}.svg`), alt: "", loading: "lazy" });
    const button = make("button", { type: "button", class: "choice", "aria-pressed": `${layout.name === chosen}` }, image, make("strong", {}, layout.name), make("span", { class: "quiet" }, layout.shape));
    button.addEventListener("click", () => {
      chosen = layout.name;
      for (const other of dialog.querySelectorAll(".choice")) other.setAttribute("aria-pressed", `${other === button}`);
    });
    return make("li", {}, button);
  });
  const send = async (event) => {
    event.preventDefault();
    const known = new Set(rows.kinds.map(({ id }) => id));
    if (!(await newKind(`Add the kind ${name.value.trim()}`, { name: name.value, layout: chosen }, (message, hint) => news.replaceChildren(message, hint)))) return;
    dialog.close();
    if (!layouts.find(({ name }) => name === chosen).shape.startsWith("die ")) showNew(known); // dice have no table
  };
  const asked = make("div", { class: "turns" }, make("label", {}, "What one of them is called, such as Event: ", name), make("button", { type: "submit", class: "strong" }, "Make it"), make("button", { type: "button", class: "plain framed", on: { click: () => dialog.close() } }, "Cancel"));
  const form = make("form", { on: { submit: send } }, asked, news, make("ul", { "aria-label": "Layouts" }, ...items));
  dialog.append(make("h2", { id: "kind-title" }, "A new kind of component"), form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

export function startNewKind() {
  $("deck-count").before(make("button", { type: "button", class: "plain framed", id: "new-kind", on: { click: ask } }, "New kind…"));
}
