// The shop without a network: pages that were seen and the files they are made of. A page comes from the network while
// there is one, so no kept price is ever shown as today's; a kept page says of what moment it is. What may be kept, and
// whose page it is, the shop says in the page's headers. `self.shop` stands before this text (shell/service-worker.tsx).
const { build, strategy, words, ownTexts } = self.shop;

const PAGES = `pages-${build}`;
const FILES = `files-${build}`;
const PICTURES = "pictures";
const VISITOR = "visitor";
const MOST_PAGES = 40;
const MOST_FILES = 300;
const MOST_PICTURES = 150;
const OLDEST_PAGE_MS = 7 * 86_400_000;
/** So long a page that was told of is not fetched again. */
const RECENT_MS = 3_600_000;
/** So long the network may keep a page waiting that is kept here. */
const PATIENCE_MS = 10_000;

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(begin()));

/** Pages of the build before stay readable, until they are seen anew; older ones go with their files. */
async function begin() {
  await self.registration.navigationPreload?.enable();
  const earlier = (await caches.keys()).filter((name) => name.startsWith("pages-") && name !== PAGES);
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
    if (pathname.endsWith("/logout")) event.waitUntil(forgetPages());
  } else if (request.mode === "navigate") event.respondWith(page(event));
  // Pictures are the browser's own to keep; here is what it may have thrown away.
  else if (pathname.startsWith("/assets/") || (pathname.startsWith("/media/") && !navigator.onLine))
    event.respondWith(file(request));
});

/**
 * A page tells what it is made of, which no worker saw while it was not there yet, and what shall be at hand:
 * `cart` with a stamp that changes with what is in it, and `product`, the page that the shopper came to without
 * loading a document.
 */
self.addEventListener("message", (event) => {
  const { files = [], cart, product } = event.data ?? {};
  event.waitUntil(
    (async () => {
      await keepFilesAndParts(files);
      if (product) await keepPage(product, (kept) => ageOf(kept) < RECENT_MS);
      if (cart) await keepPage(cart.path, (kept) => kept.headers.get("x-stamp") === cart.stamp, cart.stamp);
    })(),
  );
});

async function page(event) {
  const answer = fromNetwork(event);
  const kept = () => keptPage(event.request.url);
  const late = new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
  }).then(kept);
  const first = await Promise.race([answer.catch(() => null), late]);
  if (first) return first;
  // Nobody was reached, or nothing is kept of what takes so long.
  return answer.catch(async () => (await kept()) ?? nothingKept(event.request.url));
}

async function fromNetwork(event) {
  const response = (await event.preloadResponse) ?? (await fetch(event.request));
  const copy = response.headers.has("x-keep") ? response.clone() : null;
  event.waitUntil(remember(event.request.url, response.headers.get("x-visitor"), copy));
  return response;
}

/** What a page from the network changes here: another visitor's pages go, and the page itself may stay. */
async function remember(address, visitor, page, stamp = "") {
  if (visitor === null) return;
  await forgetOthers(visitor);
  // With a question in the address it shows more than the page: who is to sign in, for example.
  if (!page || new URL(address).searchParams.has("auth")) return;
  const headers = new Headers(page.headers);
  headers.set("x-kept-at", String(Date.now()));
  headers.set("x-stamp", stamp);
  headers.delete("content-encoding");
  headers.delete("content-length");
  const cache = await caches.open(PAGES);
  const whole = new Response(await page.blob(), { headers });
  // Put again, a page becomes the newest: the oldest ones are dropped first.
  await cache.delete(address, { ignoreVary: true });
  await cache.put(address, whole);
  await trim(cache, MOST_PAGES, (kept) => ageOf(kept) < OLDEST_PAGE_MS);
}

/** Pages hold the name and the cart of whoever looked at them: the next one at this browser does not see them. */
async function forgetOthers(visitor) {
  const cache = await caches.open(VISITOR);
  const known = await (await cache.match("/visitor"))?.text();
  if (known === visitor) return;
  await forgetPages();
  await cache.put("/visitor", new Response(visitor));
}

async function forgetPages() {
  await Promise.all((await pageCaches()).map((name) => caches.delete(name)));
}

/** The newest first. */
async function pageCaches() {
  return (await caches.keys()).filter((name) => name.startsWith("pages-")).toReversed();
}

function ageOf(kept) {
  return Date.now() - Number(kept.headers.get("x-kept-at"));
}

async function keptPage(address) {
  for (const name of await pageCaches()) {
    const cache = await caches.open(name);
    const kept = await cache.match(address, { ignoreVary: true });
    if (kept && ageOf(kept) < OLDEST_PAGE_MS) return told(kept);
    for (const other of await cache.keys(address, { ignoreSearch: true, ignoreVary: true })) {
      const like = await cache.match(other, { ignoreVary: true });
      if (other.url !== address && like?.headers.get("x-keep") === "thing" && ageOf(like) < OLDEST_PAGE_MS)
        return Response.redirect(other.url);
    }
  }
  return null;
}

/** The page with its moment in the root element, where a style shows it before any script runs. */
async function told(kept) {
  const html = await kept.text();
  const locale = localeOf(html);
  const moment = new Date(Date.now() - ageOf(kept)).toLocaleString(locale, {
    ...{ day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" },
  });
  const text = words[locale].asOf.replace("{moment}", moment).replaceAll('"', "&quot;");
  return new Response(html.replace("<html ", `<html data-as-of="${text}" `), { headers: kept.headers });
}

function localeOf(html) {
  return /<html lang="([\w-]+)"/.exec(html)?.[1] ?? "ru-RU";
}

function nothingKept(address) {
  const isEnglish =
    strategy === "no_prefix" ? !navigator.language.startsWith("ru") : /^\/en-US(\/|$)/.test(new URL(address).pathname);
  return new Response(words[isEnglish ? "en-US" : "ru-RU"].nothing, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'self'; font-src 'self'",
    },
  });
}

/** Files whose name says what is in them. */
async function file(request) {
  return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request);
}

/** Files, and what the modules of pages among them bring only when it comes into view. */
async function keepFilesAndParts(addresses) {
  await keepFiles(addresses);
  const cache = await caches.open(FILES);
  const parts = addresses
    .filter((address) => /\.page-[\w-]+\.js$/.test(address))
    .map(async (address) => {
      const source = await (await cache.match(address, { ignoreVary: true }))?.text();
      return (source?.match(/\.\/[\w.-]+\.js/g) ?? []).map((name) => `/assets/${name.slice(2)}`);
    });
  await keepFiles((await Promise.all(parts)).flat());
}

async function keepFiles(addresses) {
  const own = addresses
    .map((address) => new URL(address, self.location.origin))
    .filter(({ origin }) => origin === self.location.origin);
  await keepEach(
    FILES,
    own.filter(({ pathname }) => pathname.startsWith("/assets/")),
    MOST_FILES,
  );
  await keepEach(
    PICTURES,
    own.filter(({ pathname }) => pathname.startsWith("/media/")),
    MOST_PICTURES,
  );
}

async function keepEach(name, addresses, most) {
  const cache = await caches.open(name);
  await Promise.all(
    addresses.map(async ({ href }) => {
      // What cannot be had now is asked for by the next page.
      if (!(await cache.match(href, { ignoreVary: true }))) await cache.add(href).catch(() => undefined);
    }),
  );
  await trim(cache, most, () => true);
}

/** A page that this worker has not seen on its way, with the files it names. */
async function keepPage(path, isGood, stamp) {
  const address = new URL(path, self.location.origin).href;
  const known = await (await caches.open(PAGES)).match(address, { ignoreVary: true });
  if (known && isGood(known)) return;
  const response = await fetch(path).catch(() => null);
  if (!response || response.redirected || !response.headers.has("x-keep")) return;
  const html = await response.clone().text();
  await remember(address, response.headers.get("x-visitor"), response, stamp);
  // What the shopper's own pages say comes with their scripts, which no page names.
  await keepFilesAndParts([...(html.match(/\/assets\/[\w./-]+\.(?:js|css|woff2)/g) ?? []), ownTexts[localeOf(html)]]);
}

/** Drops the oldest, and what is too old to be shown. */
async function trim(cache, most, isYoung) {
  const keys = await cache.keys();
  for (const [at, key] of keys.entries()) {
    const kept = await cache.match(key, { ignoreVary: true });
    if (keys.length - at <= most && kept && isYoung(kept)) return;
    await cache.delete(key, { ignoreVary: true });
  }
}
