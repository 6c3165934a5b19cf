// The rows of each kind as its file has them, and what was typed into them and not written yet.

import { dropPicture, editCards, read } from "./api.js";
import { game, shown } from "./view.js";

// By kind: {file, seen, refusal, hasRows, columns, rows: [{row, cells, cards, place}]}.
export const rows = { kinds: [], tables: new Map(), heard: [] };

const drafts = new Map(); // by kind, card and column: {text, why}
const asked = new Map(); // by kind: the newest request for its rows
const shownNumber = new Map(); // by kind: the number of the request whose answer is shown
let number = 0;
let turn = Promise.resolve(); // changes are sent one after the other, as each must have seen the one before

const announce = (kind) => rows.heard.forEach((does) => does(kind));

// Asks which kinds have rows.
export async function loadKinds() {
  rows.kinds = (await read(`/g/${encodeURIComponent(game())}/cards.json`)) ?? rows.kinds;
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
  const found = await read(`/g/${encodeURIComponent(game())}/cards/${encodeURIComponent(kind)}.json`);
  if (!found || mine < (shownNumber.get(kind) ?? 0)) return;
  shownNumber.set(kind, mine);
  moveDrafts(kind, tableOf(kind), found);
  rows.tables.set(kind, found);
  announce(kind);
}

export const tableOf = (kind) => rows.tables.get(kind);

export const rowOfCard = (of) => tableOf(of.kind)?.rows.find((row) => row.cards.includes(of.id));

export const cardOfRow = (row) => row.cards.map((id) => shown.byId.get(id)).find(Boolean) ?? null;

export function nameOf(kind, row) {
  const table = tableOf(kind);
  const index = ["name", "title"].map((name) => table.columns.findIndex((one) => one.column.toLowerCase() === name)).find((one) => one >= 0);
  return (index !== undefined && row.cells[index]) || cardOfRow(row)?.name || `row ${row.row + 1}`;
}

const key = (kind, row, column) => [kind, row.cards[0] ?? row.row, column].join("\n");

export const draftOf = (kind, row, column) => (drafts.size ? drafts.get(key(kind, row, column)) : undefined);

// A card that has another id now keeps what was typed into it.
function moveDrafts(kind, old, found) {
  if (!drafts.size || old?.rows.length !== found.rows.length) return;
  old.rows.forEach((row, index) => {
    for (const { column } of old.columns) {
      const [from, to] = [key(kind, row, column), key(kind, found.rows[index], column)];
      if (from === to || !drafts.has(from)) continue;
      drafts.set(to, drafts.get(from));
      drafts.delete(from);
    }
  });
}

export const hasDrafts = () => drafts.size > 0;

export function dropDraft(kind, row, column) {
  if (drafts.delete(key(kind, row, column))) announce(kind);
}

function inTurn(work) {
  turn = turn.then(work, work);
  return turn;
}

function send(kind, label, change, refused) {
  return inTurn(async () => {
    const done = await editCards(label, { kind, seen: tableOf(kind).seen, change }, refused);
    await loadRows(kind);
    return done;
  });
}

// Writes cells as one step: [row, column, text] each. What is refused stays where it was typed, with the reason.
export async function setCells(kind, label, cells) {
  for (const [row, column, text] of cells) drafts.set(key(kind, row, column), { text, why: "" });
  announce(kind);
  let reason = "";
  const done = await send(
    kind,
    label,
    { do: "set", cells: cells.map(([row, column, value]) => ({ row: row.row, column, value })) },
    (...why) => (reason = why.join("")),
  );
  for (const [row, column, text] of cells) {
    const now = key(kind, tableOf(kind).rows.find((one) => one.row === row.row) ?? row, column);
    const draft = drafts.get(now);
    if (draft?.text !== text) continue; // typed again meanwhile
    if (done) drafts.delete(now);
    else draft.why = reason || "not written: no connection to the program";
  }
  announce(kind);
  return done;
}

// Puts a picture on the cards of a row.
export function setPicture(kind, row, column, name, bytes) {
  if (column) dropDraft(kind, row, column);
  return inTurn(async () => {
    const done = await dropPicture(`Picture of ${nameOf(kind, row)}`, { kind, seen: tableOf(kind).seen, row: row.row, column, name }, bytes);
    await loadRows(kind);
    return done;
  });
}

export const addRow = (kind, after) => send(kind, "Add a card", { do: "add", after });

export const copyRows = (kind, label, chosen) => send(kind, label, { do: "copy", rows: chosen.map((row) => row.row) });

export const deleteRows = (kind, label, chosen) => send(kind, label, { do: "delete", rows: chosen.map((row) => row.row) });

addEventListener("beforeunload", (event) => hasDrafts() && event.preventDefault());
