// The handle above a box: it turns the box about its centre.

import { make } from "./dom.js";
import { follow } from "./pointer.js";

const STEP = 15; // degrees that a turn is pulled to
const NEAR = 4;

// Returns an angle in whole degrees, over -180 and up to 180; within reach of a multiple of 15 that, unless `free`.
export function tidy(angle, free = false) {
  const pulled = Math.round(angle / STEP) * STEP;
  const whole = Math.round(!free && Math.abs(angle - pulled) <= NEAR ? pulled : angle);
  const positive = ((whole % 360) + 360) % 360;
  return positive > 180 ? positive - 360 : positive;
}

export const turnHandle = () => make("span", { class: "handle turn", "data-handle": "turn" });

// Turns an element with the pointer. Calls `shows` with each angle, and `turned` with the last, or null when given up.
export function turnWith(down, element, turn, shows, turned) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const angleOf = (event) => (Math.atan2(event.clientY - top - height / 2, event.clientX - left - width / 2) * 180) / Math.PI;
  const first = angleOf(down);
  let angle = turn;
  const moves = (event) => {
    angle = tidy(turn + angleOf(event) - first, event.altKey);
    element.style.rotate = `${angle}deg`;
    shows(angle);
  };
  follow(element, down, moves, (left) => turned(left && angle !== turn ? angle : null));
}
