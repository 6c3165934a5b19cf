// The program in a worker of the page: tables in, games out, and the server of the studio. Files are kept after each change.
import { loadPyodide } from "./interpreter/pyodide.mjs";
import { keep } from "./keep.mjs";
import { start } from "./start.mjs";

const here = new URL(".", import.meta.url);
const WORKSPACE = "/games";

async function read(name) {
  const answer = await fetch(new URL(name, here)).catch(() => null);
  if (!answer?.ok) throw new Error(`${name} could not be loaded; the first visit needs a network`);
  return new Uint8Array(await answer.arrayBuffer());
}

// The program cannot wait for an answer while it draws. The page has each font that was used kept for later visits.
function readNow(name) {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(name, here), false);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } catch {
    return null; // there is no network: the game says which font is missing
  }
  if (request.status !== 200) return null;
  postMessage({ what: "used", file: name });
  return request.response;
}

// A game that asks for ever more memory ends the program, not the browser: the page stops it, and nothing kept is lost.
const MOST_MEMORY = 2 ** 31; // bytes
const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * 65_536 <= MOST_MEMORY) return grow.call(this, pages);
  postMessage({ what: "full" });
  throw new RangeError("the program needs more memory than a tab has");
};

// What takes longest is loaded in pieces while a person looks for a table: its first sheet is there a second after it then.
const SLOW_PARTS = [
  "pydantic",
  "typer",
  "punchboard.model.game.game",
  "punchboard.load",
  "punchboard.importer.table_game",
  "punchboard.cli.commands.new",
  "punchboard.checks",
  "punchboard.pipeline.build",
  "punchboard.products",
];

const progress = (done, total) => postMessage({ what: "loading", done, total });
const reason = (error) => String(error.message ?? error).trim().split("\n").pop();

// One tab at a time keeps the files: another would write over them. One that is loaded again waits for the end of itself.
const isFirst = new Promise((resolve) => {
  const mine = () => {
    resolve(true);
    return new Promise(() => {}); // until the tab is closed
  };
  navigator.locks.request(`punchboard ${here.pathname}`, { signal: AbortSignal.timeout(4000) }, mine).catch(() => resolve(false));
});

// What each keeper could not keep, of which the page tells the newest.
const notes = [];

function note(at, how, why = "") {
  notes[at] = { how, why };
  postMessage({ what: "kept", ...(notes.findLast((one) => one.how !== "kept") ?? notes[at]) });
}

const noted = (at, save, how) => () => save().then(() => note(at, "kept"), (error) => note(at, how, reason(error)));

// Return what keeps changed files. Where nothing can be kept, the page says so, and the program works in memory.
async function keeper(FS) {
  FS.mkdirTree(WORKSPACE);
  try {
    if (!(await isFirst)) {
      note(0, "elsewhere");
      return async () => {};
    }
    const top = await navigator.storage.getDirectory();
    const save = await keep(FS, WORKSPACE, await top.getDirectoryHandle(encodeURIComponent(here.pathname), { create: true }));
    note(0, "kept");
    return noted(0, save, "refused");
  } catch (error) {
    note(0, "refused", reason(error));
    return async () => {};
  }
}

async function ready() {
  const said = [];
  const say = (line) => said.push(line);
  const LANG = `${navigator.language.replace("-", "_")}.UTF-8`; // whose country has A4 or Letter
  const env = { HOME: "/home/pyodide", LANG, PUNCHBOARD_CONFIG: `${WORKSPACE}/.settings` };
  const options = { indexURL: new URL("interpreter/", here).href, stdout: say, stderr: say, env };
  const { python, run } = await start(loadPyodide, options, read, progress, readNow);
  const saves = [await keeper(python.FS)]; // of the browser's own folder, and of those that a person has opened
  const save = () => Promise.all(saves.map((one) => one()));
  python.FS.writeFile("/home/pyodide/tab.py", await read("tab.py"));
  python.runPython("import sys; sys.path.append('/home/pyodide')");
  const tab = python.pyimport("tab");
  const studio = tab.Studio(here.origin);
  const plain = (found) => {
    const made = found.toJs({ create_proxies: false });
    found.destroy();
    return made;
  };

  const acts = {
    alive: () => null,
    games: () => plain(tab.games()),
    async make({ name, bytes, beside }) {
      said.length = 0;
      const tell = (file, data) => postMessage({ what: "sheet", file, bytes: data.toJs() });
      const [title, status, files, all] = plain(tab.make(run, name, python.toPy(bytes), python.toPy(beside), tell));
      await save();
      return { title, status, said: said.join("\n"), files: files.map(([path, called, content]) => ({ path, called, bytes: content })), all };
    },
    async unpack({ name, bytes }) {
      const [game, why] = plain(tab.opened(name, python.toPy(bytes)));
      await save();
      return { game, why };
    },
    // A folder on the disk: its very files are edited.
    async folder({ handle }) {
      const root = `/folders/${saves.length}/${handle.name}`; // the name of a single game is that of its folder
      const keepIt = await keep(python.FS, root, handle);
      saves.push(noted(saves.length, keepIt, "unwritten"));
      const [game] = plain(tab.games(root));
      return { root, game };
    },
    async open({ game, root = "" }) {
      const token = await studio.open(game, root);
      await save();
      return token;
    },
    saved: ({ game }) => plain(studio.saved(game)),
  };

  async function respond({ method, target, headers, body }, port) {
    let wanted = true;
    port.onmessage = () => (wanted = false);
    try {
      await studio.respond(method, target, python.toPy(headers), python.toPy(new Uint8Array(body)), (part) => {
        port.postMessage(part.toJs({ dict_converter: Object.fromEntries, create_proxies: false }));
        return wanted;
      });
      if (method === "POST") await save(); // what the page says is done is kept
      port.postMessage({ ended: true });
    } catch (error) {
      port.postMessage({ failed: reason(error) });
    }
  }

  addEventListener("message", async ({ data, ports: [port] }) => {
    if (!data.act) return respond(data, port);
    try {
      port.postMessage({ done: await acts[data.act](data) });
    } catch (error) {
      port.postMessage({ failed: reason(error) });
    }
  });
  postMessage({ what: "ready" });
  const works = [...SLOW_PARTS.map((part) => () => python.pyimport(part)), () => tab.rehearse(run)];
  try {
    for (const work of works) {
      await new Promise((done) => setTimeout(done)); // what a person asks for meanwhile comes first
      work();
    }
  } catch {} // the game of a person says what is wrong, if anything is
}

ready().catch((error) => postMessage({ what: "failed", why: reason(error) }));
