import "./first.mjs";
// In place of the interpreter: games of one file, a studio that writes the files it is given, and may never answer.

const nodes = new Map([["/", null]]);
let count = 0;
const parent = (path) => path.slice(0, path.lastIndexOf("/")) || "/";
const FS = {
  mkdirTree(path) { if (!nodes.has(path)) { FS.mkdirTree(parent(path)); nodes.set(path, null); } },
  readdir: (path) => [...nodes.keys()].filter((one) => one !== "/" && parent(one) === path).map((one) => one.split("/").pop()),
  stat: (path) => ({ mode: nodes.get(path) === null ? "folder" : "file", ino: 1, size: nodes.get(path)?.length, mtime: new Date(nodes.get(path)?.count) }),
  isDir: (mode) => mode === "folder",
  readFile: (path) => nodes.get(path),
  writeFile(path, bytes) { FS.mkdirTree(parent(path)); nodes.set(path, Object.assign(Uint8Array.from(bytes), { count: ++count })); },
};
const write = (path, text) => FS.writeFile(path, new TextEncoder().encode(text));
const found = (value) => ({ toJs: () => value, destroy() {} });
const names = (top) => FS.readdir(top);
const tab = {
  // what is made of a table is its text, as a game and as a sheet
  make(run, name, bytes, beside, tell) {
    const game = name.split(".")[0];
    write(`/games/catalog/${game}/game.yaml`, new TextDecoder().decode(bytes));
    tell("sheet.pdf", { toJs: () => bytes });
    return found([game, 0, [["print-and-play/a4-sheet.pdf", "A4: sheet", bytes]], bytes]);
  },
  rehearse() {},
  games: (root) => found(root ? (names(root).length ? [root.split("/").pop()] : []) : nodes.has("/games/catalog") ? names("/games/catalog") : []),
  opened(name, bytes) {
    write(`/games/catalog/${name.split(".")[0]}/game.yaml`, new TextDecoder().decode(bytes));
    return found([name.split(".")[0], ""]);
  },
  Studio: () => ({
    open: async (game) => "token",
    saved: (game) => found(FS.readFile(`/games/catalog/${game}/game.yaml`)),
    async respond(method, target, headers, body, tell) {
      const told = (part) => tell({ toJs: () => part });
      if (method === "POST") for (const [path, text] of Object.entries(JSON.parse(new TextDecoder().decode(body)))) write(path, text);
      while (target.includes("for-ever"));
      if (target.includes("large")) new WebAssembly.Memory({ initial: 1, maximum: 65536 }).grow(32768);
      told({ status: 200, headers: [["content-type", "text/html"]] });
      told({ body: new TextEncoder().encode("<!doctype html><p>the studio") });
    },
  }),
};
export const start = async () => ({ python: { FS, runPython() {}, pyimport: () => tab, toPy: (one) => one }, run() {} });
