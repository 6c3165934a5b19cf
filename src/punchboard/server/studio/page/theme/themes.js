// The contact sheet of all themes and colourways, with a card of the game in each: a click takes the theme.

import { make } from "./dom.js";
import { shown } from "./view.js";
import { galleryDialog } from "./gallery.js";
import { addressOf, desk, write } from "./desk.js";

export const titleOf = (name) => name.replace("/", ": ");

export function openThemes() {
  const { theme, themes, sheet } = desk.theme;
  const parts = sheet.map((id) => shown.byId.get(id)).filter(Boolean);
  const source = (id, name) => addressOf(`theme-card/${encodeURIComponent(id)}/${name}.svg?${desk.theme.revision}`);
  const cards = themes.map(({ name, about }) => {
    const use = () => {
      dialog.close();
      write(`Use theme ${name}`, [{ do: "theme", theme: name }]);
    };
    const image = make("img", { src: source(parts[0]?.id ?? "", name), alt: "", loading: "lazy", "data-theme": name });
    return make("li", {}, make("button", { type: "button", class: "choice", "aria-pressed": `${name === theme}`, "data-theme": name, on: { click: use } }, image, make("strong", {}, titleOf(name)), make("span", { class: "quiet" }, about.replace(/^[^:]*: |;.*/g, ""))));
  });
  const list = make("ul", { "aria-label": "Themes" }, ...cards);
  const which = make("select", {}, ...parts.map(({ id, kind, name }) => make("option", { value: id }, `${shown.kinds.get(kind) ?? kind}: ${name}`)));
  which.addEventListener("change", () => list.querySelectorAll("img").forEach((image) => (image.src = source(which.value, image.dataset.theme))));
  const dialog = galleryDialog("themes-name", "Your cards in each theme", "Keep it", ...(parts.length > 1 ? [make("label", {}, "Show ", which)] : []), list);
  list.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "center", behavior: "instant" });
}
