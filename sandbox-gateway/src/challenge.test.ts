import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createPaymentBody, goodCard, openTestGateway, createToken } from "../test/test-gateway.ts";
import { processDueWork } from "./worker.ts";

const testGateway = await openTestGateway();
const RETURN_URL = "http://shop.test/jpcart/payment/abc?returned=1";
const challengedCard = { ...goodCard, number: "4000 0000 0000 3220" };
const MINUTE_MS = 60_000;

async function createChallenge(overrides: object = {}): Promise<{ id: string; path: string }> {
  const body = createPaymentBody(await createToken(testGateway, challengedCard), {
    return_url: RETURN_URL,
    ...overrides,
  });
  const payment = await testGateway.callAsShop("POST", "/payments", { body, key: "challenged" });
  expect(payment.body).toMatchObject({
    status: "pending",
    confirmation: { confirmation_url: `http://gateway.test/sandbox-gateway/challenge/${payment.body.id}` },
  });
  return { id: payment.body.id, path: `/challenge/${payment.body.id}` };
}

const postAnswer = (path: string, value: string) =>
  testGateway.requestPage(path, { method: "POST", body: new URLSearchParams({ answer: value }) });
const getPaymentBody = async (id: string) => (await testGateway.callAsShop("GET", `/payments/${id}`)).body;

const normalizeSpaces = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

describe("hosted 3-D Secure page", () => {
  it("uses the language of the payment, or the other one on request", async () => {
    const { path } = await createChallenge({ locale: "en_US" });
    const english = normalizeSpaces(await (await testGateway.requestPage(path)).text());
    expect(english).toContain('<html lang="en">');
    for (const value of ["Test payment", "Confirm", "Refuse", "RUB 1,500", "•••• 3220", "Order 100000001"])
      expect(english).toContain(value);
    const russian = normalizeSpaces(await (await testGateway.requestPage(`${path}?locale=ru_RU`)).text());
    for (const value of ["Проверочная оплата", "Подтвердить", "Отказаться", "1 500 ₽"])
      expect(russian).toContain(value);
  });

  it("loads nothing, runs no script, cannot be framed and redirects only to the shop", async () => {
    const { path } = await createChallenge();
    const page = await testGateway.requestPage(path);
    expect(page.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:; form-action 'self' http:\/\/shop\.test; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(page.headers.get("cache-control")).toBe("no-store");
    const text = await page.text();
    const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    expect(page.headers.get("content-security-policy")).toContain(`'sha256-${hash}'`);
    expect(text).not.toContain("<script");
  });

  it.each([
    ["confirm", "succeeded", undefined],
    ["refuse", "canceled", "3d_secure_failed"],
  ])("answered with %s ends the payment as %s, notifies the shop and redirects back", async (value, status, reason) => {
    const { id, path } = await createChallenge();
    testGateway.notifications.length = 0;
    const response = await postAnswer(path, value);
    expect([response.status, response.headers.get("location")]).toEqual([303, RETURN_URL]);
    expect(await getPaymentBody(id)).toMatchObject({ status, ...(reason ? { cancellation_details: { reason } } : {}) });
    expect(await getPaymentBody(id)).not.toHaveProperty("confirmation");
    await testGateway.settle();
    expect(testGateway.notifications.map(({ body }) => body.event)).toEqual([`payment.${status}`]);
  });

  it("accepts only the first answer, also of concurrent ones and after the back button", async () => {
    const { id, path } = await createChallenge();
    testGateway.notifications.length = 0;
    const responses = await Promise.all(
      ["refuse", "refuse", "confirm", "confirm"].map((value) => postAnswer(path, value)),
    );
    expect(responses.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    const first = (await getPaymentBody(id)).status;
    expect((await postAnswer(path, first === "succeeded" ? "refuse" : "confirm")).status).toBe(303);
    expect((await getPaymentBody(id)).status).toBe(first);
    await testGateway.settle();
    expect(testGateway.notifications).toHaveLength(1);
    expect(await (await testGateway.requestPage(path)).text()).toContain(RETURN_URL);
  });

  it("expires after ten minutes and cancels the payment", async () => {
    const { id, path } = await createChallenge();
    testGateway.clock.advance(10 * MINUTE_MS - 1);
    expect(await (await testGateway.requestPage(path)).text()).toContain("<form");
    testGateway.clock.advance(1);
    expect(await (await testGateway.requestPage(path)).text()).not.toContain("<form");
    expect((await postAnswer(path, "confirm")).status).toBe(303);
    await testGateway.settle();
    expect(await getPaymentBody(id)).toMatchObject({
      status: "canceled",
      cancellation_details: { reason: "expired_on_confirmation" },
    });
  });

  it("does not exist for unknown ids and payments without a challenge, and rejects an invalid answer", async () => {
    const unchallenged = await testGateway.callAsShop("POST", "/payments", {
      body: createPaymentBody(await createToken(testGateway)),
      key: "plain",
    });
    for (const id of [unchallenged.body.id, "3f0c0c3e-0000-4000-8000-000000000000", "nothing"]) {
      expect((await testGateway.requestPage(`/challenge/${id}`)).status).toBe(404);
      expect((await postAnswer(`/challenge/${id}`, "confirm")).status).toBe(404);
    }
    const { id, path } = await createChallenge();
    expect((await postAnswer(path, "perhaps")).status).toBe(422);
    expect((await getPaymentBody(id)).status).toBe("pending");
  });
});

describe("hosted SBP page", () => {
  const createSbpPayment = async (overrides: object = {}) => {
    const { payment_token: _card, ...body } = createPaymentBody("none") as Record<string, unknown>;
    return testGateway.callAsShop("POST", "/payments", {
      body: { ...body, payment_method_data: { type: "sbp" }, return_url: RETURN_URL, ...overrides },
      key: "without-a-card",
    });
  };

  it("asks in both languages whether to pay, and says that it is a practice page", async () => {
    const payment = await createSbpPayment({ locale: "en_US" });
    expect(payment.body).toMatchObject({ status: "pending", payment_method: { type: "sbp" } });
    const path = `/challenge/${payment.body.id}`;
    const english = normalizeSpaces(await (await testGateway.requestPage(path)).text());
    for (const value of ["Test payment", "Practice SBP", "practice page", "Pay", "Refuse", "RUB 1,500"])
      expect(english).toContain(value);
    expect(english).not.toContain("••••");
    const russian = await (await testGateway.requestPage(`${path}?locale=ru_RU`)).text();
    for (const value of ["Проверочная оплата", "Учебная СБП", "Оплатить", "Отказаться"])
      expect(russian).toContain(value);
  });

  it.each([
    ["confirm", "succeeded", undefined],
    ["refuse", "canceled", "refused_by_payer"],
  ])("answered with %s ends the payment as %s, once", async (value, status, reason) => {
    const { id } = (await createSbpPayment()).body;
    const path = `/challenge/${id}`;
    for (const choice of [value, "confirm"]) {
      const response = await postAnswer(path, choice);
      expect([response.status, response.headers.get("location")]).toEqual([303, RETURN_URL]);
    }
    expect(await getPaymentBody(id)).toMatchObject({ status, ...(reason ? { cancellation_details: { reason } } : {}) });
  });

  it("accepts only rubles, requires a return URL and allows no card token", async () => {
    for (const [overrides, parameter] of [
      [{ amount: { value: "15.00", currency: "USD" } }, "payment_method_data.type"],
      [{ return_url: undefined }, "return_url"],
      [{ payment_token: "a-token" }, "payment_token"],
      [{ payment_method_data: undefined }, "payment_token"],
      [{ payment_method_data: { type: "cash" } }, "payment_method_data.type"],
    ] as const) {
      const { status, body } = await createSbpPayment(overrides);
      expect([status, body.code, body.parameter]).toEqual([400, "invalid_request", parameter]);
    }
  });
});

describe("other test cards", () => {
  const payByCard = async (number: string, key = "paid") =>
    testGateway.callAsShop("POST", "/payments", {
      body: createPaymentBody(await createToken(testGateway, { ...goodCard, number })),
      key,
    });

  it("4000 0000 0000 0341: the shop is notified five seconds late", async () => {
    const { body } = await payByCard("4000 0000 0000 0341");
    testGateway.notifications.length = 0;
    await testGateway.settle();
    expect((await getPaymentBody(body.id)).status).toBe("succeeded");
    expect(testGateway.notifications).toEqual([]);
    testGateway.clock.advance(4900);
    await testGateway.settle();
    expect(testGateway.notifications.map((notification) => notification.body.event)).toEqual(["payment.succeeded"]);
  });

  it("4000 0000 0000 0259: the shop is notified twice, then with the outdated state", async () => {
    await payByCard("4000 0000 0000 0259");
    testGateway.notifications.length = 0;
    await testGateway.settle();
    for (let round = 0; round < 2; round++) {
      testGateway.clock.advance(150);
      await processDueWork(testGateway.gateway);
    }
    expect(testGateway.notifications.map((notification) => notification.body.event)).toEqual([
      "payment.succeeded",
      "payment.succeeded",
      "payment.pending",
    ]);
    expect(new Set(testGateway.notifications.map((notification) => notification.body.id)).size).toBe(2);
  });

  it("4000 0000 0000 0119: fails once, and repeating the key creates one payment", async () => {
    const body = createPaymentBody(await createToken(testGateway, { ...goodCard, number: "4000 0000 0000 0119" }));
    const first = await testGateway.callAsShop("POST", "/payments", { body, key: "unsteady" });
    expect([first.status, first.body.code]).toEqual([500, "internal_error"]);
    expect((await testGateway.callAsShop("GET", "/payments?idempotence_key=unsteady")).status).toBe(404);
    const repeated = await testGateway.callAsShop("POST", "/payments", { body, key: "unsteady" });
    expect(repeated.status).toBe(200);
    expect((await testGateway.callAsShop("GET", "/payments?idempotence_key=unsteady")).body).toMatchObject({
      id: repeated.body.id,
    });
  });
});

it("accepts cards only from pages of the shop's origin", async () => {
  const preflight = (origin: string) =>
    testGateway.requestPage("/tokens", {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "content-type" },
    });
  expect((await preflight("http://shop.test")).headers.get("access-control-allow-origin")).toBe("http://shop.test");
  expect((await preflight("http://other.test")).headers.get("access-control-allow-origin")).not.toBe(
    "http://other.test",
  );
});
