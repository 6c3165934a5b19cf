// The panel beside the bench: the boxes in the order in which they are drawn, and the chosen one in numbers.

import { $, icon, make } from "./dom.js";
import { noted, redo, undo } from "./api.js";
import { addButtons, listedNow } from "./addbox.js";
import { aligned } from "./snap.js";
import { copyButton } from "./copykinds.js";
import { bench, boxNamed, change, choose, movable, movedWith, reorder, write } from "./bench.js";
import { faultList, faultsOf } from "./faults.js";
import { galleryButton } from "./gallery.js";
import { fieldGroups, loadFields, refusals } from "./fields.js";
import { codeShown } from "./sentence.js";

const NUMBERS = ["Left", "Top", "Width", "Height"];
const ALIGN = [["left", "Align left"], ["centre", "Align centres"], ["right", "Align right"], ["top", "Align top"], ["middle", "Align middles"], ["bottom", "Align bottom"], ["spread-across", "Space evenly across"], ["spread-down", "Space evenly down"]];
const HELD = { left: "Left edge", right: "Right edge", top: "Top edge", bottom: "Bottom edge", width: "Width", height: "Height" };

function numbers(box) {
  const wrong = make("p", { class: "wrong", role: "alert", id: "wrong-place" });
  const refused = (...why) => wrong.replaceChildren(...why.slice(0, 2));
  const inputs = NUMBERS.map((name, index) => {
    const input = make("input", { type: "number", step: "0.1", "aria-label": `${name} of ${box.name} in mm`, "aria-describedby": wrong.id, disabled: !movable(box) });
    input.value = `${Math.round(box.area[index] * 100) / 100}`;
    input.dataset.was = input.value;
    input.addEventListener("change", () => {
      const by = Number(input.value) - box.area[index];
      const shifted = ({ name, area }) => [name, area.map((one, at) => (at === index ? one + by : one))];
      input.dataset.was = input.value;
      if (input.value !== "" && Number.isFinite(by)) write(index < 2 ? "Move" : "Resize", (index < 2 ? movedWith([box.name]) : [box]).map(shifted), null, refused);
    });
    return make("label", {}, make("span", {}, name), input);
  });
  return [make("h4", { class: "part" }, "Position in mm"), make("div", { class: "numbers" }, ...inputs), wrong];
}

function button(text, does, disabled = false) {
  return make("button", { class: "plain framed", type: "button", disabled, on: { click: does } }, text);
}

function oneBox(box) {
  const held = Object.entries(box.holds).map(([edge, by]) => make("div", {}, make("dt", {}, HELD[edge]), make("dd", {}, make("code", {}, by))));
  const beside = box.area && [box.area[0] + 2, box.area[1] + 2, box.area[2], box.area[3]];
  const place = make("p", { class: "quiet" }, box.own ? "Changed in this game: " : "Inherited from: ", make("code", {}, box.place));
  const { first, more } = fieldGroups(box, make("dl", { class: "holds" }, ...held), place);
  return [
    ...bench.tools(box),
    ...first,
    ...(box.area ? numbers(box) : []),
    make(
      "div",
      { class: "turns" },
      button("Forward", () => reorder(box, true), box === bench.layout.boxes.at(-1)),
      button("Backward", () => reorder(box, false), box === bench.layout.boxes[0]),
      button("Duplicate", () => change("Duplicate", "copy", () => ({ to: beside })), !movable(box)),
      button("Hide", () => change("Hide", "hide")),
      button("Delete", () => change("Delete", "delete")),
      ...(box.area ? [copyButton()] : []),
    ),
    more,
  ];
}

function severalBoxes(boxes) {
  const now = boxes.map((box) => [box.name, box.area]);
  return [make("div", { class: "turns" }, ...ALIGN.map(([how, text]) => button(text, () => write(text, aligned(how, now)), how.startsWith("spread") && boxes.length < 3)), copyButton())];
}

function list() {
  const rows = [...bench.layout.boxes].reverse().map((box) => {
    const on = bench.chosen.includes(box.name);
    return make("li", {}, make("button", { type: "button", class: "plain", "aria-pressed": `${on}`, disabled: !box.area, on: { click: () => choose([box.name]) } }, box.name, make("span", { class: "quiet" }, box.area ? (box.content ?? "shape") : "not on this card")));
  });
  return make("details", { class: "layers" }, make("summary", {}, `All boxes, the topmost first (${rows.length})`), make("ol", {}, ...rows));
}

let drawn = ""; // what the panel shows; drawn again for the same, it would lose what is being looked for in it

export function drawPanel() {
  placeBar();
  const panel = $("studio-panel");
  panel.hidden = !bench.on;
  if (!bench.on || !bench.layout) return;
  const now = JSON.stringify([bench.layout, bench.chosen, refusals(), codeShown(), listedNow(), faultsOf(bench.layout.face).map((one) => [one.message, one.cards.length])]);
  if (now === drawn && panel.childElementCount) return;
  const wasOpen = panel.querySelector(".layers")?.open ?? false;
  const held = panel.contains(document.activeElement) ? document.activeElement : null;
  if (held?.dataset.was !== undefined && held.value !== held.dataset.was) return; // the user is typing; the change redraws it
  drawn = now;
  const [label, text] = [held?.ariaLabel, held?.textContent];
  const boxes = bench.chosen.map(boxNamed).filter(Boolean);
  const head = make("h3", {}, boxes.length === 1 ? boxes[0].name : boxes.length ? `${boxes.length} boxes` : `Layout ‘${bench.layout.face}’`);
  const none = make("p", { class: "quiet" }, "Choose a box on the card. Drag it or use the arrow keys, or press Enter for its values; hold Shift for several boxes or larger steps, Alt to drag without snapping, Ctrl to drag a text without its plate.");
  const content = boxes.length === 1 ? oneBox(boxes[0]) : boxes.length ? severalBoxes(boxes.filter(movable)) : [none];
  const gallery = boxes.length ? [] : [galleryButton()];
  panel.replaceChildren(head, ...faultList(bench.layout.face), ...gallery, addButtons(), ...content, list());
  panel.querySelector(".layers").open = wasOpen;
  const again = label ? panel.querySelector(`[aria-label="${CSS.escape(label)}"]`) : [...panel.querySelectorAll("button, summary")].find((one) => held && one.textContent === text);
  again?.focus({ preventScroll: true });
}

let bar = null;

// Undo, redo and the news are where the user works: in the dialog of a card, or at the top of the page.
export function placeBar() {
  const next = $("open").open ? $("studio-panel") : document.querySelector(".corner");
  if (next.previousElementSibling !== bar) next.before(bar); // a button that is moved loses the focus
}

export function startPanel() {
  loadFields();
  $("open-problems").before(make("section", { id: "studio-panel", class: "studio-panel", "aria-label": "Layout", hidden: true }));
  const status = make("p", { id: "studio-status", class: "studio-status", role: "status", "aria-live": "polite" });
  const back = button("Undo", undo, true);
  const forth = button("Redo", redo, true);
  back.id = "studio-undo";
  forth.id = "studio-redo";
  bar = make("div", { class: "studio-bar" }, back, forth, status);
  placeBar();
  $("open").addEventListener("close", placeBar);
  noted.changed = () => {
    for (const [one, label, what] of [[back, noted.undo, "Undo"], [forth, noted.redo, "Redo"]]) {
      one.disabled = !label;
      one.title = label ? `${what}: ${label}` : "";
    }
  };
  bench.changed = drawPanel;
}
