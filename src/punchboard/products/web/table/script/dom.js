// Small helpers for elements.

export const $ = (id) => document.getElementById(id);

// Make an element with properties and children; `class` and `data-` and `aria-` names are attributes.
export function made(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "class" || name.includes("-")) element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.filter((one) => one !== null));
  return element;
}

export function button(text, act, properties = {}) {
  const element = made("button", { type: "button", ...properties }, text);
  element.addEventListener("click", act);
  return element;
}

// Say something to a screen reader, and show it for a while.
export function say(text) {
  $("said").textContent = text;
  $("said").classList.remove("fresh");
  void $("said").offsetWidth; // so that the animation begins again
  $("said").classList.add("fresh");
}
