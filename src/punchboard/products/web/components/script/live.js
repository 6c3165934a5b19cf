// Updates of a live page: on each event from the server, it fetches the view again and shows what has changed.

import { $, icon, make } from "./dom.js";
import { fetched, game, shown } from "./view.js";

const AGAIN = 2000; // milliseconds until a stream that was refused is tried again

function lost(is) {
  const banner = $("lost");
  banner.classList.toggle("shown", is);
  banner.replaceChildren(...(is ? [icon("again"), make("span", {}, "Connection lost, trying again")] : []));
}

export function startLive(renew) {
  let asked = 0;
  const update = async () => {
    const turn = (asked += 1);
    const view = await fetched().catch((error) => {
      if (error.status === 404) location.reload(); // the server has this game no more, and leads to another page
      return null; // otherwise the event stream reconnects when the server is back
    });
    if (view && turn === asked) renew(view);
  };
  let events = null;
  const listen = () => {
    events?.close();
    events = new EventSource(`events?game=${encodeURIComponent(game())}`);
    events.addEventListener("open", () => {
      lost(false);
      update(); // for changes before the stream was open
    });
    events.addEventListener("error", () => {
      lost(true);
      if (events.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN); // the browser itself tries no more
    });
    events.addEventListener("message", (event) => {
      const { revision } = JSON.parse(event.data);
      if (revision !== shown.view.revision) update();
    });
  };
  listen();
  document.addEventListener("visibilitychange", () => !document.hidden && listen()); // a tab that slept has missed events
  document.addEventListener("outdated", update);
  addEventListener("pagehide", () => events.close());
  addEventListener("pageshow", (event) => event.persisted && location.reload());
}
