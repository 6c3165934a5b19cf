// The service worker: after the first visit the page needs no network, and the studio has a server in its own tab.
// `web.py` writes the list of FILES before this: every file of the app with its integrity, so that those of two versions
// are never mixed, and whether it is needed only once it was used.

const kept = `${registration.scope} ${VERSION}`;
const STUDIO = new URL("studio/", registration.scope).href;

async function keep([path, integrity]) {
  const get = (cache) => fetch(new URL(path, registration.scope), { integrity, cache });
  const answer = await get("default").catch(() => get("reload"));
  if (!answer.ok) throw new Error(`${path} could not be loaded`);
  await (await caches.open(kept)).put(new URL(path, registration.scope), answer);
}

async function forget() {
  const old = (await caches.keys()).filter((name) => name.startsWith(`${registration.scope} `) && name !== kept);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function answer(request) {
  const url = new URL(request.url);
  const asked = url.href.split(/[?#]/)[0] === registration.scope ? new URL("index.html", url) : url;
  return (await (await caches.open(kept)).match(asked, { ignoreSearch: true })) ?? fetch(request);
}

// A font is kept once it was used; all are where the app was installed.
const keepUsed = (used) => Promise.all(FILES.filter(([path, , isLater]) => path === used || (used === "all" && isLater)).map(keep));

const words = (text, status) => new Response(`${text}\n`, { status, headers: { "Content-Type": "text/plain; charset=utf-8", "Content-Security-Policy": "default-src 'none'" } });

// What a browser tells a server beside the headers that a page sets. A page of another origin can only lead here, never send.
function toldOf({ mode, headers }) {
  const told = [...headers, ["Sec-Fetch-Mode", mode]];
  return mode === "navigate" ? told : [...told, ["Origin", location.origin]];
}

// The first part of a path below `studio/` is the id of the page in whose worker the program runs.
async function ask(request) {
  const [, id, target] = /^([^/]+)(\/[^#]*)/.exec(request.url.slice(STUDIO.length)) ?? [];
  const page = id && (await clients.get(id));
  if (!page) return words("The tab of this studio was closed, or loaded again. Close this one.", 503);
  const body = request.method === "POST" ? await request.arrayBuffer() : new ArrayBuffer();
  const { port1, port2 } = new MessageChannel();
  page.postMessage({ method: request.method, target, headers: toldOf(request), body }, [port2, body]);
  return answered(port1, request);
}

// An answer arrives in parts: status and headers, then bytes until its end.
function answered(port, { url }) {
  return new Promise((resolve) => {
    let stream;
    const body = new ReadableStream({
      start: (controller) => (stream = controller),
      cancel: () => port.postMessage("enough"),
    });
    port.onclose = () => resolve(words("The program was stopped.", 503));
    port.onmessage = ({ data: { status, headers, body: bytes, ended, failed } }) => {
      const led = status >= 300 && status < 400 && headers.find(([name]) => name === "location");
      if (led) resolve(Response.redirect(new URL(led[1], url), status));
      else if (status) resolve(new Response([204, 304].includes(status) ? null : body, { status, headers }));
      else if (bytes?.length) stream.enqueue(bytes);
      if (failed) resolve(words(failed, 500));
      if (!ended && !failed) return;
      port.close();
      try {
        stream.close();
      } catch {} // the page did not wait for its end
    };
  });
}

addEventListener("install", (event) => event.waitUntil(Promise.all(FILES.filter(([, , isLater]) => !isLater).map(keep))));
addEventListener("activate", (event) => event.waitUntil(forget()));
addEventListener("message", (event) => {
  if (event.data.used) event.waitUntil(keepUsed(event.data.used).then(() => true, () => false).then((isKept) => event.ports[0].postMessage(isKept)));
  else event.ports[0].postMessage(event.source.id); // a page asks for its own id
});
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (url.startsWith(STUDIO)) event.respondWith(ask(event.request));
  else if (method === "GET" && url.startsWith(registration.scope)) event.respondWith(answer(event.request));
});
