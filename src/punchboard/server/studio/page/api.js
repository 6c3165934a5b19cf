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
// `put` is the promise of the newest picture: that it is there.
// `restored` shows the picture of the files again after one of a trial.
export const shows = { side: () => null, drawn: () => {}, restored: () => {}, put: null, waiting: async () => {}, again: async () => {} };

// How many requests that write have no answer yet, and how many were sent.
export const sending = { count: 0, sent: 0 };

// The requests whose answer may have a picture.
const LOOKING = new Set(["edit", "edit-cards", "drop", "use-layout", "boxes-to-kinds", "new-kind", "replace-table", "edit-theme", "ignore", "undo", "redo", "settle"]);

export function note({ undo, redo }) {
  Object.assign(noted, { undo, redo });
  noted.changed();
}

// Shows a message in the page. An error stays until the next request, or until another tab is shown.
export function report(message, hint = "", bad = false) {
  const line = $("studio-status");
  line.classList.toggle("wrong", bad);
  line.replaceChildren(message, hint ? make("em", {}, ` ${hint}`) : "");
}

document.addEventListener("tab", () => $("studio-status").matches(".wrong") && report(""));

// Sends a request that writes. Returns the server's result, or null after a refusal, when `refused` is called with the
// reason and a hint, and the whole result.
function send(name, body, refused = () => {}, bytes = null) {
  latest = answered(name, body, refused, bytes);
  return latest;
}

let latest = Promise.resolve(); // the request that was sent last

// Waits for the answer to what was sent last.
export const lastAnswer = () => latest;

const post = (name, body, type) => fetch(`g/${encodeURIComponent(game())}/${name}`, { method: "POST", headers: { "Content-Type": type, "X-Punchboard-Token": token }, body });

// Asks what a change would do, without making it. Null when it cannot be made.
export async function attempt(name, wanted, shown = shows.side()) {
  try {
    const answer = await post(name, JSON.stringify({ label: "", ...wanted, shown }), JSON_TYPE);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

async function answered(name, body, refused, bytes) {
  let answer, result;
  const shown = LOOKING.has(name) ? shows.side() : null;
  const text = JSON.stringify(LOOKING.has(name) ? { ...body, shown } : body);
  sending.count += 1;
  sending.sent += 1;
  try {
    answer = await post(name, bytes ? new Blob([text, "\n", bytes]) : text, bytes ? PICTURE_TYPE : JSON_TYPE);
    result = answer.headers.get("content-type")?.includes("json") ? await answer.json() : { message: (await answer.text()).trim() };
  } catch {
    report("No connection to the program: nothing was written.", "Start it again with 'punchboard edit'.", true);
    return null;
  } finally {
    sending.count -= 1;
  }
  if ("undo" in result) note(result);
  if (answer.ok && result.picture) shows.put = shows.drawn(result.picture, shown);
  if (answer.ok) return result;
  const step = body.of ?? name; // another program has changed a file of this step
  if (result.conflicts && (step === "undo" || step === "redo")) noted.conflict(step, result);
  const [message, hint] = [sentence(result.message), sentence(result.hint)];
  document.dispatchEvent(new Event("outdated")); // the page may show something older than the files
  refused(message, hint ? ` ${hint}` : "", result);
  report(message, hint, true);
  return null;
}

let turn = Promise.resolve();

// Does work when all that was asked for before is done: each change must know what the one before has left.
export function inTurn(work) {
  turn = turn.then(work, work);
  return turn;
}

// Sends edits of boxes as one step, each with what the page showed of the values that it replaces in its box, `shown`.
// Those of the theme in the same step say it themselves.
export function edit(label, edits, refused, theme = []) {
  return inTurn(async () => {
    const done = await change("edit", label, { edits: edits.map(withSeen), theme }, refused);
    done?.seen?.forEach((pairs, index) => pairs.forEach(([path, value]) => keep(edits[index].shown, path, value)));
    return done;
  });
}

const PLACE = [["at"], ["from"], ["size"], ["sides"], ["area"]]; // the keys that a move may change
const whole = () => [[]];
const REPLACED = { set: ({ path }) => [path], reset: ({ path }) => [path], move: () => PLACE, hide: whole, delete: whole, copy: whole };

export const at = (values, path) => path.reduce((value, key) => value?.[key], values);

function withSeen({ shown, ...one }) {
  const paths = shown.values ? REPLACED[one.do](one) : [[]]; // a new box replaces none
  return { ...one, seen: paths.map((path) => [path, at(shown.values, path) ?? null]) };
}

// What was written here has been seen, also before the boxes are read again.
function keep(shown, path, value) {
  if (!path.length || !shown.values) return;
  const last = path.at(-1);
  const inner = path.slice(0, -1).reduce((values, key) => (typeof values[key] === "object" && values[key] ? values[key] : (values[key] = {})), shown.values);
  inner[last] = value;
}

// Sends a change of the rows of cards, as one step.
export const editCards = (label, wanted, refused) => change("edit-cards", label, wanted, refused);

// Asks what a new version of a table would change, and puts it in the place of the one it was compared with.
export const compareTable = (wanted, bytes) => send("compare-table", wanted, undefined, bytes);

export const replaceTable = (label, wanted, bytes) => change("replace-table", label, wanted, undefined, bytes);

// Sends a picture for a row of cards.
export const dropPicture = (label, wanted, bytes) => change("drop", label, wanted, undefined, bytes);

// Said once: a program that has the file open does not know what is written here.
const openElsewhere = ({ open = [] }) => (open.length ? `${open.join(", ")} is open in a spreadsheet program, which will write over this when it saves. Close it there first.` : "");

async function change(name, label, wanted, refused, bytes) {
  const result = await send(name, { label, ...wanted }, refused, bytes);
  if (result?.files.length) report(`${label}: saved in ${result.files.join(", ")}`, openElsewhere(result));
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
  if (result) report(`${label}: saved in ${result.files.join(", ")}`, openElsewhere(result));
}

export const useLayout = (label, wanted) => change("use-layout", label, wanted);

export const newKind = (label, wanted, refused) => change("new-kind", label, wanted, refused);

export const copyToKinds = (label, wanted, refused) => change("boxes-to-kinds", label, wanted, refused);

// Turns the checks of a code off in the game, with the reason.
export const ignore = (code, was, because, refused) => change("ignore", `Ignore ${code}`, { code, was, because }, refused);

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
  await turn;
  await latest; // else the label would be that of an older step
  const label = noted[name];
  if (!label) return false;
  report(`${doing}: ${label}…`);
  const result = await send(name, {});
  if (!result) return false;
  await shows.again();
  report(`${done}: ${label}`, openElsewhere(result));
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
