// Requests to the server. The token comes in the address that the command opened, and stays in this tab.

import { $, make, sentence } from "./dom.js";
import { game } from "./view.js";

const NAME = "punchboard-token";
const JSON_TYPE = "application/json";
const PICTURE_TYPE = "application/octet-stream"; // a line of JSON, then the bytes of a file

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

// What other modules add: which side the page shows large, what to do with a picture of one that was asked for, how to
// write what waits for a pause, and how to show the files after undo, before the next change.
export const shows = { side: () => null, drawn: () => {}, waiting: async () => {}, again: async () => {} };

// How many requests that write have no answer yet, and how many were sent.
export const sending = { count: 0, sent: 0 };

// The requests whose answer may have a picture.
const LOOKING = new Set(["edit", "edit-cards", "drop", "use-layout", "boxes-to-kinds", "new-kind", "replace-table", "edit-theme", "ignore", "undo", "redo", "settle"]);

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
// reason and a hint, and the whole result.
function send(name, body, refused = () => {}, bytes = null) {
  latest = answered(name, body, refused, bytes);
  return latest;
}

let latest = Promise.resolve(); // the request that was sent last

async function answered(name, body, refused, bytes) {
  let answer, result;
  const shown = LOOKING.has(name) ? shows.side() : null;
  const text = JSON.stringify(LOOKING.has(name) ? { ...body, shown } : body);
  const headers = { "Content-Type": bytes ? PICTURE_TYPE : JSON_TYPE, "X-Punchboard-Token": token };
  sending.count += 1;
  sending.sent += 1;
  try {
    answer = await fetch(`g/${encodeURIComponent(game())}/${name}`, { method: "POST", headers, body: bytes ? new Blob([text, "\n", bytes]) : text });
    result = answer.headers.get("content-type")?.includes("json") ? await answer.json() : { message: (await answer.text()).trim() };
  } catch {
    report("No connection to the program: nothing was written.", "Start it again with 'punchboard edit'.", true);
    return null;
  } finally {
    sending.count -= 1;
  }
  if ("undo" in result) note(result);
  if (answer.ok && result.picture) shows.drawn(result.picture, shown);
  if (answer.ok) return result;
  const step = body.of ?? name; // another program has changed a file of this step
  if (result.conflicts && (step === "undo" || step === "redo")) noted.conflict(step, result);
  const [message, hint] = [sentence(result.message), sentence(result.hint)];
  document.dispatchEvent(new Event("outdated")); // the page may show something older than the files
  refused(message, hint ? ` ${hint}` : "", result);
  report(message, hint, true);
  return null;
}

// Sends edits of boxes, or a change of the rows of cards, as one step.
export const edit = (label, edits, refused) => change("edit", label, { edits }, refused);

export const editCards = (label, wanted, refused) => change("edit-cards", label, wanted, refused);

// Asks what a new version of a table would change, and puts it in the place of the one it was compared with.
export const compareTable = (wanted, bytes) => send("compare-table", wanted, undefined, bytes);

export const replaceTable = (label, wanted, bytes) => change("replace-table", label, wanted, undefined, bytes);

// Sends a picture for a row of cards.
export const dropPicture = (label, wanted, bytes) => change("drop", label, wanted, undefined, bytes);

async function change(name, label, wanted, refused, bytes) {
  const result = await send(name, { label, ...wanted }, refused, bytes);
  if (result?.files.length) report(`${label}: saved in ${result.files.join(", ")}`);
  else if (result && label !== noted.undo) report(`${label}: nothing to change`); // the end of a drag repeats its last step
  return result;
}

// Sends changes of the theme; those of one gesture, such as the drag of a slider, are one step.
export const editTheme = (label, edits, { gesture = "", refused } = {}) => change("edit-theme", label, { gesture, edits }, refused);

// Writes a whole text, if its file is still the one that was read.
export async function editText(wanted, refused) {
  const result = await send("text", wanted, refused);
  if (result?.files.length) report(`Saved in ${result.files.join(", ")}`);
  return result;
}

export async function fix({ label, key, was }) {
  const result = await send("fix", { key, was });
  if (result) report(`${label}: saved in ${result.files.join(", ")}`);
}

export const useLayout = (label, wanted) => change("use-layout", label, wanted);

export const newKind = (label, wanted, refused) => change("new-kind", label, wanted, refused);

export const copyToKinds = (label, wanted, refused) => change("boxes-to-kinds", label, wanted, refused);

// Turns the checks of a code off in the game, with the reason.
export const ignore = (code, because, refused) => change("ignore", `Ignore ${code}`, { code, because }, refused);

export const commit = (message, seen, refused) => send("commit", { message, seen }, refused);

export const undo = () => stepped("undo", "Undoing", "Undone");

export const redo = () => stepped("redo", "Doing again", "Done again");

let steps = Promise.resolve(); // one step after the other, however fast they are asked for

// Says at once that a step is under way; returns whether it was made.
function stepped(name, doing, done) {
  if (noted[name]) report(`${doing}: ${noted[name]}…`);
  steps = steps.then(() => step(name, doing, done));
  return steps;
}

async function step(name, doing, done) {
  await shows.waiting();
  await latest; // else the label would be that of an older step
  const label = noted[name];
  if (!label) return false;
  report(`${doing}: ${label}…`);
  if (!(await send(name, {}))) return false;
  await shows.again();
  report(`${done}: ${label}`);
  return true;
}

export async function settle(of, take, conflicts) {
  const seen = Object.fromEntries(conflicts.map((one) => [one.file, one.seen]));
  const result = await send("settle", { of, take, seen });
  if (result) report(take === "disk" ? "The files stay as they are on disk" : `Written: ${result.files.join(", ")}`);
  return result;
}

// Returns what is at an address, or null; also when the program does not answer, which the page says elsewhere.
export async function read(address) {
  try {
    const answer = await fetch(address, { cache: "no-store" });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

export const boxesOf = (component, side) => read(`g/${encodeURIComponent(game())}/boxes/${encodeURIComponent(component)}/${side}.json`);
