// The gallery of built-in layouts with the open card in each; the chosen one takes the place of the face's own.

import { make } from "./dom.js";
import { openSide } from "./opened.js";
import { read, useLayout } from "./api.js";
import { layBench } from "./bench.js";
import { game } from "./view.js";

const address = (rest) => `g/${encodeURIComponent(game())}/${rest}`;

// A dialog with pictures to choose from; it returns itself, and goes when it is closed.
export function galleryDialog(id, title, keep, ...inside) {
  const dialog = make("dialog", { class: "conflict gallery", "aria-labelledby": id });
  const close = make("button", { type: "button", class: "plain framed", on: { click: () => dialog.close() } }, keep);
  dialog.append(make("h2", { id }, title), ...inside, make("div", { class: "turns" }, close));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

async function openGallery() {
  const { of, side } = openSide();
  const number = side === "front" ? 0 : 1;
  const there = `${encodeURIComponent(of.id)}/${number}`;
  const found = await read(address(`layouts/${there}.json`));
  const use = async (name) => {
    dialog.close();
    await useLayout(`Use the layout ${name}`, { component: of.id, side: number, layout: name, seen: found.seen });
    await layBench();
  };
  const one = ({ name, lost }) => {
    const image = make("img", { src: address(`layout-sample/${there}/${encodeURIComponent(name)}.svg?${Date.now()}`), alt: `${of.name} as ${name}`, loading: "lazy" });
    const words = name === found.now ? "as it is now" : lost.length ? `leaves out ${lost.join(", ")}` : "";
    const button = make("button", { type: "button", class: "choice", "aria-pressed": `${name === found.now}`, on: { click: () => use(name) } }, image, make("strong", {}, name), make("span", { class: "quiet" }, words));
    const item = make("li", {}, button);
    image.addEventListener("error", () => item.remove()); // the card cannot be drawn so
    return item;
  };
  const none = make("p", {}, "This face extends no built-in layout: edit its boxes here, or its file.");
  const isOffered = Boolean(found?.layouts.length);
  const others = isOffered && found.others.length ? [make("p", { class: "quiet" }, `Not listed: ${found.others.join(", ")}, since the game has a face of that name.`)] : [];
  const dialog = galleryDialog("gallery-name", `${of.name} in each layout`, isOffered ? "Keep it" : "Close", isOffered ? make("ul", {}, ...found.layouts.map(one)) : none, ...others);
}

export const galleryButton = () => make("button", { type: "button", class: "plain framed", id: "studio-gallery", on: { click: openGallery } }, "Use another layout…");
