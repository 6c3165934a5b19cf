// The program in CPython compiled to WebAssembly: the same for a worker of a page and for Node.

const RUN = `
import sys

def run(words):
    sys.argv = ["punchboard", *words]
    try:
        from punchboard.cli.main import main
        main()
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
        return 1
    return 0

run
`;

const FONTS = `
import sys
from importlib import invalidate_caches

class FontFinder:
    def __init__(self, files, fetch):
        self.files, self.fetch = files.to_py(), fetch

    def find_spec(self, name, path=None, target=None):
        """Fetch a package of fonts when it is looked for first; it is then found where all packages are."""
        if name in self.files and self.fetch(self.files[name]):
            del self.files[name]
            invalidate_caches()

lambda files, fetch: sys.meta_path.insert(0, FontFinder(files, fetch))
`;

// Load the interpreter, unpack the packages, and return it with a function that runs a command.
// `read` gives the bytes of a file of the app; `progress` gets the number of bytes read so far, and of all.
// With `readNow`, which gives them at once or null, fonts are loaded when a theme needs them.
export async function start(loadPyodide, options, read, progress = () => {}, readNow = null) {
  const all = JSON.parse(new TextDecoder().decode(await read("packages.json")));
  const isLater = ({ font }) => readNow && font;
  const listed = all.filter((one) => !isLater(one));
  const total = listed.reduce((size, one) => size + one.size, 0);
  const waiting = listed.map((one) => read(one.file));
  const python = await loadPyodide(options);
  const folder = python.runPython("import site; site.getsitepackages()[0]");
  let done = 0;
  for (const [at, one] of listed.entries()) {
    python.unpackArchive(await waiting[at], "zip", { extractDir: folder });
    progress((done += one.size), total);
  }
  python.runPython("import importlib; importlib.invalidate_caches()");
  const fonts = Object.fromEntries(all.filter(isLater).map(({ font, file }) => [font, file]));
  python.runPython(FONTS)(fonts, (file) => {
    const bytes = readNow(file);
    if (bytes) python.unpackArchive(bytes, "zip", { extractDir: folder });
    return Boolean(bytes);
  });
  const command = python.runPython(RUN);
  const run = (words) => {
    const given = python.toPy(words);
    try {
      return command(given);
    } finally {
      given.destroy();
    }
  };
  return { python, run };
}
