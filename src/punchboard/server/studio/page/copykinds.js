// The chosen boxes, copied to the layouts of other kinds.

import { make } from "./dom.js";
import { openSide } from "./opened.js";
import { copyToKinds, read, report } from "./api.js";
import { bench } from "./bench.js";
import { game } from "./view.js";

async function ask() {
  const { of, side } = openSide();
  const where = { component: of.id, side: side === "front" ? 0 : 1 };
  const boxes = [...bench.chosen];
  const found = await read(`g/${encodeURIComponent(game())}/kinds-for-copy/${encodeURIComponent(of.id)}/${where.side}.json?boxes=${encodeURIComponent(boxes.join(","))}`);
  if (!found) return report("These boxes cannot be copied now.", "Wait until the page shows the newest files.", true);
  const what = boxes.length === 1 ? boxes[0] : `${boxes.length} boxes`;
  const dialog = make("dialog", { class: "conflict", "aria-labelledby": "copy-kinds-title" });
  const news = make("p", { class: "studio-status wrong", role: "alert" });
  const ticks = found.map(({ kind, name, lacks }) => {
    const input = make("input", { type: "checkbox", value: kind, disabled: lacks.length > 0 });
    return make("label", { class: "one-of" }, input, " ", name, lacks.length ? make("span", { class: "quiet" }, ` have ${lacks.join(", ")}`) : "");
  });
  const send = async (event) => {
    event.preventDefault();
    const kinds = [...dialog.querySelectorAll("input:checked")].map((one) => one.value);
    if (!kinds.length) news.replaceChildren("Choose a kind.");
    else if (await copyToKinds(`Copy ${what} to other kinds`, { ...where, boxes, kinds }, (message, hint) => news.replaceChildren(message, hint))) dialog.close();
  };
  const cancel = make("button", { type: "button", class: "plain framed", on: { click: () => dialog.close() } }, found.length ? "Cancel" : "Close");
  const none = make("p", {}, "No other kind has a layout of its own: a change here is on all cards that share this one.");
  const form = make("form", { on: { submit: send } }, make("div", { class: "kinds", role: "group", "aria-labelledby": "copy-kinds-title" }, ...ticks), news, make("div", { class: "turns" }, make("button", { type: "submit", class: "strong" }, "Copy"), cancel));
  dialog.append(make("h2", { id: "copy-kinds-title" }, `Copy ${what} to other kinds`), ...(found.length ? [form] : [none, cancel]));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

export const copyButton = () => make("button", { type: "button", class: "plain framed", on: { click: ask } }, "Copy to other kinds…");
