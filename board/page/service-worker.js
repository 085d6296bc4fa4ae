// Keeps every file of the page on the device, so that it opens without a network. files.json lists them, with a version that changes with any of them; each
// version has its own cache, filled completely or not at all. The files listed under `later`, with hashes, are kept after their first use.
//
// A page gets all its files from the version that it was opened with: a module that it loads later, or an engine that it starts again, fits the others.
// The cache of a version is deleted once no page of it is open. A page that is opened gets the newest complete version, and older ones are told.

const PREFIX = "hanamachi-";
/** Which version each open page and worker belongs to; on the device, because the browser ends this worker between requests. */
const NOTES = "of-hanamachi";
const CLIENTS = "versions-of-clients.json";

const listed = async () => {
  const answer = await fetch("files.json", { cache: "no-store" });
  if (!answer.ok) throw new Error(`files.json: ${answer.status}`);
  return answer.json();
};

/** The complete versions on this device, the newest last. */
async function versions() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
}

/** Fills the cache of a version, unless it is there; files that an earlier version has kept after their first use are kept, too. */
async function fill({ version, files, later = {} }) {
  const here = await versions();
  if (here.at(-1) === version) return;
  // An earlier version that has come back is the newest again.
  if (here.includes(version)) await caches.delete(PREFIX + version);
  const wanted = ["./", ...files];
  for (const file of Object.keys(later)) if ((await caches.match(file)) !== undefined) wanted.push(file);
  // Under another name until it is complete.
  const unfinished = `filling-${version}`;
  await caches.delete(unfinished);
  const filling = await caches.open(unfinished);
  await filling.addAll(wanted.map((file) => new Request(file, { cache: "reload" })));
  // Published in between: the next look finds the files of one version.
  if ((await listed()).version !== version) throw new Error("the site has just changed");
  const cache = await caches.open(PREFIX + version);
  for (const request of await filling.keys()) await cache.put(request, await filling.match(request));
  await caches.delete(unfinished);
}

/** @type {Promise<Map<string, string>> | undefined} */
let noted;
/** The version of each client. */
function notes() {
  noted ??= (async () => {
    const kept = await (await caches.open(NOTES)).match(CLIENTS);
    return new Map(kept === undefined ? [] : await kept.json());
  })();
  return noted;
}
/** Notes the version of a client that is being opened. */
async function note(client, version) {
  const known = await notes();
  if (client === "" || known.get(client) === version) return;
  known.set(client, version);
  await (await caches.open(NOTES)).put(CLIENTS, new Response(JSON.stringify([...known])));
}

const all = () => self.clients.matchAll({ type: "all", includeUncontrolled: true });

/** Deletes versions of which no page is open, but for the newest; tells the pages of the others. */
async function tidy() {
  const known = await notes();
  const open = await all();
  const here = await versions();
  const newest = here.at(-1);
  const ids = new Set(open.map(({ id }) => id));
  for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
  const used = new Set(known.values());
  for (const version of here) if (version !== newest && !used.has(version)) await caches.delete(PREFIX + version);
  for (const client of open)
    if (client.type === "window" && (known.get(client.id) ?? newest) !== newest) client.postMessage({ newer: newest });
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
      // Pages that are open already came from the oldest version that is here.
      const [oldest] = await versions();
      for (const { id } of await all()) if (!(await notes()).has(id)) await note(id, oldest);
      await self.clients.claim();
      await tidy();
    })(),
  );
});

/** Keeps a file that a page has fetched, if it is that of the newest version. */
async function keep(name, file) {
  const { version, later = {} } = await listed();
  if (!(await versions()).includes(version)) return;
  const cache = await caches.open(PREFIX + version);
  if ((await cache.match(name)) !== undefined) return;
  const digest = [...new Uint8Array(await crypto.subtle.digest("SHA-256", file))];
  if (later[name] !== digest.map((byte) => byte.toString(16).padStart(2, "0")).join("")) return;
  await cache.put(name, new Response(file, { headers: { "Content-Type": "application/octet-stream" } }));
}

self.addEventListener("message", (event) => {
  const { keep: name, file, look } = event.data;
  // Without a network the list cannot be fetched; the cached files stay.
  if (name !== undefined) event.waitUntil(keep(name, file).catch(() => {}));
  if (look) event.waitUntil(refresh().catch(() => {}));
});

/** Fills the cache of a newer version, if there is one, and tells the pages. */
async function refresh() {
  await fill(await listed());
  await tidy();
}

self.addEventListener("fetch", (event) => {
  const { request, clientId, resultingClientId } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (address.pathname.includes("/api/") && !address.pathname.endsWith("/engine.json")) return;
  event.respondWith(
    (async () => {
      const opens = request.mode === "navigate";
      const newest = (await versions()).at(-1);
      const version = opens ? newest : ((await notes()).get(clientId) ?? newest);
      if (version === undefined) return fetch(request);
      // A page, or a worker of one, has the version of its files.
      if (resultingClientId) await note(resultingClientId, version);
      if (opens) event.waitUntil(tidy());
      const kept = await caches.match(request, { cacheName: PREFIX + version, ignoreSearch: true });
      return kept ?? fetch(request);
    })(),
  );
});
