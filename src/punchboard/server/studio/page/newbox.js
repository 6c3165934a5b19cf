// A new box of a layout: where it covers least of what the card shows, and with a plate where its words could not be read.

import { openSide } from "./opened.js";
import { boxesOf, edit, report } from "./api.js";
import { bench, boxNamed, choose, editsOf, layBench } from "./bench.js";
import { choicesNow } from "./pickers.js";
import { takesFirst, withRow } from "./picture.js";
import { tableOf } from "./rows.js";
import { lightAt, lightOf, tellApart } from "./light.js";

const STEP = 2; // mm between the places that are tried
const TITLES = ["title", "title-plate", "name"];
const WORDS = { style: "card-text", valign: "middle", fit: "shrink to 7pt" };
const BEFORE = 5; // mm that a box reaches to the left of where it is dropped: its words begin there
const PLATES = [["panel", "ink"], ["paper", "ink"], ["accent", "on-accent"], ["#ffffff", "#111111"]]; // fills and the colours of words on them
const PLATE = { shape: "rounded", radius: 1.2, inset: 0.8 };
const NUMBER = new Set(["integer", "number"]);
const isShort = ({ type }) => !["markdown", "picture", "boolean"].includes(type);
const plate = (colour) => ({ ...PLATE, fill: colour, colour: `on-${colour}` });

// What a new box has: its size in mm, its keys, and whether it has words that lie on whatever is there. A picture is that of
// the first field for pictures; without one, it is a place to which one can be dropped.
export const SORTS = {
  text: { size: [30, 6], words: true, keys: () => ({ text: "New text", ...WORDS }) },
  picture: { size: [24, 18], keys: (field) => (field ? { picture: field.prints } : { slot: "picture" }) },
  icon: { size: [10, 10], keys: () => ({ icon: "star", colour: "accent" }) },
  shape: { size: [24, 8], keys: () => ({ shape: "rounded", radius: 1.2, fill: "accent" }) },
  "value plate": { size: [12, 9], of: isShort, keys: (field) => ({ text: field.prints, style: "card-number", ...plate("value"), align: "centre", valign: "middle", "one line": true, fit: "shrink to 7pt" }) },
  "tag row": { size: [30, 5], of: isShort, keys: (field) => ({ pips: tagsOf(field), style: "card-tag", shape: "rounded", radius: 1.2, fill: "head", colour: "on-head", fit: "shrink to 7pt" }) },
  field: { words: true, size: [30, 6], keys: (field) => (field.type === "picture" ? { picture: field.prints } : { [field.type === "markdown" ? "markdown" : "text"]: field.prints, ...WORDS }) },
};

const SIZES = { picture: [24, 18], markdown: [34, 12], integer: [12, 6], number: [12, 6] }; // of a field's box, by its type

// A tag for each word between commas; a number has the name of its column.
function tagsOf({ type, label, name, prints }) {
  if (NUMBER.has(type)) return `${label} ${prints}`;
  return type === "text" ? `{{ ${name} | split | join(' | ') }}` : prints;
}

const common = (one, other) => Math.max(0, Math.min(one[0] + one[2], other[0] + other[2]) - Math.max(one[0], other[0])) * Math.max(0, Math.min(one[1] + one[3], other[1] + other[3]) - Math.max(one[1], other[1]));

// The place within the safe area that covers least: words and numbers count ten times a picture, a title more than all.
function freePlace(size, boxes, trim, safe) {
  const weight = ({ name, content }) => (TITLES.includes(name) ? 1e6 : content === "picture" || content === "ornament" ? 1 : content ? 10 : 0.1);
  const shown = boxes.filter(({ area, placed }) => area && placed !== "area").map((box) => [box.area, weight(box)]);
  let best = [Infinity, [safe, safe]];
  for (let y = trim[1] - safe - size[1]; y >= safe; y -= STEP) {
    for (let x = safe; x <= trim[0] - safe - size[0]; x += STEP) {
      const covered = shown.reduce((sum, [area, heavy]) => sum + heavy * common([x, y, ...size], area), 0);
      if (covered < best[0] - 1e-6) best = [covered, [x, y]];
    }
  }
  return best[1];
}

// Whether what lies at a place differs from card to card.
const varies = ({ content, placed, values }) => content === "picture" || (content === "ornament" && placed !== "area") || `${values.fill ?? ""}`.includes("{{");

// The plate that words need at a place: none where they can be read on each card.
async function plateAt(area, face, boxes) {
  const colours = (await choicesNow())?.colour ?? {};
  const light = (name) => lightOf(colours[name] ?? name);
  const there = await lightAt(face, area);
  const same = !boxes.some((box) => box.area && varies(box) && common(area, box.area) > 0);
  if (same && there.every((one) => tellApart(one, light("ink")))) return {};
  const [fill, colour] = PLATES.find((pair) => pair.every((name) => name in colours || name.startsWith("#")) && tellApart(...pair.map(light)));
  return { ...PLATE, fill, colour };
}

function freeName(wanted, taken) {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.includes(name)) return name;
  }
}

const rounded = (numbers) => numbers.map((one) => Math.round(one * 100) / 100);

// Adds a box to a side: {of, side, face}, where `face` is the element with its picture. It shows the field with a name,
// and lies around a point of the trim in mm, or where it covers least.
export async function addBox(sort, shown, on, point = null) {
  const { of, side } = on;
  const layout = await boxesOf(of.id, side === "front" ? 0 : 1);
  const field = sort === "picture" ? layout?.fields.find(({ type }) => type === "picture") : layout?.fields.find(({ name }) => name === shown);
  if (!layout || (shown && !field)) return;
  const isFirst = sort === "picture" && !field;
  if (isFirst && !takesFirst((await withRow({ of })).row && tableOf(of.kind))) {
    report("There is no row here that could name a picture.", "Name its file in a box of the layout.", true);
    return;
  }
  if (isFirst && layout.taken.includes("picture") && layout.boxes.every(({ name, content }) => name !== "picture" || content === "picture")) {
    report("The layout has a place for a picture: drop one on this card.");
    return;
  }
  const trim = of[side].trim.slice(2);
  const { size, words, keys } = SORTS[sort];
  const fits = ((sort === "field" && SIZES[field.type]) || size).map((one, at) => Math.min(one, trim[at] - 2 * layout.safe));
  const within = (one, at) => Math.min(Math.max(one - Math.min(fits[at] / 2, at ? Infinity : BEFORE), layout.safe), trim[at] - layout.safe - fits[at]);
  const at = rounded(point ? point.map(within) : freePlace(fits, layout.boxes, trim, layout.safe));
  const name = freeName((shown ?? sort).replaceAll(/[ _]/g, "-"), isFirst ? [...layout.taken, ...layout.fields.map((one) => one.name)] : layout.taken);
  const values = keys(field);
  const under = words && !values.picture ? await plateAt([...at, ...fits], on.face, layout.boxes) : {};
  const edits = Object.entries({ at, size: fits, ...values, ...under }).map(([key, value]) => ({ do: "set", path: [key], value }));
  const label = `Add ${name}`;
  if (!(await edit(label, editsOf({ name }, edits, on)))) return;
  if (!bench.on) return;
  await layBench();
  const box = boxNamed(name);
  const isPicture = Boolean(values.picture ?? values.slot);
  if (box?.area) {
    choose([name]);
    document.querySelector("#bench .box[aria-pressed=true]")?.scrollIntoView({ block: "nearest" }); // on a phone, the panel is below the card
  }
  if (box && (!box.area || (box.content === "picture" && !box.picture))) report(`Added ${name}: it is seen on cards that have ${isPicture ? "a picture" : "a value for it"}.`, isPicture ? "Drop one on this card." : "This card has none.");
}

// The open side, as `addBox` takes it.
export const openFace = () => ({ of: openSide().of, side: openSide().side, face: document.querySelector("#stage .face") });
