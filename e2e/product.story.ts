import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { isPhone, lookAt, placeOf, seen } from "./places.ts";

type Card = { link_rewrite: string; has_options: boolean; reviews_count: number };

/** The address of a product without options that many people judged. */
async function judged(list: { json(): Promise<unknown> }): Promise<string> {
  const { data } = (await list.json()) as { data: { items: Card[] } };
  const products = data.items.filter((card) => !card.has_options);
  return `/${products.toSorted((a, b) => b.reviews_count - a.reviews_count)[0]?.link_rewrite}`;
}

test("what is below the first view comes to life where it is, and nothing goes or moves", async ({ page, locale }) => {
  const { texts, prefix } = placeOf(locale);
  const path = prefix + (await judged(await page.request.get("/v1/products?in_stock=1&sort=rating&per_page=96")));
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const details = () => asked.filter((address) => address.includes("/product-details-")).length;
  await page.addInitScript(() => {
    const seenShifts = { sum: 0 };
    Object.assign(globalThis, { seenShifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seenShifts.sum += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  const quiet = () => page.waitForResponse("**/builds/latest.json");

  // Something is in the cart: the page finds that out by itself, after it was written.
  let isQuiet = quiet();
  await page.goto(path);
  await isQuiet;
  await seen(page.getByRole("main").getByRole("button", { name: texts["cart.add"], exact: true })).click();
  await expect(seen(page.getByRole("main").getByRole("link", { name: texts["cart.go"] }))).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  asked.length = 0;
  isQuiet = quiet();
  await page.goto(path);
  await isQuiet;
  await expect(seen(page.getByRole("main").getByRole("link", { name: texts["cart.go"] }))).toBeVisible();
  if (isPhone(page)) expect(details()).toBe(0);

  // What the server wrote stays the same element when its script comes.
  const written = page.locator("#reviews");
  expect(await written.getByRole("listitem").count()).toBeGreaterThan(5);
  await written.evaluate((section) => section.setAttribute("data-written", ""));
  const reviews = await lookAt(page, texts, "reviews");
  expect(details()).toBe(1);
  await expect(reviews).toHaveAttribute("data-written", "");
  // Before anything is asked for: what a reader asked for may move the page, and later than browsers forgive it.
  expect(
    await page.evaluate(() => (globalThis as unknown as { seenShifts: { sum: number } }).seenShifts.sum),
  ).toBeLessThan(0.02);
  await reviews.getByRole("link", { name: texts["reviews.sort_low"] }).click();
  await expect(page).toHaveURL(/sort=low/);
  await expect(reviews.getByRole("link", { name: texts["reviews.sort_low"] })).toHaveAttribute("aria-current", "true");
});

test.describe("a product page without its later script", () => {
  test.use({ expectedComplaints: [/product-details|dynamically imported module|status of 404/] });

  test("reads and sells on", async ({ page, locale }) => {
    const { texts, prefix } = placeOf(locale);
    const path = prefix + (await judged(await page.request.get("/v1/products?in_stock=1&sort=rating&per_page=96")));
    await page.route("**/assets/product-details-*.js", (route) => route.fulfill({ status: 404, body: "" }));
    // It was reloaded for that already.
    await page.addInitScript(() => sessionStorage.setItem("reloaded-at", String(Date.now())));
    const failed = page.waitForResponse(/product-details-/);
    await page.goto(path);
    await page.locator("#reviews").evaluate((element) => element.scrollIntoView());
    await failed;
    await page.evaluate(() => scrollTo(0, 0));
    await seen(page.getByRole("main").getByRole("button", { name: texts["cart.add"], exact: true })).click();
    await expect(seen(page.getByRole("main").getByRole("link", { name: texts["cart.go"] }))).toBeVisible();
    await expect(page.locator("#reviews").getByRole("listitem").first()).toBeVisible();
  });
});

test("an option is an address of its own, with its price, in the cart and at the door", async ({ page, locale }) => {
  const { texts, prefix } = placeOf(locale);
  const main = page.getByRole("main");
  const { slug, other } = await withOptions(page);
  await page.goto(`${prefix}/${slug}`);
  const price = main.locator(".price").first();
  const first = (await price.textContent()) ?? "";
  const tile = main.locator(`a[href$="/${slug}?option=${other}"]`);
  await tile.click();
  await expect(page).toHaveURL(`${prefix}/${slug}?option=${other}`);
  await expect(tile).toHaveAttribute("aria-current", "true");
  await expect(price).not.toHaveText(first);
  const shown = (await price.textContent()) ?? "";
  await page.reload();
  await expect(price).toHaveText(shown);

  await seen(main.getByRole("button", { name: texts["cart.add"], exact: true })).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("cart") ?? "")).toContain(`"option_id":${other}`);
  await main.getByRole("button", { name: texts["promise.door"] }).click();
  const total = main.locator("p").filter({ hasText: texts["duty.door_total"] });
  await expect(total).toContainText(/\d/);
});

/** A product two of whose options can be bought at different prices, and one of them that is not shown at first. */
async function withOptions(page: Page): Promise<{ slug: string; other: number }> {
  const read = async <T>(path: string) => ((await (await page.request.get(path)).json()) as { data: T }).data;
  const { items } = await read<{ items: Card[] }>("/v1/products?in_stock=1&per_page=96");
  for (const { link_rewrite: slug } of items.filter((card) => card.has_options)) {
    type Option = { option_id: number; price: { current: number }; available_for_order: boolean };
    const [shown, ...others] = (await read<{ options: Option[] }>(`/v1/products/${slug}`)).options.filter(
      (option) => option.available_for_order,
    );
    const other = others.find((option) => option.price.current !== shown?.price.current);
    if (other) return { slug, other: other.option_id };
  }
  throw new Error("no product has options of different prices");
}
