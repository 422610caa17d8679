import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createTestCustomer } from "../../api/src/account/fixtures.ts";
import { createPost } from "../../api/src/blog/fixtures.ts";
import { freeFromMinor } from "../../api/src/delivery/settings.ts";
import { updateSetting } from "../../api/src/platform/settings/settings.ts";
import { createReview } from "../../api/src/reviews/fixtures.ts";
import { openTestShop } from "../../api/test/harness.ts";
import { generateDemoShop } from "../../demo/generate.ts";
import { buildSites } from "../../scripts/sites.mjs";
import runOptions from "../run.json" with { type: "json" };
import { getDatabaseUrl } from "./database-url.ts";
import { stopChild } from "./stop-child.ts";
import { openFolderStorage } from "../../api/src/platform/file-storage/folder-storage.ts";

/** Within this time after a commit the store shows a change, in milliseconds. */
const CHANGE_MS = 1000;

const shop = await openTestShop({ keepsData: true });
const { db } = shop;
const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-cached-pages-"));
let child: ChildProcess;
let origin = "";
let product = { id: 0, slug: "" };
let category = "";

beforeAll(async () => {
  await buildSites();
  await generateDemoShop({ db, files: openFolderStorage(dataDir), products: 30, reviews: 20, now: new Date() });
  child = fork(join(import.meta.dirname, "cached-pages-process.ts"), [getDatabaseUrl(shop.connection)], {
    cwd: join(import.meta.dirname, "../.."),
    env: { ...process.env, ...runOptions.env, DATA_DIR: dataDir },
    execArgv: runOptions.flags,
  });
  origin = await new Promise<string>((resolve, reject) => {
    child.once("message", (message) => resolve(message as string));
    child.once("exit", () => reject(new Error("the store did not start")));
  });
  const row = await db
    .selectFrom("products as p")
    .innerJoin("categories as c", "c.id", "p.category_id")
    .select(["p.id", "p.slug", "c.slug as category"])
    .where("p.status", "=", "active")
    .orderBy("p.units_sold", "desc")
    .executeTakeFirstOrThrow();
  [product, category] = [row, row.category];
}, 300_000);
afterAll(async () => {
  if (child) await stopChild(child);
  rmSync(dataDir, { recursive: true });
}, 60_000);

const preferences = "i18n_redirected=ru-RU; destination=RU; currency=RUB";

async function getPage(path: string, cookie = preferences, headers: Record<string, string> = {}) {
  const response = await fetch(origin + path, { headers: { cookie, "accept-language": "ru-RU", ...headers } });
  return { text: await response.text(), status: response.status, cacheStatus: response.headers.get("x-cache") };
}

const listPages = () => [
  "/",
  `/${product.slug}`,
  `/${product.slug}/reviews`,
  `/category/${category}`,
  "/brands",
  "/blog",
];

/**
 * Returns the elements of a page without its scripts, which name its nonce and its request, and the links to their files,
 * which a cached page adds when it has been painted.
 */
const normalize = (page: string) =>
  page
    .replaceAll(/<script\b[\s\S]*?<\/script>/g, "")
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, "")
    .replaceAll(/ nonce="[^"]*"/g, "");

async function getCachedPage(path: string): Promise<string> {
  const { text, status } = await getPage(path);
  expect(status).toBe(200);
  return normalize(text);
}

/** Renders a page anew: one with a session is never cached, and an unknown session is that of a guest. */
async function renderAnew(path: string): Promise<string> {
  // As for a crawler the page is complete when it is sent, like a cached one.
  const headers = { "user-agent": "Googlebot/2.1" };
  const { text, status, cacheStatus } = await getPage(path, `${preferences}; token=${"x".repeat(43)}`, headers);
  expect([status, cacheStatus]).toEqual([200, "bypass"]);
  return normalize(text);
}

it("serves pages from the cache that equal new ones after every change", async () => {
  const changes: (() => Promise<unknown>)[] = [
    () => setVariant({ price_minor: 45_00 }),
    () => setVariant({ stock: 1 }),
    () => setVariant({ stock: 0 }),
    () => setVariant({ old_price_minor: 99_999_00, sale_ends_at: new Date(Date.now() + 3 * CHANGE_MS) }),
    () => sleep(3 * CHANGE_MS),
    () => db.updateTable("products").set({ name_ru: "Новое название" }).where("id", "=", product.id).execute(),
    () => createReview(db, { productId: product.id, text: "Совсем новый отзыв" }),
    () => createPost(db, { title: "Совсем новая статья" }),
    () => updateSetting(db, freeFromMinor, 7_777_00),
    () => db.updateTable("categories").set({ name_ru: "Другой раздел" }).where("slug", "=", category).execute(),
  ];
  for (const change of changes) {
    await waitForCachedPages();
    await change();
    await sleep(CHANGE_MS);
    for (const path of listPages())
      expect({ path, page: await getCachedPage(path) }).toEqual({ path, page: await renderAnew(path) });
  }
}, 180_000);

/** Waits until every page comes from the cache. After a change of settings or categories that takes sixteen seconds. */
async function waitForCachedPages(): Promise<void> {
  await vi.waitFor(
    async () => {
      const statuses = [];
      for (const path of listPages()) statuses.push((await getPage(path)).cacheStatus);
      expect(statuses).toEqual(listPages().map(() => "hit"));
    },
    { timeout: 30_000, interval: 500 },
  );
}

function setVariant(values: {
  price_minor?: number;
  stock?: number;
  old_price_minor?: number;
  sale_ends_at?: Date;
}): Promise<unknown> {
  return db.updateTable("product_variants").set(values).where("product_id", "=", product.id).execute();
}

it("never serves anything of a customer to anybody else", async () => {
  const customers = [
    await createTestCustomer(db, { name: "Аграфена", email: "agrafena@example.test", signedInAt: new Date() }),
    await createTestCustomer(db, { name: "Пантелеймон", email: "panteleimon@example.test", signedInAt: new Date() }),
  ];
  for (const { id } of customers)
    await db.insertInto("wishlist_items").values({ customer_id: id, product_id: product.id }).execute();
  const personal = ["Аграфена", "agrafena", "Пантелеймон", "panteleimon", "csrf"];
  const paths = [...listPages(), "/en-US", `/en-US/${product.slug}`, `/${product.slug}.data`];
  for (let round = 1; round <= 3; round++)
    for (const path of paths) {
      const pages = await Promise.all([
        ...customers.map(({ token }) => getPage(path, `${preferences}; token=${token}`)),
        getPage(path),
        getPage(path, ""),
      ]);
      const [first, second, ...guests] = pages.map(({ text, cacheStatus }) => ({
        found: personal.filter((text_) => text.includes(text_)),
        cacheStatus,
      }));
      expect(first).toEqual({ found: ["Аграфена", "agrafena", "csrf"], cacheStatus: "bypass" });
      expect(second).toEqual({ found: ["Пантелеймон", "panteleimon", "csrf"], cacheStatus: "bypass" });
      for (const { found } of guests) expect(found).toEqual([]);
    }
}, 60_000);
