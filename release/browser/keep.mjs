// The files of a workspace, kept in a folder of the browser: read once, and written again where they have changed.

const LEFT_OUT = /^(output|node_modules|\.(?!settings$).*|.*\.unfinished)$/; // can be made again, or is of another program
const MOST = 300_000_000; // bytes of a folder

function gone(error) {
  if (error.name !== "NotFoundError") throw error;
  return null;
}

// Read a folder into a path of the interpreter's file system, and return what writes changed files back.
export async function keep(FS, root, folder) {
  const known = new Map(); // what a file looked like when both sides were the same
  const times = new Map(); // and when it was written in the folder
  let size = 0;

  async function read(handle, path) {
    FS.mkdirTree(path);
    for await (const [name, one] of handle.entries()) {
      if (LEFT_OUT.test(name)) continue;
      const here = `${path}/${name}`;
      if (one.kind === "directory") await read(one, here);
      else {
        const file = await one.getFile();
        if ((size += file.size) > MOST) throw new Error("the folder has more than 300 MB: open the folder of the games alone");
        FS.writeFile(here, new Uint8Array(await file.arrayBuffer()));
        known.set(here, look(here));
        times.set(here, file.lastModified);
      }
    }
  }

  function look(path) {
    const { ino, size, mtime } = FS.stat(path);
    return `${ino} ${size} ${mtime.getTime()}`;
  }

  function* files(path) {
    for (const name of FS.readdir(path)) {
      if (name === "." || name === ".." || LEFT_OUT.test(name)) continue;
      const here = `${path}/${name}`;
      if (FS.isDir(FS.stat(here).mode)) yield* files(here);
      else yield here;
    }
  }

  async function inFolder(path, create) {
    const parts = path.slice(root.length + 1).split("/");
    const name = parts.pop();
    let handle = folder;
    for (const part of parts) handle = await handle.getDirectoryHandle(part, { create });
    return [handle, name];
  }

  async function write(path) {
    const [handle, name] = await inFolder(path, true);
    await isOurs(handle, name, path);
    const file = await handle.getFileHandle(name, { create: true });
    const out = await file.createWritable();
    try {
      await out.write(FS.readFile(path));
      await out.close(); // only now is it the file: one that is not written to its end stays as it was
    } catch (error) {
      await out.abort().catch(() => {}); // or the file could not be deleted
      throw error;
    }
    times.set(path, (await file.getFile()).lastModified);
  }

  // Another program may have changed, deleted or made a file since it was read or written here; its work stays.
  async function isOurs(handle, name, path) {
    const file = await handle.getFileHandle(name).catch(gone);
    const time = file && (await file.getFile()).lastModified;
    if (time !== (times.get(path) ?? null)) throw new Error(`${name} was ${file ? "changed" : "deleted"} by another program`);
  }

  async function remove(path) {
    const [handle, name] = (await inFolder(path, false).catch(gone)) ?? [];
    if (!(await handle?.getFileHandle(name).catch(gone))) return; // it is gone there, too
    await isOurs(handle, name, path);
    await handle.removeEntry(name);
  }

  // What cannot be written does not keep the other files from it.
  async function save() {
    const now = new Map([...files(root)].map((path) => [path, look(path)]));
    const failed = [];
    const tried = (work, path) => work(path).catch((error) => failed.push(error.message));
    for (const [path, seen] of now) {
      if (known.get(path) === seen) continue;
      if (!(await tried(write, path))) known.set(path, seen);
    }
    for (const path of [...known.keys()].filter((one) => !now.has(one))) {
      if (await tried(remove, path)) continue;
      known.delete(path);
      times.delete(path);
    }
    if (failed.length) throw new Error([...new Set(failed)].join("; "));
  }

  await read(folder, root);
  let last = Promise.resolve();
  return () => (last = last.catch(() => {}).then(save)); // one after the other
}
