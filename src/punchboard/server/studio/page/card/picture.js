// Pictures for cards: each is copied into the game's folder and named in its card's row.

import { count, make, plain } from "./dom.js";
import { report } from "./api.js";
import { isSame, loadKinds, loadRows, nameOf, rowOfCard, rows, setPicture, tableOf } from "./rows.js";

const SORTS = "image/png, image/jpeg, image/svg+xml, image/webp, image/gif, image/tiff, image/bmp, .png, .jpg, .jpeg, .svg, .webp, .gif, .tif, .tiff, .bmp";

// Whether the first picture of a kind can be named in a row of its table.
export const takesFirst = (table) => Boolean(table?.hasRows && !table.refusal && !table.map) && !table.columns.some(({ type }) => type === "picture");

// The row of a card, once its kind's rows are known.
export async function withRow(target) {
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

// Puts a file on the card of a target: {of, field} for a card, or {kind, row, column} for a row of the table; `together`
// is the gesture of several and its label.
export async function putPicture(target, file, together) {
  const { kind, row, ...where } = await withRow(target);
  if (!row) return report("This card has no row in a table: its picture is named in game.yaml or in its layout.", "", true);
  const column = columnOf({ kind, ...where });
  if (column === undefined) {
    const names = tableOf(kind).columns.filter((one) => one.type === "picture").map((one) => one.column);
    return report(`This kind has several pictures: drop it on ${names.join(" or ")}, in the table or beside the card.`, "", true);
  }
  const most = tableOf(kind).pictureBytes;
  if (file.size > most) return report(`‘${file.name}’ has ${Math.ceil(file.size / 1e6)} MB, and a picture may have ${most / 1e6} MB: nothing was copied.`, "300 pixels per inch are enough for print.", true);
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return report(`‘${file.name}’ cannot be read: is it a folder, or gone?`, "", true);
  report(`Copying ‘${file.name}’ …`);
  return setPicture(kind, row, column?.column ?? null, file.name, bytes, together);
}

// Puts a file on the card of a target; several go to the cards that have their names.
export function putFiles(files, target) {
  if (files.length > 1) offerPictures(files);
  else if (files.length && target) putPicture(target, files[0]);
  else if (files.length) report(`‘${files[0].name}’ is not copied: drop it on a card, its row in the table or a field of its form.`, "", true);
}

const bare = (text) => plain(text).replace(/[^\p{L}\p{N}]+/gu, "");

// The rows that a file is named like, by the name of their card or its id: {kind, row} each.
function namesakes(file) {
  const name = bare(file.name.replace(/\.[^.]*$/, ""));
  const isIt = (kind, row) => [nameOf(kind, row), ...row.cards].some((one) => bare(one) === name);
  return rows.kinds.flatMap(({ id }) => (tableOf(id)?.rows ?? []).filter((row) => isIt(id, row)).map((row) => ({ kind: id, row })));
}

// Shows which files have the name of a card, and puts these on their cards when the person agrees.
async function offerPictures(files) {
  if (!rows.kinds.length) await loadKinds();
  for (const { id } of rows.kinds) if (!tableOf(id)) await loadRows(id);
  const found = files.map((file) => ({ file, places: namesakes(file) }));
  const matched = found.filter(({ places }) => places.length === 1 && columnOf(places[0]) !== undefined);
  if (!matched.length) return report(`None of these ${files.length} files has the name of one card: nothing was copied.`, "Name them as the cards, or drop each on its card.", true);
  const put = async () => {
    dialog.close();
    const gesture = `pictures-${performance.timeOrigin}-${performance.now()}`;
    let written = 0;
    for (const { file, places } of matched) {
      const [{ kind, row }] = places;
      const now = tableOf(kind).rows.find((one) => isSame(one, row)); // the pictures before it may have brought the column
      const together = written ? { gesture, label: `Pictures of ${written + 1} cards` } : { gesture };
      if (now && (await putPicture({ kind, row: now }, file, together))) written += 1;
    }
    if (written === matched.length) report(`Pictures of ${count(written, "card")}: saved`);
    else report(`Pictures of ${written} of ${count(matched.length, "card")}: saved`, "Drop each of the others on its card, to see what is wrong.", true);
  };
  const why = (places) => (places.length > 1 ? "several cards have this name" : places.length ? "its kind has several pictures" : "no card has this name");
  const line = (one) => {
    const [place] = one.places;
    return make("li", {}, `${one.file.name} `, matched.includes(one) ? make("strong", {}, `→ ${nameOf(place.kind, place.row)}`) : make("span", { class: "quiet" }, `stays out: ${why(one.places)}`));
  };
  const button = make("button", { type: "button", class: "strong", id: "put-pictures", autofocus: true, on: { click: put } }, `Put ${count(matched.length, "picture")} on ${matched.length === 1 ? "its card" : "their cards"}`);
  const dialog = make("dialog", { class: "conflict", "aria-labelledby": "put-pictures-name" }, make("h2", { id: "put-pictures-name" }, `${matched.length} of ${count(files.length, "file")} found ${matched.length === 1 ? "its card" : "their cards"} by name`), make("ul", {}, ...found.map(line)));
  dialog.append(make("p", { class: "quiet" }, "Each is copied into the game’s folder. One Undo takes them all back."), make("div", { class: "turns" }, button, make("button", { type: "button", class: "plain framed", on: { click: () => dialog.close() } }, "Cancel")));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

// A button that asks for a file; `target` is called when a file was chosen.
export function chooseButton(target, label, text = "Choose picture…") {
  const input = make("input", { type: "file", accept: SORTS, hidden: true, tabindex: "-1", "aria-label": label });
  input.addEventListener("change", () => {
    putFiles([...input.files], target());
    input.value = "";
  });
  const chosen = make("span", { class: "choose" }, input, make("button", { type: "button", class: "plain framed", "aria-label": label, on: { click: () => input.click() } }, text));
  chosen.target = target;
  return chosen;
}
