// Games as files: saved, loaded, and as a log for `punchboard stats`.

import { made } from "../dom.js";

const KIND = "punchboard table";
const NUMBERS = ["players", "seed"];

export function newGame(view, choices) {
  return { kind: KIND, game: view.game, version: view.version, edition: view.edition, names: [], bots: [], greedy: [], winners: [], history: [], redo: [], notes: "", score: [[]], ...choices };
}

// Read a saved game; throws an Error that says what is wrong with it.
export function readGame(view, text) {
  let game;
  try {
    game = JSON.parse(text);
  } catch {
    throw new Error("This file is not a saved game.");
  }
  if (game === null || typeof game !== "object" || game.kind !== KIND) throw new Error("This file is not a saved game.");
  if (game.game !== view.game) throw new Error(`This is a saved game of ${String(game.game)}.`);
  const isWhole =
    NUMBERS.every((name) => Number.isInteger(game[name])) &&
    view.seats.includes(game.players) &&
    Array.isArray(game.history) &&
    game.history.every((entry) => entry !== null && typeof entry === "object" && typeof entry.do === "string");
  if (!isWhole) throw new Error("This saved game is damaged.");
  const { players, seed, history } = game;
  const seats = (found) => (Array.isArray(found) ? found.filter((seat) => Number.isInteger(seat) && seat < players) : []);
  const variant = typeof game.variant === "string" ? game.variant : "";
  const names = Array.isArray(game.names) ? game.names.map(String).slice(0, players) : [];
  const score = Array.isArray(game.score) ? game.score.filter(Array.isArray) : [[]];
  const loaded = newGame(view, { players, seed, variant, names, history, score, byHand: game.byHand === true });
  for (const name of ["bots", "greedy", "winners"]) loaded[name] = seats(game[name]);
  loaded.notes = typeof game.notes === "string" ? game.notes : "";
  loaded.otherEdition = game.edition !== loaded.edition;
  return loaded;
}

export function saveFile(name, text, type = "application/json") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = made("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// The log of a game: a line about it, then a line for each thing that happened; `plays/log.py` reads it.
export function logOf(view, game, table) {
  const pieces = (list) => list.map((piece) => view.components[table.componentOf[piece]].id);
  const pileName = (place) => table.program.piles[place].filter((one) => one !== null).join(" ");
  const head = {
    kind: "punchboard log",
    game: view.game,
    version: view.version,
    edition: game.edition,
    looks: Object.fromEntries(view.components.map((one) => [one.id, one.look])),
    seed: game.seed,
    players: game.players,
    variant: game.variant,
    names: game.names,
    bots: Array.from({ length: game.players }, (_, seat) => (!table.bots.has(seat) ? "" : table.greedy.has(seat) ? "greedy" : "random")),
  };
  const told = ([name, here, ...values]) => {
    const line = { do: name, step: here.path, seat: here.seat };
    if (name === "order") return { ...line, do: "shuffle", pile: pileName(values[0]) };
    if (name === "shuffle") return { ...line, pile: pileName(values[0].pile) };
    if ((name === "move" && here.path) || name === "under") return { ...line, from: pileName(values[0]), to: pileName(values[1]), pieces: pieces(values[2]) };
    if (name === "move") return { ...line, from: values[0].from === undefined ? "" : pileName(values[0].from), to: pileName(values[0].to), pieces: pieces(values[0].pieces) };
    if (name === "roll" && here.path) return { ...line, die: values[0], value: values[2] };
    if (name === "roll") return { ...line, die: values[0].die, value: values[0].value };
    if (name === "flip" || name === "turn") return { ...line, pieces: pieces(values[0].pieces) };
    return line;
  };
  const lines = [];
  for (const event of table.events) {
    const line = told(event);
    const isOfStep = (one) => one && one.step === line.step && one.seat === line.seat;
    if (line.do !== "undone") lines.push(line);
    else while (isOfStep(lines.at(-1))) lines.pop(); // what was undone has not happened
  }
  const last = { do: "result", round: table.round, ends: table.ends, winners: game.winners.length ? game.winners : null, values: [], score: game.score, notes: game.notes };
  return [head, ...lines, last].map((line) => JSON.stringify(line)).join("\n") + "\n";
}
