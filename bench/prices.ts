// npm run bench -- prices: changes prices in bulk in a large store, and measures its pages meanwhile.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { fillLargeCatalog } from "../api/test/large-catalog.ts";
import { vacuumTables } from "../api/test/vacuum-tables.ts";
import type { PricePreview } from "../api/src/catalog-admin/prices/admin-schema.ts";
import { createTestStaff, createTestStaffSession } from "../api/src/staff/fixtures.ts";
import type { StartedTask, Task } from "../api/src/tasks/admin-schema.ts";
import { startStorefront } from "../e2e/storefront.ts";
import { withApp } from "./app.ts";
import { type Report, runLoad } from "./measure.ts";

const PRODUCTS = 100_000;
/** A department with a sixth of the products. */
const CATEGORY = 1;
const REQUESTS_PER_SECOND = 10;
const SECONDS = 25;
const WARM_UP_SECONDS = 30;
const MAX_SECONDS = 30;

/** Measures preview, change and undo of prices, and the response times of the store without and with such a task. */
export async function measurePrices(folder: string, report: Report): Promise<void> {
  const dataDir = join(folder, "prices");
  await (await startStorefront(dataDir, { DEMO: "0" })).stop();
  const cookie = await withApp(dataDir, async (app) => {
    await fillLargeCatalog(app.db, PRODUCTS);
    await sql`insert into variant_costs (product_id, option_id, cost_minor, currency, updated_at)
      select product_id, option_id, greatest(1, price_minor / 180), 'JPY', now() from product_variants`.execute(app.db);
    await vacuumTables(app.db);
    const { id } = await createTestStaff(app, { name: "Irina" });
    return createTestStaffSession(app, id);
  });
  const shop = await startStorefront(dataDir, { DEMO: "0" });
  try {
    await measureLists(shop.origin, cookie, report);
    await measureTask(shop.origin, createCall(shop.origin, cookie), report);
  } finally {
    await shop.stop();
  }
}

type Call = <T>(path: string, body?: object) => Promise<T>;

/** Returns a function that calls the admin API, with POST if there is a body. */
function createCall(origin: string, cookie: string): Call {
  return async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(`${origin}/v1/admin/${path}`, {
      headers: { cookie, origin, "content-type": "application/json" },
      ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: T }).data;
  };
}

async function measureLists(origin: string, cookie: string, report: Report): Promise<void> {
  const queries = ["", "rule=formula&value=2.75&rounding=up_90", "brand=7&rule=percent&value=5", "q=REF-777"];
  const paths = queries.map((query) => `/v1/admin/prices?${query}`);
  const { p95 } = await runLoad({ origin, headers: { cookie }, paths, perSecond: 2, seconds: SECONDS });
  report("list of prices, API", `p95 ${p95?.toFixed(0)} ms`);
}

async function measureTask(origin: string, call: Call, report: Report): Promise<void> {
  const paths = Array.from({ length: 60 }, (_, n) => [
    ...[`/category/leaf-${n}`, `/product-${1 + n * 97}`, `/v1/products?category=leaf-${n}`],
  ]).flat();
  const load = { origin, paths, headers: { "accept-language": "ru-RU" }, perSecond: REQUESTS_PER_SECOND };
  await runLoad({ ...load, perSecond: 2, seconds: WARM_UP_SECONDS });
  const adjustment = { rule: "formula", value: 2.75, rounding: "up_90" };
  const previewedAt = performance.now();
  await call<PricePreview>("prices/preview", { adjustment });
  report(`preview of ${PRODUCTS} prices`, `${(performance.now() - previewedAt).toFixed(0)} ms`);
  const quiet = await runLoad({ ...load, seconds: SECONDS });
  const filter = { category: String(CATEGORY) };
  const { selection } = await call<PricePreview>("prices/preview", { filter, adjustment });
  const during = runLoad({ ...load, seconds: SECONDS });
  await sleep(500);
  const { result } = await call<{ result: StartedTask }>("tasks", {
    ...{ kind: "prices.adjust", input: adjustment, selection: { resource: "prices", filter, ...selection } },
  });
  report(...(await waitForTask(call, result.task_id ?? 0, "change")));
  const busy = await during;
  const growth = (((busy.p95 ?? 0) - (quiet.p95 ?? 0)) / (quiet.p95 ?? 1)) * 100;
  report(
    "pages of the store while prices change",
    `p95 ${quiet.p95?.toFixed(1)} ms before, ${busy.p95?.toFixed(1)} ms (${growth.toFixed(0)} %)`,
    "p95 at most 20 % slower",
  );
  const undo = await call<{ result: StartedTask }>(`tasks/${result.task_id}/undo`, {});
  report(...(await waitForTask(call, undo.result.task_id ?? 0, "undo")));
}

/** @returns the row of the result table: how long a task took, with the target for 10,000 prices */
async function waitForTask(call: Call, id: number, what: string): Promise<[string, string, string]> {
  const startedAt = performance.now();
  for (;;) {
    const { status, done, unchanged, failed, total } = await call<Task>(`tasks/${id}`);
    if (status === "succeeded") {
      const seconds = (performance.now() - startedAt) / 1000;
      const counts = `${done} changed, ${unchanged} unchanged, ${failed} refused`;
      return [`${what} of ${total} prices`, `${seconds.toFixed(1)} s (${counts})`, `10,000 in ${MAX_SECONDS} s`];
    }
    if (status !== "queued" && status !== "running") throw new Error(`the task has ended as ${status}`);
    await sleep(100);
  }
}
