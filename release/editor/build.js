// Builds the file that the studio loads, with the licences of all packages in it at its head.

import { readFileSync } from "node:fs";
import { build } from "esbuild";

const OUT = new URL("../../src/punchboard/server/studio/page/vendor/codemirror.js", import.meta.url).pathname;
const lock = JSON.parse(readFileSync(new URL("package-lock.json", import.meta.url)));
const parts = Object.entries(lock.packages).filter(([path, one]) => path && !one.dev);
const texts = new Map();
for (const [path, one] of parts) {
  const text = readFileSync(new URL(`${path}/LICENSE`, import.meta.url), "utf-8").trim();
  texts.set(text, [...(texts.get(text) ?? []), `${path.replace("node_modules/", "")} ${one.version}`]);
}
const said = [...texts].map(([text, names]) => `${names.join(", ")}:\n\n${text}`).join("\n\n");
const banner = `/*! Built by release/editor/build.js from these packages.\n\n${said}\n*/`;
await build({ entryPoints: ["editor.js"], outfile: OUT, bundle: true, minify: true, format: "esm", target: "es2022", banner: { js: banner }, charset: "utf8" });
