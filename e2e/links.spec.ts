import type { Locator, Page } from "@playwright/test";
import { expect, signUp, test } from "./fixtures.ts";
import { firstVisible } from "./locators.ts";

/** Returns the URLs of this origin that links in these containers lead to. */
async function getLinkUrls(containers: Locator): Promise<string[]> {
  const links = containers.getByRole("link", { includeHidden: true });
  const hrefs = await links.evaluateAll((elements) => elements.map((link) => (link as HTMLAnchorElement).href));
  return hrefs.filter((href) => new URL(href).origin === process.env["SHOP_URL"]);
}

/** Asserts that every URL responds with status 200 and that there are at least `minCount`. */
async function expectPages(page: Page, urls: readonly string[], minCount: number): Promise<void> {
  const uniqueUrls = [...new Set(urls.map((url) => url.replace(/#.*$/, "")))];
  expect(uniqueUrls.length).toBeGreaterThanOrEqual(minCount);
  const brokenLinks: string[] = [];
  for (const url of uniqueUrls) {
    const response = await page.request.get(url);
    if (response.status() !== 200) brokenLinks.push(`${response.status()} ${url}`);
  }
  expect(brokenLinks).toEqual([]);
}

const getNavigation = (page: Page) =>
  page.getByRole("banner").or(page.getByRole("contentinfo")).or(page.getByRole("navigation"));

test("every navigation link for guests leads to a page in their language", async ({ page, locale, isMobile }) => {
  const home = locale === "ru-RU" ? "/" : "/en-US";
  await page.goto(home);
  const urls = await getLinkUrls(getNavigation(page));
  const menu = isMobile ? page.getByRole("navigation").last() : page.getByRole("banner");
  await menu.getByRole("link", { name: locale === "ru-RU" ? "Каталог" : "Catalogue" }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("link").first()).toBeVisible();
  await expectPages(page, [...urls, ...(await getLinkUrls(drawer))], 12);
});

test("every navigation link for customers leads to a page in their language", async ({
  page,
  context,
  locale,
  isMobile,
}) => {
  const isRussian = locale === "ru-RU";
  const home = isRussian ? "/" : "/en-US";
  await signUp(page, context);
  await page.goto(home);
  if (isMobile) await page.getByRole("button", { name: isRussian ? "События" : "Alerts" }).click();
  else await page.getByRole("button", { name: isRussian ? "Уведомления" : "Notifications" }).click();
  const panel = page.getByRole("region", { name: isRussian ? "Уведомления" : "Notifications" });
  await expect(panel.getByText(isRussian ? "Пока тихо" : "No notifications yet")).toBeVisible();
  await page.keyboard.press("Escape");
  if (!isMobile) await page.getByRole("button", { name: "Анна" }).click();
  // The script of the account menu is loaded when the menu is opened.
  await expect
    .poll(async () => (await getLinkUrls(getNavigation(page))).filter((url) => url.includes("/profile")).length)
    .toBeGreaterThanOrEqual(4);
  const urls = await getLinkUrls(getNavigation(page));
  expect(urls.filter((url) => url.includes("/notifications"))).toEqual([]);
  await expectPages(page, urls, 12);
});

test("the language switch of a page without an alternate locale leads to the home page", async ({ page }) => {
  await page.goto("/en-US/info/legal-notice");
  await firstVisible(page.getByRole("link", { name: /Русский/ })).click();
  await expect(page).toHaveURL("/");
  expect((await page.request.get("/info/legal-notice")).status()).toBe(404);
});
