// The page that begins without a game: a spreadsheet, what it is taken for, and the game that is made of it.

const NAME = "punchboard-token"; // the studio of the same tab takes it from here
const MOST = 40_000_000; // bytes of a table
const MOST_PICTURES = 60_000_000; // bytes of all pictures that are dropped with it
const TABLE = /\.(xlsx|xlsm|ods|csv|tsv|txt|json|jsonl|ndjson|yaml|yml)$/i;
const PICTURE = /\.(png|jpe?g|svg)$/i;
const PAUSE = 400; // milliseconds after the last key until the guesses are asked for again

const $ = (id) => document.getElementById(id);
const given = new URLSearchParams(location.search).get("token");
if (given) {
  sessionStorage.setItem(NAME, given);
  history.replaceState(null, "", location.pathname);
}
const token = given ?? sessionStorage.getItem(NAME) ?? "";

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== false) element.setAttribute(name, value === true ? "" : value);
  element.append(...children);
  return element;
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const sentence = (text) => (text ? `${capital(text).replace(/[.…]$/, "")}.` : "");

function say(text, bad = false) {
  $("said").textContent = text;
  $("said").classList.toggle("bad", bad);
}

async function send(name, body) {
  const isText = typeof body === "string";
  try {
    const headers = { "Content-Type": isText ? "application/json" : "application/octet-stream", "X-Punchboard-Token": token };
    const answer = await fetch(`start/${name}`, { method: "POST", headers, body });
    const isJson = answer.headers.get("content-type")?.includes("json");
    return isJson ? await answer.json() : { message: (await answer.text()).trim(), hint: "" };
  } catch {
    return { message: "no connection to the program: nothing was written", hint: "start it again in the terminal" };
  }
}

const refusal = ({ message, hint }) => [sentence(message), sentence(hint ?? "")].filter(Boolean).join(" ");

// Goes on in the studio, or says why not.
function enter(found) {
  if (found.message) return say(refusal(found), true);
  location.assign(`./?game=${encodeURIComponent(found.game)}`);
}

// A table, and what was said about it: only what a person has changed, the rest is guessed anew.
const table = { file: null, pictures: [], roles: new Map(), kinds: new Map(), said: {}, asked: 0 };

const key = (...parts) => JSON.stringify(parts);

function answers(withPictures) {
  const roles = [...table.roles].map(([at, role]) => ({ sheet: JSON.parse(at)[0], column: JSON.parse(at)[1], role }));
  const kinds = [...table.kinds].map(([at, name]) => ({ sheet: JSON.parse(at)[0], where: JSON.parse(at)[1], name }));
  return { file: table.file.name, ...table.said, roles, kinds, pictures: table.pictures.map(({ name, size }) => ({ name, size: withPictures ? size : 0 })) };
}

// The bytes of the pictures are sent once, when the game is made; their names tell before which of them the table means.
const packed = (withPictures = false) => new Blob([JSON.stringify(answers(withPictures)), "\n", table.file, ...(withPictures ? table.pictures : [])]);

async function take(file, pictures = []) {
  if (!file) return;
  if (file.size > MOST) return say(`${file.name} has ${Math.round(file.size / 1e6)} MB, which is too large for a table: at most 40 MB. Remove its pictures, or save it as CSV.`, true);
  Object.assign(table, { file, pictures, roles: new Map(), kinds: new Map(), said: {} });
  say(`Reading ${file.name} …`);
  try {
    await file.slice(0, 1).arrayBuffer(); // a folder, or a file that may not be read
  } catch {
    return say(`${file.name} cannot be read: it may be a folder, or another program may keep it open.`, true);
  }
  if (await guess()) $("guesses-name").focus();
}

// A table, and the pictures that were dropped with it.
function takeAll(files) {
  if (files.length === 1) return take(files[0]);
  const pictures = files.filter(({ name }) => PICTURE.test(name));
  const tables = files.filter(({ name }) => TABLE.test(name));
  if (tables.length !== 1) return say(tables.length ? `${tables.length} tables were dropped: drop one of them, with its pictures if you like.` : `${files.length} files were dropped, and none is a table: drop the spreadsheet, with its pictures if you like.`, true);
  const size = pictures.reduce((sum, one) => sum + one.size, 0);
  if (size > MOST_PICTURES) return say(`The pictures have ${Math.round(size / 1e6)} MB together: at most 60 MB can be dropped with a table. Put them into ${$("where").textContent} and drop the table alone, or drop them on the cards later.`, true);
  return take(tables[0], pictures);
}

async function guess() {
  const number = ++table.asked;
  $("guesses").setAttribute("aria-busy", "true");
  const found = await send("guess", packed());
  if (number !== table.asked) return false; // something was changed meanwhile
  $("guesses").removeAttribute("aria-busy");
  if (found.message) {
    if ($("guesses").hidden) say(refusal(found), true);
    else wrong(refusal(found), found.at);
    return false;
  }
  say("");
  show(found);
  return !found.taken || "shown";
}

function wrong(text, at = "") {
  $("wrong").textContent = text;
  for (const field of document.querySelectorAll(".about :is(input, select)")) field.setAttribute("aria-invalid", String(Boolean(text) && field.name === at));
}

const form = $("guesses");

// How many of the pictures that the table names are there, and what becomes of the others.
function picturesThere(there, named) {
  const [is, are, where] = table.pictures.length ? ["was", "were", "dropped with it"] : ["is", "are", "in that folder"];
  if (named === 1) return there ? `The picture that the table names ${is} ${where}.` : `The picture that the table names ${is} not ${where}; it can be dropped on its card later.`;
  const rest = there === named ? "" : "; the others can be dropped on their cards later";
  return there ? `${there} of the ${named} pictures that the table names ${there === 1 ? is : are} ${where}${rest}.` : `None of the ${named} pictures that the table names ${is} ${where}; they can be dropped on their cards later.`;
}

function show(found) {
  $("begin").hidden = true;
  form.hidden = false;
  $("guesses-name").textContent = `${table.file.name}: ${found.rows.toLocaleString("en")} different, ${found.copies.toLocaleString("en")} to print`;
  for (const name of ["title", "players"]) if (document.activeElement !== form[name]) form[name].value = found[name];
  if (!table.said.folder && document.activeElement !== form.folder) form.folder.value = $("where").textContent;
  form.theme.replaceChildren(...found.themes.map((name) => make("option", { selected: name === found.theme }, name)));
  form.theme.value = found.theme;
  const extra = table.pictures.length - found.pictures[0];
  const unnamed = extra > 0 ? ` ${extra === 1 ? "One dropped picture is" : `${extra} dropped pictures are`} named by no row, and not copied.` : "";
  const pictures = (found.pictures[1] ? ` ${picturesThere(...found.pictures)}` : "") + unnamed;
  const place = form.folder.parentElement.hidden ? "" : `The game will be in ${found.folder}.`;
  $("facts").textContent = `${place}${found.because ? ` The theme ${found.theme} was chosen: ${found.because}.` : ""}${pictures}`;
  wrong(found.taken ? refusal(found.taken) : "", found.taken?.at);
  showKinds(found.kinds);
  showSheets(found.sheets);
  $("notes").hidden = !found.notes.length;
  $("notes").querySelector("summary").textContent = found.notes.length === 1 ? "One note" : `${found.notes.length} notes`;
  $("notes").querySelector("ul").replaceChildren(...found.notes.map((note) => make("li", {}, note)));
}

// Elements stay where they are while one types in them: only what is new is made.
function kept(home, list, keyOf, made) {
  const old = new Map([...home.children].map((element) => [element.dataset.key, element]));
  const now = list.map((one) => old.get(keyOf(one)) ?? made(one));
  now.forEach((element, at) => { element.dataset.key = keyOf(list[at]); });
  for (const element of [...home.children]) if (!now.includes(element)) element.remove();
  now.forEach((element, at) => { if (home.children[at] !== element) home.insertBefore(element, home.children[at] ?? null); });
  return now;
}

function showKinds(kinds) {
  const keyOf = (kind) => key(kind.sheet, kind.where);
  const labels = kept($("kinds").querySelector("div"), kinds, keyOf, (kind) => {
    const input = make("input", { type: "text", maxlength: "60", autocomplete: "off" });
    input.addEventListener("input", () => { table.kinds.set(keyOf(kind), input.value); later(); });
    return make("label", {}, make("span"), input);
  });
  labels.forEach((label, at) => {
    const [span, input] = label.children;
    span.textContent = kinds[at].guess.replace(/; its face.*/, "");
    if (document.activeElement !== input) input.value = kinds[at].name;
  });
}

function showSheets(sheets) {
  const tables = kept($("sheets"), sheets, (sheet) => key(sheet.name), (sheet) =>
    make("table", {}, make("caption", {}, sheet.name ? `Columns of ${sheet.name}` : "Columns"),
      make("thead", {}, make("tr", {}, ...["Column", "First values", "It is", "Because"].map((name) => make("th", { scope: "col" }, name)))), make("tbody")));
  tables.forEach((element, at) => showColumns(element.tBodies[0], sheets[at]));
}

function showColumns(body, sheet) {
  const keyOf = (column) => key(sheet.name, column.name);
  const rows = kept(body, sheet.columns, keyOf, (column) => {
    const select = make("select", { "aria-label": `${column.name} is` });
    select.addEventListener("change", () => { table.roles.set(keyOf(column), select.value); guess(); });
    return make("tr", {}, make("th", { scope: "row" }, column.name), make("td", {}, ...column.sample.map((value) => make("span", { class: "value", title: value }, value))), make("td", {}, select), make("td"));
  });
  rows.forEach((row, at) => {
    const column = sheet.columns[at];
    const select = row.querySelector("select");
    const fits = column.fits.length ? column.fits : [{ role: "", words: "empty: left out" }];
    const known = fits.some(({ role }) => role === column.role) ? fits : [{ role: column.role, words: column.guess }, ...fits];
    select.replaceChildren(...known.map(({ role, words }) => make("option", { value: role }, words)));
    select.value = column.role;
    select.disabled = !column.fits.length;
    row.classList.toggle("own", table.roles.has(keyOf(column)));
    row.cells[3].replaceChildren(capital(column.guess), make("span", { class: "because" }, column.because));
  });
}

let timer = 0;

function later() {
  clearTimeout(timer);
  timer = setTimeout(guess, PAUSE);
}

async function makeGame(event) {
  event.preventDefault();
  clearTimeout(timer);
  if ((await guess()) !== true) return; // also when the folder is taken: the form says so
  $("make").disabled = true;
  say("Making the game …");
  const found = await send("make", packed(true));
  if (!found.message) return enter(found);
  $("make").disabled = false;
  say("");
  wrong(refusal(found), found.at || "folder");
}

async function showRecent() {
  const found = await (await fetch("start/recent.json", { cache: "no-store" })).json();
  $("where").textContent = found.folder;
  $("where").parentElement.hidden = form.folder.parentElement.hidden = found.fixed; // in a tab of a browser there is no other folder
  $("recent").hidden = !found.games.length;
  $("recent").querySelector("ul").replaceChildren(...found.games.map((one) => {
    const button = make("button", { class: "plain framed", type: "button" }, make("span", {}, capital(one.game.replaceAll("-", " ")), make("br"), make("small", {}, one.workspace)));
    button.addEventListener("click", async () => enter(await send("open", JSON.stringify(one))));
    return make("li", {}, button);
  }));
}

function over(event) {
  event.preventDefault(); // a file that misses must not replace the page
  $("spot").classList.toggle("over", event.type === "dragover");
}

for (const name of ["dragenter", "dragover", "dragleave"]) document.addEventListener(name, over);
document.addEventListener("drop", (event) => {
  over(event);
  const files = [...(event.dataTransfer?.files ?? [])];
  if (!files.length) return say("That is no file. Save it on this computer, then drop the file.", true);
  takeAll(files);
});
$("file").addEventListener("change", () => { take($("file").files[0]); $("file").value = ""; });
$("sample").addEventListener("click", async () => enter(await send("sample", "{}")));
$("back").addEventListener("click", () => { form.hidden = true; $("begin").hidden = false; wrong(""); $("file").focus(); });
for (const name of ["title", "players", "folder"]) form[name].addEventListener("input", () => { table.said[name] = form[name].value; later(); });
form.theme.addEventListener("change", () => { table.said.theme = form.theme.value; guess(); });
form.addEventListener("submit", makeGame);
const closed = new URLSearchParams(location.search).get("closed"); // a window of a game that the studio has no more
if (closed) {
  say(`${capital(closed.replaceAll("-", " "))} is not open any more: another window opened a game of another folder, or it was moved. Open it from the list.`, true);
  history.replaceState(null, "", location.pathname);
}
showRecent().finally(() => { document.documentElement.dataset.ready = "true"; });
