// Entry point of the studio, beside that of the preview: editing in the dialog of a card.

import { $, make } from "./dom.js";
import { opened } from "./opened.js";
import { redo, undo } from "./api.js";
import { bench, change, place, startBench, toggleBench } from "./bench.js";
import { startChanges } from "./changes.js";
import { startChecks } from "./checks.js";
import { startAtOnce } from "./atonce.js";
import { startConflicts } from "./conflict.js";
import { startHistory } from "./history.js";
import { startElsewhere } from "./elsewhere.js";
import { fillDialog, startDeck } from "./deck.js";
import { startFieldDrop } from "./fielddrop.js";
import { startOnCard } from "./oncard.js";
import { startNewKind } from "./newkind.js";
import { startPaint } from "./paint.js";
import { placeBar, startPanel } from "./panel.js";
import { startTexts } from "./texts.js";
import { startTheme } from "./theme.js";

const typing = (event) => event.target.closest?.("input, textarea, select");

function key(event) {
  const command = event.ctrlKey || event.metaKey;
  if (command && event.key.toLowerCase() === "z" && !typing(event)) {
    event.preventDefault();
    if (event.shiftKey) redo();
    else undo();
  } else if (command && event.key.toLowerCase() === "y" && !typing(event)) {
    event.preventDefault();
    redo();
  } else if (!command && event.key === "Delete" && bench.on && bench.chosen.length && !typing(event)) {
    event.preventDefault();
    change("Delete", "delete");
  } else if (!command && event.key === "e" && $("open").open && !typing(event)) {
    event.preventDefault();
    toggleBench();
  }
}

startBench();
startPanel();
startHistory();
startChanges();
startChecks();
startConflicts();
startElsewhere();
startAtOnce();
startTexts();
startTheme();
startDeck();
startNewKind();
startOnCard();
startFieldDrop();
startPaint();
document.querySelector(".foot p").append(" ", make("a", { href: "start" }, "New or another game"));
const layBoxes = opened.filled;
opened.filled = () => {
  layBoxes();
  fillDialog();
  queueMicrotask(placeBar); // the dialog opens first
};
document.addEventListener("keydown", key);
new ResizeObserver(place).observe($("stage"));
