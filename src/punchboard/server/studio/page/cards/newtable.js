// A new version of a table: dropped on the page, or chosen; what it changes is shown before it is written.

import { count, make } from "./dom.js";
import { compareTable, replaceTable, report } from "./api.js";

const SUFFIX = /\.(xlsx|ods|csv|tsv|json|jsonl|ndjson|yaml|yml)$/i;
const MOST = 20_000_000; // bytes: what the program takes and can undo
const SAID = { new: "new", changed: "changed", gone: "gone" };

export const isTable = (file) => SUFFIX.test(file.name);

const change = ([column, was, now]) => make("span", { class: "cell-change" }, `${column}: `, make("del", {}, was || "empty"), " → ", make("ins", {}, now || "empty"));

const list = (items, all) => make("ul", {}, ...items, ...(all > items.length ? [make("li", { class: "quiet" }, `and ${all - items.length} more`)] : []));

function kindOf(kind) {
  const parts = [];
  for (const what of ["new", "changed", "gone"]) {
    if (!kind.counts[what]) continue;
    const items = kind[what].map((one) => (what === "changed" ? make("li", {}, `${one.name}: `, ...one.cells.map(change)) : make("li", {}, one)));
    parts.push(make("details", { open: kind.counts[what] <= 12 }, make("summary", {}, `${kind.counts[what]} ${SAID[what]}`), list(items, kind.counts[what])));
  }
  const { columns } = kind;
  if (columns.new.length) parts.push(make("p", {}, `New columns, which are not printed yet: ${columns.new.join(", ")}.`));
  if (columns.gone.length) parts.push(make("p", { class: "wrong" }, `Columns that are gone: ${columns.gone.join(", ")}.`));
  return make("section", {}, make("h3", {}, kind.name), ...(parts.length ? parts : [make("p", { class: "quiet" }, "Nothing changes.")]));
}

// Shows what a file would change, and writes it when the person agrees.
export async function offerTable(file) {
  if (file.size > MOST) return report(`‘${file.name}’ has ${Math.round(file.size / 1e6)} MB, and a table may have ${MOST / 1e6} MB: nothing was read.`, "Take its pictures out, or save it as CSV.", true);
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return report(`‘${file.name}’ cannot be read: is it a folder, or open in another program?`, "", true);
  report(`Comparing ‘${file.name}’ …`);
  const found = await compareTable({ name: file.name }, bytes);
  if (!found) return;
  if (found.same) return report(`‘${file.name}’ is what ${found.file} holds already: nothing to change.`);
  report("");
  const dialog = make("dialog", { class: "conflict", "aria-labelledby": "new-table-name" });
  const name = found.file.split("/").at(-1);
  const write = async () => {
    dialog.close();
    await replaceTable(`Update ${name}`, { name: file.name, seen: found.seen }, bytes);
  };
  const total = found.kinds.reduce((sum, kind) => sum + kind.counts.new + kind.counts.changed + kind.counts.gone, 0);
  dialog.append(
    make("h2", { id: "new-table-name" }, `Update ${name}?`),
    make("p", {}, total ? `‘${file.name}’ changes ${count(total, "row")}. Undo takes all of it back.` : `‘${file.name}’ changes no card, only the rest of the file.`),
    ...found.kinds.map(kindOf),
    make("div", { class: "turns" }, make("button", { type: "button", class: "strong", id: "new-table", autofocus: true, on: { click: write } }, "Update"), make("button", { type: "button", class: "plain framed", on: { click: () => dialog.close() } }, "Keep what is there")),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

// A button that asks for the file.
export function newTableButton() {
  const input = make("input", { type: "file", id: "new-table-file", accept: ".xlsx,.ods,.csv,.tsv,.json,.jsonl,.ndjson,.yaml,.yml", hidden: true, tabindex: "-1", "aria-label": "New version of the table" });
  input.addEventListener("change", () => {
    if (input.files[0]) offerTable(input.files[0]);
    input.value = "";
  });
  return make("span", { class: "choose" }, input, make("button", { type: "button", class: "plain framed", id: "new-table-choose", on: { click: () => input.click() } }, "New version…"));
}
