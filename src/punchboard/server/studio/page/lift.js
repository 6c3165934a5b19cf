// What is in the hand: pictures of the held boxes, of what lies below them and of the rest, over the picture of the card.
// The held ones go with the hand at once; when it rests, the card as it would be is shown.

import { $, make } from "./dom.js";
import { picture } from "./faces.js";
import { openSide } from "./opened.js";
import { likes } from "./store.js";
import { game } from "./view.js";

const LAYERS = ["below", "held", "above"];
let number = 0;
let now = null; // {face, images}

// Lifts boxes of the open side; returns what `drop` takes.
export function lift(names) {
  const face = $("stage").querySelector(".face:has(img)");
  const { of, side } = openSide();
  if (!face || likes.lowInk) return null;
  number += 1;
  const query = new URLSearchParams({ boxes: names.join(","), lift: number });
  const address = (layer) => `g/${encodeURIComponent(game())}/lifted/${encodeURIComponent(of.id)}/${side === "front" ? 0 : 1}/${layer}.svg?${query}`;
  const images = LAYERS.map((layer) => Object.assign(picture({ src: address(layer) }, true), { className: `layer ${layer}` }));
  const mine = { face, images, of: of[side], transform: "" };
  const before = now;
  now = mine;
  Promise.all(images.map((image) => image.decode())).then(
    () => {
      drop(before);
      if (now !== mine) return;
      images[1].style.transform = mine.transform;
      face.append(...images);
      face.classList.add("lifted");
    },
    () => drop(mine), // the files have changed: only the frames move
  );
  return mine;
}

// Shows the held boxes as if the one with the area `was` had another area and turn.
export function carry(was, area, turn = 0, turned = turn) {
  if (!now) return;
  const { trim, size } = now.of;
  const middle = ([x, y, width, height], sign) => `${((sign * (trim[0] + x + width / 2)) / size[0]) * 100}%, ${((sign * (trim[1] + y + height / 2)) / size[1]) * 100}%`;
  now.transform = `translate(${middle(area, 1)}) rotate(${turned}deg) scale(${area[2] / was[2]}, ${area[3] / was[3]}) rotate(${-turn}deg) translate(${middle(was, -1)})`;
  now.images[1].style.transform = now.transform;
  now.face.querySelector(".whole")?.remove();
  now.face.classList.remove("resting");
}

// Shows the picture of the whole card, once it is there, if it is still wanted then.
export async function rest(src, isWanted) {
  const mine = now;
  if (!mine) return;
  const whole = Object.assign(picture({ src }, true), { className: "layer whole" });
  await whole.decode().catch(() => null);
  if (now !== mine || !mine.face.classList.contains("lifted") || !isWanted()) return;
  mine.face.append(whole);
  mine.face.classList.add("resting");
}

// Shows the picture of the card again, which is the new one by now or the old one.
export function drop(mine) {
  if (!mine) return;
  if (now === mine) now = null;
  for (const image of mine.images) image.remove();
  mine.face.querySelector(".whole")?.remove();
  if (!now || now.face !== mine.face || !now.images[0].isConnected) mine.face.classList.remove("lifted", "resting");
}
