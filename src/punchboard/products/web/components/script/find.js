// Search and filters: the sidebar of kinds, decks and problems, and the test whether a component matches all of them.

import { $, choice, make, plain } from "./dom.js";
import { go, here } from "./store.js";
import { problemsOf, shown } from "./view.js";

// Returns a test for components: each search term, a word or a "quoted phrase", occurs in the component's text.
export function fits() {
  const terms = [...plain(here.q).matchAll(/"([^"]+)"?|(\S+)/g)].map((found) => found[1] ?? found[2]).filter((term) => term !== '"');
  return (one) =>
    (!here.kind || one.kind === here.kind) &&
    (!here.deck || one.decks.includes(here.deck)) &&
    (!here.code || problemsOf(one).some((problem) => here.code === "any" || problem.code === here.code)) &&
    terms.every((term) => one.words.includes(term));
}

const RAILS = {
  kind: {
    box: "kinds",
    picks: () => shown.view.kinds.map((kind) => [kind.id, kind.name, (one) => one.kind === kind.id]),
  },
  deck: {
    box: "decks",
    picks: () => shown.view.decks.map((deck) => [deck.id, deck.name, (one) => one.decks.includes(deck.id)]),
  },
  code: {
    box: "codes",
    picks: () => {
      const told = new Map(shown.view.problems.filter((one) => one.component).map((one) => [one.code, one.title]));
      const codes = [...told].sort().map(([code, title]) => [code, title ? `${code}: ${title}` : code, (one) => problemsOf(one).some((problem) => problem.code === code)]);
      return codes.length ? [["any", "With problems", (one) => one.problems.length > 0], ...codes] : [];
    },
  },
};

// Rebuilds the sidebar. A selected filter that no longer exists is cleared.
export function rail() {
  for (const [name, { box, picks }] of Object.entries(RAILS)) {
    const found = picks()
      .map(([id, said, test]) => [id, said, shown.view.components.filter(test).length])
      .filter(([, , number]) => number > 0);
    if (here[name] && !found.some(([id]) => id === here[name])) go({ [name]: "" });
    $(box).hidden = found.length === 0;
    const rows = [["", "All", shown.view.components.length], ...found];
    const picked = document.activeElement?.closest?.(`#${box}`) ? document.activeElement.value : null;
    $(box)
      .querySelector(".picks")
      .replaceChildren(...rows.map(([id, said, number]) => choice(`rail-${name}`, id, said, here[name] === id, [make("span", { class: "number" }, `${number}`)])));
    if (picked !== null) [...$(box).querySelectorAll("input")].find((input) => input.value === picked)?.focus();
  }
  marks();
}

function marks() {
  const any = Boolean(here.kind || here.deck || here.code);
  $("clear").hidden = !any;
  $("filtered").hidden = !any;
}

export function startFind(changed) {
  const search = $("search");
  search.value = here.q;
  search.addEventListener("input", () => {
    go({ q: search.value });
    changed();
  });
  $("rail").addEventListener("change", (event) => {
    go({ [event.target.name.replace("rail-", "")]: event.target.value });
    marks();
    changed();
  });
  $("clear").addEventListener("click", () => {
    go({ kind: "", deck: "", code: "" });
    rail();
    changed();
    $("search").focus();
  });
  $("filters").addEventListener("click", () => {
    const open = document.body.classList.toggle("filtering");
    $("filters").setAttribute("aria-expanded", String(open));
  });
}
