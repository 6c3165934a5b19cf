// Buttons that add a box to the layout, where it covers least of what the card shows, and never its title.

import { make } from "./dom.js";
import { openSide } from "./opened.js";
import { edit, report } from "./api.js";
import { bench, boxNamed, choose, editsOf, layBench } from "./bench.js";

const STEP = 2; // mm between the places that are tried
const TITLES = ["title", "title-plate", "name"];
const SORTS = {
  text: { size: [30, 6], keys: () => ({ text: "New text", style: "card-text", fit: "shrink to 7pt" }) },
  picture: { size: [24, 18], keys: pictured },
  icon: { size: [10, 10], keys: () => ({ icon: "star", colour: "accent" }) },
  shape: { size: [24, 8], keys: () => ({ shape: "rounded", radius: 1.2, fill: "accent" }) },
};

// A picture of the kind's first field for pictures; without one, a place to which a picture can be dropped.
function pictured() {
  const field = bench.layout.fields.find((one) => one.type === "picture");
  return field ? { picture: `{{ ${field.name} }}` } : { slot: "picture" };
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

function freeName(sort) {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? sort : `${sort}-${number}`;
    if (!boxNamed(name)) return name;
  }
}

async function add(sort) {
  const { size, keys } = SORTS[sort];
  const { of, side } = openSide();
  const trim = of[side].trim.slice(2);
  const fits = size.map((one, at) => Math.min(one, trim[at] - 2 * bench.layout.safe));
  const name = freeName(sort);
  const at = freePlace(fits, bench.layout.boxes, trim, bench.layout.safe).map((one) => Math.round(one * 100) / 100);
  const edits = Object.entries({ at, size: fits, ...keys() }).map(([key, value]) => ({ do: "set", path: [key], value }));
  if (!(await edit(`Add ${name}`, editsOf({ name }, edits)))) return;
  await layBench();
  if (boxNamed(name)?.area) choose([name]);
  else report(`Added ${name}: it is seen on cards that have a picture.`, "Drop one on this card.");
}

export function addButtons() {
  const buttons = Object.keys(SORTS).map((sort) => make("button", { type: "button", class: "plain framed", "aria-label": `Add a box: ${sort}`, on: { click: () => add(sort) } }, `+ ${sort}`));
  return make("div", { class: "turns", role: "group", "aria-label": "Add to the layout" }, ...buttons);
}
