import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { buildS10Number } from "../demo/codes.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { getLocaleData, getMessagePattern, payByCard, waitForHydration } from "./locators.ts";
import { getShipment, progress, scan, waitForStation } from "./packing.ts";
import { signInAsStaff } from "./staff.ts";

const CARD_SUCCEEDS = "4242 4242 4242 4242";

type Api = (path: string, data?: unknown) => Promise<unknown>;
type Card = { id: number; has_options: boolean };

/** Registers a customer with an address in Moscow and signs this browser in. @returns calls of the API as them */
async function signUpWithAddress(page: Page, context: BrowserContext, locale = ""): Promise<Api> {
  const headers: Record<string, string> = { "accept-language": locale, currency: "RUB" };
  const call: Api = async (path, data) => {
    const options = { headers: { ...headers, "idempotency-key": randomUUID() } };
    const response = await (data === undefined
      ? page.request.get(path, options)
      : page.request.post(path, { ...options, data }));
    expect(response.ok(), path).toBe(true);
    return ((await response.json()) as { data: unknown }).data;
  };
  const password = "white plum blossom";
  const { token } = (await call("/v1/register", {
    ...{ name: "Anna", tel: "+7 900 123-45-67", email: `${randomUUID()}@example.test`, agree: true },
    ...{ password, password_confirmation: password },
  })) as { token: string };
  headers["authorization"] = `Bearer ${token}`;
  await context.addCookies([{ name: "token", value: token, url: process.env["SHOP_URL"] ?? "" }]);
  const address = (await call("/v1/user/addresses", {
    ...{ alias: "Home", first_name: "Anna", last_name: "Ivanova", country: "RU", postcode: "101000" },
    ...{ city: "Moscow", address: "Tverskaya 1", phone_mobile: "+7 900 123-45-67" },
  })) as { id: number };
  await call(`/v1/user/cart/address/${address.id}`, {});
  return call;
}

/** Orders a product and pays by card on the page of the payment. @returns the order number */
async function orderAndPay(page: Page, call: Api, productId: number, locale: string | undefined): Promise<number> {
  const { texts, prefix } = getLocaleData(locale);
  await call("/v1/user/cart", [{ product_id: productId, qty: 1 }]);
  await call("/v1/user/cart/shipping/1", {});
  const cart = (await call("/v1/user/cart")) as { price_v2: { total_price: number } };
  const { order, payment } = (await call("/v1/user/orders", {
    ...{ agree: true, agree_offer: true, expected_total: cart.price_v2.total_price },
  })) as { order: { id: number }; payment: { id: string } };
  await page.goto(`${prefix}/user/payment/${payment.id}`);
  await waitForHydration(page);
  await payByCard(page, texts, CARD_SUCCEEDS);
  await expect(page.getByRole("heading", { level: 1, name: texts["payment.success_title"] })).toBeVisible();
  return order.id;
}

/** Returns a number as pages show it; its spaces are non-breaking. */
const getNumberPattern = (id: number) => new RegExp(String(id).replaceAll(/\B(?=(\d{3})+$)/g, "\\s"));

test("two paid orders are joined, packed once, and leave with one tracking number", async ({
  page,
  context,
  locale,
}) => {
  test.setTimeout(360_000);
  const { texts, prefix } = getLocaleData(locale);
  const call = await signUpWithAddress(page, context, locale);
  const { items } = (await call("/v1/products?in_stock=1&sort=price_asc&per_page=40")) as { items: Card[] };
  const [first, second] = items.filter(({ has_options }) => !has_options);
  const main = await orderAndPay(page, call, first?.id ?? 0, locale);
  const joined = await orderAndPay(page, call, second?.id ?? 0, locale);

  const offers = page.getByRole("region", { name: texts["join.offer_title"] });
  await expect(offers).toContainText(getNumberPattern(main));
  await expectAccessible(page);
  await offers.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: texts["join.title"] })).toBeVisible();
  await expect(page.getByText(texts["join.refund"])).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: texts["join.confirm"], exact: true }).dblclick();
  const parcel = page.getByRole("region", { name: texts["join.one_parcel"] });
  await expect(parcel).toContainText(getNumberPattern(main));
  await expectAccessible(page);
  await parcel.getByRole("link").click();
  await expect(parcel).toContainText(getNumberPattern(joined));
  await expect(page.getByRole("button", { name: texts["order.cancel"] })).toHaveCount(0);

  await signInAsStaff(page, locale, "packer");
  await page.goto(`/admin/fulfillment/pack/${joined}`);
  await waitForStation(page);
  await expect(page.getByText(/^(Одна посылка|One parcel)$/)).toBeVisible();
  for (const id of [main, joined]) await expect(page.getByRole("banner")).toContainText(getNumberPattern(id));
  await expect(page.getByRole("button", { name: /^(Начать упаковку|Start packing)$/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(progress(page)).toHaveAttribute("max", "2");
  await expectAccessible(page);
  const shipment = await getShipment(page, main);
  for (const [index, { barcode, reference }] of shipment.items.entries()) {
    await scan(page, barcode ?? reference);
    await expect(progress(page)).toHaveAttribute("value", String(index + 1));
  }
  await page.getByRole("button", { name: /^(К весу|To the weight)$/ }).click();
  await page.keyboard.type(String(shipment.expected_weight_g));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: /^(Трек-номер|Tracking number)$/ })).toBeFocused();
  const number = buildS10Number("RR", String(main).slice(-8));
  await scan(page, number);
  await expect(page.getByRole("heading", { name: /^(Отправлено|Shipped)$/ })).toBeVisible();

  for (const id of [main, joined]) {
    await page.goto(`${prefix}/profile/orders/${id}`);
    const track = page.getByRole("link", { name: texts["order.track"], exact: true });
    await expect(track).toHaveAttribute("href", new RegExp(number));
    await expect(parcel).toBeVisible();
  }
  await page.goto(`${prefix}/profile/orders`);
  await expect(page.getByText(getMessagePattern(texts["join.card"]))).toHaveCount(2);
});
