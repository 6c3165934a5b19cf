// What the page remembers: likings in this browser, the place in its address.

const SCREEN = 96 / 25.4; // CSS pixels a mm, as browsers take it without a measure

const FIRST = {
  size: 0, // pixels a mm; 0: what suits the width of the window
  exact: false,
  pages: 1, // times a page that is seen as a whole
  paper: "", // of sheets; "": the first there is
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
    return {}; // a browser that keeps nothing, or something that is not ours
  }
}

export const likes = { ...FIRST, ...kept() };

export function like(changes) {
  Object.assign(likes, changes);
  try {
    localStorage.setItem(NAME, JSON.stringify(likes));
  } catch {
    // it holds until the page is closed
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
