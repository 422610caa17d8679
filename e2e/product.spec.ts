import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { createApiReader } from "./page-paths.ts";
import {
  accountMessageKeys,
  scrollToSection,
  getLocaleData,
  getProductSection,
  holdRequests,
  firstVisible,
  observeLayoutShift,
  readLayoutShift,
  shopMessageKeys,
} from "./locators.ts";

type Card = { link_rewrite: string; has_options: boolean; reviews_count: number };

/** Returns the path of the product without options that has the most reviews and can be sent to the visitor. */
async function findReviewedProduct(page: Page, locale = ""): Promise<string> {
  // Without a choice of the visitor, pages speak for the region of their language.
  const headers = { "delivery-country": locale.slice(3) };
  const list = await page.request.get("/v1/products?in_stock=1&shippable=1&sort=rating&per_page=96", { headers });
  const { data } = (await list.json()) as { data: { items: Card[] } };
  const products = data.items.filter((card) => !card.has_options);
  return `/${products.toSorted((a, b) => b.reviews_count - a.reviews_count)[0]?.link_rewrite}`;
}

test("a product page loads the messages of its language, without those of the cart and the account", async ({
  page,
  locale,
}) => {
  const { texts, prefix } = getLocaleData(locale);
  const otherLocale = getLocaleData(locale === "ru-RU" ? "en-US" : "ru-RU");
  const scripts: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.text().catch(() => ""));
  });
  const path = await findReviewedProduct(page, locale);
  await page.goto(prefix + path);
  await firstVisible(page.getByRole("main").getByRole("button", { name: texts["cart.add"], exact: true })).click();
  await expect(firstVisible(page.getByRole("main").getByRole("link", { name: texts["cart.go"] }))).toBeVisible();
  const source = (await Promise.all(scripts)).join("\n");
  const isLoaded = (key: string) => source.includes(`"${key}":`);
  expect(source).toContain(texts["layout.main_menu"]);
  expect(source).not.toContain(otherLocale.texts["layout.main_menu"]);
  expect(shopMessageKeys.filter((key) => !isLoaded(key))).toEqual([]);
  expect(accountMessageKeys.filter(isLoaded)).toEqual([]);
});

test("hydration keeps the elements of the page and causes no layout shift", async ({ page, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  const path = prefix + (await findReviewedProduct(page, locale));
  await observeLayoutShift(page);

  // With a product in the cart: only the browser knows that, after the page was rendered.
  await page.goto(path);
  await firstVisible(page.getByRole("main").getByRole("button", { name: texts["cart.add"], exact: true })).click();
  await expect(firstVisible(page.getByRole("main").getByRole("link", { name: texts["cart.go"] }))).toBeVisible();
  const release = await holdRequests(page, /\/assets\/entry\.client/);
  await page.goto(path, { waitUntil: "domcontentloaded" });
  // The element that the server rendered is kept: a new one would not have the attribute.
  const serverRendered = getProductSection(page, texts, "reviews");
  expect(await serverRendered.getByRole("listitem").count()).toBeGreaterThan(5);
  await serverRendered.evaluate((section) => section.setAttribute("data-server-rendered", ""));
  release();
  await expect(firstVisible(page.getByRole("main").getByRole("link", { name: texts["cart.go"] }))).toBeVisible();
  const reviews = await scrollToSection(page, texts, "reviews");
  await expect(reviews).toHaveAttribute("data-server-rendered", "");
  // Measured before user input: a requested change may move the page, and later than browsers exclude.
  expect(await readLayoutShift(page)).toBeLessThan(0.02);
  const allReviews = texts["reviews.see_all"].replace("{count}", "");
  await reviews.getByRole("link", { name: allReviews }).click();
  await expect(page).toHaveURL(`${path}/reviews`);
});

test("an option has its own URL, price, cart line and landed cost estimate", async ({ page, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  const main = page.getByRole("main");
  const { slug, otherOptionId, otherOptionName } = await findProductWithOptions(page, locale);
  await page.goto(`${prefix}/${slug}`);
  const price = main
    .getByRole("paragraph")
    .filter({ hasText: /^(\$\d|\d[\d\s]*₽)/ })
    .first();
  const firstPrice = (await price.textContent()) ?? "";
  const options = main.getByRole("group", { name: texts["product.option"] });
  const tile = options.getByRole("link", { name: otherOptionName });
  await tile.click();
  await expect(page).toHaveURL(`${prefix}/${slug}?option=${otherOptionId}`);
  await expect(tile).toHaveAttribute("aria-current", "true");
  await expect(price).not.toHaveText(firstPrice);
  const otherPrice = (await price.textContent()) ?? "";
  await page.reload();
  await expect(price).toHaveText(otherPrice);

  await firstVisible(main.getByRole("button", { name: texts["cart.add"], exact: true })).click();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("cart") ?? ""))
    .toContain(`"option_id":${otherOptionId}`);
  await main.getByRole("button", { name: texts["delivery.landed_cost"] }).click();
  const total = main.getByRole("paragraph").filter({ hasText: texts["duty.landed_cost"] });
  await expect(total).toContainText(/\d/);
});

/** Returns a product with two available options at different prices, and the one not selected by default. */
async function findProductWithOptions(page: Page, locale: string | undefined) {
  const fetchData = createApiReader(page.request, locale);
  const { items } = await fetchData<{ items: Card[] }>("/v1/products?in_stock=1&per_page=96");
  for (const { link_rewrite: slug } of items.filter((card) => card.has_options)) {
    type Option = { option_id: number; name: string; price: { current: number }; available_for_order: boolean };
    const [defaultOption, ...others] = (await fetchData<{ options: Option[] }>(`/v1/products/${slug}`)).options.filter(
      (option) => option.available_for_order,
    );
    const otherOption = others.find((option) => option.price.current !== defaultOption?.price.current);
    if (otherOption) return { slug, otherOptionId: otherOption.option_id, otherOptionName: otherOption.name };
  }
  throw new Error("no product has options of different prices");
}
