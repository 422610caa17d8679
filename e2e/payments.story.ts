import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import enUS from "../web/app/messages/en-US.json" with { type: "json" };
import ruRU from "../web/app/messages/ru-RU.json" with { type: "json" };
import { expect, expectAccessible, test } from "./fixtures.ts";

const CARD = "4000 0000 0000 3220";
const bank = {
  "ru-RU": { texts: ruRU, confirm: "Подтвердить", refuse: "Отказаться" },
  "en-US": { texts: enUS, confirm: "Confirm", refuse: "Refuse" },
};

/** An order of one product that waits for its money, made as any client of the API makes it. @returns its payment. */
async function anOrder(page: Page, locale: string): Promise<string> {
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
  const ask = async (path: string, data?: unknown, more: Record<string, string> = {}) => {
    const options = { headers: { ...authorized, ...more } };
    const answer = await (data === undefined
      ? page.request.get(path, options)
      : page.request.post(path, { ...options, data }));
    return (await answer.json()).data;
  };
  const { items } = await ask("/v1/products?in_stock=1&sort=price_asc&per_page=20");
  const product = items.find((one: { has_options: boolean }) => !one.has_options);
  const address = await ask("/v1/user/addresses", {
    alias: "Home",
    first_name: "Anna",
    last_name: "Ivanova",
    country: "RU",
    postcode: "101000",
    city: "Moscow",
    address: "Tverskaya 1",
    phone_mobile: "+7 900 123-45-67",
  });
  await ask("/v1/user/cart", [{ product_id: product.id, qty: 1 }]);
  await ask(`/v1/user/cart/address/${address.id}`, {});
  await ask("/v1/user/cart/shipping/1", {});
  const cart = await ask("/v1/user/cart");
  const placed = await ask(
    "/v1/user/orders",
    { agree: true, expected_total: cart.price_v2.total_price },
    { "idempotency-key": randomUUID() },
  );
  return placed.payment.id;
}

async function typeCard(page: Page, texts: typeof ruRU, number = CARD): Promise<void> {
  await page.getByLabel(texts["payment.number"]).fill(number);
  await page.getByLabel(texts["payment.holder"]).fill("ANNA IVANOVA");
  await page.getByLabel(texts["payment.expiry"]).fill("12/30");
  await page.getByLabel("CVC").fill("123");
  const pay = texts["payment.pay"].split("{")[0]?.trim() ?? "";
  await page.getByRole("button", { name: new RegExp(`^${pay}`) }).click();
}

test("a card is pasted, or filled in by the browser, and what is wrong with it is said at its field", async ({
  page,
  context,
  locale,
}) => {
  const language = locale === "ru-RU" ? "ru-RU" : "en-US";
  const { texts } = bank[language];
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const answer = await page.goto(
    `${language === "ru-RU" ? "" : "/en-US"}/jpcart/payment/${await anOrder(page, language)}`,
  );
  expect(await answer?.headerValue("content-security-policy")).toContain("default-src 'none'");
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
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await field.click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("ControlOrMeta+v");
  };
  // Before the page is alive or after: it is grouped.
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
  // As a browser fills a form: whole values at once, the year in full.
  await expiry.fill("12/2030");
  await expect(expiry).toHaveValue("12 / 30");
  await number.fill("370000000000002");
  await expect(number).toHaveValue("3700 000000 00002");
  await expect(page.getByText("AMEX")).toBeVisible();
  await expectAccessible(page);
});

test("a bank asks for a confirmation: refused, tried again, looked at in a second tab, confirmed", async ({
  page,
  context,
  locale,
}) => {
  const language = locale === "ru-RU" ? "ru-RU" : "en-US";
  const { texts, confirm, refuse } = bank[language];
  const prefix = language === "ru-RU" ? "" : "/en-US";
  const payment = await anOrder(page, language);

  await page.goto(`${prefix}/jpcart/payment/${payment}`);
  await typeCard(page, texts);
  await expect(page).toHaveURL(/\/sandbox-gateway\/challenge\//);
  await expectAccessible(page);
  await page.getByRole("button", { name: refuse }).click();
  await expect(page).toHaveURL(new RegExp(`/jpcart/payment/${payment}`));
  await expect(page.getByText(texts["payment.declined_3d_secure_failed"])).toBeVisible();

  await typeCard(page, texts);
  await expect(page).toHaveURL(/\/sandbox-gateway\/challenge\//);
  const second = await context.newPage();
  await second.goto(`${prefix}/jpcart/payment/${payment}`);
  await expect(second.getByRole("heading", { level: 1, name: texts["payment.bank_title"] })).toBeVisible();
  await expectAccessible(second);
  await page.getByRole("button", { name: confirm }).click();
  for (const tab of [page, second])
    await expect(tab.getByRole("heading", { level: 1, name: texts["payment.success_title"] })).toBeVisible();
});

test("an order is paid through SBP instead of by card, after a change of mind", async ({ page, locale }) => {
  const language = locale === "ru-RU" ? "ru-RU" : "en-US";
  const { texts } = bank[language];
  const prefix = language === "ru-RU" ? "" : "/en-US";
  const sbp = language === "ru-RU" ? "СБП" : "SBP";
  const card = language === "ru-RU" ? "Банковская карта" : "Bank card";
  const other = (name: string) => page.getByRole("button", { name: `${texts["payment.choose"]}: ${name}` });
  await page.goto(`${prefix}/jpcart/payment/${await anOrder(page, language)}`);

  await other(sbp).click();
  await expect(page.getByRole("heading", { level: 2, name: texts["payment.sbp"] })).toBeVisible();
  await expectAccessible(page);
  await other(card).click();
  await expect(page.getByLabel(texts["payment.number"])).toBeVisible();
  await other(sbp).click();
  await expect(page.getByRole("heading", { level: 2, name: texts["payment.sbp"] })).toBeVisible();
  const pay = texts["payment.pay"].split("{")[0]?.trim() ?? "";
  await page.getByRole("button", { name: new RegExp(`^${pay}`) }).click();
  await expect(page).toHaveURL(/\/sandbox-gateway\/challenge\//);
  await expectAccessible(page);
  await page.getByRole("button", { name: language === "ru-RU" ? "Оплатить" : "Pay" }).click();
  await expect(page.getByRole("heading", { level: 1, name: texts["payment.success_title"] })).toBeVisible();
});

test.describe("without a connection", () => {
  test.use({ expectedComplaints: [/status of 502|ERR_INTERNET_DISCONNECTED/] });
  const DECIDED_LATE = "4000 0000 0000 0341";
  const SUCCEEDS = "4242 4242 4242 4242";

  test("a payment whose state cannot be read says so until it can be read again", async ({ page, context, locale }) => {
    const language = locale === "ru-RU" ? "ru-RU" : "en-US";
    const { texts } = bank[language];
    const heading = (name: string) => page.getByRole("heading", { level: 1, name });
    await page.goto(`${language === "ru-RU" ? "" : "/en-US"}/jpcart/payment/${await anOrder(page, language)}`);
    await typeCard(page, texts, DECIDED_LATE);
    await expect(heading(texts["payment.waiting_title"])).toBeVisible();
    await context.setOffline(true);
    await expect(heading(texts["payment.unknown_title"])).toBeVisible();
    // Another tab says that something has changed: the page refreshes itself, which fails. By the second failure the first
    // one would be on the screen.
    for (let times = 0; times < 2; times++) {
      const failed = page.waitForEvent("requestfailed", (request) => request.url().includes(".data"));
      await page.evaluate(() => {
        localStorage.setItem("news", `counters ${Math.random()}`);
        dispatchEvent(new StorageEvent("storage", { key: "news" }));
      });
      await failed;
    }
    await expect(heading(texts["payment.unknown_title"])).toBeVisible();
    await context.setOffline(false);
    await expect(heading(texts["payment.success_title"])).toBeVisible();
  });

  test("a refresh that fails after the card was sent does not offer to pay again", async ({ page, locale }) => {
    const language = locale === "ru-RU" ? "ru-RU" : "en-US";
    const { texts } = bank[language];
    const heading = (name: string) => page.getByRole("heading", { level: 1, name });
    await page.goto(`${language === "ru-RU" ? "" : "/en-US"}/jpcart/payment/${await anOrder(page, language)}`);
    await page.route(/\.data(\?|$)/, (route) =>
      route.request().method() === "GET" ? route.fulfill({ status: 502, body: "Bad Gateway" }) : route.continue(),
    );
    await typeCard(page, texts, SUCCEEDS);
    await expect(heading(texts["payment.unknown_title"])).toBeVisible();
    await expectAccessible(page);
    await page.unroute(/\.data(\?|$)/);
    await expect(heading(texts["payment.success_title"])).toBeVisible({ timeout: 20_000 });
  });
});
