import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { getLocaleData } from "./locators.ts";

const parts = (page: Page) => page.locator("[class*='defer-rendering-']");

/** Returns the distinct values of `content-visibility` of the parts of a page that are below the first screen. */
const listVisibilities = (page: Page) =>
  parts(page).evaluateAll((elements) => [
    ...new Set(elements.map((element) => getComputedStyle(element).getPropertyValue("content-visibility"))),
  ]);

const waitForRendering = (page: Page) => expect(page.locator("html[data-fully-rendered]")).toBeAttached();

/** Returns the path of a product that has reviews. */
async function getProductPath(page: Page, prefix: string): Promise<string> {
  const response = await page.request.get("/v1/products?in_stock=1&sort=rating&per_page=1");
  const { data } = (await response.json()) as { data: { items: { link_rewrite: string }[] } };
  return `${prefix}/${data.items[0]?.link_rewrite}`;
}

test.describe("before the page is hydrated", () => {
  test.use({ javaScriptEnabled: false });

  test("what is below the first screen is rendered when it comes near", async ({ page, locale }) => {
    const { prefix } = getLocaleData(locale);
    await page.goto(prefix || "/", { waitUntil: "load" });
    expect(await listVisibilities(page)).toEqual(["auto"]);
    await expect(parts(page).first()).not.toBeInViewport();
    const link = page.getByRole("contentinfo").getByRole("link").last();
    await link.scrollIntoViewIfNeeded();
    await expect(link).toBeInViewport();
  });

  test("the target of the URL is where it stays", async ({ page, locale }) => {
    await page.goto(`${await getProductPath(page, getLocaleData(locale).prefix)}#questions`, {
      waitUntil: "load",
    });
    const reviews = page.locator("#reviews");
    expect(await reviews.evaluate((element) => getComputedStyle(element).getPropertyValue("content-visibility"))).toBe(
      "visible",
    );
    await expect(page.locator("#questions")).toBeInViewport();
  });
});

test("the rest of a page is rendered once it is hydrated, and other pages at once", async ({ page, locale }) => {
  const { prefix } = getLocaleData(locale);
  await page.goto(prefix || "/");
  await waitForRendering(page);
  expect(await parts(page).count()).toBeGreaterThan(3);
  expect(await listVisibilities(page)).toEqual(["visible"]);

  const card = page.locator("article h3 a").last();
  await card.scrollIntoViewIfNeeded();
  const position = await page.evaluate(() => scrollY);
  expect(position).toBeGreaterThan(1000);
  await card.click();
  await expect(page.locator("#reviews")).toBeAttached();
  expect(await listVisibilities(page)).toEqual(["visible"]);
  await page.goBack();
  await expect(page.locator("#catalogue")).toBeAttached();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(position);
});
