// Shows notifications (web push), and caches visited pages and their files for use without a network. While there is a
// network, pages come from it, so that an outdated price is never shown as the current one; a cached page shows when it
// was cached. Response headers of a page (app/offline/cache-policy.ts) say whether it may be cached (`x-offline-cache`)
// and for which visitor (`x-visitor`).
// routes/service-worker.tsx serves this file after a line that defines `self.shop`.
const { build, strategy, messages, accountMessageUrls } = self.shop;

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
    if (pathname.endsWith("/logout")) event.waitUntil(Promise.all([deletePages(), unsubscribeFromPush()]));
  } else if (request.mode === "navigate") event.respondWith(respondWithPage(event));
  // Images are cached by the browser itself; offline, the cache here may have what the browser evicted.
  else if (pathname.startsWith("/assets/") || (pathname.startsWith("/media/") && !navigator.onLine))
    event.respondWith(respondWithFile(request));
});

/**
 * Messages from a page: `files` it consists of (loaded before the worker controlled the page) and pages to cache:
 * `cart` with a version (`stamp`) that changes with its content, and `product`, a product page that was reached by
 * client-side navigation.
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

/** Responds with the page from the network; with its cached copy if the network fails or is too slow. */
async function respondWithPage(event) {
  const networkResponse = fetchPage(event);
  const findCached = () => findCachedPage(event.request.url);
  const cachedAfterTimeout = new Promise((resolve) => {
    setTimeout(resolve, NETWORK_TIMEOUT_MS);
  }).then(findCached);
  const first = await Promise.race([networkResponse.catch(() => null), cachedAfterTimeout]);
  if (first) return first;
  // The network failed, or no copy of the slow page is cached.
  return networkResponse.catch(async () => (await findCached()) ?? createOfflineResponse(event.request.url));
}

async function fetchPage(event) {
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
  const pageToCache = new Response(await page.blob(), { headers });
  // Re-inserting a page makes it the newest: the oldest ones are deleted first.
  await cache.delete(url, { ignoreVary: true });
  await cache.put(url, pageToCache);
  await trim(cache, MAX_PAGES, (cachedPage) => getAge(cachedPage) < MAX_PAGE_AGE_MS);
}

/** Pages contain the name and the cart of their visitor: the next visitor on this browser must not see them. */
async function deletePagesOfOtherVisitors(visitor) {
  const cache = await caches.open(VISITOR_CACHE);
  const storedVisitor = await (await cache.match("/visitor"))?.text();
  if (storedVisitor === visitor) return;
  await deletePages();
  // A session that ended does not end the notifications; another customer does.
  if (storedVisitor !== undefined && storedVisitor !== "guest" && visitor !== "guest") await unsubscribeFromPush();
  await cache.put("/visitor", new Response(visitor));
}

async function deletePages() {
  await Promise.all((await listPageCaches()).map((name) => caches.delete(name)));
}

/** The next customer on this browser must not see the notifications of the previous one. */
async function unsubscribeFromPush() {
  const subscription = await self.registration.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

/** Shows a notification (`api/src/notifications/push/push-payload.ts`). Browsers require one for each push. */
self.addEventListener("push", (event) => {
  const { title = self.location.hostname, body = "", path = "/notifications", tag = "" } = readPush(event.data);
  const icon = "/icons/icon-192.png";
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon, data: { path } }));
});

function readPush(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

/** Opens the page of a notification: in a tab of the store if there is one, and never another site. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.path ?? "/", self.location.origin);
  event.waitUntil(openPage(url.origin === self.location.origin ? url.href : self.location.origin));
});

async function openPage(href) {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const openTab = tabs.find(({ url }) => url === href);
  if (openTab) return openTab.focus();
  return self.clients.openWindow(href);
}

/** The names of the page caches, newest first. */
async function listPageCaches() {
  return (await caches.keys()).filter((name) => name.startsWith("pages-")).toReversed();
}

function getAge(cachedPage) {
  return Date.now() - Number(cachedPage.headers.get("x-cached-at"));
}

/**
 * Returns the cached copy of a page. If there is none, redirects to a cached copy with other query parameters, if the page
 * allows that (`thing`). Returns null if nothing is cached.
 */
async function findCachedPage(url) {
  for (const name of await listPageCaches()) {
    const cache = await caches.open(name);
    const cachedPage = await cache.match(url, { ignoreVary: true });
    if (cachedPage && getAge(cachedPage) < MAX_PAGE_AGE_MS) return withTimestamp(cachedPage);
    for (const otherRequest of await cache.keys(url, { ignoreSearch: true, ignoreVary: true })) {
      const candidate = await cache.match(otherRequest, { ignoreVary: true });
      if (
        otherRequest.url !== url &&
        candidate?.headers.get("x-offline-cache") === "any-query" &&
        getAge(candidate) < MAX_PAGE_AGE_MS
      )
        return Response.redirect(otherRequest.url);
    }
  }
  return null;
}

/**
 * Adds the time at which the page was cached to its root element (`data-as-of`), so that CSS can show it before any
 * script runs.
 */
async function withTimestamp(cachedPage) {
  const html = await cachedPage.text();
  const locale = getPageLocale(html);
  const moment = new Date(Date.now() - getAge(cachedPage)).toLocaleString(locale, {
    ...{ day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" },
  });
  const text = messages[locale].cachedAt.replace("{moment}", moment).replaceAll('"', "&quot;");
  return new Response(html.replace("<html ", `<html data-as-of="${text}" `), { headers: cachedPage.headers });
}

function getPageLocale(html) {
  return /<html lang="([\w-]+)"/.exec(html)?.[1] ?? "ru-RU";
}

/** The page for a URL that is not cached, in the locale of the URL or the browser. */
function createOfflineResponse(url) {
  const isEnglish =
    strategy === "no_prefix" ? !navigator.language.startsWith("ru") : /^\/en-US(\/|$)/.test(new URL(url).pathname);
  return new Response(messages[isEnglish ? "en-US" : "ru-RU"].offlinePage, {
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

/** A chunk of no use without a network: the map of pickup points. */
const ONLINE_CHUNK = /^pickup-point-map-/;

/** Caches files, and the chunks that page modules among them load lazily. */
async function cacheFilesAndChunks(urls) {
  await cacheFiles(urls);
  const cache = await caches.open(FILES_CACHE);
  const chunks = urls
    .filter((url) => /\.page-[\w-]+\.js$/.test(url))
    .map(async (url) => {
      const source = await (await cache.match(url, { ignoreVary: true }))?.text();
      return (source?.match(/\.\/[\w.-]+\.js/g) ?? [])
        .map((name) => name.slice(2))
        .filter((name) => !ONLINE_CHUNK.test(name))
        .map((name) => `/assets/${name}`);
    });
  await cacheFiles((await Promise.all(chunks)).flat());
}

async function cacheFiles(files) {
  const urls = files
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

/** Adds the files that are not in the cache yet. */
async function cacheMissing(cacheName, urls, maxEntries) {
  const cache = await caches.open(cacheName);
  await Promise.all(
    urls.map(async ({ href }) => {
      // A file that fails to load now is requested again by the next page.
      if (!(await cache.match(href, { ignoreVary: true }))) await cache.add(href).catch(() => undefined);
    }),
  );
  await trim(cache, maxEntries, () => true);
}

/** Fetches and caches a page with the files it references, unless its cached copy is current. */
async function fetchAndCachePage(path, isCurrent, stamp) {
  const url = new URL(path, self.location.origin).href;
  const cached = await (await caches.open(PAGES_CACHE)).match(url, { ignoreVary: true });
  if (cached && isCurrent(cached)) return;
  const response = await fetch(path).catch(() => null);
  if (!response || response.redirected || !response.headers.has("x-offline-cache")) return;
  const html = await response.clone().text();
  // The page comes last: without its files, a cached copy shows no cart. The messages of the account pages are loaded by
  // scripts, so no page references them.
  await cacheFilesAndChunks([
    ...(html.match(/\/assets\/[\w./-]+\.(?:js|css|woff2)/g) ?? []),
    accountMessageUrls[getPageLocale(html)],
  ]);
  await cachePage(url, response.headers.get("x-visitor"), response, stamp);
}

/** Deletes the oldest entries: those over the limit, and those that are not fresh. A cache lists its oldest entries first. */
async function trim(cache, maxEntries, isFresh) {
  const keys = await cache.keys();
  for (const [index, key] of keys.entries()) {
    const cachedPage = await cache.match(key, { ignoreVary: true });
    if (keys.length - index <= maxEntries && cachedPage && isFresh(cachedPage)) return;
    await cache.delete(key, { ignoreVary: true });
  }
}
