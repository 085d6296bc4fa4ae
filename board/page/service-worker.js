// Keeps every file of the page on the device, so that it opens without a network. files.json lists them, with a version that changes with any of them; each
// version has its own cache, filled completely or not at all. The files listed under `later`, with hashes, are kept after their first use.

const PREFIX = "hanamachi-";

async function listed() {
  const answer = await fetch("files.json", { cache: "no-store" });
  if (!answer.ok) throw new Error(`files.json: ${answer.status}`);
  return answer.json();
}

/** Fills the cache of a version; files that an earlier version has kept after their first use are kept, too. */
async function fill({ version, files, later = {} }) {
  const wanted = ["./", ...files];
  for (const file of Object.keys(later)) if ((await caches.match(file)) !== undefined) wanted.push(file);
  const cache = await caches.open(PREFIX + version);
  await cache.addAll(wanted.map((file) => new Request(file, { cache: "reload" })));
}

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      await fill(await listed());
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      let keep = null;
      try {
        keep = PREFIX + (await listed()).version;
      } catch {
        // Without a network nothing is deleted.
      }
      if (keep !== null) {
        for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== keep) await caches.delete(name);
      }
      await self.clients.claim();
    })(),
  );
});

/** Keeps a file that the page has fetched, if it is that of this version. */
async function keep(name, file) {
  const { version, later = {} } = await listed();
  const cache = await caches.open(PREFIX + version);
  if ((await cache.match(name)) !== undefined) return;
  const digest = [...new Uint8Array(await crypto.subtle.digest("SHA-256", file))];
  if (later[name] !== digest.map((byte) => byte.toString(16).padStart(2, "0")).join("")) return;
  await cache.put(name, new Response(file, { headers: { "Content-Type": "application/octet-stream" } }));
}

self.addEventListener("message", (event) => {
  // Without a network the list cannot be fetched; the cached files stay.
  event.waitUntil(keep(event.data.keep, event.data.file).catch(() => {}));
});

// Cached files come first, so that the page opens at once with or without a network.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (address.pathname.includes("/api/") && !address.pathname.endsWith("/engine.json")) return;
  event.respondWith(
    (async () => {
      const kept = await caches.match(request, { ignoreSearch: true });
      if (kept === undefined) return fetch(request);
      // A file of the kept version: the next install brings a newer one.
      event.waitUntil(refresh().catch(() => {}));
      return kept;
    })(),
  );
});

let checked = 0;
/** Now and then asks whether there is a newer version, and fills its cache. */
async function refresh() {
  if (Date.now() - checked < 60_000) return;
  checked = Date.now();
  const list = await listed();
  const { version } = list;
  if ((await caches.keys()).includes(PREFIX + version)) return;
  await fill(list);
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== PREFIX + version) await caches.delete(name);
}
