// The picture of the side that the page shows large comes with the answer to an edit; all others follow.

import { $ } from "./dom.js";
import { exchange, picture, replace } from "./faces.js";
import { isOpen, openSide } from "./opened.js";
import { likes } from "./store.js";
import { shown } from "./view.js";
import { shows } from "./api.js";

// The element with the picture, and whose side it is: in the dialog of a card, or beside the table.
function place() {
  if (isOpen()) return { element: $("stage"), component: openSide().of.id, side: openSide().side === "front" ? 0 : 1 };
  const element = document.querySelector("[role=tabpanel]:not([hidden]) [data-look]");
  return element && { element, component: element.dataset.look, side: 0 };
}

export function startAtOnce() {
  shows.side = () => {
    const found = likes.lowInk ? null : place();
    return found && { component: found.component, side: found.side };
  };
  const faceOf = (one) => one?.element.querySelector(".face:has(img)");
  shows.restored = () => {
    const now = place();
    const [face, of] = [faceOf(now), shown.byId.get(now?.component)?.[now.side ? "back" : "front"]];
    if (face && of) exchange(face, of);
  };
  shows.drawn = (src, asked) => {
    const now = place();
    const face = now?.component === asked?.component && now?.side === asked?.side ? faceOf(now) : null;
    return face ? replace(face, picture({ src }, true)) : null;
  };
}
