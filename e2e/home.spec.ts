import { expect, test } from "./fixtures.ts";
import { getLocaleData, observeLayoutShift, readLayoutShift } from "./locators.ts";

type Card = { id: number; link_rewrite: string };

test("viewed products add recommendations to the home page without layout shift", async ({ page, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  const row = page.getByRole("region", { name: texts["home.for_you"] });
  const brandsHeading = page.getByRole("heading", { name: texts["menu.brands"], level: 2 });

  // Nothing viewed: no request and no row.
  const requestedUrls: string[] = [];
  page.on("request", (request) => requestedUrls.push(request.url()));
  await page.goto(prefix || "/");
  await brandsHeading.scrollIntoViewIfNeeded();
  await expect(row).toHaveCount(0);
  expect(requestedUrls.filter((url) => url.includes("/v1/forYou"))).toEqual([]);

  const list = await page.request.get("/v1/products?in_stock=1&per_page=1");
  const [product] = ((await list.json()) as { data: { items: Card[] } }).data.items;
  await page.goto(`${prefix}/${product?.link_rewrite}`);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("recently-viewed"))).toBe(`[${product?.id}]`);

  await observeLayoutShift(page);
  const recommendationsResponse = page.waitForResponse("**/v1/forYou?*");
  await page.goto(prefix || "/");
  await page.getByRole("heading", { name: texts["collection.best-sales"], level: 2 }).scrollIntoViewIfNeeded();
  await recommendationsResponse;
  await row.scrollIntoViewIfNeeded();
  const links = await row
    .getByRole("heading", { level: 3 })
    .getByRole("link")
    .evaluateAll((elements) => elements.map((link) => link.getAttribute("href")));
  expect(links.length).toBeGreaterThan(1);
  expect(links[0]).not.toBe(`${prefix}/${product?.link_rewrite}`);
  expect(await readLayoutShift(page)).toBeLessThan(0.02);
});
