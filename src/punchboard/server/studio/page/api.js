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

// Shows a message in the page. An error stays until the next request.
export function report(message, hint = "", bad = false) {
  const line = $("studio-status");
  line.classList.toggle("wrong", bad);
  line.replaceChildren(message, hint ? make("em", {}, ` ${hint}`) : "");
}

// Sends a request that writes. Returns the server's result, or null after a refusal, when `refused` is called with the
// reason and a hint.
async function send(name, body, refused = () => {}) {
  let answer, result;
  try {
    answer = await fetch(`/g/${encodeURIComponent(game())}/${name}`, { method: "POST", headers: { ...JSON_TYPE, "X-Punchboard-Token": token }, body: JSON.stringify(LOOKING.has(name) ? { ...body, look: shows.side() } : body) });
    result = answer.headers.get("content-type")?.includes("json") ? await answer.json() : { message: (await answer.text()).trim() };
  } catch {
    report("No connection to the program: nothing was written.", "Start it again with 'punchboard edit'.", true);
    return null;
  }
  if ("undo" in result) note(result);
  if (answer.ok && result.picture) shows.drawn(result.picture);
  if (answer.ok) return result;
  const step = body.of ?? name; // another program has changed a file of this step
  if (result.conflicts && (step === "undo" || step === "redo")) noted.conflict(step, result);
  const message = `${result.message.charAt(0).toUpperCase()}${result.message.slice(1)}.`;
  refused(message, result.hint ? ` ${result.hint}` : "");
  report(message, result.hint ?? "", true);
  return null;
}

// Sends edits of boxes, or a change of the rows of cards, as one step.
export const edit = (label, edits, refused) => change("edit", label, { edits }, refused);

export const editCards = (label, wanted, refused) => change("edit-cards", label, wanted, refused);

async function change(name, label, wanted, refused) {
  const result = await send(name, { label, ...wanted }, refused);
  if (result) report(result.files.length ? `${label}: saved in ${result.files.join(", ")}` : `${label}: nothing to change`);
  return result;
}

// Sends changes of the theme; those of one gesture, such as the drag of a slider, are one step.
export const editTheme = (label, edits, { gesture = "", refused } = {}) => change("edit-theme", label, { gesture, edits }, refused);

export async function fix(label, key) {
  const result = await send("fix", { key });
  if (result) report(`${label}: saved in ${result.files.join(", ")}`);
}

export const commit = (message, seen, refused) => send("commit", { message, seen }, refused);

export async function undo() {
  const label = noted.undo;
  if (label && (await send("undo", {}))) report(`Undone: ${label}`);
}

export async function redo() {
  const label = noted.redo;
  if (label && (await send("redo", {}))) report(`Done again: ${label}`);
}

export async function settle(of, take, conflicts) {
  const seen = Object.fromEntries(conflicts.map((one) => [one.file, one.seen]));
  const result = await send("settle", { of, take, seen });
  if (result) report(take === "disk" ? "The files stay as they are on disk" : `Written: ${result.files.join(", ")}`);
  return result;
}

// Returns what is at an address, or null.
export async function read(address) {
  const answer = await fetch(address, { cache: "no-store" });
  return answer.ok ? answer.json() : null;
}

export const boxesOf = (component, side) => read(`/g/${encodeURIComponent(game())}/boxes/${encodeURIComponent(component)}/${side}.json`);
