// The page: a table goes to the worker, and its cards come back as files.

const at = (id) => document.getElementById(id);
const status = (text) => (at("said").textContent = text);
const file = at("file");
const drop = at("drop");
let addresses = [];

// A worker from a blob has the policy of this page, so that nothing in it reaches another host; one from a file has none.
const source = `import ${JSON.stringify(new URL("worker.mjs", location.href).href)};`;
const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })), { type: "module" });

function address(bytes, type) {
  const made = URL.createObjectURL(new Blob([bytes], { type }));
  addresses.push(made);
  return made;
}

function show({ title, said, files, all, status: ended }) {
  addresses.forEach(URL.revokeObjectURL);
  addresses = [];
  at("title").textContent = ended ? `${title}: not made` : title;
  at("told").textContent = said;
  at("files").replaceChildren(
    ...files.map(({ path, bytes }) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      Object.assign(link, { href: address(bytes, "application/pdf"), download: path.split("/").pop(), textContent: path });
      item.append(link);
      return item;
    }),
  );
  Object.assign(at("all"), { href: address(all, "application/zip"), download: `${title}.zip` });
  at("result").hidden = false;
  status(ended ? "The table could not be made into a game; what the program says is below." : "Ready to print.");
}

async function keep() {
  await navigator.serviceWorker.register("offline.js");
  await navigator.serviceWorker.ready;
  at("kept").hidden = false;
}

const told = {
  loading({ done, total }) {
    at("progress").value = done / total;
  },
  ready() {
    at("progress").hidden = true;
    file.disabled = false;
    status("Ready for a table.");
    document.documentElement.dataset.ready = "";
    keep().catch(() => {}); // a private window keeps nothing, and the page works without that
  },
  made(result) {
    file.disabled = false;
    show(result);
  },
  failed({ why }) {
    at("progress").hidden = true;
    status(`The program could not go on: ${why}. Load this page again; your file is unchanged.`);
  },
};
worker.addEventListener("message", ({ data }) => told[data.what](data));
worker.addEventListener("error", (event) => told.failed({ why: event.message || "it did not load" }));

async function take(table) {
  if (!table || file.disabled) return;
  file.disabled = true;
  status(`Making a game from ${table.name}…`);
  const bytes = new Uint8Array(await table.arrayBuffer());
  worker.postMessage({ name: table.name, bytes }, [bytes.buffer]);
}

file.addEventListener("change", () => {
  take(file.files[0]);
});
for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) {
  document.addEventListener(kind, (event) => {
    event.preventDefault();
    drop.classList.toggle("over", kind === "dragenter" || kind === "dragover");
    if (kind === "drop") take(event.dataTransfer.files[0]);
  });
}
