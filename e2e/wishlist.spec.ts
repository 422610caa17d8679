import { expect, expectAccessible, getOpenDialog, signUp, test } from "./fixtures.ts";

test("a guest is asked to sign in; a customer sees the wishlist and removes products", async ({
  page,
  context,
  locale,
}) => {
  const isRussian = locale === "ru-RU";
  const prefix = isRussian ? "" : "/en-US";
  const title = isRussian ? "Избранное" : "Favourites";
  await page.goto(`${prefix}/wishlist`);
  await expect(page).toHaveURL(`${prefix || "/"}?auth=1&from=%2Fwishlist`);
  await getOpenDialog(page, isRussian ? "Вход" : "Sign in");

  await signUp(page, context);
  await page.goto(`${prefix}/best-sales`);
  const wishlistButtons = page
    .getByRole("main")
    .getByRole("button", { name: isRussian ? /^В избранное/ : /favourites/i });
  for (const index of [0, 1]) {
    const added = page.waitForResponse((response) => response.url().includes("/wishlist/"));
    await wishlistButtons.nth(index).click();
    expect((await added).status()).toBe(200);
  }
  await page.goto(`${prefix}/wishlist`);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(wishlistButtons).toHaveCount(2);
  await expectAccessible(page);

  await page.goto(`${prefix}/profile/user_favorites`);
  await wishlistButtons.first().click();
  await expect(wishlistButtons).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeFocused();
  await page.goto(`${prefix}/wishlist`);
  const removed = page.waitForResponse((response) => response.url().includes("/wishlist/"));
  await wishlistButtons.first().click();
  expect((await removed).status()).toBe(200);
  const emptyHeading = page.getByRole("heading", {
    name: isRussian ? "Пока ничего не отложено" : "No favourites yet",
  });
  await expect(emptyHeading).toBeVisible();
  await page.reload();
  await expect(emptyHeading).toBeVisible();
});
