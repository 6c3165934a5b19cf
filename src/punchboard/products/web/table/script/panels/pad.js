// The pad beside the table: round and turn, score sheet, dice and notes. It is saved with the game.

import { $, button, made } from "../dom.js";

export class Pad {
  constructor(view, faces, acts) {
    this.view = view;
    this.faces = faces;
    this.acts = acts;
    $("notes").addEventListener("input", () => acts.note($("notes").value));
    $("add-row").addEventListener("click", () => acts.scoreRow());
    $("next-seat").addEventListener("click", () => acts.history({ do: "next" }));
    $("next-round").addEventListener("click", () => acts.history({ do: "round" }));
  }

  show(table, game, seatName) {
    $("round").textContent = `Round ${table.round}`;
    $("turn-of").textContent = table.program.players > 1 ? `${seatName(table.turnOf)} is on turn` : "";
    $("next-seat").hidden = table.program.players < 2;
    this.showDice(table);
    this.showScore(table, game, seatName);
    if ($("notes").value !== game.notes) $("notes").value = game.notes;
  }

  showDice(table) {
    const dice = Object.entries(this.view.dice).map(([name, die]) => {
      const value = table.dice[name];
      const side = value === undefined ? 0 : Math.max(0, die.values.indexOf(value));
      const image = made("img", { alt: value === undefined ? "not rolled yet" : `shows ${value}`, width: 44, height: 44 });
      image.src = this.faces.address(die.sides[side], die.size);
      const roll = button("", () => this.acts.roll(name), { class: "die", "aria-label": `Roll ${die.name}` });
      roll.append(image, made("span", {}, die.name));
      return roll;
    });
    $("dice").replaceChildren(...dice);
    $("dice").hidden = !dice.length;
  }

  showScore(table, game, seatName) {
    const seats = [...Array(table.program.players).keys()];
    const head = made("tr", {}, made("th", { scope: "col" }, "Score"), ...seats.map((seat) => made("th", { scope: "col" }, seatName(seat))));
    const rows = game.score.map((row, number) =>
      made("tr", {}, made("th", { scope: "row" }, String(number + 1)), ...seats.map((seat) => {
        const input = made("input", { type: "number", value: row[seat] ?? "", "aria-label": `${seatName(seat)}, row ${number + 1}` });
        input.addEventListener("change", () => this.acts.score(number, seat, input.value));
        return made("td", {}, input);
      })));
    const total = (seat) => game.score.reduce((sum, row) => sum + (Number(row[seat]) || 0), 0);
    const foot = made("tr", {}, made("th", { scope: "row" }, "Total"), ...seats.map((seat) => made("td", { class: "total" }, String(total(seat)))));
    const won = (seat) => {
      const input = made("input", { type: "checkbox", checked: game.winners?.includes(seat), "aria-label": `${seatName(seat)} has won` });
      input.addEventListener("change", () => this.acts.won(seat, input.checked));
      return made("td", {}, input);
    };
    const wins = game.winners ? [made("tr", {}, made("th", { scope: "row" }, "Won"), ...seats.map(won))] : [];
    $("score").replaceChildren(made("thead", {}, head), made("tbody", {}, ...rows), made("tfoot", {}, foot, ...wins));
  }
}
