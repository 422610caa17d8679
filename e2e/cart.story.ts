import { expect, expectAccessible, signUp, test } from "./fixtures.ts";
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
  await main.getByRole("button", { name: texts["cart.add"], exact: true }).first().click();
  await expect(main.getByRole("group", { name: texts["cart.quantity"] })).toBeVisible();
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
