// How sheets go through the printer, in words and pictures, and the list of files to print.

import { capital, choice, count, draw, icon, make } from "./dom.js";
import { like, likes } from "./store.js";

const line = (d, kind = "") => draw("path", { d, class: kind });

const PICTURES = {
  "long edge": () => [line("M34 8 16 4v36l18 4z", "back"), line("M34 8h24v36H34z", "front"), line("M34 6v40", "edge"), line("M50 14c-7-9-17-11-25-6m0 0 5-4m-5 4 6 2", "way")],
  "short edge": () => [line("M18 24 22 6h24l-4 18z", "back"), line("M18 24h24v24H18z", "front"), line("M16 24h28", "edge"), line("M48 40c9-8 11-17 5-25m0 0 0 6m0-6 6 2", "way")],
  "": () => [line("M20 6h26v38H20z", "front"), line("M26 14h14M26 20h14M26 26h9", "words")],
  fold: () => [line("M32 6h22v38H32z", "front"), line("M32 6 12 10v38l20-4z", "back"), line("M32 3v44", "edge dashed")],
  lines: () => [line("M14 8h36v36H14z", "front"), line("M14 26h36M32 8v36M8 26h4M52 26h4M32 2v4M32 46v4", "edge thin")],
  crop: () => [line("M14 8h36v36H14z", "front"), line("M8 26h4M52 26h4M32 2v4M32 46v4M8 8h4M8 44h4M52 8h4M52 44h4", "edge thin")],
  ticks: () => [line("M16 10h14v14H16zM34 10h14v14H34zM16 28h14v14H16zM34 28h14v14H34z", "front"), line("M11 10h3M11 24h3M50 10h3M50 24h3M11 28h3M50 28h3M11 42h3M50 42h3M16 5v3M30 5v3M34 5v3M48 5v3M16 44v3M30 44v3M34 44v3M48 44v3", "edge thin")],
  none: () => [line("M14 8h36v36H14z", "front")],
};

// A picture of how the paper is turned, folded or cut.
export const drawn = (name) => draw("svg", { class: "how", viewBox: "0 0 64 52", "aria-hidden": "true" }, ...PICTURES[name]());

const sheetsOf = (one) => (one.flip ? Math.ceil(one.count / 2) : one.count);

export const paperSaid = (sheets, flip) => `${count(sheets, "sheet")} of paper, ${flip ? `both sides: flip on the ${flip}` : "one side"}`;

export function advice() {
  const rule = make("strong", {}, "Print at 100 %");
  return make("p", { class: "advice" }, icon("ruler"), make("span", {}, rule, " (“actual size”), never “fit to page”. Then measure the two rulers beside the cards: each must be 50 mm long."));
}

// A file to print: how it goes through the printer, and its links. `saved` is the name of a file that can be saved.
export function printRow({ name, about, flip, sheets, file, saved, first = true }) {
  const links = [make("a", { class: first ? "strong" : "plain framed", href: file, target: saved ? "_blank" : null, rel: saved ? "noopener" : null, "aria-label": `Open the PDF: ${name}` }, icon("out"), "Open the PDF")];
  if (saved) links.push(make("a", { class: "plain framed", href: file, download: saved, "aria-label": `Save: ${name}` }, "Save"));
  const said = make("div", { class: "print-said" }, make("strong", {}, name), about ? make("p", { class: "quiet" }, capital(about)) : null, make("p", {}, paperSaid(sheets, flip)));
  return make("li", { class: "print-row" }, drawn(flip), said, make("div", { class: "acts" }, ...links));
}

// The files that were built, paper by paper; what most people print comes first.
export function printList(listed, again) {
  const papers = [...new Set(listed.map((one) => one.group))];
  const paper = papers.includes(likes.paper) ? likes.paper : papers[0];
  const choose = (name) => choice("print-paper", name, name, name === paper);
  const changed = (event) => {
    like({ paper: event.target.value });
    again();
  };
  const legend = make("legend", { class: "unseen" }, "Paper");
  const choices = papers.length > 1 ? make("fieldset", { class: "segments", on: { change: changed } }, legend, ...papers.map(choose)) : null;
  const rows = listed.filter((one) => one.group === paper).map((one, index) => printRow({ ...one, sheets: sheetsOf(one), first: index === 0 }));
  return make("div", { class: "print-list" }, make("h2", {}, "Print the game"), choices, advice(), make("ul", {}, ...rows));
}
