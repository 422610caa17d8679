import { expect, expectAccessible, signUp, test } from "./fixtures.ts";
import { createApiReader } from "./page-paths.ts";
import { getLocaleData } from "./locators.ts";

test("a removed cart line can be restored with its quantity, and the focus moves along", async ({
  page,
  context,
  locale,
}) => {
  const { texts, prefix } = getLocaleData(locale);
  const main = page.getByRole("main");
  await signUp(page, context);
  await page.goto(`${prefix}/best-sales`);
  const cartUpdate = page.waitForResponse((response) => response.url().includes("/cart/lines"));
  await main.getByRole("button", { name: texts["cart.add"], exact: true }).first().click();
  await expect(main.getByRole("group", { name: texts["cart.quantity"] })).toBeVisible();
  expect((await cartUpdate).status()).toBe(200);
  await page.goto(`${prefix}/cart`);
  const remove = main.getByRole("button", { name: new RegExp(`^${texts["checkout.remove"]}: `) });
  await expect(remove).toHaveCount(1);

  await remove.click();
  const undoButton = main.getByRole("button", { name: texts["cart.undo"], exact: true });
  await expect(undoButton).toBeFocused();
  await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(remove).toBeFocused();
  await expect(undoButton).toHaveCount(0);

  const saveForLaterButton = main.getByRole("button", {
    name: new RegExp(`^${texts["cart.save_for_later_one"].split(":")[0]}: `),
  });
  await saveForLaterButton.click();
  await expect(undoButton).toBeVisible();
  await page.goto(`${prefix}/wishlist`);
  await expect(main.getByRole("article")).toHaveCount(1);
});

type Listing = {
  items: ReadonlyArray<{
    id: number;
    name: string;
    link_rewrite: string;
    has_options: boolean;
    image: object;
    price: object;
  }>;
};

test("above the duty-free limit a guest removes the suggested items and restores them", async ({ page, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  const expensiveProducts = await createApiReader(
    page.request,
    locale,
  )<Listing>(`/v1/products?sort=price_desc&price_max=${locale === "ru-RU" ? 9000 : 90}&in_stock=1&per_page=24`);
  const card = expensiveProducts.items.find((item) => !item.has_options);
  await page.goto(`${prefix}/cart`);
  await page.evaluate((product) => {
    const cart_id = `${product?.id}_0`;
    const line = { cart_id, option_id: 0, option_name: "", qty: 3, qty_limit: 3, product };
    localStorage.setItem("cart", JSON.stringify({ entities: { [cart_id]: line } }));
  }, card);
  await page.reload();
  const countries = page.getByRole("group", { name: texts["checkout.country"] });
  await countries.getByText(locale === "ru-RU" ? "Россия" : "Russia", { exact: true }).click();
  const advice = page.getByRole("region", { name: texts["checkout.split_title"] });
  await advice.getByRole("button", { name: texts["checkout.split_remove_apply"] }).click();
  const undoButton = page.getByRole("main").getByRole("button", { name: texts["cart.undo"], exact: true });
  await expect(undoButton).toBeFocused();
  await expect(advice).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(advice).toBeVisible();
  await expect(undoButton).toHaveCount(0);
});
