import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { getLocaleData, getStartPattern, payByCard } from "./locators.ts";

const CARD_3DS = "4000 0000 0000 3220";
/** Texts of the sandbox gateway's pages and names of the payment methods. */
const gatewayTexts = {
  "ru-RU": { confirm: "Подтвердить", refuse: "Отказаться", pay: "Оплатить", sbp: "СБП", card: "Банковская карта" },
  "en-US": { confirm: "Confirm", refuse: "Refuse", pay: "Pay", sbp: "SBP", card: "Bank card" },
};
const getPaymentData = (locale: string | undefined) => ({
  ...getLocaleData(locale),
  ...gatewayTexts[locale === "ru-RU" ? "ru-RU" : "en-US"],
});

/** Places an unpaid order of one product through the API. @returns the payment id */
async function placeOrder(page: Page, locale = ""): Promise<string> {
  const headers = { "accept-language": locale };
  const password = "white plum blossom";
  const registered = await page.request.post("/v1/register", {
    headers,
    data: {
      name: "Anna",
      tel: "+7 900 123-45-67",
      email: `${randomUUID()}@example.test`,
      password,
      password_confirmation: password,
      agree: true,
    },
  });
  const { token } = (await registered.json()).data as { token: string };
  const authorized = { ...headers, authorization: `Bearer ${token}`, currency: "RUB" };
  const callApi = async (path: string, data?: unknown, extraHeaders: Record<string, string> = {}) => {
    const options = { headers: { ...authorized, ...extraHeaders } };
    const response = await (data === undefined
      ? page.request.get(path, options)
      : page.request.post(path, { ...options, data }));
    return (await response.json()).data;
  };
  const { items } = await callApi("/v1/products?in_stock=1&sort=price_asc&per_page=20");
  const product = items.find((item: { has_options: boolean }) => !item.has_options);
  const address = await callApi("/v1/user/addresses", {
    alias: "Home",
    first_name: "Anna",
    last_name: "Ivanova",
    country: "RU",
    postcode: "101000",
    city: "Moscow",
    address: "Tverskaya 1",
    phone_mobile: "+7 900 123-45-67",
  });
  await callApi("/v1/user/cart", [{ product_id: product.id, qty: 1 }]);
  await callApi(`/v1/user/cart/address/${address.id}`, {});
  await callApi("/v1/user/cart/shipping/1", {});
  const cart = await callApi("/v1/user/cart");
  const order = await callApi(
    "/v1/user/orders",
    { agree: true, expected_total: cart.price_v2.total_price },
    { "idempotency-key": randomUUID() },
  );
  return order.payment.id;
}

test("card data is pasted or autofilled, and errors are shown at the field", async ({ page, context, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const response = await page.goto(`${prefix}/jpcart/payment/${await placeOrder(page, locale)}`);
  expect(await response?.headerValue("content-security-policy")).toContain("default-src 'none'");
  const number = page.getByLabel(texts["payment.number"]);
  const expiry = page.getByLabel(texts["payment.expiry"]);
  const fields = [number, page.getByLabel(texts["payment.holder"]), expiry, page.getByLabel("CVC")];
  expect(await Promise.all(fields.map((field) => field.getAttribute("autocomplete")))).toEqual([
    "cc-number",
    "cc-name",
    "cc-exp",
    "cc-csc",
  ]);
  const paste = async (field: typeof number, text: string) => {
    await page.evaluate((value) => navigator.clipboard.writeText(value), text);
    await field.click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("ControlOrMeta+v");
  };
  // The number is grouped before or after hydration.
  await paste(number, "4242424242424242");
  await expect(number).toHaveValue("4242 4242 4242 4242");
  await expect(page.getByText("VISA")).toBeVisible();
  await paste(number, " 4242 4242 4242 4241 ");
  await paste(expiry, "12/30");
  await expect(expiry).toHaveValue("12 / 30");
  await expect(page.getByText(texts["field.invalidCardNumber"])).toBeVisible();
  await expect(number).toHaveAttribute("aria-invalid", "true");
  await paste(number, "4242-4242-4242-4242");
  await expect(number).toHaveValue("4242 4242 4242 4242");
  // Browser autofill sets whole values, with a four-digit year.
  await expiry.fill("12/2030");
  await expect(expiry).toHaveValue("12 / 30");
  await number.fill("370000000000002");
  await expect(number).toHaveValue("3700 000000 00002");
  await expect(page.getByText("AMEX")).toBeVisible();
  await expectAccessible(page);
});

test("3-D Secure: declined, retried, shown in a second tab, confirmed", async ({ page, context, locale }) => {
  const { texts, prefix, confirm, refuse } = getPaymentData(locale);
  const payment = await placeOrder(page, locale);

  await page.goto(`${prefix}/jpcart/payment/${payment}`);
  await payByCard(page, texts, CARD_3DS);
  await expect(page).toHaveURL(/\/sandbox-gateway\/challenge\//);
  await expectAccessible(page);
  await page.getByRole("button", { name: refuse }).click();
  await expect(page).toHaveURL(new RegExp(`/jpcart/payment/${payment}`));
  await expect(page.getByText(texts["payment.declined_3d_secure_failed"])).toBeVisible();

  await payByCard(page, texts, CARD_3DS);
  await expect(page).toHaveURL(/\/sandbox-gateway\/challenge\//);
  const secondTab = await context.newPage();
  await secondTab.goto(`${prefix}/jpcart/payment/${payment}`);
  await expect(secondTab.getByRole("heading", { level: 1, name: texts["payment.bank_title"] })).toBeVisible();
  await expectAccessible(secondTab);
  await page.getByRole("button", { name: confirm }).click();
  for (const tab of [page, secondTab])
    await expect(tab.getByRole("heading", { level: 1, name: texts["payment.success_title"] })).toBeVisible();
});

test("the payment method is changed from card to SBP and the order is paid", async ({ page, locale }) => {
  const { texts, prefix, sbp, card, pay } = getPaymentData(locale);
  const getOtherMethod = (name: string) => page.getByRole("button", { name: `${texts["payment.choose"]}: ${name}` });
  await page.goto(`${prefix}/jpcart/payment/${await placeOrder(page, locale)}`);

  await getOtherMethod(sbp).click();
  await expect(page.getByRole("heading", { level: 2, name: texts["payment.sbp"] })).toBeVisible();
  await expectAccessible(page);
  await getOtherMethod(card).click();
  await expect(page.getByLabel(texts["payment.number"])).toBeVisible();
  await getOtherMethod(sbp).click();
  await expect(page.getByRole("heading", { level: 2, name: texts["payment.sbp"] })).toBeVisible();
  await page.getByRole("button", { name: getStartPattern(texts["payment.pay"]) }).click();
  await expect(page).toHaveURL(/\/sandbox-gateway\/challenge\//);
  await expectAccessible(page);
  await page.getByRole("button", { name: pay }).click();
  await expect(page.getByRole("heading", { level: 1, name: texts["payment.success_title"] })).toBeVisible();
});

test.describe("without a connection", () => {
  test.use({ allowedConsoleErrors: [/status of 502|ERR_INTERNET_DISCONNECTED/] });
  const CARD_DECIDED_LATE = "4000 0000 0000 0341";
  const CARD_SUCCEEDS = "4242 4242 4242 4242";

  test("a payment with an unknown status says so until the status is available", async ({ page, context, locale }) => {
    const { texts, prefix } = getLocaleData(locale);
    const getHeading = (name: string) => page.getByRole("heading", { level: 1, name });
    await page.goto(`${prefix}/jpcart/payment/${await placeOrder(page, locale)}`);
    await payByCard(page, texts, CARD_DECIDED_LATE);
    await expect(getHeading(texts["payment.waiting_title"])).toBeVisible();
    await context.setOffline(true);
    await expect(getHeading(texts["payment.unknown_title"])).toBeVisible();
    // A tab sync message makes the page revalidate, which fails. By the second failure the page would show the first
    // one.
    for (let attempt = 0; attempt < 2; attempt++) {
      const failedRequest = page.waitForEvent("requestfailed", (request) => request.url().includes(".data"));
      await page.evaluate(() => {
        localStorage.setItem("news", `counters ${Math.random()}`);
        dispatchEvent(new StorageEvent("storage", { key: "news" }));
      });
      await failedRequest;
    }
    await expect(getHeading(texts["payment.unknown_title"])).toBeVisible();
    await context.setOffline(false);
    await expect(getHeading(texts["payment.success_title"])).toBeVisible();
  });

  test("a failed revalidation after submitting the card does not offer a second payment", async ({ page, locale }) => {
    const { texts, prefix } = getLocaleData(locale);
    const getHeading = (name: string) => page.getByRole("heading", { level: 1, name });
    await page.goto(`${prefix}/jpcart/payment/${await placeOrder(page, locale)}`);
    await page.route(/\.data(\?|$)/, (route) =>
      route.request().method() === "GET" ? route.fulfill({ status: 502, body: "Bad Gateway" }) : route.continue(),
    );
    await payByCard(page, texts, CARD_SUCCEEDS);
    await expect(getHeading(texts["payment.unknown_title"])).toBeVisible();
    await expectAccessible(page);
    await page.unroute(/\.data(\?|$)/);
    await expect(getHeading(texts["payment.success_title"])).toBeVisible({ timeout: 20_000 });
  });
});
