// Completion in a text: what the signs before the cursor ask for, each choice with its help.

import { make } from "./dom.js";
import { read } from "./api.js";
import { drawing } from "./pickers.js";
import { game, shown } from "./view.js";

const known = { revision: -1, found: {} };
const address = (rest) => `g/${encodeURIComponent(game())}/${rest}`;

async function completions() {
  const { revision } = shown.view;
  if (known.revision !== revision) Object.assign(known, { revision, found: (await read(address("completions.json"))) ?? known.found });
  return known.found;
}

// Help is Markdown with code between backticks.
const helpOf = (words) => () => make("span", {}, ...words.split("`").map((part, index) => (index % 2 ? make("code", {}, part) : part)));

const option = (one, apply = one.apply ?? one.label) => ({ label: one.label, detail: one.detail, info: helpOf(one.help), apply });

const offers = (kind, after = (one) => one.apply ?? one.label) => (found) => (found[kind] ?? []).map((one) => option(one, after(one)));

// What the signs before the cursor offer: their pattern, and the choices for what follows them.
const OFFERS = [
  [/^```(\w*)$/, offers("directives", (one) => `${one.label}\n${one.body}\`\`\`\n`)],
  [/\{\{[^}]*\|\s*(\w*)$/, offers("filters")],
  [/\{\{[^}]*\brow\(['"]([\w-]*)$/, offers("components")],
  [/\{\{\s*(?:[^}]*[\s(,+*/~-])?([\w.]*)$/, offers("names")],
  [/^\s*show:.*[[ ,]([\w-]*)$/, offers("components")],
  [/\[#([\w-]*)$/, offers("rules", (one) => `${one.label}]`)],
  [/(?<![[\w])\[([\w-]+)$/, offers("symbols", (one) => `${one.label}]`)],
];

const ICON = /(?<![\w:]):([a-z][\w-]*)$/;

async function icons(words, from) {
  const found = (await read(address(`choice-icons.json?find=${encodeURIComponent(words.replaceAll("-", " "))}`))) ?? [];
  return { from, options: found.map(({ name, path }) => ({ label: name, apply: `${name}:`, path })), filter: false };
}

export async function complete(context) {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  const icon = ICON.exec(before);
  if (icon && !/\{\{[^}]*$/.test(before)) return icons(icon[1], context.pos - icon[1].length);
  for (const [pattern, offered] of OFFERS) {
    const found = pattern.exec(before);
    if (found) return { from: context.pos - found[1].length, options: offered(await completions()), validFor: /^[\w.-]*$/ };
  }
  return null;
}

// The picture of an icon in the list of choices.
export const picture = { render: (one) => (one.path ? drawing(one.path) : null), position: 20 };
