// The first page of a game: seats, their names, the variant, and who sets the game up.

import { $, made } from "../dom.js";
import { newGame } from "../game/files.js";
import { programOf } from "../game/play.js";

export class Start {
  constructor(view, begin) {
    this.view = view;
    const seats = $("seats");
    for (const count of view.seats) seats.append(made("option", { value: count }, String(count)));
    seats.value = String(view.seats.includes(2) ? 2 : view.seats[0]);
    seats.addEventListener("change", () => this.show());
    $("variant").addEventListener("change", () => this.show());
    $("start-form").addEventListener("submit", (event) => {
      event.preventDefault();
      begin(this.game());
    });
    this.show();
  }

  get players() {
    return Number($("seats").value);
  }

  show() {
    const { players } = this;
    const before = $("variant").value;
    const fitting = this.view.variants.filter((one) => one.players.includes(players));
    $("variant").replaceChildren(
      made("option", { value: "" }, "The usual game"),
      ...fitting.map((one) => made("option", { value: one.key }, one.name)),
    );
    $("variant").value = fitting.some((one) => one.key === before) ? before : "";
    $("variant-field").hidden = !fitting.length;
    const chosen = fitting.find((one) => one.key === $("variant").value);
    $("variant-text").textContent = chosen ? chosen.text : "";
    const { names, bots, greedy } = this.people();
    $("names").replaceChildren(
      ...Array.from({ length: players }, (_, seat) =>
        made("div", { class: "person" },
          made("label", {}, `Seat ${seat + 1}`, made("input", { type: "text", maxLength: 24, autocomplete: "off", value: names[seat] || "" })),
          this.whoPlays(seat, greedy.includes(seat) ? "greedy" : bots.includes(seat) ? "random" : ""))),
    );
    $("script-field").hidden = !this.canScript(players);
  }

  whoPlays(seat, chosen) {
    const choices = { "": "A person", random: "A random bot", ...(this.hasAim() ? { greedy: "A greedy bot" } : {}) };
    const options = Object.entries(choices).map(([value, words]) => made("option", { value }, words));
    const select = made("select", { "aria-label": `Who plays seat ${seat + 1}` }, ...options);
    select.value = chosen in choices ? chosen : "random";
    return select;
  }

  // Whether greedy bots know what to want; those of a server play at random.
  hasAim() {
    if (!this.view.program || "shared" in document.documentElement.dataset) return false;
    return Boolean(programOf(this.view, this.players, $("variant").value)?.aims.length);
  }

  // The names, and the seats that bots play.
  people() {
    const typed = [...$("names").querySelectorAll("[type=text]")].map((input) => input.value.trim());
    const who = [...$("names").querySelectorAll("select")].map((select) => select.value);
    const seatsOf = (...kinds) => who.flatMap((one, seat) => (kinds.includes(one) ? [seat] : []));
    const bots = seatsOf("random", "greedy");
    return { names: typed.map((name, seat) => name || (bots.includes(seat) ? `Bot ${seat + 1}` : "")), bots, greedy: seatsOf("greedy") };
  }

  canScript(players) {
    const { program } = this.view;
    return Boolean(program) && program.programs.some((one) => one.players === players && one.blocks.setup.length > 0);
  }

  game() {
    const { players } = this;
    const how = $("start-form").elements.how.value;
    const typed = $("seed").value.trim();
    const seed = /^\d+$/.test(typed) ? Number(typed) >>> 0 : crypto.getRandomValues(new Uint32Array(1))[0];
    return newGame(this.view, {
      players,
      variant: $("variant").value,
      seed,
      ...this.people(),
      byHand: how === "hand" || !this.canScript(players),
      history: how === "all" && this.canScript(players) ? [{ do: "all" }] : [],
    });
  }
}
