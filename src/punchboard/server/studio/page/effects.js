// Shadows, outlines and gradients in a designer's words: each choice with a picture of what it does.

import { make } from "./dom.js";

const NONE = "None";
const SHADOWS = { Soft: { at: [0.3, 0.3], opacity: 0.4 }, Hard: { at: [0.4, 0.4], opacity: 1 }, Long: { at: [0.9, 0.9], opacity: 0.4 } };
const OUTLINES = { Thin: { width: 0.15 }, Medium: { width: 0.3 }, Wide: { width: 0.6 } };
const PRESETS = { shadow: SHADOWS, "text shadow": SHADOWS, "text outline": OUTLINES };
const OFF = { shadow: { opacity: 0 }, "text shadow": { opacity: 0 }, "text outline": { width: 0 } }; // what takes away that of the style
const DIRECTIONS = { "top to bottom": " at 90", "left to right": " at 0", "to the lower right": " at 45", "to the upper right": " at -45", "from the middle outwards": "radial" };
const GRADIENT = /^(radial )?(.+?) to (.+?)(?: to (.+?))?(?: at (-?\d+(?:\.\d+)?)°?)?$/;

// The look of a preset in the page: 1 mm is 5 pixels.
function sample(preset) {
  const letter = make("b", { class: "letter", "aria-hidden": "true" }, "A");
  if (preset.width) letter.style.setProperty("color", "var(--panel)");
  if (preset.width) letter.style.setProperty("-webkit-text-stroke", `${preset.width * 5}px var(--accent)`);
  if (preset.at) letter.style.setProperty("text-shadow", `${preset.at.map((one) => `${one * 5}px`).join(" ")} rgb(0 80 140 / ${preset.opacity})`);
  return letter;
}

const isNow = (preset, now) => Object.entries(preset).every(([key, one]) => JSON.stringify(now[key]) === JSON.stringify(one));

export const isOff = (value) => value?.width === 0 || value?.opacity === 0;

// A shadow or an outline: none, that of the style, or one of a few; its colour and measures are fields of their own below.
export function effect(field, value, change) {
  const [key] = field.path;
  const inherits = Boolean(field.default) && !isOff(field.default);
  const set = (preset) => () => change(preset && { ...(value?.colour ? { colour: value.colour } : {}), ...preset });
  const choice = (name, preset, pressed) => make("button", { type: "button", class: "choice", "aria-pressed": `${pressed}`, on: { click: set(preset) } }, ...(preset && !isOff(preset) ? [sample(preset)] : []), name);
  const presets = Object.entries(PRESETS[key]);
  const style = inherits ? [choice(field.from ?? "As in the style", null, !value)] : [];
  return [make("div", { class: "effects", role: "group" }, choice(NONE, inherits ? OFF[key] : null, value ? isOff(value) : !inherits), ...style, ...presets.map(([name, preset]) => choice(name, preset, Boolean(value) && isNow(preset, value))))];
}

// A gradient below the colours: from one colour of the theme to another, over a third one if wished.
export function gradient(colours, value, change) {
  const [, radial, first, second, third, angle] = `${value ?? ""}`.match(GRADIENT) ?? [];
  const now = { From: first ?? value, Over: third ? second : null, To: third ?? second };
  const names = [...new Set([...Object.keys(colours), ...Object.values(now)].filter(Boolean))];
  const picks = Object.fromEntries(
    Object.entries(now).map(([label, chosen]) => {
      const select = make("select", { "aria-label": `${label} (gradient)` }, make("option", { value: "" }, label === "Over" ? "(nothing)" : "(none)"), ...names.map((name) => make("option", { value: name }, name)));
      select.value = chosen ?? "";
      return [label, select];
    }),
  );
  const way = make("select", { "aria-label": "Direction (gradient)" }, ...Object.entries(DIRECTIONS).map(([label, code]) => make("option", { value: code }, label)));
  if (first) way.value = radial ? "radial" : ` at ${angle ?? 90}`;
  if (way.selectedIndex < 0) way.append(make("option", { value: ` at ${angle}`, selected: true }, `at ${angle}°`));
  const stops = () => [picks.From, picks.Over, picks.To].map((one) => one.value).filter(Boolean);
  const bar = make("i", { class: "blend", "aria-hidden": "true" });
  const show = () => bar.style.setProperty("background", `linear-gradient(90deg, ${stops().map((name) => colours[name] ?? (name.startsWith("#") ? name : "#888")).concat(stops().length < 2 ? ["transparent"] : []).join(", ")})`);
  const written = () => {
    show();
    if (!picks.From.value || !picks.To.value) return;
    change(way.value === "radial" ? `radial ${stops().join(" to ")}` : `${stops().join(" to ")}${way.value === " at 90" ? "" : way.value}`);
  };
  for (const select of [...Object.values(picks), way]) select.addEventListener("change", written);
  show();
  const labelled = (label, select) => make("label", {}, make("span", {}, label), select);
  return make("div", { class: "gradient", role: "group", "aria-label": "Gradient" }, make("strong", {}, "Gradient"), bar, ...Object.entries(picks).map(([label, select]) => labelled(label, select)), labelled("Direction", way));
}
