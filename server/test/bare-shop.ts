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
import { openTraffic } from "../src/traffic.ts";

/** `now` travels as text. */
export type Errand = { connection: Connection; now: Date | string };

/** The shop on a database that a test has filled, at a held moment, without workers; what it logs as errors is kept. */
export async function openBareShop({ connection, now }: Errand) {
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
    log,
    traffic: openTraffic(),
    isReady: async () => true,
    api,
    discovery: buildDiscovery(house),
    storefront: await openStorefront(house.config, apiInside(api), log),
  });
  return { edge, publicUrl: house.config.publicUrl, errors, close: () => db.destroy() };
}
