import { createHash } from "node:crypto";
import { join } from "node:path";
import { type Context, Hono } from "hono";
import { databaseTrouble } from "../platform/db.ts";
import { acceptedEncoding } from "../platform/encodings.ts";
import type { House } from "../platform/http.ts";
import { bothFeeds } from "./feeds.ts";
import { alone, type KeptFile, keepFiles } from "./kept-files.ts";
import { robotsText } from "./robots.ts";
import { readRssName, rssFeed } from "./rss.ts";
import { isInIndex, readSitemapName, sitemapIndex, sitemapMaking } from "./sitemap.ts";

/** Prices in feeds are at most this old. */
const FRESH_MS = 15 * 60_000;

/** What search engines and price comparisons read beside the pages: robots.txt, sitemaps and feeds. */
export function buildDiscovery({ config, db, clock, log }: House): Hono {
  const site = { publicUrl: config.publicUrl, localeStrategy: config.localeStrategy };
  // What was written for another address of the shop is not given for this one.
  const place = createHash("sha256").update(JSON.stringify(site)).digest("hex").slice(0, 12);
  const folder = join(config.dataDir, "discovery", place);
  const kept = keepFiles({ folder, freshMs: FRESH_MS, clock, log });
  const now = () => clock.now();
  const feeds = bothFeeds(db, site, now);
  const discovery = new Hono();

  discovery.get("/robots.txt", (c) => c.text(robotsText(site), 200, { "cache-control": "public, max-age=3600" }));
  discovery.get("/sitemap.xml", async (c) =>
    send(
      c,
      await kept(
        "sitemap.xml",
        alone("sitemap.xml", () => sitemapIndex(db, site, now())),
      ),
    ),
  );
  discovery.get("/sitemaps/:file", async (c) => {
    const file = readSitemapName(c.req.param("file"));
    if (!file || !(await isInIndex(db, site, file))) return c.text("Not Found", 404);
    return send(c, await kept(c.req.param("file"), sitemapMaking(db, site, file, now)));
  });
  discovery.get("/feeds/yml.xml", async (c) => send(c, await kept("yml.xml", feeds)));
  discovery.get("/feeds/google.xml", async (c) => send(c, await kept("google.xml", feeds)));
  discovery.get("/feeds/:file", async (c) => {
    const feed = readRssName(c.req.param("file"));
    if (!feed) return c.text("Not Found", 404);
    const name = c.req.param("file");
    return send(
      c,
      await kept(
        name,
        alone(name, () => rssFeed(db, site, feed, now())),
      ),
    );
  });
  discovery.onError((error, c) => {
    const trouble = databaseTrouble(error);
    log.error(trouble ?? "a sitemap or feed could not be made", trouble ? undefined : error, { path: c.req.path });
    return c.text("Not ready. Please try again in a moment.", 503, { "retry-after": "60" });
  });
  return discovery;
}

function send(c: Context, { etag, madeAt, read }: KeptFile): Response {
  const headers = { etag, "last-modified": madeAt.toUTCString(), "cache-control": "public, max-age=900" };
  if (c.req.header("if-none-match")?.includes(etag)) return c.body(null, 304, headers);
  const type = { ...headers, "content-type": "application/xml; charset=utf-8" };
  if (!acceptedEncoding(c.req.header("accept-encoding"), ["gzip"])) return c.body(read("text"), 200, type);
  return c.body(read("gzip"), 200, { ...type, "content-encoding": "gzip", vary: "Accept-Encoding" });
}
