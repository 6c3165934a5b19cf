// A picture for a card: it is copied into the game's folder and named in the card's row.

import { make } from "./dom.js";
import { report } from "./api.js";
import { loadKinds, loadRows, rowOfCard, rows, setPicture, tableOf } from "./rows.js";

const SORTS = "image/png, image/jpeg, .png, .jpg, .jpeg";

// The row of a card, once its kind's rows are known.
async function withRow(target) {
  if (!target.of) return target;
  const { kind } = target.of;
  if (!rows.kinds.length) await loadKinds();
  if (!tableOf(kind) && rows.kinds.some((one) => one.id === kind)) await loadRows(kind);
  return { ...target, kind, row: tableOf(kind) ? rowOfCard(target.of) : undefined };
}

// The column for a picture: the named one if it holds pictures, else the only one; null where there is none yet.
function columnOf({ kind, column, field }) {
  const pictures = tableOf(kind).columns.filter((one) => one.type === "picture");
  const named = pictures.find((one) => one === column || (field && one.field === field));
  return named ?? (pictures.length > 1 ? undefined : (pictures[0] ?? null));
}

// Puts a file on the card of a target: {of, field} for a card, or {kind, row, column} for a row of the table.
export async function putPicture(target, file) {
  const { kind, row, ...where } = await withRow(target);
  if (!row) return report("This card has no row in a table: its picture is named in game.yaml or in its layout.", "", true);
  const column = columnOf({ kind, ...where });
  if (column === undefined) {
    const names = tableOf(kind).columns.filter((one) => one.type === "picture").map((one) => one.column);
    return report(`This kind has several pictures: drop it on a cell of ${names.join(" or ")} in the table.`, "", true);
  }
  const most = tableOf(kind).pictureBytes;
  if (file.size > most) return report(`‘${file.name}’ has ${Math.ceil(file.size / 1e6)} MB, and a picture may have ${most / 1e6} MB: nothing was copied.`, "300 pixels per inch are enough for print.", true);
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return report(`‘${file.name}’ cannot be read: is it a folder, or gone?`, "", true);
  report(`Copying ‘${file.name}’ …`);
  return setPicture(kind, row, column?.column ?? null, file.name, bytes);
}

// Puts the only file of several on the card of a target.
export function putOne(files, target) {
  if (files.length > 1) report(`Drop one picture at a time: these are ${files.length} files.`, "", true);
  else if (files.length) putPicture(target, files[0]);
}

// A button that asks for a file; `target` is called when a file was chosen.
export function chooseButton(target, label, text = "Choose picture…") {
  const input = make("input", { type: "file", accept: SORTS, hidden: true, tabindex: "-1", "aria-label": label });
  input.addEventListener("change", () => {
    putOne([...input.files], target());
    input.value = "";
  });
  return make("span", { class: "choose" }, input, make("button", { type: "button", class: "plain framed", "aria-label": label, on: { click: () => input.click() } }, text));
}
