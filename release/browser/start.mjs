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

// Load the interpreter, unpack the packages, and return it with a function that runs a command.
// `read` gives the bytes of a file of the app; `progress` gets the number of bytes read so far, and of all.
export async function start(loadPyodide, options, read, progress = () => {}) {
  const listed = JSON.parse(new TextDecoder().decode(await read("packages.json")));
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
