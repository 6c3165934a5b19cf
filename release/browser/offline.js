// The service worker: after the first visit the page needs no network. `web.py` writes the list of FILES before this:
// every file of the app with its integrity, so that those of two versions are never mixed.

const kept = `${registration.scope} ${VERSION}`;

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

addEventListener("install", (event) => event.waitUntil(Promise.all(FILES.map(keep))));
addEventListener("activate", (event) => event.waitUntil(forget()));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(registration.scope)) {
    event.respondWith(answer(event.request));
  }
});
