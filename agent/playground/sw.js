// What the page is made of is kept from the first visit on; another build has another name, and is fetched anew.
const NAME = "sorites-BUILD";

const SMALL = ["./", "index.html", "page.css", "playground.js", "playground.css", "examples.json", "worker.js", "engine/parts.json"];

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(SMALL)));
});
addEventListener("activate", (event) => {
  const stale = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("sorites-") && name !== NAME).map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(stale());
});
// What was loaded before this worker was there: browsers have it still, and it is not sent again.
addEventListener("message", (event) => {
  const keep = async () => {
    const cache = await caches.open(NAME);
    for (const url of event.data) if (!(await cache.match(url))) await cache.add(url);
  };
  event.waitUntil(keep());
});
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  const kept = async () => {
    const cache = await caches.open(NAME);
    const found = await cache.match(request, { ignoreSearch: true });
    if (found) return found;
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  };
  event.respondWith(kept());
});
