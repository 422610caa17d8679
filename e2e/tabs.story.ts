import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { doorOf, holdBack, label, placeOf, seen } from "./places.ts";

test.describe("where it expects a refusal", () => {
  test.use({ expectedComplaints: [/status of 4(01|22)/] });

  test("a guest who signs in finds his cart, in every tab, and signing out is seen there too", async ({
    page,
    context,
    locale,
  }) => {
    const { texts, prefix } = placeOf(locale);
    const other = await context.newPage();
    await other.goto(`${prefix}/best-sales`);
    await page.goto(`${prefix}/best-sales`);
    const cartOf = (tab: Page) =>
      seen(
        tab
          .getByRole("link", { name: new RegExp(`${texts["shell.cart"]}|^\\d`) })
          .filter({ hasText: texts["shell.cart"] }),
      );
    const add = page.getByRole("main").getByRole("button", { name: texts["cart.add"], exact: true }).first();
    await add.click();
    await expect(cartOf(page)).toContainText("1");
    await expect(
      page
        .getByRole("status")
        .filter({ hasText: "1" })
        .filter({ hasText: /корзин|cart/i }),
    ).toHaveCount(1);
    await expect(cartOf(other)).toContainText("1");

    const email = `tabs-${locale}-${Date.now()}@example.com`;
    const password = "seven white plums";
    await page.request.post("/v1/register", {
      data: { name: "Анна", tel: "+7 900 123-45-67", email, password, password_confirmation: password, agree: true },
    });
    await seen(page.getByRole("link", { name: texts["shell.sign_in"] })).click();
    const door = doorOf(page, texts);
    await door.getByLabel(label(texts["field.email"])).fill(email);
    await door.getByLabel(label(texts["field.password"])).fill(password);
    await door.getByLabel(texts["auth.remember"]).check();
    await door.getByRole("button", { name: texts["auth.sign_in"], exact: true }).click();
    await expect(door).toBeHidden();
    await expect(page).toHaveURL(`${prefix}/best-sales`);
    const token = (await context.cookies()).find(({ name }) => name === "token");
    expect(token?.httpOnly).toBe(true);
    expect(Math.round(((token?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(30);

    const guestDoor = (tab: Page) => seen(tab.getByRole("link", { name: texts["shell.sign_in"] }));
    for (const tab of [page, other]) {
      await expect(guestDoor(tab)).toBeHidden();
      await expect(cartOf(tab)).toContainText("1");
    }
    expect(await page.evaluate(() => localStorage.getItem("cart"))).toContain('"entities":{}');

    const heart = page
      .getByRole("main")
      .getByRole("button", { name: /^В избранное|favourites/i })
      .first();
    const letGo = await holdBack(page, /\/wishlist\/\d+/);
    await heart.click();
    await expect(heart).toHaveAttribute("aria-pressed", "false");
    letGo();
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    const wishes = seen(other.getByRole("link", { name: texts["shell.favourites"] }));
    await expect(wishes).toContainText("1");

    await page.goto(`${prefix}/profile`);
    // The other tab is on its way to a page of the shopper, and hears of nothing until its scripts are there.
    const letListen = await holdBack(other, /\/assets\/.*\.js$/);
    await other.goto(`${prefix}/best-sales`, { waitUntil: "commit" });
    await expect(guestDoor(other)).toBeHidden();
    await seen(page.getByRole("button", { name: texts["account.sign_out"] })).click();
    await expect(page).toHaveURL(prefix || "/");
    letListen();
    for (const tab of [page, other]) {
      await expect(guestDoor(tab)).toBeVisible();
      await expect(cartOf(tab)).not.toContainText("1");
    }
  });
});

test("another currency shows everywhere at once, or nowhere", async ({ page, context, locale }) => {
  const { texts, prefix, currency } = placeOf(locale);
  const other = await context.newPage();
  await other.goto(`${prefix}/cart`);
  await page.goto(`${prefix}/best-sales`);
  await page.getByRole("main").getByRole("button", { name: texts["cart.add"], exact: true }).first().click();
  await expect(
    other.getByRole("main").getByRole("heading", { name: texts["checkout.items"], exact: true }),
  ).toBeVisible();

  const picker = (tab: Page) => seen(tab.getByRole("button", { name: new RegExp(`^${texts["shell.currency"]}`) }));
  const calls: string[] = [];
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() === "POST") calls.push(path);
  });
  await picker(page).click();
  const choice = seen(page.getByRole("list", { name: texts["shell.currency"] }));
  await expect(choice.getByRole("button", { pressed: true })).toHaveCount(1);
  await expectAccessible(page);
  const reloaded = page.waitForEvent("load");
  await choice.getByRole("button").filter({ hasText: currency.sign }).first().click();
  await expect(picker(page)).toBeDisabled();
  const prices = () => page.evaluate(() => localStorage.getItem("cart") ?? "");
  expect(await prices()).toContain(`"currency":"${currency.code.toLowerCase()}"`);
  await reloaded;
  expect(calls).toEqual(["/v1/productsPrice", `${prefix}/currency`]);
  expect(await prices()).toContain(`"currency":"${currency.other.toLowerCase()}"`);
  for (const tab of [page, other]) {
    await expect(picker(tab)).toHaveAccessibleName(`${texts["shell.currency"]}: ${currency.other}`);
    await expect(tab.getByRole("main").locator(".price").first()).toContainText(currency.sign);
  }
  await expect(other.getByRole("main").getByText(currency.sign === "$" ? "₽" : "$")).toHaveCount(0);
});
