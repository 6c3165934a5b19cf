// Entry point: loads the view, lays out the page, and keeps it up to date.

import { $, count, make } from "./dom.js";
import { rail, startFind } from "./find.js";
import { cardOf, everyCard, grid, hold, lay, show, startGrid } from "./grid.js";
import { deal, hand, sources, startHand } from "./hand.js";
import { startKeys } from "./keys.js";
import { startLive } from "./live.js";
import { look, sized, startLook } from "./look.js";
import { openCard, redrawOpen, renew, startOpen } from "./opened.js";
import { layPages, startPages } from "./pages.js";
import { layPrint } from "./printform.js";
import { allProblems, problems } from "./problems.js";
import { here, like, likes } from "./store.js";
import { showTab, startTabs } from "./tabs.js";
import { embedded, fetched, shown, take } from "./view.js";

function head() {
  const { view } = shown;
  document.title = view.game.title;
  $("title").textContent = view.game.title;
  $("title").lang = view.game.language ?? "";
  const facts = [view.game.version ? `Version ${view.game.version}` : "", view.game.pieces ? count(view.game.pieces, "piece") : ""];
  $("facts").textContent = facts.filter(Boolean).join(" · ");
  $("ink").hidden = !view.lowInk;
  if (!view.lowInk && likes.lowInk) like({ lowInk: false });
  const games = view.games ?? [];
  $("games").hidden = games.length < 2;
  const options = games.map((one) => make("option", { value: one.id }, one.title));
  $("games").querySelector("select").replaceChildren(...options);
  $("games").querySelector("select").value = view.game.id;
}

// Shows the first view, or a newer one of which most is unchanged.
function showView(view) {
  take(view);
  head();
  rail();
  lay();
  sized();
  sources();
  allProblems();
  layPages("sheets");
  layPrint();
  layPages("books");
  if (here.tab === "hand") deal();
  renew();
  document.dispatchEvent(new Event("view"));
}

function eachCard(does) {
  for (const card of everyCard()) does(card);
  for (const card of hand.cards) does(card);
}

function begin(view) {
  startLook();
  startTabs();
  startKeys();
  startHand();
  startOpen();
  startPages();
  startFind(() => show());
  grid.opens = (card) => {
    hold(card);
    openCard(card.of, null, card.flipped && card.of.back ? "back" : null);
  };
  hand.opens = (card) => openCard(card.of, () => hand.cards.map((one) => one.of));
  problems.opens = (one) => openCard(one, () => shown.view.components);
  look.dress = () => {
    eachCard((card) => {
      card.flipped = false;
      card.dress();
    });
    renew();
  };
  look.redraw = () => {
    eachCard((card) => card.redraw());
    redrawOpen();
  };
  look.note = (said) => ($("status").textContent = said);
  showView(view);
  startGrid();
  showTab(here.tab);
  if (here.card && cardOf(here.card)) openCard(shown.byId.get(here.card));
  $("games").addEventListener("change", (event) => location.assign(`./?game=${encodeURIComponent(event.target.value)}`));
  addEventListener("beforeprint", () => document.querySelectorAll("img[loading=lazy]").forEach((image) => (image.loading = "eager")));
  document.documentElement.dataset.ready = "true";
}

async function start() {
  const view = embedded();
  if (view) {
    begin(view);
    return;
  }
  try {
    begin(await fetched());
  } catch {
    $("lost").classList.add("shown");
    $("lost").textContent = "Cannot show the game yet. Trying again.";
    setTimeout(() => location.reload(), 2000);
    return;
  }
  startLive(showView);
}

start();
