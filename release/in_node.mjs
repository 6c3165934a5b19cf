// Run commands of the program for a browser in Node: in_node.mjs APP WORKSPACE COMMANDS, which is JSON.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [app, workspace, commands] = process.argv.slice(2);
const read = async (name) => new Uint8Array(await readFile(join(app, name)));
const module = (name) => import(pathToFileURL(join(app, name)));
const { loadPyodide } = await module("interpreter/pyodide.mjs");
const { start } = await module("start.mjs");
// the language decides on the paper
const env = { LC_ALL: process.env.LC_ALL || process.env.LANG || "C.UTF-8" };
const { python, run } = await start(loadPyodide, { indexURL: join(app, "interpreter/"), env }, read);
python.FS.mkdirTree("/games");
python.mountNodeFS("/games", workspace);
python.runPython('import os; os.chdir("/games")');
for (const words of JSON.parse(commands)) {
  const status = run(words);
  if (status) process.exit(status);
}
process.exit(0);
