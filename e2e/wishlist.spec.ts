import { expect, expectAccessible, getOpenDialog, signUp, test } from "./fixtures.ts";
import { getLocaleData } from "./locators.ts";
import { createApiReader } from "./page-paths.ts";

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

test("a wishlist is shared by a link, and two givers do not choose the same", async ({
  page,
  context,
  browser,
  locale,
}) => {
  const { texts, prefix } = getLocaleData(locale);
  const read = createApiReader(page.request, locale);
  const { items } = await read<{ items: { id: number }[] }>("/v1/products?in_stock=1&sort=rating&per_page=2");
  await signUp(page, context);
  await page.goto(`${prefix}/wishlist`);
  for (const { id } of items) {
    const added = await page.request.post(`${prefix}/wishlist/${id}`, {
      form: { in_wishlist: "1" },
      headers: { origin: new URL(page.url()).origin },
    });
    expect(added.ok()).toBe(true);
  }
  await page.reload();
  await page.getByRole("link", { name: texts["wishlist.share"] }).click();
  await page.getByLabel(texts["share.occasion"]).fill("Sakura");
  await page.getByRole("button", { name: texts["share.open"] }).click();
  const link = page.getByRole("textbox", { name: texts["share.link"] });
  await expect(link).toHaveValue(/\/wishlist\/shared\/[\w-]{43}$/);
  await expectAccessible(page);
  const path = new URL(await link.inputValue()).pathname;

  const openAsGiver = async () => {
    const giver = await browser.newContext({ ...(locale ? { locale } : {}) });
    const giverPage = await giver.newPage();
    await giverPage.goto(new URL(path, page.url()).href);
    return giverPage;
  };
  const [one, other] = [await openAsGiver(), await openAsGiver()];
  const chooseName = new RegExp(`^${texts["shared.choose_name"].replace("{name}", "")}`);
  await expect(one.getByRole("heading", { level: 1, name: "Sakura" })).toBeVisible();
  await one.getByRole("button", { name: chooseName }).first().click();
  await expect(one.getByText(texts["shared.mine"], { exact: true })).toBeVisible();
  await expectAccessible(one);
  // The other page still offers it.
  await other.getByRole("button", { name: chooseName }).first().click();
  await expect(other.getByRole("alert")).toBeVisible();
  await expect(other.getByText(texts["shared.taken"], { exact: true })).toBeVisible();

  await page.goto(path);
  await expect(page.getByText(texts["shared.own"])).toBeVisible();
  await expect(page.getByText(texts["shared.taken"], { exact: true })).toHaveCount(0);
  await expectAccessible(page);

  await one
    .getByRole("button", { name: new RegExp(`^${texts["shared.withdraw_name"].replace("{name}", "")}`) })
    .click();
  await expect(one.getByText(texts["shared.mine"], { exact: true })).toHaveCount(0);
  await page.goto(`${prefix}/wishlist/share`);
  await page.getByRole("button", { name: texts["share.end"] }).click();
  await expect(link).toHaveCount(0);
  const gone = await other.goto(new URL(path, page.url()).href);
  expect(gone?.status()).toBe(404);
  await one.context().close();
  await other.context().close();
});
