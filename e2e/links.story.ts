import type { Locator, Page } from "@playwright/test";
import { expect, signUp, test } from "./fixtures.ts";

/** Addresses of this site that the links in these places lead to. */
async function addressesIn(places: Locator): Promise<string[]> {
  const links = places.locator("a[href]");
  const hrefs = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  return hrefs.filter((href) => new URL(href).origin === process.env["SHOP_URL"]);
}

/** Every one of them answers with a page, and none was forgotten. */
async function expectPages(page: Page, addresses: readonly string[], atLeast: number): Promise<void> {
  const all = [...new Set(addresses.map((address) => address.replace(/#.*$/, "")))];
  expect(all.length).toBeGreaterThanOrEqual(atLeast);
  const lost: string[] = [];
  for (const address of all) {
    const answer = await page.request.get(address);
    if (answer.status() !== 200) lost.push(`${answer.status()} ${address}`);
  }
  expect(lost).toEqual([]);
}

const around = (page: Page) => page.locator("header, footer, nav");

test("every link around a guest's page leads to a page of his language", async ({ page, locale, isMobile }) => {
  const home = locale === "ru-RU" ? "/" : "/en-US";
  await page.goto(home);
  const found = await addressesIn(around(page));
  const catalogue = isMobile ? page.getByRole("navigation").last() : page.getByRole("banner");
  await catalogue.getByRole("link", { name: locale === "ru-RU" ? "Каталог" : "Catalogue" }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.locator("a").first()).toBeVisible();
  await expectPages(page, [...found, ...(await addressesIn(drawer))], 12);
});

test("every link around a shopper's page leads to a page of his language", async ({
  page,
  context,
  locale,
  isMobile,
}) => {
  const russian = locale === "ru-RU";
  const home = russian ? "/" : "/en-US";
  await signUp(page, context);
  await page.goto(home);
  if (isMobile) await page.getByRole("button", { name: russian ? "События" : "Alerts" }).click();
  else await page.getByRole("button", { name: russian ? "Уведомления" : "Notifications" }).click();
  const panel = page.getByRole("region", { name: russian ? "Уведомления" : "Notifications" });
  await expect(panel.getByText(russian ? "Пока тихо" : "All quiet")).toBeVisible();
  await page.keyboard.press("Escape");
  if (!isMobile) await page.getByRole("button", { name: "Анна" }).click();
  const found = await addressesIn(around(page));
  expect(found.filter((address) => address.includes("/notifications"))).toEqual([]);
  expect(found.filter((address) => address.includes("/profile")).length).toBeGreaterThanOrEqual(4);
  await expectPages(page, found, 12);
});

test("the language switch of a page that only one language has leads home", async ({ page }) => {
  await page.goto("/en-US/info/legal-notice");
  const russian = page.locator('a[hreflang="ru-RU"]:visible');
  await russian.click();
  await expect(page).toHaveURL("/");
  expect((await page.request.get("/info/legal-notice")).status()).toBe(404);
});
