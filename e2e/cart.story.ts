import { expect, expectAccessible, signUp, test } from "./fixtures.ts";
import { readerOf } from "./pages.ts";
import { placeOf } from "./places.ts";

test("a line that was taken out of the cart comes back with its quantity, the focus on the way", async ({
  page,
  context,
  locale,
}) => {
  const { texts, prefix } = placeOf(locale);
  const main = page.getByRole("main");
  await signUp(page, context);
  await page.goto(`${prefix}/best-sales`);
  const kept = page.waitForResponse((answer) => answer.url().includes("/cart/lines"));
  await main.getByRole("button", { name: texts["cart.add"], exact: true }).first().click();
  await expect(main.getByRole("group", { name: texts["cart.quantity"] })).toBeVisible();
  expect((await kept).status()).toBe(200);
  await page.goto(`${prefix}/cart`);
  const remove = main.getByRole("button", { name: new RegExp(`^${texts["checkout.remove"]}: `) });
  await expect(remove).toHaveCount(1);

  await remove.click();
  const putBack = main.getByRole("button", { name: texts["cart.put_back"] });
  await expect(putBack).toBeFocused();
  await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(remove).toBeFocused();
  await expect(putBack).toHaveCount(0);

  const later = main.getByRole("button", { name: new RegExp(`^${texts["cart.later_one"].split(":")[0]}: `) });
  await later.click();
  await expect(putBack).toBeVisible();
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

test("above the duty-free limit a guest takes out what the cart names, and has all of it back", async ({
  page,
  locale,
}) => {
  const { texts, prefix } = placeOf(locale);
  const dear = await readerOf(
    page.request,
    locale,
  )<Listing>(`/v1/products?sort=price_desc&price_max=${locale === "ru-RU" ? 9000 : 90}&in_stock=1&per_page=24`);
  const card = dear.items.find((one) => !one.has_options);
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
  await advice.getByRole("button", { name: texts["checkout.split_remove_do"] }).click();
  const putBack = page.getByRole("main").getByRole("button", { name: texts["cart.put_back"] });
  await expect(putBack).toBeFocused();
  await expect(advice).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(advice).toBeVisible();
  await expect(putBack).toHaveCount(0);
});
