// npm run bench -- admin: response times and scripts of the back office of a large store.
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { fillAuditHistory } from "../api/test/audit-history.ts";
import { fillLargeCatalog } from "../api/test/large-catalog.ts";
import { fillOrderYear } from "../api/test/order-year.ts";
import { vacuumTables } from "../api/test/vacuum-tables.ts";
import { createTestStaff, createTestStaffSession } from "../api/src/staff/fixtures.ts";
import { startStorefront } from "../e2e/storefront.ts";
import { measureExport } from "./admin-export.ts";
import { measureLiveUpdates } from "./admin-live.ts";
import { fillCustomerRequests } from "./admin-requests.ts";
import { withApp } from "./app.ts";
import { calculateMedian, type Report, runLoad } from "./measure.ts";
import { CPU_SLOWDOWN, measurePageWeight, openChromium } from "./phone.ts";

const ORDERS = 100_000;
const CUSTOMERS = 300_000;
const PRODUCTS = 100_000;
const AUDIT_ENTRIES = 1_000_000;
const REQUESTS_PER_SECOND = 10;
const DURATION_SECONDS = 10;
/** A store that has just started compiles its code, loads its index of products and fills its caches. */
const WARM_UP_SECONDS = 30;
const INTERACTION_COUNT = 15;
const processorSpeeds = [
  { speed: "this processor", rate: 1, target: "100 ms" },
  { speed: `processor ${CPU_SLOWDOWN} times slower`, rate: CPU_SLOWDOWN, target: "" },
];
const SIZE = `${ORDERS} orders, ${CUSTOMERS} customers`;

type RequestGroup = Readonly<{ name: string; paths: string[]; targetP95Ms: number }>;

const listQueries = [
  ...["", "view=to_pack&sort=due_asc", "view=missing_customs_data", "view=unpaid", "status=delivered", "country=DE"],
  ...["view=missing_customs_data&sort=due_asc", "view=customs_blocked", "customs=complete"],
  ...["method=cdek_pvz", "assignee=none", "q=100050000", "q=Surname%2050000", "q=customer-500%40example.com"],
];
/** Orders of all ages. */
const orderIds = Array.from({ length: 100 }, (_, n) => 100_000_001 + n * 997);

const productQueries = [
  ...["", "view=low_stock&sort=stock_asc", "view=incomplete", "view=outdated_translation", "view=discontinued"],
  ...["brand=7&stock=out", "category=103", "q=REF-777", `q=${encodeURIComponent("шампунь")}`],
];
const productIds = Array.from({ length: 100 }, (_, n) => 1 + n * 997);

/** The pages of the other lists. */
const workLists = [
  ...[
    "payments",
    "payments?view=pending_refunds",
    "payments?view=all",
    "returns",
    "reviews",
    "reviews?view=questions",
    "reviews?view=published",
  ],
  ...["fulfillment/customs", "fulfillment/handover", "audit"],
];

const requestGroups: readonly RequestGroup[] = [
  { name: "order list, API", paths: listQueries.map((query) => `/v1/admin/orders?${query}`), targetP95Ms: 40 },
  { name: "order list, page", paths: listQueries.map((query) => `/admin/orders?${query}`), targetP95Ms: 120 },
  { name: "other lists, page", paths: workLists.map((path) => `/admin/${path}`), targetP95Ms: 120 },
  { name: "product list, API", paths: productQueries.map((query) => `/v1/admin/products?${query}`), targetP95Ms: 40 },
  { name: "product list, page", paths: productQueries.map((query) => `/admin/products?${query}`), targetP95Ms: 120 },
  { name: "product, API", paths: productIds.map((id) => `/v1/admin/products/${id}`), targetP95Ms: 80 },
  { name: "product, page", paths: productIds.map((id) => `/admin/products/${id}`), targetP95Ms: 120 },
  { name: "home, page", paths: ["/admin/"], targetP95Ms: 120 },
  { name: "order, API", paths: orderIds.map((id) => `/v1/admin/orders/${id}`), targetP95Ms: 80 },
  { name: "order, page", paths: orderIds.map((id) => `/admin/orders/${id}`), targetP95Ms: 120 },
  {
    name: "command palette, API",
    paths: ["100050000", "5000", "Surname 50000", "RR1000"].flatMap((text) =>
      ["orders", "products"].map((kind) => `/v1/admin/${kind}/search?${new URLSearchParams({ q: text })}`),
    ),
    targetP95Ms: 50,
  },
  {
    name: `audit log of ${AUDIT_ENTRIES} entries, API`,
    paths: ["", "action=order.delivered", "actor=staff:7", "subject=order:100050000"].map(
      (query) => `/v1/admin/audit?${query}`,
    ),
    targetP95Ms: 40,
  },
];

/** Measures lists and orders at a constant rate, the scripts of the order list, and the response to its keys and boxes. */
export async function measureAdmin(folder: string, report: Report): Promise<void> {
  const dataDir = join(folder, "admin");
  const { cookie, colleague } = await fillStore(dataDir);
  const shop = await startStorefront(dataDir, { DEMO: "0" });
  try {
    const headers = { cookie, "accept-language": "ru-RU" };
    const everyPath = requestGroups.flatMap(({ paths }) => paths.slice(0, 10));
    await runLoad({ ...{ origin: shop.origin, paths: everyPath, headers }, perSecond: 5, seconds: WARM_UP_SECONDS });
    for (const { name, paths, targetP95Ms } of requestGroups) {
      const load = { origin: shop.origin, paths, headers, perSecond: REQUESTS_PER_SECOND };
      await runLoad({ ...load, seconds: 3 });
      const { p50, p95 } = await runLoad({ ...load, seconds: DURATION_SECONDS });
      report(`${name}, ${SIZE}`, `p50 ${p50.toFixed(1)} ms, p95 ${p95?.toFixed(1)} ms`, `p95 ${targetP95Ms} ms`);
    }
    await measureExport(shop, cookie, report);
    const { scriptKb } = await measurePageWeight(`${shop.origin}/admin/orders`, cookie);
    report("scripts of the order list, Brotli", `${scriptKb.toFixed(1)} KB`, "180 KB");
    await measureInteractions(shop.origin, cookie, report);
    await measureLiveUpdates({ origin: shop.origin, cookie, colleague }, report);
  } finally {
    await shop.stop();
  }
}

type Signed = Readonly<{ cookie: string; name: string }>;

/** Creates a store with a year of orders. @returns the `cookie` header of requests of its owner and of a colleague */
async function fillStore(dataDir: string): Promise<{ cookie: string; colleague: Signed }> {
  await (await startStorefront(dataDir, { DEMO: "0" })).stop();
  return withApp(dataDir, async (app) => {
    const now = app.clock.now();
    await fillLargeCatalog(app.db, PRODUCTS);
    await fillOrderYear(app.db, { orders: ORDERS, customers: CUSTOMERS, now });
    await fillCustomerRequests(app.db, { returns: 2000, reviews: 50_000, questions: 20_000, now });
    await fillAuditHistory(app.db, { entries: AUDIT_ENTRIES, now });
    await vacuumTables(app.db);
    const signIn = async (name: string): Promise<Signed> => {
      const { id } = await createTestStaff(app, { name });
      return { cookie: await createTestStaffSession(app, id), name };
    };
    const { cookie } = await signIn("Irina");
    return { cookie, colleague: await signIn("Boris") };
  });
}

/**
 * Measures Interaction to Next Paint of a list of 200 orders, on this processor and slowed down. Input is sent by
 * coordinates: locators would run scripts in the page at the same time.
 */
async function measureInteractions(origin: string, cookie: string, report: Report): Promise<void> {
  const browser = await openChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, extraHTTPHeaders: { cookie } });
    const session = await page.context().newCDPSession(page);
    for (const { speed, rate, target } of processorSpeeds) {
      await page.goto(`${origin}/admin/orders?limit=200`, { waitUntil: "networkidle" });
      await session.send("Emulation.setCPUThrottlingRate", { rate });
      await page.evaluate(observeInteractions);
      const checkboxes = await page.getByRole("row").getByRole("checkbox").all();
      const places = await Promise.all(checkboxes.slice(1, 1 + INTERACTION_COUNT).map(getCenter));
      const interactions: Record<string, (n: number) => Promise<void>> = {
        "selecting a row": (n) => page.mouse.click(places[n]?.x ?? 0, places[n]?.y ?? 0),
        "moving the cursor": () => page.keyboard.press("j"),
        "previewing a row": () => page.keyboard.press("Space"),
      };
      for (const [name, interact] of Object.entries(interactions)) {
        const durations = await measureDurations(page, interact);
        const range = `${Math.min(...durations).toFixed(0)}–${Math.max(...durations).toFixed(0)}`;
        const median = `${calculateMedian(durations).toFixed(0)} ms (${range})`;
        report(`order list of 200 rows, ${speed}: ${name}`, median, target);
      }
    }
  } finally {
    await browser.close();
  }
}

async function getCenter(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error("the element is not visible");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Repeats an interaction. @returns for each time the longest duration of its events, until the next paint, in ms */
async function measureDurations(page: Page, interact: (n: number) => Promise<void>): Promise<number[]> {
  const durations: number[] = [];
  for (let n = 0; n < INTERACTION_COUNT; n++) {
    await page.evaluate(() => void window.eventDurations.splice(0));
    await interact(n);
    await page.waitForTimeout(300);
    durations.push(await page.evaluate(() => Math.max(0, ...window.eventDurations)));
  }
  return durations;
}

declare global {
  interface Window {
    /** The durations of the events since the array was emptied, in ms; those below 16 ms are not reported. */
    eventDurations: number[];
  }
}

/** Runs in the page: collects the durations of its events. */
function observeInteractions(): void {
  window.eventDurations = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.eventDurations.push(duration);
  }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
}
