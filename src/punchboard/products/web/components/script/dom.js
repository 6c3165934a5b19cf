// Helpers to find and create elements. Text is never parsed as markup, and no style is set as an attribute.

export const $ = (id) => document.getElementById(id);

// make("p", { class: "quiet", on: { click } }, "words", element, null) -> element
export function make(tag, given = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (name === "on") for (const [event, does] of Object.entries(value)) element.addEventListener(event, does);
    else if (name === "vars") for (const [key, number] of Object.entries(value)) element.style.setProperty(key, number);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...inside.filter((one) => one !== null && one !== undefined && one !== false));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function draw(tag, given = {}, ...inside) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

export function icon(name) {
  return draw("svg", { class: "icon", "aria-hidden": "true" }, draw("use", { href: `#i-${name}` }));
}

// Sets the text of an element, unless it is already the same, to avoid a new layout.
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export const count = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// The message of a problem, or its hint, as a sentence.
export const sentence = (text) => (text ? `${capital(text)}${/[.!?…]$/.test(text) ? "" : "."}` : "");

// A text without case and accents, so that "Elan" finds "Élan".
export const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// One of a row of choices. The browser moves the focus among radio buttons with the same name.
export function choice(group, value, said, checked, more = []) {
  const input = make("input", { type: "radio", name: group, value });
  input.checked = checked;
  return make("label", { class: "choice" }, input, make("span", {}, said), ...more);
}
