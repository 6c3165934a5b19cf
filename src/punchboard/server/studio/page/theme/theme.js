// The tab with the theme: what can be changed at the left, a contact sheet of all kinds of components at the right.

import { $, icon, make } from "./dom.js";
import { exchange, face } from "./faces.js";
import { here } from "./store.js";
import { addTab } from "./tabs.js";
import { shown } from "./view.js";
import { read } from "./api.js";
import { choosingParts } from "./choosing.js";
import { colourParts, sayWarnings } from "./colours.js";
import { addressOf, desk, drawnAfter } from "./desk.js";
import { stylePart } from "./styles.js";
import { openThemes, titleOf } from "./themes.js";

let asked = 0;
let drawn = ""; // the theme that the controls show, as text

// Asks for the theme as it is now, and shows it. While a slider is held, only pictures and warnings follow.
async function lay() {
  drawSheet();
  const turn = (asked += 1);
  const { writes } = desk;
  const theme = await read(addressOf("theme.json"));
  if (!theme || turn !== asked) return;
  const now = JSON.stringify(theme);
  if (now !== drawn) desk.theme = { ...theme, revision: shown.view.revision };
  if (now === drawn) drawnAfter(theme, writes);
  else if (!desk.holding && drawParts()) {
    drawnAfter(theme, writes);
    drawn = now;
  }
  drawSheet();
  const warnings = await read(addressOf("theme-warnings.json"));
  if (!warnings || turn !== asked) return;
  desk.warnings = warnings;
  sayWarnings($("theme-warnings"));
}

function choice() {
  const { theme, themes } = desk.theme;
  const about = themes.find((one) => one.name === theme?.split("/")[0])?.about ?? "";
  const button = make("button", { type: "button", class: "plain framed", id: "theme-choose", on: { click: openThemes } }, "Choose a theme…");
  return make("div", { class: "named" }, make("p", {}, "Theme: ", make("strong", { id: "theme-name" }, theme ? titleOf(theme) : "none named")), button, make("p", { class: "quiet" }, about));
}

function drawParts() {
  const panel = $("theme-parts");
  const held = panel.contains(document.activeElement) ? document.activeElement : null;
  if (held?.dataset.was !== undefined && held.value !== held.dataset.was) return false; // the user is typing
  const label = held?.ariaLabel;
  const summary = held?.tagName === "SUMMARY" ? [...panel.querySelectorAll("summary")].indexOf(held) : -1;
  panel.replaceChildren(choice(), make("p", { class: "quiet" }, "Changes are written to ", make("code", {}, desk.theme.file)), ...colourParts(), stylePart(), ...choosingParts());
  sayWarnings($("theme-warnings"));
  if (label) panel.querySelector(`[aria-label="${CSS.escape(label)}"]`)?.focus({ preventScroll: true });
  else if (summary >= 0) panel.querySelectorAll("summary")[summary]?.focus({ preventScroll: true });
  return true;
}

// Shows each component of the sheet with both sides; pictures that are there change in place.
function drawSheet() {
  if (!desk.theme) return;
  const sheet = $("theme-sheet");
  const parts = desk.theme.sheet.map((id) => shown.byId.get(id)).filter(Boolean);
  const names = parts.map((one) => one.id).join(" ");
  if (sheet.dataset.shows === names) {
    for (const element of sheet.querySelectorAll(".face[data-side]")) {
      const of = shown.byId.get(element.dataset.of)[element.dataset.side];
      if (of) exchange(element, of);
    }
    return;
  }
  sheet.dataset.shows = names;
  const figures = parts.map((one) => {
    const sides = ["front", "back"].filter((side) => one[side]).map((side) => Object.assign(face(one[side], true), { side }));
    for (const element of sides) Object.assign(element.dataset, { side: element.side, of: one.id });
    return make("figure", {}, make("div", { class: "sides" }, ...sides), make("figcaption", {}, `${shown.kinds.get(one.kind) ?? one.kind}: ${one.name}`));
  });
  sheet.replaceChildren(...figures);
}

export function startTheme() {
  const tab = make("button", { role: "tab", id: "tab-theme", "aria-controls": "panel-theme", "aria-selected": "false", tabindex: "-1", type: "button" }, icon("auto"), make("span", { class: "said" }, "Theme"));
  $("tab-cards").after(tab);
  const sheet = make("div", { class: "proof" }, make("h2", {}, "Contact sheet"), make("div", { id: "theme-sheet", class: "contact", tabindex: "0", role: "group", "aria-label": "One component of each kind" }), make("div", { id: "theme-warnings", class: "warnings", role: "status", "aria-live": "polite" }));
  $("panel-cards").after(make("section", { role: "tabpanel", id: "panel-theme", "aria-labelledby": "tab-theme", tabindex: "-1", hidden: true }, make("div", { id: "theme-parts", class: "studio-panel" }), sheet));
  addTab("theme", lay);
  desk.lay = lay;
  document.addEventListener("view", () => here.tab === "theme" && lay());
}
