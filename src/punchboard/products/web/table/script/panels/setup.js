// The set-up as the rulebook prints it: the step that comes next, what it asks, and how likely things are.

import { $, button, made } from "../dom.js";
import { byChance } from "../engine/bots.js";
import { countingDown } from "../engine/rounds.js";
import { nameOf } from "../surface/places.js";

const QUESTIONS = {
  may: "Do this?",
  amount: "How many?",
  set: "Which ones?",
  pieces: "Choose",
  option: "Which way?",
  seat: "Who is it?",
  holds: "Does this hold?",
  "by hand": "Do this yourselves, then go on.",
};

export class SetupPanel {
  constructor(view, faces, acts) {
    this.view = view;
    this.faces = faces;
    this.acts = acts;
  }

  show(table, seatName) {
    const steps = Object.keys(this.words(table)).filter((path) => /^setup\.\d+$/.test(path));
    const now = topStep(table);
    const list = steps.map((path) => {
      const number = Number(path.split(".")[1]);
      const item = made("li", { "data-path": path }, made("span", {}, this.words(table)[path]));
      const odds = this.oddsAt(table, path);
      if (odds.length) item.append(made("small", { class: "odds" }, odds.join("; ")));
      if ((table.isSetUp && !table.isByHand) || (now !== null && number < now)) item.className = "done";
      if (now === number) {
        item.className = "now";
        item.setAttribute("aria-current", "step");
      }
      return item;
    });
    $("steps").replaceChildren(...list);
    $("asked").replaceChildren(...this.asked(table, seatName));
    $("steps").querySelector(".now")?.scrollIntoView({ block: "nearest" });
  }

  // The sentences of the steps in the way that is played.
  words(table) {
    const { players, variant } = table.program;
    return this.view.words[`${players}/${variant}`] || {};
  }

  oddsAt(table, path) {
    const { players, variant } = table.program;
    const all = this.view.odds[`${players}/${variant}`] || this.view.odds[`${players}/`] || {};
    return Object.entries(all).flatMap(([one, rows]) => (one === path || one.startsWith(`${path}.`) ? rows : []));
  }

  asked(table, seatName) {
    const { acts } = this;
    if (table.trouble) {
      const { here, pile, required, available } = table.trouble;
      const words = `This step needs ${required} from ${nameOf(table, pile)}, which has ${available}. Go on by hand.`;
      return [made("p", { class: "trouble" }, `${this.words(table)[here.path] || ""} ${words}`)];
    }
    const { waiting } = table;
    if (!waiting) return table.isSetUp ? this.goOn(table, seatName) : [made("p", {}, "Set the game up as you like.")];
    const who = waiting.here.seat === null ? "" : `${seatName(waiting.here.seat)}: `;
    const words = made("p", { class: "step" }, `${who}${this.words(table)[waiting.here.path] || waiting.here.path}`);
    if (waiting.kind === "other") return [words, made("p", {}, "Another seat is asked.")];
    if (waiting.kind === "step") {
      return [
        words,
        made("div", { class: "row" },
          button("Do this step", () => acts.history({ do: "step" }), { class: "main", id: "do-step" }),
          button("Do all", () => acts.history({ do: "all" }), { id: "do-all" })),
      ];
    }
    if (waiting.kind === "by hand") {
      return [words, made("p", {}, `${QUESTIONS["by hand"]} (${waiting.why}.)`), button("Done", () => acts.history({ do: "answer", value: null }))];
    }
    return [words, made("p", {}, QUESTIONS[waiting.kind]), this.choices(table, waiting, seatName)];
  }

  // Play by hand, or let the script play the next turn or part of the round.
  goOn(table, seatName) {
    const begun = table.isByHand ? "Set the game up as you like, then play." : "The table is set. Play!";
    const near = countingDown(table).length ? `These are the last turns: ${countingDown(table).join(", ")}.` : begun;
    const words = table.ends.length ? `The game ends: ${table.ends.join(", ")}.` : near;
    const { rounds, first, players } = table.program;
    if (!rounds.length || table.ends.length) return [made("p", {}, words)];
    const part = rounds[table.part];
    const seat = part.offset === null ? null : (part.offset + Number(table.values?.[first] ?? 0)) % players;
    const what = seat === null ? "Let the script play on" : `Let the script play the turn of ${seatName(seat)}`;
    return [
      made("p", {}, words),
      made("p", { class: "quiet" }, "The script moves what turns and rounds move; scores and places on a map are yours."),
      button(what, () => this.acts.history({ do: "part" }), { id: "play-part" }),
    ];
  }

  choices(table, question, seatName) {
    const answer = (value) => this.acts.history({ do: "answer", value });
    const row = made("div", { class: "row choices" });
    if (question.kind === "pieces") {
      this.piecesToChoose(table, question, row, answer);
    } else {
      for (const option of question.options) {
        const one = button(this.said(table, question, option, seatName), () => answer(option));
        const shown = question.kind === "set" && this.componentOf(table, question, option);
        if (shown) one.prepend(made("img", { alt: "", src: this.faces.address(shown.front, shown.size) }));
        row.append(one);
      }
    }
    row.append(button("Let chance decide", () => answer(chosenByChance(question)), { id: "by-chance" }));
    row.append(button("All by chance", () => this.acts.allByChance(), { id: "all-by-chance" }));
    return row;
  }

  said(table, question, option, seatName) {
    switch (question.kind) {
      case "may":
      case "holds":
        return option ? "Yes" : "No";
      case "seat":
        return seatName(option);
      case "option":
        return this.words(table)[`${option.replace(/\/\d+$/, "")}.0`] || option;
      case "set": {
        const component = this.componentOf(table, question, option);
        const isAlone = option !== null && this.view.program.sets[option].length === 1;
        return component ? `${isAlone ? "" : "like "}${component.name}` : String(option);
      }
      default:
        return String(option);
    }
  }

  // A component of a set that a question offers.
  componentOf(table, { components, options }, option) {
    const belongs = (one) => option === null || this.view.program.sets[option].includes(one);
    const place = components ? components[options.indexOf(option)] : Object.values(table.componentOf).find(belongs);
    return this.view.components[place];
  }

  // One button for each component; each press takes one more piece of it.
  piecesToChoose(table, question, row, answer) {
    const kinds = new Map();
    question.options.forEach((piece, number) => {
      const component = question.components ? question.components[number] : table.componentOf[piece];
      kinds.set(component, [...(kinds.get(component) || []), piece]);
    });
    const chosen = [];
    const rest = made("span", {}, ` (${question.number} to choose)`);
    for (const [component, pieces] of kinds) {
      const one = button(this.view.components[component].name, () => {
        const piece = pieces.find((each) => !chosen.includes(each));
        if (piece === undefined) return;
        chosen.push(piece);
        one.setAttribute("aria-pressed", "true");
        rest.textContent = ` (${question.number - chosen.length} to choose)`;
        if (chosen.length === question.number) answer(chosen);
      });
      row.append(one);
    }
    row.append(rest);
  }
}

// The number of the printed step where the script is; null before and after the set-up.
const topStep = (table) => (table.isSetUp || table.trouble ? null : (table.topStep ?? null));

export const chosenByChance = (question) =>
  byChance((number) => crypto.getRandomValues(new Uint32Array(1))[0] % number, question);
