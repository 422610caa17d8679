import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { isOfflineEnabled } from "../api/src/content/settings.ts";
import { readConfig } from "../api/src/platform/config.ts";
import { updateSetting } from "../api/src/platform/settings/settings.ts";
import { openAppContext } from "../server/src/app-context.ts";
import { startTestStorefront } from "./storefront.ts";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";
import { getLocaleData, firstVisible } from "./locators.ts";

test.use({
  serviceWorkers: "allow",
  // 401: a test signs the customer out outside of the page, which then requests the notification stream once more.
  allowedConsoleErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|status of (401|503)/],
});

/** Waits until the service worker controls the page. */
async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Returns the cached copy of a path, or null. */
const getCachedCopy = (page: Page, path: string) =>
  page.evaluate(async (url) => (await (await caches.match(url))?.text()) ?? null, path);

/** Returns a product that other tests do not use; each language uses another index. */
async function findUnusedProduct(page: Page, index: number): Promise<{ link_rewrite: string; reference: string }> {
  const list = await page.request.get("/v1/products?sort=price_asc&in_stock=1&per_page=96&page=2");
  const { data } = (await list.json()) as {
    data: { items: { link_rewrite: string; reference: string; has_options: boolean; qty_limit: number }[] };
  };
  const product = data.items.filter((card) => !card.has_options && card.qty_limit > 3).at(index);
  if (!product) throw new Error("no such product");
  return product;
}

test("a guest reads visited pages and changes the cart offline, with a notice that data may be outdated", async ({
  page,
  context,
  locale,
}) => {
  const { texts, prefix } = getLocaleData(locale);
  const readStoredCart = () => page.evaluate(() => localStorage.getItem("cart") ?? "");
  await page.goto(`${prefix}/best-sales`);
  await waitForServiceWorker(page);
  // Client-side navigation: the service worker fetches the document.
  const link = page.getByRole("main").getByRole("article").first().getByRole("heading").getByRole("link");
  const product = (await link.getAttribute("href")) ?? "";
  await link.click();
  await expect(page).toHaveURL(product);
  await page.getByRole("button", { name: texts["cart.add"], exact: true }).first().click();
  await expect.poll(readStoredCart).toContain('"qty":1');
  await expect.poll(() => getCachedCopy(page, product), { timeout: 20_000 }).not.toBeNull();
  await expect.poll(() => getCachedCopy(page, `${prefix}/cart`), { timeout: 20_000 }).not.toBeNull();

  await context.setOffline(true);
  await page.goto(product);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const [offlineNotice] = texts["notice.offline_saved_at"].split("{");
  await expect(page.getByRole("document")).toHaveAttribute("data-as-of", new RegExp(`^${offlineNotice}`));
  // CSS shows the notice above the page.
  await page.evaluate(() => scrollTo(0, 0));
  expect(await page.evaluate(() => document.body.getBoundingClientRect().top)).toBeGreaterThan(36);
  await expectAccessible(page);
  const reviews = page.getByRole("heading", { name: texts["reviews.title"], exact: true });
  await reviews.scrollIntoViewIfNeeded();
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(reviews).toBeVisible();
  // An uncached page shows the offline page.
  await page.goto(`${prefix}/brands`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(texts["notice.offline_title"]);
  await page.getByRole("link", { name: texts["notice.offline_cart"] }).click();
  await expect(page).toHaveURL(`${prefix}/cart`);
  await firstVisible(page.getByText(texts["cart.price_previous"])).waitFor();
  await expect(page.getByRole("link", { name: texts["checkout.email_give"] })).toHaveCount(0);
  await page.getByRole("button", { name: texts["cart.more"] }).first().click();
  await expect.poll(readStoredCart).toContain('"qty":2');

  await context.setOffline(false);
  await expect(page.getByRole("document")).not.toHaveAttribute("data-as-of");
  await firstVisible(page.getByRole("link", { name: texts["checkout.email_give"] })).waitFor();
  expect(await readStoredCart()).toContain('"qty":2');
  await expect(page.getByText(texts["cart.price_previous"])).toHaveCount(0);
});

test("offline cart changes of a customer are queued, sent in order, and changes made meanwhile are reported", async ({
  page,
  context,
  locale,
}) => {
  const { texts, prefix } = getLocaleData(locale);
  await signUp(page, context);
  const product = await findUnusedProduct(page, locale === "ru-RU" ? 0 : 1);
  await page.goto(`${prefix}/${product.link_rewrite}`);
  await waitForServiceWorker(page);
  const cartUpdate = page.waitForResponse((response) => response.url().includes("/cart/lines"));
  await page.getByRole("button", { name: texts["cart.add"], exact: true }).first().click();
  await cartUpdate;
  await page.goto(`${prefix}/cart`);
  const line = page.getByRole("group", { name: new RegExp(`^${texts["cart.quantity"]}`) });
  await expect(line).toHaveCount(1);
  await expect.poll(() => getCachedCopy(page, `${prefix}/cart`), { timeout: 20_000 }).toContain(product.link_rewrite);

  await context.setOffline(true);
  await page.goto(`${prefix}/cart`);
  await expect(page.getByRole("document")).toHaveAttribute("data-as-of");
  const increaseButton = page.getByRole("button", { name: texts["cart.more"] });
  await increaseButton.click();
  await expect(line).toContainText("2");
  await increaseButton.click();
  await expect(page.getByRole("heading", { name: texts["cart.pending_title"] })).toBeVisible();
  await expect(firstVisible(page.getByRole("button", { name: texts["checkout.place"] }))).toBeDisabled();
  // The queue survives a reload.
  await page.goto(`${prefix}/cart`);
  await expect(page.getByRole("heading", { name: texts["cart.pending_title"] })).toBeVisible();
  execFileSync(process.execPath, ["cli/src/main.ts", "price", "set", product.reference, "9999"], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, DATA_DIR: process.env["SHOP_DATA"] },
    stdio: ["ignore", "ignore", "inherit"],
  });

  await context.setOffline(false);
  await expect(page.getByRole("document")).not.toHaveAttribute("data-as-of");
  await expect(page.getByRole("heading", { name: texts["cart.changes_title"] })).toBeVisible();
  await expect(page.getByRole("heading", { name: texts["cart.pending_title"] })).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("cart-wishes"))).toBeNull();
  await expect(line).toContainText("3");

  // Signing out removes the cached pages of the customer.
  await page.evaluate(async (action) => {
    await fetch(action, { method: "POST", redirect: "manual" });
  }, `${prefix}/logout`);
  await expect.poll(() => getCachedCopy(page, `${prefix}/cart`)).toBeNull();
});

test("disabling offline mode removes the service worker and its caches", async ({ browser, locale }) => {
  const cartPath = `${getLocaleData(locale).prefix}/cart`;
  const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-offline-"));
  const storefront = await startTestStorefront(dataDir, { DEMO: "0" });
  const context = await browser.newContext(locale ? { locale } : {});
  try {
    const page = await context.newPage();
    await page.goto(storefront.origin + cartPath);
    await waitForServiceWorker(page);
    await expect.poll(() => getCachedCopy(page, cartPath), { timeout: 20_000 }).not.toBeNull();
    const { app, close } = await openAppContext(readConfig({ DATA_DIR: dataDir }));
    await updateSetting(app.db, isOfflineEnabled, false);
    await close();
    await expect
      .poll(async () => {
        await page.goto(storefront.origin + cartPath);
        return page.evaluate(async () => [
          (await navigator.serviceWorker.getRegistrations()).length,
          (await caches.keys()).length,
        ]);
      })
      .toEqual([0, 0]);
  } finally {
    await context.close();
    await storefront.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
