// What was done in another window of the same game: its step is said here too, and can be undone here.

import { game, shown } from "./view.js";
import { note, noted, read, report, sending } from "./api.js";

function said(was, now) {
  if (was.undo === now.undo && was.redo === now.redo) return "";
  if (was.undo && was.undo === now.redo) return `Undone in another window: ${now.redo}`;
  if (was.redo && was.redo === now.undo) return `Done again in another window: ${now.undo}`;
  return now.undo ? `In another window: ${now.undo}` : "";
}

// Asks what can be undone now. The answer to a request of this window's own, sent meanwhile, says it better.
async function learn() {
  const { sent } = sending;
  const now = await read(`g/${encodeURIComponent(game())}/history.json`);
  if (!now || sending.count || sending.sent !== sent) return;
  const news = said({ ...noted }, now);
  note(now);
  if (news && known) report(news);
  known = true;
}

let known = false; // what was done before this window was opened is no news

export function startElsewhere() {
  document.addEventListener("view", learn);
  if (shown.view) learn();
}
