// Requests to the server. The token comes in the address that the command opened, and stays in this tab.

import { $, make } from "./dom.js";
import { game } from "./view.js";

const NAME = "punchboard-token";
const JSON_TYPE = { "Content-Type": "application/json" };

// Takes the token out of the address, so that it is neither copied with it nor kept in the browser's history.
function taken() {
  const found = new URLSearchParams(location.search).get("token");
  if (found) {
    sessionStorage.setItem(NAME, found);
    const rest = new URLSearchParams(location.search);
    rest.delete("token");
    const query = rest.toString();
    history.replaceState(null, "", `${location.pathname}${query ? `?${query}` : ""}${location.hash}`);
  }
  return found ?? sessionStorage.getItem(NAME) ?? "";
}

const token = taken();

export const noted = { undo: null, redo: null, changed: () => {}, conflict: () => {} };

// What other modules add: the side that the page shows large, and what is done with a picture of it.
export const shows = { side: () => null, drawn: () => {} };

// The requests whose answer may have a picture.
const LOOKING = new Set(["edit", "edit-cards", "edit-theme", "undo", "redo", "settle"]);

export function note({ undo, redo }) {
  Object.assign(noted, { undo, redo });
  noted.changed();
}

// Tells the user something in the page, politely; bad news stay until the next request.
export function tell(message, hint = "", bad = false) {
  const line = $("studio-said");
  line.classList.toggle("wrong", bad);
  line.replaceChildren(message, hint ? make("em", {}, ` ${hint}`) : "");
}

// Sends a request that writes; returns what the server tells, or null if it refused; then `refused` is called with
// the reason and a hint.
async function send(name, body, refused = () => {}) {
  let answer, told;
  try {
    answer = await fetch(`/g/${encodeURIComponent(game())}/${name}`, { method: "POST", headers: { ...JSON_TYPE, "X-Punchboard-Token": token }, body: JSON.stringify(LOOKING.has(name) ? { ...body, look: shows.side() } : body) });
    told = answer.headers.get("content-type")?.includes("json") ? await answer.json() : { message: (await answer.text()).trim() };
  } catch {
    tell("No connection to the program: nothing was written.", "Start it again with 'punchboard edit'.", true);
    return null;
  }
  if ("undo" in told) note(told);
  if (answer.ok && told.picture) shows.drawn(told.picture);
  if (answer.ok) return told;
  if (told.conflicts) noted.conflict(name, told);
  const message = `${told.message.charAt(0).toUpperCase()}${told.message.slice(1)}.`;
  refused(message, told.hint ? ` ${told.hint}` : "");
  tell(message, told.hint ?? "", true);
  return null;
}

// Sends edits of boxes, or a change of the rows of cards, as one step.
export const edit = (label, edits, refused) => change("edit", label, { edits }, refused);

export const editCards = (label, wanted, refused) => change("edit-cards", label, wanted, refused);

async function change(name, label, wanted, refused) {
  const told = await send(name, { label, ...wanted }, refused);
  if (told) tell(told.files.length ? `${label}: saved in ${told.files.join(", ")}` : `${label}: nothing to change`);
  return told;
}

// Changes of the theme; those of one gesture, such as the drag of a slider, are one step.
export async function editTheme(label, edits, { gesture = "", refused } = {}) {
  const told = await send("edit-theme", { label, gesture, edits }, refused);
  if (told) tell(told.files.length ? `${label}: saved in ${told.files.join(", ")}` : `${label}: nothing to change`);
  return told;
}

export async function fix(label, key) {
  const told = await send("fix", { key });
  if (told) tell(`${label}: saved in ${told.files.join(", ")}`);
}

export const commit = (message, seen, refused) => send("commit", { message, seen }, refused);

export async function undo() {
  const label = noted.undo;
  if (label && (await send("undo", {}))) tell(`Undone: ${label}`);
}

export async function redo() {
  const label = noted.redo;
  if (label && (await send("redo", {}))) tell(`Done again: ${label}`);
}

export async function settle(of, take, conflicts) {
  const seen = Object.fromEntries(conflicts.map((one) => [one.file, one.seen]));
  const told = await send("settle", { of, take, seen });
  if (told) tell(take === "disk" ? "The files stay as they are on disk" : `Written: ${told.files.join(", ")}`);
  return told;
}

// Returns what is at an address, or null.
export async function read(address) {
  const answer = await fetch(address, { cache: "no-store" });
  return answer.ok ? answer.json() : null;
}

export const boxesOf = (component, side) => read(`/g/${encodeURIComponent(game())}/boxes/${encodeURIComponent(component)}/${side}.json`);
