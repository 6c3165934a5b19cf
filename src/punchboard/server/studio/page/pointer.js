// A pointer that is down on an element, followed until it is released.

// Calls `moves` for each move, and `ends` once, with whether the user let go: Escape or a lost pointer gives it up.
export function follow(element, down, moves, ends) {
  element.setPointerCapture(down.pointerId);
  const end = (left) => {
    element.removeEventListener("pointermove", moves);
    element.removeEventListener("pointerup", release);
    element.removeEventListener("pointercancel", lose);
    document.removeEventListener("keydown", escape, true);
    ends(left);
  };
  const release = () => end(true);
  const lose = () => end(false);
  const escape = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault(); // the dialog stays open
    event.stopPropagation();
    end(false);
  };
  element.addEventListener("pointermove", moves);
  element.addEventListener("pointerup", release);
  element.addEventListener("pointercancel", lose);
  document.addEventListener("keydown", escape, true);
}
