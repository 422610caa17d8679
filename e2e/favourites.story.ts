import { expect, expectAccessible, openedDialog, signUp, test } from "./fixtures.ts";

test("a guest is asked to sign in, a shopper finds and removes his favourites", async ({ page, context, locale }) => {
  const russian = locale === "ru-RU";
  const prefix = russian ? "" : "/en-US";
  const title = russian ? "Избранное" : "Favourites";
  await page.goto(`${prefix}/wishlist`);
  await expect(page).toHaveURL(`${prefix || "/"}?auth=1&from=%2Fwishlist`);
  await openedDialog(page, russian ? "Вход" : "Sign in");

  await signUp(page, context);
  await page.goto(`${prefix}/best-sales`);
  const hearts = page.getByRole("main").getByRole("button", { name: russian ? /^В избранное/ : /favourites/i });
  for (const at of [0, 1]) {
    const kept = page.waitForResponse((answer) => answer.url().includes("/wishlist/"));
    await hearts.nth(at).click();
    expect((await kept).status()).toBe(200);
  }
  await page.goto(`${prefix}/wishlist`);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(hearts).toHaveCount(2);
  await expectAccessible(page);

  await page.goto(`${prefix}/profile/user_favorites`);
  await hearts.first().click();
  await expect(hearts).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeFocused();
  await page.goto(`${prefix}/wishlist`);
  const gone = page.waitForResponse((answer) => answer.url().includes("/wishlist/"));
  await hearts.first().click();
  expect((await gone).status()).toBe(200);
  const empty = page.getByRole("heading", { name: russian ? "Пока ничего не отложено" : "Nothing put by yet" });
  await expect(empty).toBeVisible();
  await page.reload();
  await expect(empty).toBeVisible();
});
