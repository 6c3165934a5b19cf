// Fields of the table in the hand, on their way to a card.

export const FIELD = "application/x-punchboard-field";

export const dragging = { label: "" }; // what is in the hand: a browser tells no page what it is before it is dropped

// Lets a field be dragged from an element onto a card.
export function draggable(element, field, label) {
  element.draggable = true;
  element.addEventListener("dragstart", (event) => {
    event.dataTransfer.setData(FIELD, field);
    event.dataTransfer.effectAllowed = "copy";
    dragging.label = label;
  });
  return element;
}
