import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { getLabelPattern, getLocaleData, payByCard, waitForHydration } from "./locators.ts";
import { pageHeading, signInAsStaff } from "./staff.ts";

const CARD_SUCCEEDS = "4242 4242 4242 4242";

/** Registers a customer, fills their cart and chooses a pickup point of CDEK in Moscow. */
async function fillCart(page: Page, context: BrowserContext, locale: string): Promise<{ token: string }> {
  const headers = { "accept-language": locale ?? "" };
  const password = "white plum blossom";
  const registration = {
    ...{ name: "Anna", tel: "+7 900 123-45-67", email: `${randomUUID()}@example.test`, agree: true },
    ...{ password, password_confirmation: password },
  };
  const registered = await page.request.post("/v1/register", { headers, data: registration });
  const { token } = (await registered.json()).data as { token: string };
  const authorized = { ...headers, authorization: `Bearer ${token}`, currency: "RUB" };
  const get = async (path: string) => (await (await page.request.get(path, { headers: authorized })).json()).data;
  const post = async (path: string, data: unknown) =>
    (await (await page.request.post(path, { headers: authorized, data })).json()).data;
  const { items } = await get("/v1/products?in_stock=1&sort=price_asc&per_page=20");
  await post("/v1/user/cart", [
    { product_id: items.find((item: { has_options: boolean }) => !item.has_options).id, qty: 1 },
  ]);
  const address = await post("/v1/user/addresses", {
    ...{ alias: "Home", first_name: "Anna", last_name: "Ivanova", country: "RU", postcode: "101000", city: "Moscow" },
    ...{ address: "Tverskaya 1", phone_mobile: "+7 900 123-45-67" },
  });
  await post(`/v1/user/cart/address/${address.id}`, {});
  await post("/v1/user/cart/shipping/6", {});
  const { shipping } = await get("/v1/user/cart");
  const method = shipping.availiable_shipping.items.find(({ id }: { id: number }) => id === 6);
  await post("/v1/user/cart/cdek/address", { code: method.options[0].code });
  await context.addCookies([{ name: "token", value: token, url: process.env["SHOP_URL"] ?? "" }]);
  return { token };
}

test("customs data of the recipient is announced, asked for after the payment, and hidden once it is given", async ({
  page,
  context,
  browser,
  locale,
}) => {
  test.setTimeout(360_000);
  const { texts, prefix } = getLocaleData(locale);
  const main = page.getByRole("main");
  const { token } = await fillCart(page, context, locale ?? "");
  await page.goto(`${prefix}/cart`);
  await expect(main.getByText(texts["identity.announced"]).first()).toBeVisible();

  const authorized = { authorization: `Bearer ${token}`, currency: "RUB", "accept-language": locale ?? "" };
  const cart = (await (await page.request.get("/v1/user/cart", { headers: authorized })).json()).data;
  const placed = await page.request.post("/v1/user/orders", {
    headers: { ...authorized, "idempotency-key": randomUUID() },
    data: { agree: true, agree_offer: true, expected_total: cart.price_v2.total_price },
  });
  const { order, payment } = (await placed.json()).data as { order: { id: number }; payment: { id: string } };
  await page.goto(`${prefix}/user/payment/${payment.id}`);
  await waitForHydration(page);
  await payByCard(page, texts, CARD_SUCCEEDS);
  const section = main.getByRole("region", { name: texts["identity.title"] });
  await expect(section).toBeVisible();
  await expectAccessible(page);

  // Without scripts: a wrong taxpayer number is refused at its field, and what was typed stays.
  const plainContext = await browser.newContext({
    ...{ javaScriptEnabled: false, ...(locale ? { locale } : {}), storageState: await context.storageState() },
    baseURL: process.env["SHOP_URL"] ?? "",
  });
  const plainPage = await plainContext.newPage();
  await plainPage.goto(`${prefix}/profile/orders/${order.id}`);
  const plainSection = plainPage.getByRole("region", { name: texts["identity.title"] });
  await plainSection.getByLabel(getLabelPattern(texts["identity.passport"])).fill("4509 123456");
  await plainSection.getByLabel(getLabelPattern(texts["identity.issued_on"])).fill("2015-03-20");
  await plainSection.getByLabel(getLabelPattern(texts["identity.inn"])).fill("500100732258");
  await plainSection.getByRole("button", { name: texts["identity.save"] }).click();
  await expect(plainSection.getByText(texts["field.invalidInn"])).toBeVisible();
  await expect(plainSection.getByLabel(getLabelPattern(texts["identity.passport"]))).toHaveValue("4509 123456");
  await plainContext.close();

  await section.getByLabel(getLabelPattern(texts["identity.passport"])).fill("4509 123456");
  await section.getByLabel(getLabelPattern(texts["identity.issued_on"])).fill("2015-03-20");
  await section.getByLabel(getLabelPattern(texts["identity.inn"])).fill("500100732258");
  await section.getByRole("button", { name: texts["identity.save"] }).click();
  await expect(section.getByText(texts["field.invalidInn"])).toBeVisible();
  await expect(section.getByLabel(getLabelPattern(texts["identity.inn"]))).toBeFocused();
  await expectAccessible(page);
  await section.getByLabel(getLabelPattern(texts["identity.inn"])).fill("500100732259");
  await section.getByRole("button", { name: texts["identity.save"] }).click();
  await expect(section.getByText(texts["identity.replace"])).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${prefix}/profile/orders/${order.id}`);
  await expect(section.getByText(texts["identity.replace"])).toBeVisible();
  expect(await page.content()).not.toMatch(/4509|500100732259/);

  const staffContext = await browser.newContext({ baseURL: process.env["SHOP_URL"] ?? "" });
  const staffPage = await staffContext.newPage();
  await signInAsStaff(staffPage, locale, "manager");
  await staffPage.goto(`/admin/orders/${order.id}`);
  await expect(pageHeading(staffPage, new RegExp(String(order.id).slice(-3)))).toBeVisible();
  expect(await staffPage.content()).not.toMatch(/4509|500100732259/);
  await staffPage.getByText(/(Показать паспорт и\s?ИНН…|Reveal passport and INN…)/).click();
  await staffPage.locator("#identity-reason").fill("The carrier asks");
  await staffPage
    .locator("form", { has: staffPage.locator("#identity-reason") })
    .getByRole("button")
    .click();
  await expect(staffPage.getByText("4509 123456")).toBeVisible();
  await expectAccessible(staffPage);
  await staffContext.close();
});
