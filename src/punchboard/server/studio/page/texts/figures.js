// Figures: a list of the components, to drag into the text or to add with a button.

import { $, make, plain } from "./dom.js";
import { shown } from "./view.js";

export const FIGURE = "application/x-punchboard-component";
const MOST = 60;

export const figureOf = (id) => `\`\`\`cards\nshow: [${id}]\n\`\`\`\n`;

function figure(one, adds) {
  const image = make("img", { src: one.front.src, alt: "", loading: "lazy", draggable: "false" });
  const button = make("button", { type: "button", class: "figure", draggable: "true", "aria-label": `Add a figure of ${one.name}`, title: one.name, on: { click: () => adds(one.id) } }, image, make("span", { dir: "auto" }, one.name));
  button.addEventListener("dragstart", ({ dataTransfer }) => {
    dataTransfer.effectAllowed = "copy";
    dataTransfer.setData(FIGURE, one.id);
    dataTransfer.setData("text/plain", figureOf(one.id));
  });
  return make("li", { "data-id": one.id }, button);
}

// Lists the components whose names have the words of the search. Those that are there change their picture in place.
export function layFigures(adds) {
  const words = plain($("figure-search").value);
  const all = shown.view.components.filter((one) => one.words.includes(words));
  const found = all.slice(0, MOST);
  const list = $("figure-list");
  if ([...list.children].map((row) => row.dataset.id).join() !== found.map((one) => one.id).join()) list.replaceChildren(...found.map((one) => figure(one, adds)));
  found.forEach((one, index) => {
    const image = list.children[index].querySelector("img");
    if (image.getAttribute("src") !== one.front.src) image.src = one.front.src;
  });
  $("figure-note").textContent = found.length ? (all.length > MOST ? `The first ${MOST} of ${all.length}` : "") : "No component has these words.";
}
