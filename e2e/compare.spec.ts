import { expect, expectAccessible, test } from "./fixtures.ts";
import { getLocaleData } from "./locators.ts";
import { createApiReader } from "./page-paths.ts";

type Card = { id: number; link_rewrite: string };

test("products are compared from their pages, in the URL, without scripts too", async ({ page, browser, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  const read = createApiReader(page.request, locale);
  const { items } = await read<{ items: Card[] }>("/v1/products?in_stock=1&sort=rating&per_page=5");
  const [first, second, ...others] = items;
  const main = page.getByRole("main");
  await page.goto(`${prefix}/compare`);
  await expect(main.getByText(texts["compare.empty"])).toBeVisible();
  await page.goto(`${prefix}/${first?.link_rewrite}`);
  await main.getByRole("button", { name: texts["compare.add"], exact: true }).click();
  await expect(page).toHaveURL(`${prefix}/compare?ids=${first?.id}`);
  await page.goto(`${prefix}/${second?.link_rewrite}`);
  await main.getByRole("button", { name: texts["compare.add"], exact: true }).click();
  await expect(page).toHaveURL(`${prefix}/compare?ids=${first?.id},${second?.id}`);
  const table = page.getByRole("table");
  await expect(table.getByRole("columnheader")).toHaveCount(2);
  await expect(table.getByRole("rowheader", { name: texts["compare.price"], exact: true })).toBeVisible();
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);

  const removeName = new RegExp(`^${texts["compare.remove"].replace("{name}", "")}`);
  await table.getByRole("button", { name: removeName }).first().click();
  await expect(page).toHaveURL(`${prefix}/compare?ids=${second?.id}`);
  await page.goto(`${prefix}/compare`);
  await expect(page).toHaveURL(`${prefix}/compare?ids=${second?.id}`);

  const context = await browser.newContext({ javaScriptEnabled: false, ...(locale ? { locale } : {}) });
  const plainPage = await context.newPage();
  const fullPath = `${prefix}/compare?ids=${[first, second, ...others.slice(0, 2)].map((card) => card?.id).join(",")}`;
  await plainPage.goto(new URL(fullPath, page.url()).href);
  await expect(plainPage.getByRole("table").getByRole("columnheader")).toHaveCount(4);
  await plainPage.getByRole("button", { name: removeName }).first().click();
  await expect(plainPage.getByRole("table").getByRole("columnheader")).toHaveCount(3);
  await context.close();
});
