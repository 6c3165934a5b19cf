// Updates of a live page: on each event from the server, it fetches the view again and shows what has changed.

import { $, icon, make } from "./dom.js";
import { fetched, game, shown } from "./view.js";

function lost(is) {
  const banner = $("lost");
  banner.classList.toggle("shown", is);
  banner.replaceChildren(...(is ? [icon("again"), make("span", {}, "Connection lost, trying again")] : []));
}

export function startLive(renew) {
  let asked = 0;
  const update = async () => {
    const turn = (asked += 1);
    try {
      const view = await fetched();
      if (turn === asked) renew(view);
    } catch {
      // the event stream reconnects when the server is back
    }
  };
  const events = new EventSource(`/events?game=${encodeURIComponent(game())}`);
  events.addEventListener("open", () => {
    lost(false);
    update(); // for changes before the stream was open
  });
  events.addEventListener("error", () => lost(true));
  events.addEventListener("message", (event) => {
    const { revision } = JSON.parse(event.data);
    if (revision !== shown.view.revision) update();
  });
  addEventListener("pagehide", () => events.close());
  addEventListener("pageshow", (event) => event.persisted && location.reload());
}
