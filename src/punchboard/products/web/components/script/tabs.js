// Tabs: cards, hand, sheets, books, problems. One of them is reachable by Tab; arrow keys move to the others.

import { $ } from "./dom.js";
import { deal } from "./hand.js";
import { layPages } from "./pages.js";
import { layPrint } from "./printform.js";
import { listProblems } from "./problems.js";
import { go, here } from "./store.js";

const NAMES = ["cards", "hand", "sheets", "books", "problems"];
const LAID = { hand: deal, sheets: layPrints, books: () => layPages("books"), problems: listProblems };
const scrolled = new Map();

function layPrints() {
  layPages("sheets");
  layPrint();
}

// Adds a tab after the first one, with what is done when it is shown. The page must have its elements.
export function addTab(name, lay) {
  NAMES.splice(1, 0, name);
  LAID[name] = lay;
}

const open = () => NAMES.filter((name) => !$(`tab-${name}`).hidden);

export function showTab(name, focus = false) {
  const wanted = open().includes(name) ? name : "cards";
  if (here.tab !== wanted) scrolled.set(here.tab, scrollY);
  for (const one of NAMES) {
    const is = one === wanted;
    $(`tab-${one}`).setAttribute("aria-selected", String(is));
    $(`tab-${one}`).tabIndex = is ? 0 : -1;
    $(`panel-${one}`).hidden = !is;
  }
  document.body.dataset.tab = wanted;
  const moved = here.tab !== wanted;
  go({ tab: wanted });
  LAID[wanted]?.();
  if (moved) {
    document.dispatchEvent(new Event("tab"));
    scrollTo({ top: scrolled.get(wanted) ?? 0, behavior: "instant" });
  }
  if (focus) $(`tab-${wanted}`).focus();
}

export function nextTab(by) {
  const names = open();
  showTab(names[(names.indexOf(here.tab) + by + names.length) % names.length], true);
}

export function startTabs() {
  for (const name of NAMES) $(`tab-${name}`).addEventListener("click", () => showTab(name));
  $("tab-cards").parentElement.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    nextTab(by);
  });
}
