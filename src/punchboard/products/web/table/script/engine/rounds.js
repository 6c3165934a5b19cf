// Rounds of a program, played part by part: `engine/program/rounds.py` is the twin.

import { valueOf } from "./terms.js";

// Play the next part of a round: the turn of a seat, or what everybody does.
export function playPart(table) {
  const { rounds, first, players } = table.program;
  const part = rounds[table.part];
  if (table.part === 0) table.first = 0;
  if (part.offset === 0) table.first = Number(table.values[first] ?? 0);
  let met = [];
  if (part.when.every((term) => valueOf(term, table))) {
    const seat = part.offset === null ? null : (part.offset + table.first) % players;
    if (seat !== null) table.turnOf = seat;
    table.run(seat === null ? part.block : `${part.block}/${seat}`);
    met = metEnds(table, seat === null ? null : "turn", seat);
  }
  table.part = (table.part + 1) % rounds.length;
  if (table.part === 0) table.round += 1;
  table.ends = met.length || table.part ? met : metEnds(table, "round", null);
}

function metEnds(table, check, seat) {
  const met = runOut(table, check);
  const ends = table.program.ends.filter((end) => end.check === check && end.seat === seat);
  for (const end of ends.filter((one) => valueOf(one.when, table))) {
    if (end.last === null) met.push(end.name);
    else table.values[left(end.name)] ??= end.last[1];
  }
  return table.ended ? [...met, "a shortage"] : met;
}

// The ends after which a turn or a round was the last that is still played.
function runOut(table, unit) {
  const names = new Set(table.program.ends.filter((end) => end.last !== null && end.last[0] === unit).map((end) => end.name));
  const counting = [...names].filter((name) => left(name) in table.values);
  for (const name of counting) table.values[left(name)] -= 1;
  return counting.filter((name) => table.values[left(name)] === 0);
}

// The ends that are met, and after which something is still played.
export function countingDown(table) {
  const names = new Set(table.program.ends.map((end) => end.name));
  return [...names].filter((name) => table.values?.[left(name)] > 0);
}

const left = (name) => `last of ${name}`;
