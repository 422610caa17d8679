import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { getSignInDialog, holdRequests, getLabelPattern, getLocaleData, firstVisible } from "./locators.ts";

test.describe("with expected error responses", () => {
  test.use({ allowedConsoleErrors: [/status of 4(01|22)/] });

  test("a guest keeps the cart at sign-in, and all tabs follow sign-in and sign-out", async ({
    page,
    context,
    locale,
  }) => {
    const { texts, prefix } = getLocaleData(locale);
    const other = await context.newPage();
    await other.goto(`${prefix}/best-sales`);
    await page.goto(`${prefix}/best-sales`);
    const getCartLink = (tab: Page) =>
      firstVisible(
        tab
          .getByRole("link", { name: new RegExp(`${texts["layout.cart"]}|^\\d`) })
          .filter({ hasText: texts["layout.cart"] }),
      );
    const addToCartButton = page
      .getByRole("main")
      .getByRole("button", { name: texts["cart.add"], exact: true })
      .first();
    await addToCartButton.click();
    await expect(getCartLink(page)).toContainText("1");
    await expect(
      page
        .getByRole("status")
        .filter({ hasText: "1" })
        .filter({ hasText: /корзин|cart/i }),
    ).toHaveCount(1);
    await expect(getCartLink(other)).toContainText("1");

    const email = `tabs-${locale}-${Date.now()}@example.com`;
    const password = "seven white plums";
    await page.request.post("/v1/register", {
      data: { name: "Анна", tel: "+7 900 123-45-67", email, password, password_confirmation: password, agree: true },
    });
    await firstVisible(page.getByRole("link", { name: texts["layout.sign_in"] })).click();
    const signInDialog = getSignInDialog(page, texts);
    await signInDialog.getByLabel(getLabelPattern(texts["field.email"])).fill(email);
    await signInDialog.getByLabel(getLabelPattern(texts["field.password"])).fill(password);
    await signInDialog.getByLabel(texts["auth.remember"]).check();
    await signInDialog.getByRole("button", { name: texts["auth.sign_in"], exact: true }).click();
    await expect(signInDialog).toBeHidden();
    await expect(page).toHaveURL(`${prefix}/best-sales`);
    const token = (await context.cookies()).find(({ name }) => name === "token");
    expect(token?.httpOnly).toBe(true);
    expect(Math.round(((token?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(30);

    const getSignInLink = (tab: Page) => firstVisible(tab.getByRole("link", { name: texts["layout.sign_in"] }));
    for (const tab of [page, other]) {
      await expect(getSignInLink(tab)).toBeHidden();
      await expect(getCartLink(tab)).toContainText("1");
    }
    expect(await page.evaluate(() => localStorage.getItem("cart"))).toContain('"entities":{}');

    const wishlistButton = page
      .getByRole("main")
      .getByRole("button", { name: /^В избранное|favourites/i })
      .first();
    const release = await holdRequests(page, /\/wishlist\/\d+/);
    await wishlistButton.click();
    await expect(wishlistButton).toHaveAttribute("aria-pressed", "false");
    release();
    await expect(wishlistButton).toHaveAttribute("aria-pressed", "true");
    const wishlistLink = firstVisible(other.getByRole("link", { name: texts["layout.wishlist"] }));
    await expect(wishlistLink).toContainText("1");

    await page.goto(`${prefix}/profile`);
    // The other tab loads a page of the customer and cannot receive messages until its scripts have loaded.
    const releaseScripts = await holdRequests(other, /\/assets\/.*\.js$/);
    await other.goto(`${prefix}/best-sales`, { waitUntil: "commit" });
    await expect(getSignInLink(other)).toBeHidden();
    await firstVisible(page.getByRole("button", { name: texts["account.sign_out"] })).click();
    await expect(page).toHaveURL(prefix || "/");
    releaseScripts();
    for (const tab of [page, other]) {
      await expect(getSignInLink(tab)).toBeVisible();
      await expect(getCartLink(tab)).not.toContainText("1");
    }
  });
});

test("a currency change applies to all tabs and prices at once", async ({ page, context, locale }) => {
  const { texts, prefix, currency } = getLocaleData(locale);
  const other = await context.newPage();
  await other.goto(`${prefix}/cart`);
  await page.goto(`${prefix}/best-sales`);
  await page.getByRole("main").getByRole("button", { name: texts["cart.add"], exact: true }).first().click();
  await expect(
    other.getByRole("main").getByRole("heading", { name: texts["checkout.items"], exact: true }),
  ).toBeVisible();

  const getCurrencyPicker = (tab: Page) =>
    firstVisible(tab.getByRole("button", { name: new RegExp(`^${texts["layout.currency"]}`) }));
  const calls: string[] = [];
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() === "POST") calls.push(path);
  });
  await getCurrencyPicker(page).click();
  const currencyList = firstVisible(page.getByRole("list", { name: texts["layout.currency"] }));
  await expect(currencyList.getByRole("button", { pressed: true })).toHaveCount(1);
  await expectAccessible(page);
  const reloaded = page.waitForEvent("load");
  await currencyList.getByRole("button").filter({ hasText: currency.sign }).first().click();
  await expect(getCurrencyPicker(page)).toBeDisabled();
  const readStoredCart = () => page.evaluate(() => localStorage.getItem("cart") ?? "");
  expect(await readStoredCart()).toContain(`"currency":"${currency.code.toLowerCase()}"`);
  await reloaded;
  expect(calls).toEqual(["/v1/productsPrice", `${prefix}/currency`]);
  expect(await readStoredCart()).toContain(`"currency":"${currency.other.toLowerCase()}"`);
  for (const tab of [page, other]) {
    await expect(getCurrencyPicker(tab)).toHaveAccessibleName(`${texts["layout.currency"]}: ${currency.other}`);
    await expect(tab.getByRole("main").getByText(currency.sign).first()).toBeVisible();
  }
  await expect(other.getByRole("main").getByText(currency.sign === "$" ? "₽" : "$")).toHaveCount(0);
});
