import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { getLocaleData, waitForHydration } from "./locators.ts";
import { rowLinks, signInAsStaff } from "./staff.ts";

test.beforeEach(async ({ page, locale }) => {
  await signInAsStaff(page, locale);
});

const openPreview = async (page: Page): Promise<Page> => {
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: /^(Предпросмотр|Preview)$/ }).click();
  const preview = await opened;
  await preview.waitForURL(/\/product-preview\//);
  await waitForHydration(preview);
  return preview;
};

test("the page in the store is opened with unsaved changes, follows them, and sells nothing", async ({
  page,
  locale,
  browser,
}) => {
  const { texts } = getLocaleData(locale);
  const field = page.locator(locale === "ru-RU" ? "#name_ru" : "#name_en");
  await page.goto("/admin/products?sort=stock_desc&q=SH");
  await rowLinks(page).nth(7).click();
  await expect(field).toBeVisible();
  await waitForHydration(page);
  const storePage = await page.getByRole("link", { name: /^(Страница|Page)$/ }).getAttribute("href");
  await field.fill("Unsaved name");

  const preview = await openPreview(page);
  await expect(preview.getByRole("heading", { level: 1, name: "Unsaved name" })).toBeVisible();
  const bar = preview.getByRole("complementary", { name: texts["preview.title"] });
  await expect(bar).toBeVisible();
  await expect(preview.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  const add = preview.locator("main form[inert] button", { hasText: texts["cart.add"] });
  await expect(add).toHaveCount(1);
  await expect(add.click({ timeout: 500 })).rejects.toThrow("Timeout");
  await expectAccessible(preview);

  await field.fill("Another unsaved name");
  await expect(preview.getByRole("heading", { level: 1, name: "Another unsaved name" })).toBeVisible();

  // Somebody else with the link sees the same, and the page of the store is unchanged.
  const stranger = await browser.newPage({ ...(locale ? { locale } : {}) });
  await stranger.goto(preview.url());
  await expect(stranger.getByRole("heading", { level: 1, name: "Another unsaved name" })).toBeVisible();
  expect(await stranger.evaluate(() => JSON.stringify(localStorage))).not.toContain("viewed");
  await stranger.goto(storePage ?? "");
  await expect(stranger.getByRole("heading", { level: 1 })).not.toHaveText("Another unsaved name");
  await stranger.close();
});
