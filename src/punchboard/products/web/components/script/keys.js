// Keyboard shortcuts. Single letters can be turned off, and do nothing while the user types.

import { $ } from "./dom.js";
import { grid, seen, step } from "./grid.js";
import { again, hand } from "./hand.js";
import { larger, toggleExact, toggleLines, turnOn } from "./look.js";
import { beside, flipOpen, isOpen } from "./opened.js";
import { toggleTrue, turning, turnPage, zoomPages } from "./pages.js";
import { here, like, likes } from "./store.js";
import { nextTab, showTab } from "./tabs.js";

const typing = (event) => event.target.closest?.("input:not([type=radio]):not([type=checkbox]):not([type=range]), select, textarea");

const focused = () => {
  const card = document.activeElement?.closest?.("li")?.card;
  return card ?? (here.tab === "cards" ? grid.current : null);
};

const size = (by) => (turning() ? zoomPages(by) : larger(by));

const LETTERS = {
  "/": () => {
    showTab("cards");
    $("search").focus();
    $("search").select();
  },
  f: () => (isOpen() ? flipOpen() : focused()?.flip()),
  F: () => turnOn("sides"),
  "+": () => size(1.15),
  "=": () => size(1.15),
  "-": () => size(1 / 1.15),
  "−": () => size(1 / 1.15),
  1: () => (turning() ? toggleTrue() : toggleExact()),
  b: () => turnOn("cuts"),
  t: toggleLines,
  c: () => turnOn("eyes"),
  h: () => (here.tab === "hand" ? again() : showTab("hand")),
  "[": () => nextTab(-1),
  "]": () => nextTab(1),
  "?": () => $("help").showModal(),
};
const IN_DIALOG = new Set(["f", "b", "t", "c"]);

function letter(event) {
  const does = LETTERS[event.key];
  if (!does || !likes.letters || typing(event)) return false;
  if (document.querySelector("dialog[open]") && !(isOpen() && IN_DIALOG.has(event.key))) return false;
  does();
  return true;
}

function arrow(event) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (event.target.closest?.("[role=tablist], input, select")) return false;
  if (isOpen()) {
    if (by) beside(by);
    return Boolean(by);
  }
  const pages = turning();
  if (pages && by) {
    turnPage(pages, by);
    return true;
  }
  return here.tab === "cards" && alongCards(event);
}

function alongCards(event) {
  if (!/^(Arrow|Home|End)/.test(event.key) || !grid.current) return false;
  const on = document.activeElement === grid.current.button;
  if (!on && (document.activeElement !== document.body || !event.key.startsWith("Arrow"))) return false;
  const next = on ? step(seen(), grid.current, event.key) : grid.current;
  next.button.focus({ preventScroll: true });
  next.element.scrollIntoView({ block: "nearest", behavior: "instant" });
  return true;
}

function escape(event) {
  if (event.target === $("search") && here.q) {
    $("search").value = "";
    $("search").dispatchEvent(new Event("input"));
    return true;
  }
  if (event.target === $("search")) {
    (grid.current ?? hand.cards[0])?.button.focus();
    return true;
  }
  if (document.body.classList.contains("filtering")) {
    $("filters").click();
    $("filters").focus();
    return true;
  }
  return false;
}

export function startKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const done = event.key === "Escape" ? escape(event) : letter(event) || arrow(event);
    if (done) event.preventDefault();
  });
  $("search").addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === "ArrowDown") && grid.current) {
      event.preventDefault();
      grid.current.button.focus();
    }
  });
  $("ask").addEventListener("click", () => $("help").showModal());
  $("single-keys").addEventListener("change", (event) => like({ letters: event.target.checked }));
  for (const button of document.querySelectorAll("[data-closes]")) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }
}
