// The page: a table goes to the worker and its cards come back as files; the studio is shown in a frame of its own.

const at = (id) => document.getElementById(id);
const status = (text) => (at("said").textContent = text);
const file = at("file");
const drop = at("drop");
let addresses = [];
let shown = ""; // the game that was made last
let current = ""; // the game that the studio shows, or what the program was given
let ending = ""; // why the program was stopped

// A worker from a blob has the policy of this page, so that nothing in it reaches another host; one from a file has none.
const source = `import ${JSON.stringify(new URL("worker.mjs", location.href).href)};`;
let worker = null;

function begin() {
  worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })), { type: "module" });
  worker.addEventListener("message", ({ data, target }) => target === worker && told[data.what](data));
  worker.addEventListener("error", (event) => failed(new Error(event.message || "it did not load")));
}

const LONG = 10_000; // milliseconds without an answer, after which a person may stop the program
const waits = new Set();

// Let the worker do something, and return what it has done. When it was stopped, nobody goes on with this.
function ask(act, given = {}, moved = []) {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    const wait = { timer: setTimeout(() => busy((wait.isLong = true)), LONG) };
    waits.add(wait);
    port1.onmessage = ({ data: { done, failed } }) => {
      port1.close();
      clearTimeout(wait.timer);
      waits.delete(wait);
      busy([...waits].some((one) => one.isLong));
      failed === undefined ? resolve(done) : reject(new Error(failed));
    };
    worker.postMessage({ act, ...given }, [port2, ...moved]);
  });
}

function busy(on) {
  const lost = at("unkept").textContent && " What this browser could not keep will be lost.";
  at("busy").hidden = !on;
  at("busy-with").textContent = on ? `The program has been busy${current && ` with ${current}`} for a while. You can wait for it, or stop it.${lost}` : "";
}

// Whatever keeps the program busy, also a check in between, delays this answer.
async function listen(to) {
  while (worker === to) {
    await ask("alive");
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}

// Only its end stops a program that calculates. Files were kept after each change, and one half written is as it was.
function stop(why) {
  worker.terminate();
  waits.forEach(({ timer }) => clearTimeout(timer));
  waits.clear();
  busy(false);
  ending = `The program was stopped${current && ` while it was busy with ${current}`}${why}, and has begun again. Each game is as it was after the last change that was kept.`;
  inStudio(false);
  frame.removeAttribute("src");
  document.body.append(frame); // which ends its page without asking about what is being typed
  history.replaceState(null, "", location.pathname);
  file.disabled = true;
  at("more").hidden = at("result").hidden = at("first").hidden = true;
  at("progress").hidden = false;
  at("progress").value = 0;
  status("Loading the program again…");
  begin();
}

const failed = (error) => {
  at("progress").hidden = true;
  status(`The program could not go on: ${error.message}. Load this page again; your file is unchanged.`);
};

function address(bytes, type) {
  const made = URL.createObjectURL(new Blob([bytes], { type }));
  addresses.push(made);
  return made;
}

function show({ title, said, files, all, status: ended }) {
  addresses.forEach(URL.revokeObjectURL);
  addresses = [];
  shown = ended ? "" : title;
  at("first").hidden = true;
  at("title").textContent = ended ? `${title}: not made` : title;
  at("told").textContent = said;
  at("edit").hidden = !shown || !studioId;
  at("files").replaceChildren(
    ...files.map(({ path, called, bytes }) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      Object.assign(link, { href: address(bytes, "application/pdf"), download: path.split("/").pop(), title: path, textContent: called });
      item.append(link);
      return item;
    }),
  );
  Object.assign(at("all"), { href: address(all, "application/zip"), download: `${title}.zip` });
  at("result").hidden = false;
  status(ended ? "The table could not be made into a game; what the program says is below." : "Ready to print.");
}

function list(id, games) {
  at(id).querySelector("ul").replaceChildren(
    ...games.map(({ name, title }) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      Object.assign(button, { type: "button", className: "plain framed", textContent: title ?? name });
      button.addEventListener("click", () => openAny(name).catch(failed));
      item.append(button);
      return item;
    }),
  );
}

// A game that keeps the program busy again and again can be saved without being opened.
async function showGames() {
  at("more").hidden = !studioId;
  const names = await ask("games");
  list("games", names.map((name) => ({ name })));
  at("rescue").hidden = !ending || !names.includes(current);
  at("rescue").textContent = `Save ${current} as .zip`;
}

// The studio: the service worker passes its requests to this page, and this page to the worker.
let studioId = ""; // by which the service worker knows this page
let ready = Promise.resolve(); // when it does
let samples = [];
let isFolder = false; // whether the studio shows a folder of the disk
const frame = at("studio");

async function findId() {
  const { active } = await navigator.serviceWorker.ready;
  studioId = await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    active.postMessage("id", [port2]);
  });
}

async function open(game, root = "") {
  status("Opening the studio…");
  current = game;
  const token = await ask("open", { game, root });
  isFolder = Boolean(root);
  const asked = new URLSearchParams({ token, ...(game && { game }) });
  frame.src = `studio/${studioId}/${game ? "" : "start"}?${asked}`;
  navigator.storage.persist?.(); // that the browser keeps the files when it is short of space
  inStudio(true);
}

async function openFolder() {
  const handle = await showDirectoryPicker({ mode: "readwrite", id: "punchboard" });
  status(`Opening ${handle.name}…`);
  const { root, game } = await ask("folder", { handle });
  if (game) await open(game, root);
  else status(`${handle.name} has no game: open the folder with its game.yaml, or the one with catalog and layouts.`);
}

const WHY = {
  NotAllowedError: "this page was not allowed to read and change it. Press the button again, and allow it; a folder of the system is always refused",
  NotFoundError: "it is not there any more",
};

function notOpened({ name, message }) {
  if (name !== "AbortError") status(`The folder was not opened: ${WHY[name] ?? message}.`); // else a person thought better
}

// A game that is kept, or else a sample.
async function openAny(name) {
  if ((await ask("games")).includes(name)) return open(name);
  if (!samples.some((one) => one.name === name)) return status(`There is no game ${name} in this browser.`);
  status("Opening the game…");
  const answer = await fetch(`samples/${name}.zip`).catch(() => null);
  if (!answer?.ok) return status("The game could not be loaded: try again with a network.");
  return unpack({ name: `${name}.zip`, bytes: new Uint8Array(await answer.arrayBuffer()) });
}

function inStudio(on) {
  if (on) ending = "";
  document.documentElement.classList.toggle("in-studio", on);
  frame.hidden = at("bar").hidden = !on;
  document.querySelector("main").hidden = document.querySelector(".start-head").hidden = on;
}

const openGame = () => new URLSearchParams(frame.contentWindow.location.search).get("game") ?? "";

frame.addEventListener("load", () => {
  const game = frame.hidden ? "" : openGame();
  current = game || current;
  at("save").hidden = !game;
  history.replaceState(null, "", game && !isFolder ? `#open=${encodeURIComponent(game)}` : location.pathname);
});

async function leave() {
  inStudio(false);
  frame.src = "about:blank";
  status(current = "");
  await showGames();
}

async function save(game) {
  const link = document.createElement("a");
  Object.assign(link, { href: URL.createObjectURL(new Blob([await ask("saved", { game })], { type: "application/zip" })), download: `${game}.zip` });
  link.click();
  firstChange = null;
  at("advice").hidden = true;
  setTimeout(URL.revokeObjectURL, 60_000, link.href); // a browser may read it after it was asked where to put it
}

at("leave").addEventListener("click", () => leave().catch(failed));
at("save").addEventListener("click", () => save(openGame()).catch(failed));
at("rescue").addEventListener("click", () => save(current).catch(failed));
at("stop").addEventListener("click", () => stop(""));
at("folder").hidden = !("showDirectoryPicker" in window);
at("folder").addEventListener("click", () => openFolder().catch(notOpened));
at("begin").addEventListener("click", () => open("").catch(failed));
at("edit").addEventListener("click", () => open(shown).catch(failed));
navigator.serviceWorker?.addEventListener("message", ({ data, ports }) => {
  if (data.method === "POST") remind();
  worker.postMessage(data, [...ports, data.body]);
});

// After an hour of changes that are in this browser only, the page recommends to save them.
const HOUR = 3_600_000;
let firstChange = null;

function remind() {
  firstChange ??= performance.now();
  if (performance.now() - firstChange > HOUR && !isFolder) at("advice").hidden = false;
}

// What is kept nowhere is not lost by a tab that is closed by mistake.
addEventListener("beforeunload", (event) => {
  if (firstChange !== null && at("unkept").textContent) event.preventDefault();
});

// Some file of the app may not come, or be another one than was published: then the browser gives the service worker up.
async function registered() {
  const { active, installing } = await navigator.serviceWorker.register("offline.js");
  if (active || !installing) return;
  await new Promise((resolve, reject) => {
    installing.addEventListener("statechange", () => {
      if (installing.state === "activated") resolve();
      if (installing.state === "redundant") reject(new Error("not all files of this page could be loaded"));
    });
  });
}

async function keepApp() {
  await registered();
  await findId();
  samples = await (await fetch("samples.json")).json();
  list("samples", samples);
  at("offline").hidden = false;
  at("edit").hidden = !shown;
  await showGames();
}

// A private window has none. Tables become files without it; only it can pass requests of the studio to the program.
async function withoutStudio(error) {
  at("alone").textContent = `In this window, tables become files to print, but it cannot show the studio, nor open without a network: it keeps no service worker (${error.message}). Load this page again with a network, in a window that is not private.`;
  await showGames();
}

// All fonts, so that every theme can be chosen without a network.
async function keepFonts() {
  at("fonts").disabled = true;
  at("fonts").textContent = (await used("all")) ? "All fonts are kept" : "Not all fonts could be loaded: try again with a network";
  at("fonts").disabled = false;
}

async function used(file) {
  const { active } = await navigator.serviceWorker.ready;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    active.postMessage({ used: file }, [port2]);
  });
}

at("fonts").addEventListener("click", () => keepFonts().catch(failed));

const NOT_KEPT = {
  unwritten: (why) => `Not all changes were written to the folder: ${why}. Save the game as .zip, then open the folder again.`,
  elsewhere: () => "Punchboard is open in another tab, which keeps your games. What you change here will not be kept: close this tab, or save the game as .zip.",
  refused: (why) => `This browser does not keep your games (${why}): save each game as .zip before you close this tab.`,
};

const told = {
  loading({ done, total }) {
    at("progress").value = done / total;
  },
  sheet({ file: name, bytes }) {
    Object.assign(at("first"), { href: address(bytes, "application/pdf"), download: name, hidden: false });
  },
  kept({ how, why }) {
    at("unkept").textContent = at("bar-said").textContent = NOT_KEPT[how]?.(why) ?? "";
  },
  async used({ file: name }) {
    await ready; // a table may be made before the service worker is there
    if (studioId) await used(name);
  },
  full: () => stop(", as it needed more memory than a tab has (2 GB)"),
  async ready() {
    at("progress").hidden = true;
    file.disabled = false;
    status(ending || "Ready for a table.");
    listen(worker);
    const wanted = new URLSearchParams(location.hash.slice(1)).get("open");
    ready = keepApp().catch(withoutStudio);
    if (wanted) {
      await ready;
      if (studioId) await openAny(wanted);
    }
    document.documentElement.dataset.ready = "";
  },
  failed: ({ why }) => failed(new Error(why)),
};
addEventListener("appinstalled", () => keepFonts().catch(failed));
if (!("lacks" in document.documentElement.dataset)) begin();

const MOST = 100_000_000; // bytes of all files
const PICTURE = /\.(png|jpe?g|svg|webp|gif|tiff?|bmp)$/i;
const bytesOf = async (one) => new Uint8Array(await one.arrayBuffer());

// One table or archive; the pictures that a table names may come with it.
async function take(files) {
  if (!files.length || file.disabled) return;
  const pictures = files.filter(({ name }) => PICTURE.test(name));
  const [given, ...others] = files.filter((one) => !pictures.includes(one));
  if (!given || others.length) return status("Drop one spreadsheet with the pictures that it names, or one game that was saved as .zip.");
  const { name } = given;
  current = name;
  const size = files.reduce((sum, one) => sum + one.size, 0);
  if (size > MOST) return status(`${name}${pictures.length ? " with its pictures" : ""} has ${Math.round(size / 1e6)} MB, which is too large: at most 100 MB.`);
  file.disabled = true;
  try {
    const bytes = await bytesOf(given);
    if (name.toLowerCase().endsWith(".zip")) await unpack({ name, bytes }, [bytes.buffer]);
    else await makeOf({ name, bytes, beside: await Promise.all(pictures.map(async (one) => [one.name, await bytesOf(one)])) });
  } catch (error) {
    failed(error);
  }
  file.disabled = false;
  await showGames().catch(failed);
}

async function makeOf(table) {
  status(`Making a game from ${table.name}…`);
  show(await ask("make", table));
}

async function unpack(archive, moved = []) {
  status(`Opening ${archive.name}…`);
  const { game, why } = await ask("unpack", archive, moved);
  if (why) return status(`${archive.name} was not opened: ${why}.`);
  await ready;
  if (studioId) await open(game);
  else status(`${game} is there, but this window cannot show the studio: it keeps no service worker.`);
}

file.addEventListener("change", () => {
  take([...file.files]);
});
for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) {
  document.addEventListener(kind, (event) => {
    event.preventDefault();
    drop.classList.toggle("over", kind === "dragenter" || kind === "dragover");
    if (kind === "drop") take([...event.dataTransfer.files]);
  });
}
