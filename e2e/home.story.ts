import { expect, test } from "./fixtures.ts";
import { placeOf } from "./places.ts";

type Card = { id: number; link_rewrite: string };

test("what was looked at brings a row of its like to the home page, and nothing moves for it", async ({
  page,
  locale,
}) => {
  const { texts, prefix } = placeOf(locale);
  const row = page.getByRole("region", { name: texts["home.for_you"] });
  const shelves = page.getByRole("heading", { name: texts["menu.brands"], level: 2 });

  // Nothing was looked at: nothing is asked for, and no row is there.
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(prefix || "/");
  await shelves.scrollIntoViewIfNeeded();
  await expect(page.locator("[data-waiting]").filter({ has: shelves })).toHaveCount(0);
  await expect(row).toHaveCount(0);
  expect(asked.filter((address) => address.includes("/v1/forYou"))).toEqual([]);

  const list = await page.request.get("/v1/products?in_stock=1&per_page=1");
  const [product] = ((await list.json()) as { data: { items: Card[] } }).data.items;
  await page.goto(`${prefix}/${product?.link_rewrite}`);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("recently-viewed"))).toBe(`[${product?.id}]`);

  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.sum += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  const answered = page.waitForResponse("**/v1/forYou?*");
  await page.goto(prefix || "/");
  await page.getByRole("heading", { name: texts["collection.best-sales"], level: 2 }).scrollIntoViewIfNeeded();
  await answered;
  await row.scrollIntoViewIfNeeded();
  const links = await row.locator("h3 a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(links.length).toBeGreaterThan(1);
  expect(links[0]).not.toBe(`${prefix}/${product?.link_rewrite}`);
  expect(await page.evaluate(() => (globalThis as unknown as { shifts: { sum: number } }).shifts.sum)).toBeLessThan(
    0.02,
  );
});
