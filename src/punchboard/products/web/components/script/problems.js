// Problems: beside the card that they concern, and all of them in one list.

import { $, capital, count, icon, make } from "./dom.js";
import { shown, worst } from "./view.js";

// What other modules add: how a card is opened, further buttons of a problem, and work after a new list.
export const problems = { opens: () => null, more: () => [], listed: () => {} };

const place = (one) => one.place ?? [one.file, one.line || null, one.line && one.column ? one.column : null].filter(Boolean).join(":");

// One problem, with a button to its card if `linked`.
export function told(one, linked = false) {
  const card = linked && one.component ? shown.byId.get(one.component) : null;
  return make(
    "article",
    { class: `problem ${one.severity}` },
    make("p", { class: "what" }, icon(one.severity), make("strong", {}, one.severity === "error" ? "Error" : "Warning"), " ", make("code", {}, one.code), one.title ? ` ${one.title}` : null),
    make("p", { class: "message", dir: "auto" }, capital(one.message)),
    one.hint ? make("p", { class: "hint", dir: "auto" }, one.hint) : null,
    make("p", { class: "place" }, make("code", {}, place(one))),
    make("div", { class: "acts" }, card ? make("button", { type: "button", class: "plain framed", on: { click: () => problems.opens(card) } }, icon("cards"), make("span", {}, card.name)) : null, ...problems.more(one)),
  );
}

// Shows the number of problems and the banner of errors; fills the list if its panel is visible.
export function allProblems() {
  const { problems: all } = shown.view;
  $("problem-count").textContent = `${all.length}`;
  $("problem-count").hidden = all.length === 0;
  const tab = $("tab-problems");
  tab.hidden = !shown.view.live; // they are for the designer, not for who plays the game
  tab.dataset.wrong = all.length ? worst(all) : "";
  tab.querySelector("use").setAttribute("href", `#i-${all.length ? worst(all) : "check"}`);
  broken(all.filter((one) => one.severity === "error"));
  listProblems();
  problems.listed();
}

export function listProblems() {
  const panel = $("panel-problems");
  if (panel.hidden) return;
  const { view } = shown;
  const errors = view.problems.filter((one) => one.severity === "error");
  const rest = view.problems.filter((one) => one.severity !== "error");
  const part = (title, list) => (list.length ? [make("h2", {}, title), ...list.map((one) => told(one, true))] : []);
  const none = make("div", { class: "calm" }, icon("check"), make("p", {}, "The checks found no problems."));
  const inside = view.problems.length ? [...part(count(errors.length, "error"), errors), ...part(count(rest.length, "warning"), rest)] : [none];
  panel.replaceChildren(...inside);
}

let closed = ""; // the errors whose banner was closed

// The banner of a live page with the first errors, which keep new pictures from being made. It can be closed until
// other errors come.
function broken(errors) {
  const { live, stale } = shown.view;
  const told = errors.map((one) => `${place(one)} ${one.message}`).join("\n");
  if (told !== closed) closed = "";
  const said = live && errors.length && !closed ? errors.slice(0, 3) : [];
  const banner = $("broken");
  banner.classList.toggle("shown", said.length > 0);
  if (!said.length) {
    banner.replaceChildren();
    return;
  }
  const head = `${count(errors.length, "error")}${stale ? ": these are the last good pictures" : ""}`;
  const rows = said.map((one) => make("li", {}, make("code", {}, place(one)), " ", make("span", {}, one.message), one.hint ? make("em", {}, one.hint) : null));
  const all = errors.length > said.length ? [make("li", {}, `and ${errors.length - said.length} more in the list of problems`)] : [];
  const close = () => {
    closed = told;
    broken(errors);
    $("tab-problems").focus(); // where they are listed
  };
  const button = make("button", { class: "plain", type: "button", "aria-label": "Close the list of errors", on: { click: close } }, icon("close"));
  banner.replaceChildren(icon("error"), make("div", {}, make("strong", {}, head), make("ul", {}, ...rows, ...all)), button);
}
