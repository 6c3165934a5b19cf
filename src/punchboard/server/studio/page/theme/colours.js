// The colours of the theme: a swatch to drag in, its value to type, and warnings in words beside it.

import { count, make } from "./dom.js";
import { desk, part, resetButton, setAt, write } from "./desk.js";

const VALUE = /^#[0-9a-f]{6}$/i;

function row(colour) {
  const { name, value } = colour;
  const path = ["colours", name];
  const pick = make("input", { type: "color", "aria-label": `Colour ${name}`, "aria-describedby": `warn-${name}` });
  const text = make("input", { type: "text", "aria-label": `Value of ${name}`, spellcheck: "false", autocomplete: "off", maxlength: "7" });
  pick.value = value.toLowerCase();
  text.value = value;
  text.dataset.was = value;
  const set = (now, held) => write(`Set colour ${name}`, [setAt(path, now)], { held });
  pick.addEventListener("input", () => {
    text.value = pick.value;
    set(pick.value, true);
  });
  pick.addEventListener("change", () => {
    set(pick.value, true);
    desk.holding = false;
  });
  text.addEventListener("change", () => {
    const wrong = !VALUE.test(text.value.trim());
    text.setAttribute("aria-invalid", `${wrong}`);
    error.textContent = wrong ? "Write a colour as # and six digits, such as #2f4b7c." : "";
    if (!wrong) set(text.value.trim().toLowerCase(), false);
  });
  const error = make("p", { class: "wrong", role: "alert" });
  const own = colour.own ? [make("span", { class: "quiet" }, colour.was ? `changed, was ${colour.was}` : "added by this game"), ...(colour.inherited ? [resetButton(`colour ${name}`, path)] : [])] : [];
  return make(
    "div",
    { class: "colour", "data-colour": name },
    make("div", { class: "pick" }, pick, make("span", { class: colour.own ? "name own" : "name" }, name), text),
    colour.own ? make("div", { class: "since" }, ...own) : null,
    error,
    make("ul", { class: "warns", id: `warn-${name}` }),
  );
}

export function colourParts() {
  const groups = Object.groupBy(desk.theme.colours, (one) => one.group);
  return Object.entries(groups).map(([name, list]) => {
    const own = list.filter((one) => one.own).length;
    return part(name, own ? `${own} changed` : count(list.length, "colour"), ...list.map(row));
  });
}

// Says the warnings beside their colours, and all of them in one list.
export function sayWarnings(list) {
  for (const element of document.querySelectorAll(".colour")) {
    const own = desk.warnings.filter((one) => one.colours.includes(element.dataset.colour));
    element.querySelector(".warns").replaceChildren(...own.map((one) => make("li", {}, `⚠ ${one.message}`)));
  }
  for (const group of document.querySelectorAll("#panel-theme .group")) group.classList.toggle("warned", Boolean(group.querySelector(".warns li")));
  const head = desk.warnings.length ? `${count(desk.warnings.length, "warning")} about colours` : "No warnings: contrast and colour vision are as the checks ask.";
  list.replaceChildren(make("p", { class: desk.warnings.length ? "some" : "quiet" }, head), make("ul", {}, ...desk.warnings.map((one) => make("li", {}, `⚠ ${one.message}`))));
}
