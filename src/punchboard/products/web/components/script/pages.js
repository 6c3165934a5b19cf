// Sheets and books: their pages to turn, or links to their files if the view has no pages.

import { $, count, icon, make } from "./dom.js";
import { sized } from "./look.js";
import { printList } from "./print.js";
import { like, likes, screenAsIs } from "./store.js";
import { shown } from "./view.js";

const at = { sheets: { name: "", page: 0 }, books: { name: "", page: 0 } };
const SPREAD = 900; // px, the window width from which a book shows two pages
const LARGEST = 4; // times the size at which a whole page fits the window

export const turning = () => ["sheets", "books"].find((name) => !$(`panel-${name}`).hidden && current(name)?.pages.length);

const called = (one) => [one.group, one.name].filter(Boolean).join(" · ");

const papers = (name) => [...new Set(shown.view[name].filter((one) => one.pages.length).map((one) => one.group))];

// The documents on the selected paper, or on the first one.
function offered(name) {
  const [first, ...others] = papers(name);
  const paper = others.includes(likes.paper) ? likes.paper : first;
  return shown.view[name].filter((one) => one.pages.length && one.group === paper);
}

function current(name) {
  const listed = offered(name);
  return listed.find((one) => one.name === at[name].name) ?? listed[0] ?? null;
}

// A book shows its cover, then two pages at a time; sheets are shown one by one.
function spread(name, document) {
  const page = Math.min(at[name].page, document.pages.length - 1);
  if (name === "sheets" || innerWidth < SPREAD || page === 0) return [page];
  const left = page % 2 ? page : page - 1;
  return [left, left + 1].filter((one) => one < document.pages.length);
}

export function turnPage(name, by) {
  const document = current(name);
  const open = spread(name, document);
  const next = by > 0 ? open.at(-1) + 1 : open[0] - 1;
  if (next < 0 || next >= document.pages.length) return;
  at[name] = { name: document.name, page: next };
  layPages(name);
}

export function zoomPages(by) {
  like({ pages: likes.exact ? 1 : Math.min(LARGEST, Math.max(1, likes.pages * by)), exact: false });
  sized();
  layPages(turning());
}

export function layPages(name) {
  const listed = shown.view[name];
  const prints = name === "sheets";
  $(`tab-${name}`).hidden = listed.length === 0 && !(prints && shown.view.live);
  if ($(`panel-${name}`).hidden) return; // laid out when it is opened
  const panel = $(`pages-${name}`);
  const document = current(name);
  if (!document) {
    panel.replaceChildren(...(listed.length ? [prints ? printList(listed, () => layPages(name)) : files(listed)] : []));
    return;
  }
  const held = panel.contains(globalThis.document.activeElement) ? globalThis.document.activeElement.dataset.holds : null;
  const open = spread(name, document);
  if (!panel.querySelector(".spread")) panel.replaceChildren(make("div", { class: "turns" }), make("div", { class: "spread", tabindex: "0", role: "group", "aria-label": "Pages" }));
  panel.querySelector(".turns").replaceChildren(...bar(name, document, open));
  pictures(panel.querySelector(".spread"), name, document, open);
  if (held) [...panel.querySelectorAll("[data-holds]")].find((one) => one.dataset.holds === held && !one.disabled)?.focus();
}

function bar(name, document, open) {
  const said = open.length > 1 ? `Pages ${open[0] + 1} and ${open[1] + 1} of ${document.pages.length}` : `Page ${open[0] + 1} of ${document.pages.length}`;
  const button = (label, does, given, ...inside) => make("button", { type: "button", class: "plain framed", "aria-label": label, "data-holds": label, on: { click: does }, ...given }, ...inside);
  const turn = (by, label, sign, ends) => button(label, () => turnPage(name, by), { disabled: ends }, icon(sign));
  const zoom = (by, label, sign, ends) => button(label, () => zoomPages(by), { disabled: !likes.exact && ends }, icon(sign));
  return [
    chooser(name, document),
    turn(-1, "Previous page", "left", open[0] === 0),
    make("span", { role: "status", class: "quiet" }, said),
    turn(1, "Next page", "right", open.at(-1) === document.pages.length - 1),
    zoom(1 / 1.4, "Smaller pages", "minus", likes.pages <= 1),
    zoom(1.4, "Larger pages", "plus", likes.pages >= LARGEST),
    button("1:1, true size", toggleTrue, { "aria-pressed": String(likes.exact) }, "1:1"),
    ...links(document),
  ];
}

export function toggleTrue() {
  like({ exact: !likes.exact });
  sized();
  layPages(turning());
}

// Shows the open pages. A picture stays until its replacement can be shown.
function pictures(box, name, document, open) {
  const zoom = likes.exact ? 1 : likes.pages;
  for (const [key, value] of Object.entries({ "--zoom": zoom, "--open": open.length, "--screen": likes.screen })) box.style.setProperty(key, value);
  box.classList.toggle("exact", likes.exact);
  while (box.children.length > open.length) box.lastElementChild.remove();
  open.forEach((page, index) => place(box, index, document.pages[page], `${called(document)}, page ${page + 1}`));
}

async function place(box, index, source, alt) {
  const old = box.children[index];
  if (old?.dataset.wanted === source) return;
  const fresh = make("img", { class: "page", alt, draggable: "false", "data-wanted": source, src: source });
  if (old) {
    old.dataset.wanted = source;
    await fresh.decode().catch(() => null);
    if (old.dataset.wanted !== source || !old.isConnected) return; // a newer picture is being loaded
    old.replaceWith(fresh);
  } else box.append(fresh);
  if (!old) await fresh.decode().catch(() => null);
  if (!fresh.naturalWidth) return;
  fresh.style.setProperty("--ratio", fresh.naturalWidth / fresh.naturalHeight);
  fresh.style.setProperty("--mm", fresh.naturalWidth / screenAsIs);
}

function select(label, holds, values, value, does) {
  const options = values.map((one) => make("option", { value: one }, one));
  const element = make("select", { "aria-label": label, "data-holds": holds, on: { change: (event) => does(event.target.value) } }, ...options);
  element.value = value;
  return element;
}

const chooser = (name, document) =>
  select(name === "sheets" ? "Sheets" : "Book", "which", offered(name).map((one) => one.name), document.name, (value) => {
    at[name] = { name: value, page: 0 };
    layPages(name);
  });

const links = (document) => [document.html ? make("a", { class: "plain framed", href: document.html }, icon("book"), "Read") : null, document.file ? make("a", { class: "plain framed", href: document.file }, icon("out"), "PDF") : null].filter(Boolean);

function files(listed) {
  const groups = new Map();
  for (const one of listed) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  const row = (one) =>
    make("li", { class: "file" }, make("span", { class: "file-name" }, one.name), make("span", { class: "quiet" }, one.count ? count(one.count, "page") : ""), make("span", { class: "file-links" }, one.html ? make("a", { href: one.html, "aria-label": `Read ${one.name}` }, "Read") : null, one.file ? make("a", { href: one.file, "aria-label": `${one.name}, PDF` }, "PDF") : null));
  const parts = [...groups].map(([group, ones]) => make("section", { class: "files" }, group ? make("h2", {}, group) : null, make("ul", {}, ...ones.map(row))));
  return make("div", { class: "file-groups" }, ...parts);
}

// Shows the sheets of the chosen paper, and those with a title if they are among them.
export function showSheets(title = "") {
  if (offered("sheets").some((one) => one.name === title)) at.sheets = { name: title, page: 0 };
  layPages("sheets");
}

export function startPages() {
  addEventListener("resize", () => {
    const name = turning();
    if (name) layPages(name);
  });
}
