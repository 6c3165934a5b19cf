// What is chosen by a picture: typefaces and ornaments, as the themes that come with the program have them.

import { make } from "./dom.js";
import { read } from "./api.js";
import { controlOf } from "./fields.js";
import { addressOf, desk, part, resetButton, setAt, write } from "./desk.js";

const open = new Set();
let offers = null;

const picture = (section, name, which) => make("img", { src: addressOf(`theme-sample/${section}/${encodeURIComponent(name)}/${which}.svg?${which ? 0 : desk.theme.revision}`), alt: "", loading: "lazy" });

// The picture of what the theme has now, and of the others when it is opened.
function chooser(section, one, label, about, listOf, valueOf) {
  const path = [section, one.name];
  const element = make("details", { class: `picker ${section}`, open: open.has(label) }, make("summary", {}, picture(section, one.name, 0), make("span", {}, make("b", {}, one.name), ` ${about}`, one.own ? " · changed" : "")));
  const fill = async () => {
    if (element.childElementCount > 1) return;
    const list = make("div", { class: "choices" });
    element.append(...(one.own && one.inherited ? [resetButton(label, path)] : []), list);
    offers ??= await read(addressOf("theme-offers.json"));
    const buttons = listOf(offers).map((offer, index) => {
      const name = section === "fonts" ? offer.name : offer.value.length ? `as in ${offer.of}` : "none";
      const is = JSON.stringify(valueOf(offer)) === JSON.stringify(one.value);
      return make("button", { type: "button", class: "choice", "aria-pressed": `${is}`, "aria-label": `${label}: ${name}`, on: { click: () => write(`Choose ${label}`, [setAt(path, valueOf(offer))]) } }, picture(section, one.name, index + 1), make("span", {}, name));
    });
    list.replaceChildren(...buttons);
  };
  element.addEventListener("toggle", () => {
    if (element.open) {
      open.add(label);
      fill();
    } else open.delete(label);
  });
  if (element.open) fill();
  return element;
}

function form(one) {
  const name = one.name === "line" ? "line width in mm" : one.name;
  const wrong = make("p", { class: "wrong", role: "alert" });
  const change = (value) => write(`Set ${name}`, [value === null ? { do: "reset", path: [one.name] } : setAt([one.name], value)], { refused: (...why) => wrong.replaceChildren(...why) });
  const [control] = controlOf(one, one.value ?? null, change);
  control.setAttribute("aria-label", name);
  return make("div", { class: "field" }, make("span", { class: one.own ? "name own" : "name" }, name), make("div", { class: "control" }, control, ...(one.own ? [resetButton(name, [one.name])] : [])), wrong);
}

export function choosingParts() {
  const { fonts, ornaments, forms } = desk.theme;
  const typefaces = fonts.map((one) => chooser("fonts", one, `typeface ${one.name}`, one.family, (all) => all.fonts, (offer) => (one.value.fallback ? { ...offer.value, fallback: one.value.fallback } : offer.value)));
  const drawings = ornaments.map((one) => chooser("ornaments", one, `ornament ${one.name}`, "", (all) => all.ornaments[one.name] ?? [], (offer) => offer.value));
  return [part("Typefaces", "", ...typefaces), part("Lines and corners", "", ...forms.map(form)), part("Ornaments", "", ...drawings)];
}
