import { createHash } from "node:crypto";
import { join } from "node:path";
import { type Context, Hono } from "hono";
import { describeDatabaseOutage } from "../platform/db/database-errors.ts";
import { openHeavyReadDb } from "../platform/db/replica.ts";
import { negotiateEncoding } from "../platform/http/content-encoding.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { createProductFeeds } from "./product-feeds/feeds.ts";
import { singleFile, type GeneratedFile, createFileCache } from "./generated-files.ts";
import { renderRobotsTxt } from "./robots.ts";
import { openSharedFiles } from "./shared-files.ts";
import { parseRssFileName, generateRss } from "./rss/rss.ts";
import { isInIndex, parseSitemapFileName, generateSitemapIndex, createSitemapFile } from "./sitemap/sitemap.ts";

/** How long a file is served before it is generated again, in milliseconds: prices in feeds are at most this old. */
const MAX_AGE_MS = 15 * 60_000;

/** Creates the router for robots.txt, sitemaps, product feeds and RSS. */
export function createSeoFeedsRouter(app: AppContext): Hono {
  const { config, clock, log, files } = app;
  const site = { publicUrl: config.publicUrl, localeStrategy: config.localeStrategy };
  // Files generated for one public URL of the shop must not be served for another one.
  const siteHash = createHash("sha256").update(JSON.stringify(site)).digest("hex").slice(0, 12);
  const folder = join(config.dataDir, "generated", siteHash);
  const shared = files.getLocalPath("") === null ? openSharedFiles(app, `generated/${siteHash}`) : null;
  const getFile = createFileCache({ folder, maxAgeMs: MAX_AGE_MS, shared, clock, log });
  const now = () => clock.now();
  const createFeeds = () => createProductFeeds(openHeavyReadDb(app), site, now);
  const router = new Hono();

  router.get("/robots.txt", (c) => c.text(renderRobotsTxt(site), 200, { "cache-control": "public, max-age=3600" }));
  router.get("/sitemap.xml", async (c) =>
    send(
      c,
      await getFile(
        "sitemap.xml",
        singleFile("sitemap.xml", () => generateSitemapIndex(openHeavyReadDb(app), site, now())),
      ),
    ),
  );
  router.get("/sitemaps/:file", async (c) => {
    const file = parseSitemapFileName(c.req.param("file"));
    // Not the replica: whoever requests a file that is already generated must not wait for one that is behind.
    if (!file || !(await isInIndex(app.db, site, file))) return c.text("Not Found", 404);
    return send(c, await getFile(c.req.param("file"), createSitemapFile(openHeavyReadDb(app), site, file, now)));
  });
  router.get("/feeds/yml.xml", async (c) => send(c, await getFile("yml.xml", createFeeds())));
  router.get("/feeds/google.xml", async (c) => send(c, await getFile("google.xml", createFeeds())));
  router.get("/feeds/:file", async (c) => {
    const feed = parseRssFileName(c.req.param("file"));
    if (!feed) return c.text("Not Found", 404);
    const name = c.req.param("file");
    return send(
      c,
      await getFile(
        name,
        singleFile(name, () => generateRss(openHeavyReadDb(app), site, feed, now())),
      ),
    );
  });
  router.onError((error, c) => {
    const databaseError = describeDatabaseOutage(error);
    log.error(databaseError ?? "a sitemap or feed could not be generated", databaseError ? undefined : error, {
      path: c.req.path,
    });
    return c.text("Not ready. Please try again in a moment.", 503, { "retry-after": "60" });
  });
  return router;
}

/** Sends a generated file, compressed if the client accepts gzip, or 304 if the client has it. */
function send(c: Context, { etag, generatedAt, openStream }: GeneratedFile): Response {
  const headers = { etag, "last-modified": generatedAt.toUTCString(), "cache-control": "public, max-age=900" };
  if (c.req.header("if-none-match")?.includes(etag)) return c.body(null, 304, headers);
  const xmlHeaders = { ...headers, "content-type": "application/xml; charset=utf-8" };
  if (!negotiateEncoding(c.req.header("accept-encoding"), ["gzip"])) return c.body(openStream("text"), 200, xmlHeaders);
  return c.body(openStream("gzip"), 200, { ...xmlHeaders, "content-encoding": "gzip", vary: "Accept-Encoding" });
}
