// The store without a network: visited pages and the files they consist of. A page comes from the network while there
// is one, so a cached price is never shown as the current one; a cached page says when it was cached. Which pages may
// be cached, and whose they are, is in the response headers of the page. `self.shop` is defined before this text
// (routes/service-worker.tsx).
const { build, strategy, words, ownTexts } = self.shop;

const PAGES_CACHE = `pages-${build}`;
const FILES_CACHE = `files-${build}`;
const IMAGES_CACHE = "pictures";
const VISITOR_CACHE = "visitor";
const MAX_PAGES = 40;
const MAX_FILES = 300;
const MAX_IMAGES = 150;
const MAX_PAGE_AGE_MS = 7 * 86_400_000;
/** A page that was requested to be cached is not fetched again within this time. */
const FRESH_PAGE_MS = 3_600_000;
/** How long a page waits for the network before a cached copy is shown. */
const NETWORK_TIMEOUT_MS = 10_000;

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));

/** Pages of the previous build stay readable until they are visited again; older ones are deleted with their files. */
async function activate() {
  await self.registration.navigationPreload?.enable();
  const earlier = (await caches.keys()).filter((name) => name.startsWith("pages-") && name !== PAGES_CACHE);
  for (const name of earlier.slice(0, -1)) {
    await caches.delete(name);
    await caches.delete(name.replace("pages-", "files-"));
  }
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method !== "GET") {
    if (pathname.endsWith("/logout")) event.waitUntil(deletePages());
  } else if (request.mode === "navigate") event.respondWith(respondWithPage(event));
  // Images are cached by the browser itself; offline, the cache here may have what the browser evicted.
  else if (pathname.startsWith("/assets/") || (pathname.startsWith("/media/") && !navigator.onLine))
    event.respondWith(respondWithFile(request));
});

/**
 * Messages from a page: `files` it consists of (loaded before the worker controlled the page) and pages to cache:
 * `cart` with a stamp that changes with its content, and `product`, a product page that was reached by client-side
 * navigation.
 */
self.addEventListener("message", (event) => {
  const { files = [], cart, product } = event.data ?? {};
  event.waitUntil(
    (async () => {
      await cacheFilesAndChunks(files);
      if (product) await fetchAndCachePage(product, (cachedPage) => getAge(cachedPage) < FRESH_PAGE_MS);
      if (cart)
        await fetchAndCachePage(
          cart.path,
          (cachedPage) => cachedPage.headers.get("x-stamp") === cart.stamp,
          cart.stamp,
        );
    })(),
  );
});

async function respondWithPage(event) {
  const networkResponse = fromNetwork(event);
  const findCached = () => findCachedPage(event.request.url);
  const cachedAfterTimeout = new Promise((resolve) => {
    setTimeout(resolve, NETWORK_TIMEOUT_MS);
  }).then(findCached);
  const first = await Promise.race([networkResponse.catch(() => null), cachedAfterTimeout]);
  if (first) return first;
  // The network failed, or no copy of the slow page is cached.
  return networkResponse.catch(async () => (await findCached()) ?? createOfflineResponse(event.request.url));
}

async function fromNetwork(event) {
  const response = (await event.preloadResponse) ?? (await fetch(event.request));
  const copy = response.headers.has("x-offline-cache") ? response.clone() : null;
  event.waitUntil(cachePage(event.request.url, response.headers.get("x-visitor"), copy));
  return response;
}

/**
 * Updates the caches for a page from the network: deletes the pages of another visitor, and caches the page if that is
 * allowed.
 */
async function cachePage(url, visitor, page, stamp = "") {
  if (visitor === null) return;
  await deletePagesOfOtherVisitors(visitor);
  // With an `auth` parameter the page shows the sign-in dialog as well.
  if (!page || new URL(url).searchParams.has("auth")) return;
  const headers = new Headers(page.headers);
  headers.set("x-cached-at", String(Date.now()));
  headers.set("x-stamp", stamp);
  headers.delete("content-encoding");
  headers.delete("content-length");
  const cache = await caches.open(PAGES_CACHE);
  const whole = new Response(await page.blob(), { headers });
  // Re-inserting a page makes it the newest: the oldest ones are deleted first.
  await cache.delete(url, { ignoreVary: true });
  await cache.put(url, whole);
  await trim(cache, MAX_PAGES, (cachedPage) => getAge(cachedPage) < MAX_PAGE_AGE_MS);
}

/** Pages contain the name and the cart of their visitor: the next visitor on this browser must not see them. */
async function deletePagesOfOtherVisitors(visitor) {
  const cache = await caches.open(VISITOR_CACHE);
  const storedVisitor = await (await cache.match("/visitor"))?.text();
  if (storedVisitor === visitor) return;
  await deletePages();
  await cache.put("/visitor", new Response(visitor));
}

async function deletePages() {
  await Promise.all((await pageCaches()).map((name) => caches.delete(name)));
}

/** The names of the page caches, newest first. */
async function pageCaches() {
  return (await caches.keys()).filter((name) => name.startsWith("pages-")).toReversed();
}

function getAge(cachedPage) {
  return Date.now() - Number(cachedPage.headers.get("x-cached-at"));
}

async function findCachedPage(url) {
  for (const name of await pageCaches()) {
    const cache = await caches.open(name);
    const cachedPage = await cache.match(url, { ignoreVary: true });
    if (cachedPage && getAge(cachedPage) < MAX_PAGE_AGE_MS) return withTimestamp(cachedPage);
    for (const other of await cache.keys(url, { ignoreSearch: true, ignoreVary: true })) {
      const candidate = await cache.match(other, { ignoreVary: true });
      if (
        other.url !== url &&
        candidate?.headers.get("x-offline-cache") === "any-query" &&
        getAge(candidate) < MAX_PAGE_AGE_MS
      )
        return Response.redirect(other.url);
    }
  }
  return null;
}

/**
 * The page with the time it was cached as an attribute of the root element, so that CSS can show it before any script
 * runs.
 */
async function withTimestamp(cachedPage) {
  const html = await cachedPage.text();
  const locale = getPageLocale(html);
  const moment = new Date(Date.now() - getAge(cachedPage)).toLocaleString(locale, {
    ...{ day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" },
  });
  const text = words[locale].asOf.replace("{moment}", moment).replaceAll('"', "&quot;");
  return new Response(html.replace("<html ", `<html data-as-of="${text}" `), { headers: cachedPage.headers });
}

function getPageLocale(html) {
  return /<html lang="([\w-]+)"/.exec(html)?.[1] ?? "ru-RU";
}

function createOfflineResponse(url) {
  const isEnglish =
    strategy === "no_prefix" ? !navigator.language.startsWith("ru") : /^\/en-US(\/|$)/.test(new URL(url).pathname);
  return new Response(words[isEnglish ? "en-US" : "ru-RU"].nothing, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'self'; font-src 'self'",
    },
  });
}

/** Serves files with a content hash in their name from the cache. */
async function respondWithFile(request) {
  return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request);
}

/** Caches files, and the chunks that page modules among them load lazily. */
async function cacheFilesAndChunks(addresses) {
  await cacheFiles(addresses);
  const cache = await caches.open(FILES_CACHE);
  const chunks = addresses
    .filter((url) => /\.page-[\w-]+\.js$/.test(url))
    .map(async (url) => {
      const source = await (await cache.match(url, { ignoreVary: true }))?.text();
      return (source?.match(/\.\/[\w.-]+\.js/g) ?? []).map((name) => `/assets/${name.slice(2)}`);
    });
  await cacheFiles((await Promise.all(chunks)).flat());
}

async function cacheFiles(addresses) {
  const urls = addresses
    .map((url) => new URL(url, self.location.origin))
    .filter(({ origin }) => origin === self.location.origin);
  await cacheMissing(
    FILES_CACHE,
    urls.filter(({ pathname }) => pathname.startsWith("/assets/")),
    MAX_FILES,
  );
  await cacheMissing(
    IMAGES_CACHE,
    urls.filter(({ pathname }) => pathname.startsWith("/media/")),
    MAX_IMAGES,
  );
}

async function cacheMissing(name, addresses, maxEntries) {
  const cache = await caches.open(name);
  await Promise.all(
    addresses.map(async ({ href }) => {
      // A file that fails to load now is requested again by the next page.
      if (!(await cache.match(href, { ignoreVary: true }))) await cache.add(href).catch(() => undefined);
    }),
  );
  await trim(cache, maxEntries, () => true);
}

/** Fetches and caches a page that this worker has not seen, with the files it references. */
async function fetchAndCachePage(path, isCurrent, stamp) {
  const url = new URL(path, self.location.origin).href;
  const cached = await (await caches.open(PAGES_CACHE)).match(url, { ignoreVary: true });
  if (cached && isCurrent(cached)) return;
  const response = await fetch(path).catch(() => null);
  if (!response || response.redirected || !response.headers.has("x-offline-cache")) return;
  const html = await response.clone().text();
  await cachePage(url, response.headers.get("x-visitor"), response, stamp);
  // The messages of the account pages are loaded by scripts, so no page references them.
  await cacheFilesAndChunks([
    ...(html.match(/\/assets\/[\w./-]+\.(?:js|css|woff2)/g) ?? []),
    ownTexts[getPageLocale(html)],
  ]);
}

/** Deletes the oldest entries over the limit, and those too old to be shown. */
async function trim(cache, maxEntries, isFresh) {
  const keys = await cache.keys();
  for (const [at, key] of keys.entries()) {
    const cachedPage = await cache.match(key, { ignoreVary: true });
    if (keys.length - at <= maxEntries && cachedPage && isFresh(cachedPage)) return;
    await cache.delete(key, { ignoreVary: true });
  }
}
