// What belongs together on a card: a plate and the words or the icon that lie on it.
//
// A plate is a filled shape without content, on at most half of the card. It holds the boxes with text, values or icons
// that lie within it, unless a smaller plate between them holds these. A plate takes all that it holds with it when it is
// moved; a text or icon takes its plate with it if the plate holds nothing else.

const HELD = new Set(["text", "markdown", "pips", "icon"]);
const OVER = 0.6; // mm by which a text may reach beyond its plate

const isPlate = (box, trim) => box.area && !box.content && Boolean(box.values.fill) && box.placed !== "area" && size(box) <= (trim[0] * trim[1]) / 2;
const size = ({ area: [, , width, height] }) => width * height;

function holds({ area: [x, y, width, height] }, { area }) {
  return area[0] >= x - OVER && area[1] >= y - OVER && area[0] + area[2] <= x + width + OVER && area[1] + area[3] <= y + height + OVER;
}

// Returns the plate of each box that lies on one, by its name. Boxes are in the order in which they are drawn.
function platesOf(boxes, trim) {
  const found = new Map();
  for (const [at, box] of boxes.entries()) {
    if (!box.area || !HELD.has(box.content)) continue;
    const under = boxes.slice(0, at).filter((one) => isPlate(one, trim) && holds(one, box));
    const plate = under.sort((one, other) => size(one) - size(other))[0];
    if (plate) found.set(box.name, plate.name);
  }
  return found;
}

// Returns the names of boxes with those that move with them.
export function together(names, boxes, trim) {
  const plates = platesOf(boxes, trim);
  const held = (plate) => [...plates].filter(([, one]) => one === plate).map(([name]) => name);
  const alone = names.map((name) => plates.get(name)).filter((plate) => plate && held(plate).length === 1);
  return [...new Set([...names, ...alone, ...names.flatMap(held)])];
}
