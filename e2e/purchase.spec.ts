import type { Page } from "@playwright/test";
import { expect, expectAccessible, getOpenDialog, testOverTls, test } from "./fixtures.ts";
import { fillAddress, getLabelPattern, getLocaleData, getStartPattern, openProduct, payByCard } from "./locators.ts";

const PASSWORD = "white plum blossom";
const CARD_SUCCEEDS = "4242 4242 4242 4242";
const CARD_DECLINED = "4000 0000 0000 0002";

test("a guest fills the cart, registers, places and pays an order, and finds it paid", async ({ page, locale }) => {
  test.setTimeout(360_000);
  await purchaseAsNewCustomer(page, locale);
});

testOverTls(
  "the same works behind a proxy that terminates TLS, with secure cookies",
  async ({ page, context, locale }) => {
    testOverTls.skip(locale !== "en-US", "only the proxy differs, so one language is enough");
    testOverTls.setTimeout(360_000);
    await purchaseAsNewCustomer(page, locale);
    const cookies = await context.cookies();
    expect(cookies.find(({ name }) => name === "__Host-token")).toMatchObject({ httpOnly: true, sameSite: "Lax" });
    expect(cookies.filter(({ secure }) => !secure)).toEqual([]);
    const response = await page.request.get("/v1/frontConfig");
    expect(response.headers()["strict-transport-security"]).toBe("max-age=31536000");
  },
);

async function purchaseAsNewCustomer(page: Page, locale: string | undefined): Promise<void> {
  const { texts, prefix, department, russia } = getLocaleData(locale);
  const email = `purchase-${locale}-${Date.now()}@example.com`;
  const main = page.getByRole("main");

  await page.goto(prefix || "/");
  await expectAccessible(page);

  await main.getByRole("link", { name: department }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: department })).toBeVisible();
  await expectAccessible(page);

  const addToCartButton = page.getByRole("button", { name: texts["cart.add"], exact: true });
  const card = main.getByRole("article").filter({ has: addToCartButton }).first();
  const name = await openProduct(page, card);
  await expectAccessible(page);
  await main.getByRole("button", { name: texts["cart.add"], exact: true }).first().click();

  await page.getByRole("link", { name: texts["layout.cart"] }).filter({ visible: true }).first().click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(main.getByRole("link", { name })).toBeVisible();
  await expectAccessible(page);

  // The guest registers, which signs in.
  await page.goto(`${prefix}/cart?auth=register&from=/cart`);
  const registerDialog = await getOpenDialog(page, texts["auth.register_title"]);
  await registerDialog.getByLabel(getLabelPattern(texts["field.name"])).fill("Анна");
  await registerDialog.getByLabel(texts["field.phone"]).fill("+7 900 000-00-01");
  await registerDialog.getByLabel(texts["field.email"]).fill(email);
  await registerDialog.getByLabel(getLabelPattern(texts["field.password"])).fill(PASSWORD);
  await registerDialog.getByLabel(texts["field.password_again"]).fill(PASSWORD);
  await registerDialog.getByLabel(getStartPattern(texts["auth.agree"])).check();
  await expectAccessible(page);
  await registerDialog.getByRole("button", { name: texts["auth.register"], exact: true }).click();
  await expect(registerDialog).toBeHidden();

  // The cart is kept; the page now asks for the address.
  await expect(main.getByRole("link", { name })).toBeVisible();
  await main.getByLabel(getLabelPattern(texts["address.country"])).selectOption({ label: russia });
  // What the registration asked for is filled in.
  await expect(main.getByLabel(getLabelPattern(texts["address.first_name"]))).toHaveValue("Anna");
  await expect(main.getByLabel(getLabelPattern(texts["address.phone_mobile"]))).toHaveValue("+7 900 000-00-01");
  await fillAddress(page, texts);
  await main.getByLabel(getLabelPattern(texts["address.city"])).focus();
  await expect(main.getByLabel(getLabelPattern(texts["address.street"]))).toHaveValue("ul. Pushkina 12, 34");
  await expectAccessible(page);
  await main.getByRole("button", { name: texts["address.save_and_continue"] }).click();
  await expect(main.getByText("Kazan, ul. Pushkina 12, 34").first()).toBeVisible();
  await expect(main.getByRole("heading", { name: texts["checkout.shipping"], exact: true })).toBeFocused();
  await expectAccessible(page);

  const placeOrderButton = page
    .getByRole("button", { name: texts["checkout.place"] })
    .filter({ visible: true })
    .first();
  const personalData = main.getByLabel(getStartPattern(texts["checkout.agree"]));
  const termsOfSale = main.getByLabel(getStartPattern(texts["checkout.agree_offer"]));
  await expect(personalData).not.toBeChecked();
  await expect(termsOfSale).not.toBeChecked();
  // Each consent has its own checkbox.
  await personalData.check();
  await placeOrderButton.click();
  await expect(main.getByText(texts["field.notification.no_agree_offer"]).first()).toBeVisible();
  await expect(termsOfSale).toBeFocused();
  await termsOfSale.check();
  // A double click places one order.
  await placeOrderButton.dblclick();
  await expect(page).toHaveURL(/\/user\/payment\//);
  await expectAccessible(page);

  // A declined card, then an accepted one.
  await payByCard(page, texts, CARD_DECLINED);
  await expect(main.getByText(texts["payment.declined_general_decline"])).toBeVisible();
  await expectAccessible(page);
  await payByCard(page, texts, CARD_SUCCEEDS);
  await expect(page.getByRole("heading", { name: texts["payment.success_title"] })).toBeVisible();
  await expectAccessible(page);

  await main.getByRole("link", { name: texts["payment.open_order"] }).first().click();
  await expect(page).toHaveURL(/\/profile\/orders\/\d{9}$/);
  await expect(main.getByText(texts["order.headline_paid"]).first()).toBeVisible();
  await expect(main.getByText(name).first()).toBeVisible();
  await expectAccessible(page);

  const number = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await page.goto(`${prefix}/profile/orders`);
  await expect(main.getByText(new RegExp(number.replaceAll(/\d{3}(?=\d)/g, "$&\\s?"))).first()).toBeVisible();
  const hrefs = await main
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(new Set(hrefs.flatMap((href) => /\/orders\/(\d{9})/.exec(href)?.[1] ?? []))).toEqual(new Set([number]));
  await expectAccessible(page);
}
