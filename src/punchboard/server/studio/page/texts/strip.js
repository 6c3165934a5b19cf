// The pages of a text in a strip beside it, and where its passages stand on them.

import { $, make } from "./dom.js";
import { read } from "./api.js";
import { game, shown } from "./view.js";

const strip = { name: "", places: [], asked: 0, near: null };

// The pages of a document of that name: a book, or else a sheet on the first paper that has it.
const pagesOf = (name) => [...shown.view.books, ...shown.view.sheets].find(({ pages }) => pages[0]?.includes(`/page/${name}/`) || pages[0]?.includes(`-${name}/`))?.pages ?? [];

export const pageElements = () => [...$("text-pages").querySelectorAll(".text-page")];

// Shows the pages of a text; each picture is loaded when it comes near. `goes` is called with a line.
export async function layStrip(name, goes) {
  const turn = (strip.asked += 1);
  const pages = pagesOf(name);
  if (strip.name !== name) {
    $("text-pages").replaceChildren();
    $("text-pages").scrollTop = 0;
    Object.assign(strip, { name, places: [] });
  }
  lay(pages, goes);
  const places = pages.length ? await read(`g/${encodeURIComponent(game())}/places/${name}.json`) : [];
  if (turn === strip.asked) strip.places = places ?? strip.places;
}

function lay(pages, goes) {
  const box = $("text-pages");
  strip.near ??= new IntersectionObserver(near, { root: box, rootMargin: "60% 0px" });
  if (!pages.length) {
    box.replaceChildren(make("p", { class: "quiet" }, "No document has the pages of this text. It is printed with others, or not yet: see Print, Books and Problems."));
    return;
  }
  if (!pageElements().length) box.replaceChildren();
  while (box.children.length > pages.length) box.lastElementChild.remove();
  while (box.children.length < pages.length) box.append(page(box.children.length + 1, goes));
  pages.forEach((source, index) => {
    box.children[index].dataset.source = source;
    show(box.children[index]);
  });
}

function page(number, goes) {
  const element = make("button", { type: "button", class: "text-page", tabindex: number === 1 ? "0" : "-1", "aria-label": `Page ${number}: go to its text`, on: { click: (event) => goes(lineAt(event, number)), keydown: turn } });
  strip.near.observe(element);
  return element;
}

// Arrow keys move from page to page; one page is reachable by Tab.
function turn(event) {
  const by = { ArrowDown: "nextElementSibling", ArrowRight: "nextElementSibling", ArrowUp: "previousElementSibling", ArrowLeft: "previousElementSibling" }[event.key];
  const next = by && event.currentTarget[by];
  if (!next) return;
  event.preventDefault();
  event.currentTarget.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

function near(entries) {
  for (const { target, isIntersecting } of entries) {
    target.isNear = isIntersecting;
    show(target);
  }
}

// Shows the newest picture of a page that is near; the old one stays until the new one can be seen.
async function show(element) {
  const { source } = element.dataset;
  if (!element.isNear || element.wanted === source) return;
  element.wanted = source;
  const fresh = make("img", { src: source, alt: "", draggable: "false" });
  await fresh.decode().catch(() => null);
  if (element.wanted !== source) return;
  if (!fresh.naturalWidth) {
    element.wanted = ""; // asked for again with the next view
    return;
  }
  $("text-pages").style.setProperty("--ratio", fresh.naturalWidth / fresh.naturalHeight);
  const old = element.querySelector("img");
  if (old) old.replaceWith(fresh);
  else element.prepend(fresh);
}

// The line of the passage at a point of a page: the last one above it in its column.
function lineAt(event, number) {
  const area = event.currentTarget.getBoundingClientRect();
  const [x, y] = event.detail ? [(event.clientX - area.left) / area.width, (event.clientY - area.top) / area.height] : [1, 0];
  const here = strip.places.filter((one) => one.page === number);
  const column = here.filter((one) => one.x <= x + 0.02 && one.x > x - 0.5);
  const above = (column.length ? column : here).filter((one) => one.y - 0.02 <= y).sort((a, b) => a.y - b.y);
  const last = strip.places.filter((one) => one.page <= number).at(-1);
  return (above.at(-1) ?? here[0] ?? last)?.line ?? 1;
}

export const placeOf = (line) => strip.places.filter((one) => one.line <= line).at(-1) ?? strip.places[0];

// The passages that may stand on a page of the body, which begins with the first page that has one.
export function passagesOn(bodyPage) {
  const page = (strip.places[0]?.page ?? 1) - 1 + bodyPage;
  const before = strip.places.filter((one) => one.page < page).at(-1);
  return { page, from: before?.line ?? 1, to: strip.places.find((one) => one.page > page)?.line ?? Infinity, first: strip.places.find((one) => one.page === page) };
}

// Where a passage stands in the strip, in pixels from its top.
function heightOf(place) {
  const element = pageElements()[place.page - 1];
  return element ? element.offsetTop + place.y * element.clientHeight : 0;
}

// The passages of the text with their heights in the strip, which never go back: columns stand side by side.
export function heights() {
  let last = 0;
  return strip.places.map((place) => [place.line, (last = Math.max(last, heightOf(place)))]);
}

// Marks the page and the height of a passage, and brings it into view.
export function showPlace(line) {
  const place = placeOf(line);
  const pages = pageElements();
  const element = place && pages[place.page - 1];
  if (!element) return;
  for (const one of pages) one.toggleAttribute("data-here", one === element);
  element.style.setProperty("--at", `${place.y * 100}%`);
  const box = $("text-pages");
  const height = heightOf(place);
  if (height < box.scrollTop + 20 || height > box.scrollTop + box.clientHeight * 0.85) box.scrollTop = height - box.clientHeight * 0.35;
}
