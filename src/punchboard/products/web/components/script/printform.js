// The form of a live page that makes PDF files: what, on which paper, and how. The server builds what is asked for.

import { $, capital, choice, count, icon, make, sentence } from "./dom.js";
import { advice, drawn, paperSaid, printRow } from "./print.js";
import { showSheets } from "./pages.js";
import { like, likes } from "./store.js";
import { game, shown } from "./view.js";

const SIDES = {
  "duplex long edge": ["Fronts and backs", "The printer turns the paper on its long edge", "long edge"],
  "fronts ": ["Fronts only", "For sleeves, or to try something out", ""],
  "gutterfold ": ["Fronts and backs, to fold", "For printers that print one side: fold, glue, cut", "fold"],
  "duplex short edge": ["Fronts and backs, short edge", "The printer turns the paper on its short edge", "short edge"],
};
const MARKS = { lines: "A line along each cut", crop: "Marks at the ends of each cut", ticks: "Ticks at each corner", none: "No marks" };
const INKS = { full: "Full colour", low: "Low ink", grey: "Grey" };
const SINCE = { print: "the last print made here", build: "the last build", commit: "the last commit" };
const NAMES = { nets: "Dice and pawns", boxes: "Tuck boxes", reference: "Quick-reference cards", booklet: "Rulebook booklet", rulebook: "Rulebook, page by page", cutting: "Cutting machines", "set-up": "Set-up", "tabletop-simulator": "Tabletop Simulator" };
const PAUSE = 300; // milliseconds after the last choice before the sheets are counted

const called = (id) => NAMES[id] ?? capital(id.replaceAll("-", " "));

const made = { offered: null, running: null, asked: 0, timer: 0, said: "", looks: "" };

const sideOf = (sheet) => `${sheet.faces} ${sheet.flip}`;

const address = (name, wanted) => `g/${encodeURIComponent(game())}/${name}?${new URLSearchParams(wanted)}`;

const part = (selector) => $("print").querySelector(selector);

// A row of choices with pictures.
function pictured(group, value, checked, name, about, picture) {
  const input = make("input", { type: "radio", name: group, value });
  input.checked = checked;
  return make("label", { class: "print-choice" }, input, drawn(picture), make("span", {}, make("strong", {}, name), about ? make("span", { class: "quiet" }, about) : null));
}

const fields = (legend, ...inside) => make("fieldset", {}, make("legend", {}, legend), ...inside);

const chosenSheet = () => made.offered.sheets.find((one) => one.id === likes.sheets) ?? made.offered.sheets[0];

const paperId = () => (made.offered.papers.find((one) => one.name === likes.paper) ?? made.offered.papers[0]).id;

function sides() {
  const first = new Map(made.offered.sheets.map((one) => [sideOf(one), one]).reverse());
  const kinds = [...Object.keys(SIDES).filter((one) => first.has(one))];
  const now = sideOf(chosenSheet());
  return kinds.map((kind) => pictured("print-sides", first.get(kind).id, kind === now, ...SIDES[kind]));
}

function cuts() {
  const same = made.offered.sheets.filter((one) => sideOf(one) === sideOf(chosenSheet()));
  if (same.length < 2) return null;
  const usual = new Map(same.map((one) => [one.marks, one.id]).reverse());
  const name = (one) => (usual.get(one.marks) === one.id ? MARKS[one.marks] : capital(one.id.replaceAll("-", " ")));
  return fields("Cut", ...same.map((one) => pictured("print-cut", one.id, one.id === chosenSheet().id, name(one), one.about, one.marks)));
}

function which() {
  const cards = made.offered.cards.map((id) => shown.byId.get(id)).filter(Boolean);
  const options = () => cards.map((one, index) => make("option", { value: one.id }, `${index + 1} ${one.name}`));
  const ends = ["first", "last"].map((name) => make("select", { name, "aria-label": `${capital(name)} card` }, ...options()));
  if (cards.length) ends[1].value = cards.at(-1).id;
  const radio = (value, ...said) => make("label", { class: "choice" }, make("input", { type: "radio", name: "print-which", value, checked: value === "all" }), ...said);
  const range = make("div", { class: "print-range" }, radio("range", make("span", {}, "Cards from")), ends[0], make("span", {}, "to"), ends[1]);
  for (const end of ends) end.addEventListener("change", () => (range.querySelector("input").checked = true));
  const changed = made.offered.since.map((one) => radio(one, make("span", {}, `Only what has changed since ${SINCE[one]}`)));
  return fields("Which cards", radio("all", make("span", {}, "All")), ...changed, ...(cards.length > 1 ? [range] : []));
}

const tick = (value, name, about, checked = false) => make("label", { class: "choice" }, make("input", { type: "checkbox", name: "print-also", value, checked }), make("span", {}, name, about ? make("span", { class: "quiet" }, about) : null));

function form() {
  const paper = make("select", { name: "paper", "aria-label": "Paper" }, ...made.offered.papers.map((one) => make("option", { value: one.id }, one.name)));
  paper.value = paperId();
  const inks = Object.entries(INKS).map(([value, said]) => choice("print-ink", value, said, value === "full"));
  const more = made.offered.more.map((one) => tick(one.id, called(one.id), capital(one.about)));
  return make(
    "form",
    { class: "print-form", id: "print-form" },
    make("h2", {}, "Print the game"),
    fields("Paper", paper),
    fields("Sides", ...sides()),
    fields("What", tick("sheets", "The cards", "and all other parts that lie flat", true), ...more),
    make("details", { class: "print-more" }, make("summary", {}, "Cut lines, ink, only some cards"), cuts(), make("fieldset", {}, make("legend", {}, "Ink"), make("div", { class: "segments" }, ...inks)), which()),
    make("div", { class: "print-go" }, make("p", { id: "print-plan", role: "status", "aria-live": "polite" }, made.said), make("button", { type: "submit", class: "strong" }, icon("sheet"), make("span", {}, "Make the PDF"))),
    make("div", { class: "print-result", id: "print-result" }),
    advice(),
  );
}

// What the form asks for, as the server takes it.
function wanted(element) {
  const data = new FormData(element);
  const also = data.getAll("print-also");
  const only = also.map((one) => (one === "sheets" ? `sheets/${chosenSheet().id}` : one));
  const asked = only.map((one) => ["only", one]);
  asked.push(["paper", data.get("paper")], ["ink", data.get("print-ink")]);
  const which = data.get("print-which");
  if (which in SINCE) asked.push(["since", which]);
  if (which === "range") asked.push(["first", data.get("first")], ["last", data.get("last")]);
  return only.length ? asked : null;
}

function refused(host, { problem, problems = [problem], errors = 0 }) {
  const head = errors ? `The game has ${count(errors, "error")}: nothing is printed until ${errors === 1 ? "it is" : "they are"} put right.` : "Nothing was made.";
  const rows = problems.map((one) => make("li", {}, one.place ? make("code", {}, one.place) : null, " ", sentence(one.message), one.hint ? make("em", {}, ` ${sentence(one.hint)}`) : null));
  const show = make("button", { type: "button", class: "plain framed", on: { click: () => $("tab-problems").click() } }, icon("error"), make("span", {}, "Show the problems"));
  host.replaceChildren(make("div", { class: "print-refused", role: "alert" }, make("strong", {}, head), make("ul", {}, ...rows), errors ? show : null));
}

function results(host, { files, count: all, all: archive, name }) {
  const pages = files.filter((one) => one.path !== "reference.pdf");
  const rows = pages.map((one) => printRow({ name: one.title, flip: one.flip, sheets: one.sheets, file: one.address, saved: `${game()}-${one.path.split("/").at(-1)}` }));
  const whole = all > 1 || !pages.length ? make("a", { class: pages.length ? "plain framed" : "strong", href: archive, download: name }, `Save ${count(all, "file")} as ZIP`) : null;
  const held = host.closest("form, li")?.contains(document.activeElement);
  const none = all ? null : make("p", {}, "There is nothing to print.");
  host.replaceChildren(make("p", { role: "status", class: "unseen" }, "Done"), ...[none, rows.length ? make("ul", {}, ...rows) : null, all ? whole : null].filter(Boolean));
  if (held) host.querySelector("a")?.focus();
}

// Makes the files and shows in an element how far that is, and then the files.
function run(asked, host, button) {
  made.running?.close();
  const bar = make("progress", { max: "1", "aria-label": "Progress" });
  const said = make("span", { role: "status" }, "Reading the game…");
  const events = new EventSource(address("print", asked));
  const end = () => {
    events.close();
    made.running = null;
  };
  const stop = () => {
    end();
    host.replaceChildren();
    button.focus();
  };
  made.running = { close: stop };
  host.replaceChildren(make("div", { class: "print-progress" }, bar, said, make("button", { type: "button", class: "plain framed", on: { click: stop } }, "Stop")));
  events.addEventListener("message", (event) => {
    const { text, done } = JSON.parse(event.data);
    said.textContent = `${text}…`;
    bar.value = done;
  });
  events.addEventListener("made", (event) => {
    end();
    results(host, JSON.parse(event.data));
  });
  events.addEventListener("refused", (event) => {
    end();
    refused(host, JSON.parse(event.data));
  });
  events.addEventListener("error", () => {
    end();
    refused(host, { problem: { message: "The program does not answer. Is it still running?", place: "", hint: "" } });
  });
}

function away() {
  const row = (one, name) => {
    const host = make("div", { class: "print-result" });
    const button = make("button", { type: "button", class: "plain framed", "aria-label": `Make: ${name}` }, "Make");
    button.addEventListener("click", () => run([["only", one.id], ["paper", paperId()]], host, button));
    return make("li", { class: "print-row" }, make("div", { class: "print-said" }, make("strong", {}, name), make("p", { class: "quiet" }, capital(one.about))), make("div", { class: "acts" }, button), host);
  };
  const shops = made.offered.shops.map((one) => row(one, capital(one.name)));
  const others = made.offered.away.map((one) => row(one, called(one.id)));
  return make("div", { class: "print-away" }, make("h2", {}, "Print shops"), make("ul", {}, ...shops), make("h2", {}, "Virtual tables and machines"), make("ul", {}, ...others));
}

// Asks the server what there is to print, and how many sheets the choices take.
async function plan() {
  const element = part("form");
  const asked = (element ? wanted(element) : [["only", `sheets/${likes.sheets}`], ["paper", "a4"]]) ?? [];
  const turn = (made.asked += 1);
  if (!asked.length) {
    counted("Choose what to print.");
    return;
  }
  const found = await fetch(address("print.json", asked), { cache: "no-store" }).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
  if (!found || turn !== made.asked) return;
  if (found.sheets) {
    const { files, problem, ...offered } = found;
    const before = JSON.stringify(made.offered);
    made.offered = offered;
    if (before !== JSON.stringify(offered)) lay();
  }
  if (found.problem) {
    counted(`${sentence(found.problem.message)} ${sentence(found.problem.hint)}`);
    if (!made.offered) refused($("print"), { ...found });
    return;
  }
  const pages = (found.files ?? []).filter((one) => one.path !== "reference.pdf");
  counted(pages.map((one) => `${one.title}: ${paperSaid(one.sheets, one.flip)}`).join(". "));
}

function counted(said) {
  made.said = said;
  if (part("#print-plan")) part("#print-plan").textContent = said;
}

// Gives a new form the choices of the one that it replaces.
function keep(element, old) {
  const kept = new FormData(old);
  for (const one of element.elements) {
    if (one.type === "checkbox" || one.type === "radio") one.checked = kept.getAll(one.name).includes(one.value);
    else if (one.options && [...one.options].some((option) => option.value === kept.get(one.name))) one.value = kept.get(one.name);
  }
  element.querySelector("details").open = old.querySelector("details").open;
}

function lay() {
  const element = form();
  const old = part("form");
  if (old) keep(element, old);
  $("print").replaceChildren(element);
  $("print-away").replaceChildren(away());
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    const asked = wanted(element);
    if (asked) run(asked, part("#print-result"), element.querySelector("[type=submit]"));
  });
  element.addEventListener("change", (event) => {
    const { name, value } = event.target;
    if (name === "paper") like({ paper: event.target.selectedOptions[0].textContent });
    if (name === "print-sides" || name === "print-cut") {
      like({ sheets: value });
      if (name === "print-sides") {
        element.querySelector("fieldset:has([name=print-cut])")?.remove();
        element.querySelector(".print-more summary").after(cuts() ?? "");
      }
      showSheets(chosenSheet().title);
    } else if (name === "paper") showSheets();
    part("#print-result").replaceChildren(); // it is what was asked for before
    clearTimeout(made.timer);
    made.timer = setTimeout(plan, PAUSE);
  });
}

// Lays the form if its tab is open; files of an older state of the cards are not offered any more.
export function layPrint() {
  const { live, components } = shown.view;
  if (!live || $("panel-sheets").hidden) return;
  const looks = components.map((one) => `${one.front.key} ${one.back?.key} ${one.copies}`).join();
  if (made.looks !== looks && !made.running) for (const one of document.querySelectorAll(".print-result")) one.replaceChildren();
  made.looks = looks;
  plan();
}
