// View options: size and true size, sides, bleed, lines, colour vision, low ink, colour theme.

import { $ } from "./dom.js";
import { like, likes, screenAsIs } from "./store.js";

const LEAST = 0.8;
const MOST = 12; // pixels per mm
const root = document.documentElement;
const STEPS = 100;

const scale = () => (likes.exact ? likes.screen : likes.size || fitting());

let fitted = 0;

// The default size, at which cards of the largest group fill the width of the page.
function fitting() {
  const least = innerWidth < 560 ? 2.15 : 2.75;
  const lists = [...document.querySelectorAll("#cards .grid")];
  const list = lists.sort((one, other) => other.children.length - one.children.length)[0];
  const measure = (name) => Number.parseFloat(list ? getComputedStyle(list).getPropertyValue(name) : "0");
  const width = measure(likes.cuts === "cut" ? "--cut-w" : "--all-w");
  const room = $("cards").clientWidth;
  if (!width || !room || width > 120) return fitted || least; // no cards, or a hidden panel
  const em = Number.parseFloat(getComputedStyle(root).fontSize);
  const [pad, gap, sides] = [measure("--pad") * em, innerWidth < 640 ? 0.25 * em : 0.5 * em, likes.sides === "both" ? 2 : 1];
  const margin = 2 * pad + (sides - 1) * 0.5 * em;
  const columns = Math.max(1, Math.floor((room + 2 * pad + gap) / (width * least * sides + margin + gap)));
  fitted = Math.min(1.4 * least, ((room + 2 * pad + gap) / columns - gap - margin - 0.5) / (width * sides));
  return fitted;
}
const toStep = (size) => Math.round((STEPS * Math.log(size / LEAST)) / Math.log(MOST / LEAST));
const fromStep = (step) => LEAST * (MOST / LEAST) ** (step / STEPS);

export const look = { redraw: () => null, dress: () => null, note: () => null };

export function sized() {
  root.style.setProperty("--s", scale().toFixed(4));
  root.dataset.exact = String(likes.exact);
  $("size").value = String(toStep(scale()));
  const part = Math.round((100 * scale()) / likes.screen);
  $("size").setAttribute("aria-valuetext", likes.exact ? "true size" : `${part} per cent of true size`);
  $("exact").setAttribute("aria-pressed", String(likes.exact));
}

// Changes the size and keeps the card in the middle of the window in place.
export function resize(changes) {
  const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest("li");
  const before = middle?.getBoundingClientRect().top;
  like(changes);
  sized();
  if (middle) scrollBy({ top: middle.getBoundingClientRect().top - before, behavior: "instant" });
}

export const larger = (by) => resize({ size: Math.min(MOST, Math.max(LEAST, scale() * by)), exact: false });

export const toggleExact = () => resize({ exact: !likes.exact });

const TURNS = {
  sides: ["front", "back", "both"],
  cuts: ["cut", "bleed"],
  eyes: ["normal", "protanopia", "deuteranopia", "tritanopia", "greyscale"],
  theme: ["auto", "light", "dark"],
};
const AFTER = { sides: () => look.dress(), cuts: () => look.redraw(), eyes: () => null, theme: () => null };

export function choose(name, value) {
  like({ [name]: value });
  shownAs();
  AFTER[name]();
}

// Selects the next value of an option and announces it.
export function turnOn(name) {
  const ways = TURNS[name];
  choose(name, ways[(ways.indexOf(likes[name]) + 1) % ways.length]);
  const picked = document.querySelector(`input[name="${name}"]:checked + span`);
  if (picked) look.note(picked.textContent);
}

const THEMES = { auto: "system", light: "light", dark: "dark" };

// Applies the stored options to the page.
export function shownAs() {
  for (const name of ["sides", "cuts", "eyes"]) {
    root.dataset[name] = likes[name];
    for (const input of document.querySelectorAll(`input[name="${name}"]`)) input.checked = input.value === likes[name];
  }
  for (const name of ["trim", "bleed", "safe"]) $(`line-${name}`).checked = likes[name];
  $("low-ink").checked = likes.lowInk;
  if (likes.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = likes.theme;
  $("theme").setAttribute("aria-label", `Colour theme: ${THEMES[likes.theme]}`);
  $("theme").querySelector("use").setAttribute("href", `#i-${likes.theme}`);
  $("single-keys").checked = likes.letters;
  sized();
}

export function toggleLines() {
  const any = likes.trim || likes.bleed || likes.safe;
  like({ trim: !any, bleed: !any, safe: !any });
  shownAs();
  look.redraw();
}

function opens(button, panel) {
  const set = (open) => {
    panel.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
  };
  button.addEventListener("click", () => set(panel.hidden));
  document.addEventListener("pointerdown", (event) => !panel.hidden && !event.target.closest(".opens") && set(false));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || panel.hidden) return;
    event.stopImmediatePropagation();
    set(false);
    button.focus();
  });
  panel.addEventListener("focusout", (event) => event.relatedTarget && !event.relatedTarget.closest(".opens") && set(false));
}

function calibration() {
  const CARD = 85.6; // mm, the width of an ID-1 card (ISO/IEC 7810)
  const width = $("bank-width");
  const drawn = () => $("bank-card").style.setProperty("--bank", `${width.value}px`);
  const begin = () => {
    width.value = String(Math.round(likes.screen * CARD));
    drawn();
  };
  width.addEventListener("input", drawn);
  $("measure").addEventListener("click", () => {
    begin();
    $("calibrate").showModal();
  });
  $("bank-done").addEventListener("click", () => {
    resize({ screen: Number(width.value) / CARD, exact: true });
    $("calibrate").close();
  });
  $("bank-reset").addEventListener("click", () => {
    resize({ screen: screenAsIs });
    begin();
  });
}

export function startLook() {
  for (const name of ["sides", "cuts", "eyes"]) {
    $(name).addEventListener("change", (event) => choose(name, event.target.value));
  }
  for (const name of ["trim", "bleed", "safe"]) {
    $(`line-${name}`).addEventListener("change", (event) => {
      like({ [name]: event.target.checked, ...(name === "bleed" && event.target.checked ? { cuts: "bleed" } : {}) });
      shownAs();
      look.redraw();
    });
  }
  $("low-ink").addEventListener("change", (event) => {
    like({ lowInk: event.target.checked });
    look.dress();
  });
  $("theme").addEventListener("click", () => turnOn("theme"));
  $("size").addEventListener("input", (event) => resize({ size: fromStep(Number(event.target.value)), exact: false }));
  $("smaller").addEventListener("click", () => larger(1 / 1.15));
  $("larger").addEventListener("click", () => larger(1.15));
  $("exact").addEventListener("click", toggleExact);
  new ResizeObserver(() => requestAnimationFrame(sized)).observe($("table"));
  opens($("looks"), $("look"));
  calibration();
  shownAs();
}
