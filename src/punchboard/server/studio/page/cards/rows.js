// The rows of each kind as its file has them, and what was typed into them and not written yet.

import { attempt, dropPicture, editCards, inTurn, read, shows } from "./api.js";
import { game, shown } from "./view.js";

// By kind: {file, refusal, hasRows, columns, seen, rows: [{row, mark, id, cells, cards, place}]}. A change names each row as it
// was shown, so that the program finds it wherever it lies in the file by then.
export const rows = { kinds: [], tables: new Map(), heard: [] };

const drafts = new Map(); // by kind, card and column: {text, why}
const asked = new Map(); // by kind: the newest request for its rows
const shownNumber = new Map(); // by kind: the number of the request whose answer is shown
let number = 0;

const announce = (kind) => rows.heard.forEach((does) => does(kind));

// Asks which kinds have rows.
export async function loadKinds() {
  rows.kinds = (await read(`g/${encodeURIComponent(game())}/cards.json`)) ?? rows.kinds;
}

// Asks for the rows of a kind as they are now, and waits until the newest answer is here. The last ones stay while the
// file cannot be read.
export async function loadRows(kind) {
  const work = ask(kind);
  asked.set(kind, work);
  await work;
  if (asked.get(kind) !== work) await asked.get(kind);
}

async function ask(kind) {
  number += 1;
  const mine = number;
  const { seen = "", sent = [] } = tableOf(kind) ?? {};
  const found = await read(`g/${encodeURIComponent(game())}/cards/${encodeURIComponent(kind)}.json?since=${seen}`);
  if (!found || mine < (shownNumber.get(kind) ?? 0)) return;
  shownNumber.set(kind, mine);
  found.sent = found.rows.map((row) => sent[row] ?? row); // a row that is the same as before comes as its number there
  found.rows = found.sent.map((row) => ({ ...row, cells: [...row.cells] })); // what is typed does not change what was sent
  moveDrafts(kind, tableOf(kind), found);
  rows.tables.set(kind, found);
  announce(kind);
}

export const tableOf = (kind) => rows.tables.get(kind);

export const rowOfCard = (of) => tableOf(of.kind)?.rows.find((row) => row.cards.includes(of.id));

export const cardOfRow = (row) => row.cards.map((id) => shown.byId.get(id)).find(Boolean) ?? null;

// The number of the column with the names of the cards; -1 for none.
export function nameColumn(kind) {
  const { columns, rows, map } = tableOf(kind);
  if (map) return columns.findIndex((one) => one.column === map.columns.cell);
  const known = ["name", "title"].map((name) => columns.findIndex((one) => one.column.toLowerCase() === name)).find((one) => one >= 0);
  const first = rows.slice(0, 3).map((row) => [row, cardOfRow(row)?.name]); // in another language: the column with the cards' names
  return known ?? columns.findIndex((_, at) => first.length > 0 && first.every(([row, name]) => row.cells[at] === name));
}

export const nameOf = (kind, row) => row.cells[nameColumn(kind)] || cardOfRow(row)?.name || `row ${row.row + 1}`;

const as = ({ row, mark, id }) => ({ row, mark, id });

// Whether two rows, read at different times, are the same one.
export const isSame = (one, other) => one === other || one.mark === other.mark || (one.id ? one.id === other.id : one.cards.length > 0 && one.cards[0] === other.cards[0]);

// The row of a kind that is now what a row was when it was read.
const nowOf = (kind, row) => tableOf(kind).rows.find((one) => one.mark === row.mark) ?? tableOf(kind).rows.find((one) => isSame(one, row));

const key = (kind, row, column) => [kind, (tableOf(kind)?.map ? row.id : row.cards[0]) ?? row.row, column].join("\n");

export const draftOf = (kind, row, column) => (drafts.size ? drafts.get(key(kind, row, column)) : undefined);

// A card that has another id now keeps what was typed into it.
function moveDrafts(kind, old, found) {
  if (!drafts.size || !old) return;
  for (const row of old.rows) {
    const now = found.rows.find((one) => one.mark === row.mark);
    for (const { column } of now ? old.columns : []) {
      const [from, to] = [key(kind, row, column), key(kind, now, column)];
      if (from === to || !drafts.has(from)) continue;
      drafts.set(to, drafts.get(from));
      drafts.delete(from);
    }
  }
}

export const hasDrafts = () => drafts.size > 0;

export function dropDraft(kind, row, column) {
  if (drafts.delete(key(kind, row, column))) announce(kind);
}

// Sends a change of rows; `change` is called when its turn has come.
function send(kind, label, list, change, refused) {
  return inTurn(async () => {
    const done = await editCards(label, { kind, rows: list.map(as), change: change() }, refused);
    if (done) shownNumber.set(kind, number + 1); // an answer that was asked for before the change is older than it
    done?.rows?.forEach(({ cells, ...now }, index) => take(kind, list[index], now, cells));
    await loadRows(kind);
    return done;
  });
}

// A row that was changed here is known by its new cells from now on, also where it was read again meanwhile.
function take(kind, row, now, cells) {
  for (const one of new Set([row, nowOf(kind, row) ?? row])) {
    Object.assign(one, now);
    for (const [column, text] of Object.entries(cells)) one.cells[columnIndex(kind, column)] = text;
  }
}

const columnIndex = (kind, column) => tableOf(kind).columns.findIndex((one) => one.column === column);

const trying = { turn: 0, isAsking: false, next: null, shown: false };

const setOf = (kind, cells, added = []) => ({ do: "set", added, cells: cells.map(([row, column, value]) => ({ row: row.row, column, value, was: row.cells[columnIndex(kind, column)] })) });

const rowsOf = (cells) => [...new Set(cells.map(([row]) => row))];

// Shows the card as it would be with texts that are being typed, [row, column, text] each; nothing is written. There is
// one question at a time: the newest of what was typed meanwhile is asked when the answer is here.
export async function tryCells(kind, cells) {
  trying.next = async () => {
    const { turn } = trying;
    const side = shows.side();
    const found = await attempt("trial-cards", { kind, rows: rowsOf(cells).map(as), change: setOf(kind, cells) }, side);
    if (turn !== trying.turn || !found?.picture) return;
    trying.shown = true;
    shows.drawn(found.picture, side);
  };
  if (trying.isAsking) return;
  trying.isAsking = true;
  try {
    while (trying.next) {
      const ask = trying.next;
      trying.next = null;
      await ask();
    }
  } finally {
    trying.isAsking = false;
  }
}

function endTrying() {
  const { shown } = trying;
  Object.assign(trying, { turn: trying.turn + 1, next: null, shown: false });
  return shown;
}

// Shows the card as its file has it: what was typed is given up.
export function forgetTyped() {
  if (endTrying()) shows.restored();
}

// Writes cells as one step: [row, column, text] each. What is refused stays where it was typed, with the reason.
// Texts by column in `added` become new rows behind the last one.
export async function setCells(kind, label, cells, added = []) {
  const tried = endTrying();
  for (const [row, column, text] of cells) drafts.set(key(kind, row, column), { text, why: "" });
  announce(kind);
  let reason = "";
  const done = await send(kind, label, rowsOf(cells), () => setOf(kind, cells, added), (...why) => (reason = why.slice(0, 2).join("")));
  if (!done && tried) shows.restored();
  for (const [row, column, text] of cells) {
    const now = key(kind, nowOf(kind, row) ?? row, column);
    const draft = drafts.get(now);
    if (draft?.text !== text) continue; // typed again meanwhile
    if (done) drafts.delete(now);
    else draft.why = reason || "not written: no connection to the program";
  }
  announce(kind);
  return done;
}

// Puts a picture on the cards of a row. Those that were dropped together have one `gesture`, and are one step.
export function setPicture(kind, row, column, name, bytes, { gesture = "", label = `Picture of ${nameOf(kind, row)}` } = {}) {
  if (column) dropDraft(kind, row, column);
  return inTurn(async () => {
    const now = nowOf(kind, row) ?? row; // the picture before it may be on the same card
    const was = column ? now.cells[columnIndex(kind, column)] : "";
    const done = await dropPicture(label, { gesture, kind, row: as(now), column, was, name }, bytes);
    await loadRows(kind);
    return done;
  });
}

export const addRow = (kind, after) => send(kind, "Add a card", after ? [after] : [], () => ({ do: "add", after: after?.row ?? null }));

export const copyRows = (kind, label, chosen) => send(kind, label, chosen, () => ({ do: "copy", rows: chosen.map((row) => row.row) }));

export const deleteRows = (kind, label, chosen) => send(kind, label, chosen, () => ({ do: "delete", rows: chosen.map((row) => row.row) }));

addEventListener("beforeunload", (event) => hasDrafts() && event.preventDefault());
