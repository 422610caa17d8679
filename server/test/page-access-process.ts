import { buildApi } from "../../api/src/app.ts";
import { heldClock } from "../../api/src/platform/clock.ts";
import { readConfig } from "../../api/src/platform/config.ts";
import { openDb } from "../../api/src/platform/db.ts";
import type { House } from "../../api/src/platform/http.ts";
import { openNews } from "../../api/src/platform/news.ts";
import { buildEdge } from "../src/edge.ts";
import { apiInside, openStorefront } from "../src/storefront.ts";
import type { Errand, Seen } from "./page-access.test.ts";

/** Asks for every page and its data as each visitor, in a process as bare as the shop's own, and tells as JSON. */
const { connection, now, paths, tokens, mark } = JSON.parse(process.argv[2] ?? "") as Errand;
const { db } = openDb(connection, () => undefined);
const errors: string[] = [];
const log = {
  info: () => undefined,
  error: (message: string, error?: unknown) => void errors.push(`${message} ${String(error)}`),
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
  isReady: async () => true,
  api,
  storefront: await openStorefront(house.config, apiInside(api)),
});

async function see(path: string, token: string | null): Promise<Seen> {
  const response = await edge.request(house.config.publicUrl + path, {
    headers: { "user-agent": "Mozilla/5.0 (a reader)", ...(token ? { cookie: `token=${token}` } : {}) },
  });
  const isEndless = response.headers.get("content-type") === "text/event-stream";
  if (isEndless) await response.body?.cancel();
  const body = isEndless ? "" : await response.text();
  const asksToSignIn = (response.headers.get("location") ?? (response.status === 202 ? body : "")).includes("auth=1");
  return { status: response.status, asksToSignIn, tells: body.includes(mark) };
}

const seen: Record<string, Record<string, Seen>> = {};
for (const [name, path] of Object.entries(paths))
  for (const [visitor, token] of Object.entries(tokens)) {
    const [plain = "", query] = path.split("?");
    const data = `${plain === "/" ? "/_root" : plain}.data${query ? `?${query}` : ""}`;
    (seen[name] ??= {})[visitor] = await see(path, token);
    (seen[`${name}.data`] ??= {})[visitor] = await see(data, token);
  }
await db.destroy();
console.log(JSON.stringify({ seen, errors: errors.slice(0, 5) }));
process.exit(0);
