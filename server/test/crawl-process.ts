import { buildApi } from "../../api/src/app.ts";
import { buildDiscovery } from "../../api/src/discovery/neighbour.ts";
import { heldClock } from "../../api/src/platform/clock.ts";
import { readConfig } from "../../api/src/platform/config.ts";
import { type Connection, openDb } from "../../api/src/platform/db.ts";
import type { House } from "../../api/src/platform/http.ts";
import type { Log } from "../../api/src/platform/log.ts";
import { openNews } from "../../api/src/platform/news.ts";
import { buildEdge } from "../src/edge.ts";
import { apiInside, openStorefront } from "../src/storefront.ts";
import { crawl } from "./crawler.ts";

/** Crawls the shop of a database that a test has filled, in a process as bare as the shop's own, and tells as JSON. */
const { connection, now } = JSON.parse(process.argv[2] ?? "") as { connection: Connection; now: string };
const { db } = openDb(connection, () => undefined);
const errors: string[] = [];
const log: Log = {
  info: () => undefined,
  error: (message, error) => void errors.push(`${message} ${String(error)}`),
};
const house: House = {
  config: readConfig({ PUBLIC_URL: "http://shop.test", DATA_DIR: process.env["DATA_DIR"] }),
  db,
  clock: heldClock(new Date(now)),
  log,
  news: openNews(connection, log),
  fetch,
  checkAnswers: false,
};
const api = buildApi(house);
const edge = buildEdge({
  config: house.config,
  log: house.log,
  isReady: async () => true,
  api,
  discovery: buildDiscovery(house),
  storefront: await openStorefront(house.config, apiInside(api)),
});
const { publicUrl } = house.config;
const { pages, complaints } = await crawl(publicUrl, async (path) =>
  edge.request(publicUrl + path, { headers: { "user-agent": "Mozilla/5.0 (a reader)" } }),
);
await db.destroy();
console.log(JSON.stringify({ pages, complaints: [...errors.slice(0, 5), ...complaints] }));
process.exit(0);
