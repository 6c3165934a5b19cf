// Stored state: options in the browser's local storage, the current view in the address.

const SCREEN = 96 / 25.4; // CSS pixels per mm, as browsers assume if the screen is not measured

const FIRST = {
  size: 0, // pixels per mm; 0 to fit the width of the window
  exact: false,
  pages: 1, // zoom, relative to a whole page that fits the window
  paper: "", // of sheets; "" for the first one
  sheets: "duplex", // the layout of the sheets to print
  sides: "front",
  cuts: "cut",
  trim: false,
  bleed: false,
  safe: false,
  eyes: "normal",
  lowInk: false,
  theme: "auto",
  screen: SCREEN,
  letters: true,
};
const NAME = "punchboard";

function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(NAME) ?? "{}");
    const fits = ([name, value]) => name in FIRST && typeof value === typeof FIRST[name];
    return Object.fromEntries(Object.entries(found).filter(fits));
  } catch {
    return {}; // no storage, or invalid data
  }
}

export const likes = { ...FIRST, ...kept() };

export function like(changes) {
  Object.assign(likes, changes);
  try {
    localStorage.setItem(NAME, JSON.stringify(likes));
  } catch {
    // without storage, options last until the page is closed
  }
}

export const screenAsIs = SCREEN;

const HERE = { tab: "cards", q: "", kind: "", deck: "", code: "", card: "", seed: "", count: "5", from: "" };

export const here = { ...HERE, ...Object.fromEntries([...new URLSearchParams(location.hash.slice(1))].filter(([name]) => name in HERE)) };

export function go(changes) {
  Object.assign(here, changes);
  const told = Object.entries(here).filter(([name, value]) => value !== HERE[name]);
  const hash = new URLSearchParams(told).toString();
  history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
}
