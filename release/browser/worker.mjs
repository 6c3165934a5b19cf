// The program in a worker of the page: a table in, the files of a game out.
import { loadPyodide } from "./interpreter/pyodide.mjs";
import { start } from "./start.mjs";

const here = new URL(".", import.meta.url);

const MAKE = `
import io, os, shutil, zipfile
from pathlib import Path

def make(name, data):
    """Make a game from a table, build and check it; return its name, the exit status, its PDFs, and all files packed."""
    from punchboard.expression.filters import slug
    os.chdir("/")  # the current folder would stay
    shutil.rmtree("/games", ignore_errors=True)
    os.makedirs("/games")
    os.chdir("/games")
    table = Path(name).name
    game = slug(Path(table).stem) or "game"
    Path(table).write_bytes(data.to_py())
    status = run(["new", game, "--from", table]) or run(["build", game]) or run(["check", game])
    output = Path("output", game)
    pdfs = sorted(output.rglob("*.pdf"), key=lambda path: (path.parts[2] != "print-and-play", path))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(path for folder in ("catalog", "layouts", "output") for path in Path(folder).rglob("*")):
            if path.is_file() and not any(part.startswith(".") for part in path.parts):
                archive.write(path)
    return game, status, [(path.relative_to(output).as_posix(), path.read_bytes()) for path in pdfs], packed.getvalue()

make
`;

async function read(name) {
  const answer = await fetch(new URL(name, here));
  if (!answer.ok) throw new Error(`${name} could not be loaded`);
  return new Uint8Array(await answer.arrayBuffer());
}

const progress = (done, total) => postMessage({ what: "loading", done, total });
const failed = (error) => postMessage({ what: "failed", why: String(error.message ?? error).trim().split("\n").pop() });

async function ready() {
  const said = [];
  const say = (line) => said.push(line);
  const options = { indexURL: new URL("interpreter/", here).href, stdout: say, stderr: say };
  const { python } = await start(loadPyodide, options, read, progress);
  const make = python.runPython(MAKE);
  addEventListener("message", ({ data: { name, bytes } }) => {
    said.length = 0;
    try {
      const made = make(name, bytes);
      const [title, status, files, all] = made.toJs({ create_proxies: false });
      made.destroy();
      const listed = files.map(([path, content]) => ({ path, bytes: content }));
      postMessage({ what: "made", title, status, said: said.join("\n"), files: listed, all });
    } catch (error) {
      failed(error);
    }
  });
  postMessage({ what: "ready" });
}

ready().catch(failed);
