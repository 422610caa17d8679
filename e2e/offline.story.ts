import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { isOfflineKept } from "../api/src/content/settings.ts";
import { readConfig } from "../api/src/platform/config.ts";
import { changeSetting } from "../api/src/platform/settings.ts";
import { openHouse } from "../server/src/house.ts";
import { startBuiltShop } from "./built-shop.ts";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";
import { placeOf, seen } from "./places.ts";

test.use({
  serviceWorkers: "allow",
  // The page that a story signs out behind its back asks for news once more.
  expectedComplaints: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|status of (401|503)/],
});

/** The worker stands behind this page. */
async function workerIsThere(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** The newest kept copy of an address, or null. */
const keptCopy = (page: Page, path: string) =>
  page.evaluate(async (address) => (await (await caches.match(address))?.text()) ?? null, path);

/** A product that other stories leave alone, one for each language. */
async function quietProduct(page: Page, at: number): Promise<{ link_rewrite: string; reference: string }> {
  const list = await page.request.get("/v1/products?sort=price_asc&in_stock=1&per_page=96&page=2");
  const { data } = (await list.json()) as {
    data: { items: { link_rewrite: string; reference: string; has_options: boolean; qty_limit: number }[] };
  };
  const product = data.items.filter((card) => !card.has_options && card.qty_limit > 3).at(at);
  if (!product) throw new Error("no such product");
  return product;
}

test("a guest reads what he saw and changes his cart without a network, and nothing passes for today's", async ({
  page,
  context,
  locale,
}) => {
  const { texts, prefix } = placeOf(locale);
  const cart = () => page.evaluate(() => localStorage.getItem("cart") ?? "");
  await page.goto(`${prefix}/best-sales`);
  await workerIsThere(page);
  // He comes to the product without loading a document: the worker fetches one.
  const link = page.locator("main article h3 a").first();
  const product = (await link.getAttribute("href")) ?? "";
  await link.click();
  await expect(page).toHaveURL(product);
  await page.getByRole("button", { name: texts["cart.add"], exact: true }).first().click();
  await expect.poll(cart).toContain('"qty":1');
  await expect.poll(() => keptCopy(page, product), { timeout: 20_000 }).not.toBeNull();
  await expect.poll(() => keptCopy(page, `${prefix}/cart`), { timeout: 20_000 }).not.toBeNull();

  await context.setOffline(true);
  await page.goto(product);
  await expect(page.locator("h1")).toBeVisible();
  const [told] = texts["quiet.offline_as_of"].split("{");
  await expect(page.locator("html")).toHaveAttribute("data-as-of", new RegExp(`^${told}`));
  // A style shows it above the page: a line of text and the room around it.
  expect(await page.evaluate(() => document.body.getBoundingClientRect().top)).toBeGreaterThan(36);
  await expectAccessible(page);
  // What is below the first view comes when it is near, and it is at hand too.
  const reviews = page.getByRole("heading", { name: texts["reviews.title"], exact: true });
  await reviews.scrollIntoViewIfNeeded();
  await page.locator("footer").scrollIntoViewIfNeeded();
  await expect(reviews).toBeVisible();
  // A link to what was not seen says so; the way back is the browser's.
  await page.goto(`${prefix}/brands`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(texts["quiet.offline_title"]);
  await page.getByRole("link", { name: texts["quiet.offline_cart"] }).click();
  await expect(page).toHaveURL(`${prefix}/cart`);
  await seen(page.getByText(texts["cart.price_earlier"])).waitFor();
  await expect(page.getByRole("link", { name: texts["checkout.sign_in_and_order"] })).toHaveCount(0);
  await page.getByRole("button", { name: texts["cart.more"] }).first().click();
  await expect.poll(cart).toContain('"qty":2');

  await context.setOffline(false);
  await expect(page.locator("html[data-as-of]")).toHaveCount(0);
  await seen(page.getByRole("link", { name: texts["checkout.sign_in_and_order"] })).waitFor();
  expect(await cart()).toContain('"qty":2');
  await expect(page.getByText(texts["cart.price_earlier"])).toHaveCount(0);
});

test("a shopper's changes wait for the network, follow in their order, and he is told what changed meanwhile", async ({
  page,
  context,
  locale,
}) => {
  const { texts, prefix } = placeOf(locale);
  await signUp(page, context);
  const product = await quietProduct(page, locale === "ru-RU" ? 0 : 1);
  await page.goto(`${prefix}/${product.link_rewrite}`);
  await workerIsThere(page);
  const arrived = page.waitForResponse((response) => response.url().includes("/cart/lines"));
  await page.getByRole("button", { name: texts["cart.add"], exact: true }).first().click();
  await arrived;
  await page.goto(`${prefix}/cart`);
  const line = page.getByRole("group", { name: new RegExp(`^${texts["cart.quantity"]}`) });
  await expect(line).toHaveCount(1);
  await expect.poll(() => keptCopy(page, `${prefix}/cart`), { timeout: 20_000 }).toContain(product.link_rewrite);

  await context.setOffline(true);
  await page.goto(`${prefix}/cart`);
  await expect(page.locator("html[data-as-of]")).toHaveCount(1);
  const more = page.getByRole("button", { name: texts["cart.more"] });
  await more.click();
  await expect(line).toContainText("2");
  await more.click();
  await expect(page.getByRole("heading", { name: texts["cart.waiting_title"] })).toBeVisible();
  await expect(seen(page.getByRole("button", { name: texts["checkout.place"] }))).toBeDisabled();
  // Closed and opened again, the page still knows of it.
  await page.goto(`${prefix}/cart`);
  await expect(page.getByRole("heading", { name: texts["cart.waiting_title"] })).toBeVisible();
  execFileSync(process.execPath, ["shop/src/main.ts", "price", "set", product.reference, "9999"], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, DATA_DIR: process.env["SHOP_DATA"] },
    stdio: ["ignore", "ignore", "inherit"],
  });

  await context.setOffline(false);
  await expect(page.locator("html[data-as-of]")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: texts["cart.changes_title"] })).toBeVisible();
  await expect(page.getByRole("heading", { name: texts["cart.waiting_title"] })).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("cart-wishes"))).toBeNull();
  await expect(line).toContainText("3");

  // Signing out takes the pages along that show whose they were.
  await page.evaluate(async (action) => {
    await fetch(action, { method: "POST", redirect: "manual" });
  }, `${prefix}/logout`);
  await expect.poll(() => keptCopy(page, `${prefix}/cart`)).toBeNull();
});

test("switched off by the shop, the worker goes with all it kept", async ({ browser, locale }) => {
  const cart = `${placeOf(locale).prefix}/cart`;
  const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-offline-"));
  const shop = await startBuiltShop(dataDir, { DEMO: "0" });
  const context = await browser.newContext(locale ? { locale } : {});
  try {
    const page = await context.newPage();
    await page.goto(shop.origin + cart);
    await workerIsThere(page);
    await expect.poll(() => keptCopy(page, cart), { timeout: 20_000 }).not.toBeNull();
    const { house, close } = await openHouse(readConfig({ DATA_DIR: dataDir }));
    await changeSetting(house.db, isOfflineKept, false);
    await close();
    await expect
      .poll(async () => {
        await page.goto(shop.origin + cart);
        return page.evaluate(async () => [
          (await navigator.serviceWorker.getRegistrations()).length,
          (await caches.keys()).length,
        ]);
      })
      .toEqual([0, 0]);
  } finally {
    await context.close();
    await shop.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
