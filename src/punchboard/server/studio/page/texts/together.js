// The text and its pages scroll together: the one under the user's hand leads.

import { $ } from "./dom.js";
import { editor } from "./editor.js";
import { heights } from "./strip.js";

const HANDS = ["pointerdown", "wheel", "touchstart", "keydown"];
let leader = null;

// Pairs of heights that belong together, in the text and in the pages, from the top to the bottom.
function pairs() {
  const { view } = editor;
  const { doc } = view.state;
  const known = heights().filter(([line]) => line <= doc.lines);
  const inText = (line) => view.documentPadding.top + view.lineBlockAt(doc.line(line).from).top;
  return [[0, 0], ...known.map(([line, height]) => [inText(line), height]), [view.scrollDOM.scrollHeight, $("text-pages").scrollHeight]];
}

// The height that belongs to another, between the two pairs around it; `from` and `to` are places in a pair.
function mapped(height, from, to) {
  const all = pairs();
  const found = all.findIndex((pair) => pair[from] > height);
  const after = found < 0 ? all.length - 1 : Math.max(found, 1);
  const [low, high] = [all[after - 1], all[after]];
  const share = high[from] > low[from] ? (height - low[from]) / (high[from] - low[from]) : 0;
  return low[to] + Math.min(Math.max(share, 0), 1) * (high[to] - low[to]);
}

// What stands at the top of the leader at its start, in the middle half-way, at the bottom at its end, stands there too
// in the other one.
function follow(box, other, from, to) {
  const most = box.scrollHeight - box.clientHeight;
  if (leader !== box || most <= 0) return;
  const share = box.scrollTop / most;
  other.scrollTop = mapped(box.scrollTop + share * box.clientHeight, from, to) - share * other.clientHeight;
}

export function scrollTogether() {
  const [inText, pages] = [editor.view.scrollDOM, $("text-pages")];
  for (const box of [inText, pages]) for (const hand of HANDS) box.addEventListener(hand, () => (leader = box), { passive: true, capture: true });
  inText.addEventListener("scroll", () => follow(inText, pages, 0, 1), { passive: true });
  pages.addEventListener("scroll", () => follow(pages, inText, 1, 0), { passive: true });
}
