import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { aPayment, goodCard, openTestGateway, tokenFor } from "../test/world.ts";
import { workOff } from "./work.ts";

const world = await openTestGateway();
const RETURN_URL = "http://shop.test/jpcart/payment/abc?returned=1";
const card = { ...goodCard, number: "4000 0000 0000 3220" };
const MINUTE = 60_000;

async function aChallenge(more: object = {}): Promise<{ id: string; path: string }> {
  const body = aPayment(await tokenFor(world, card), { return_url: RETURN_URL, ...more });
  const paid = await world.call("POST", "/payments", { body, key: "challenged" });
  expect(paid.body).toMatchObject({
    status: "pending",
    confirmation: { confirmation_url: `http://gateway.test/sandbox-gateway/challenge/${paid.body.id}` },
  });
  return { id: paid.body.id, path: `/challenge/${paid.body.id}` };
}

const answer = (path: string, said: string) =>
  world.visit(path, { method: "POST", body: new URLSearchParams({ answer: said }) });
const statusOf = async (id: string) => (await world.call("GET", `/payments/${id}`)).body;

const plainSpaces = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

describe("the hosted 3-D Secure page", () => {
  it("asks in the language of the payment, and in the other one when told so", async () => {
    const { path } = await aChallenge({ locale: "en_US" });
    const english = plainSpaces(await (await world.visit(path)).text());
    expect(english).toContain('<html lang="en">');
    for (const said of ["Test payment", "Confirm", "Refuse", "RUB 1,500", "•••• 3220", "Order 100000001"])
      expect(english).toContain(said);
    const russian = plainSpaces(await (await world.visit(`${path}?locale=ru_RU`)).text());
    for (const said of ["Проверочная оплата", "Подтвердить", "Отказаться", "1 500 ₽"]) expect(russian).toContain(said);
  });

  it("loads nothing, runs no script, stands in no frame, and leads to the shop alone", async () => {
    const { path } = await aChallenge();
    const page = await world.visit(path);
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
  ])("answered with %s ends the payment as %s, tells the shop and leads back", async (said, status, reason) => {
    const { id, path } = await aChallenge();
    world.told.length = 0;
    const answered = await answer(path, said);
    expect([answered.status, answered.headers.get("location")]).toEqual([303, RETURN_URL]);
    expect(await statusOf(id)).toMatchObject({ status, ...(reason ? { cancellation_details: { reason } } : {}) });
    expect(await statusOf(id)).not.toHaveProperty("confirmation");
    await world.settle();
    expect(world.told.map(({ body }) => body.event)).toEqual([`payment.${status}`]);
  });

  it("takes the first answer alone, also of several at once and of the back button", async () => {
    const { id, path } = await aChallenge();
    world.told.length = 0;
    const answers = await Promise.all(["refuse", "refuse", "confirm", "confirm"].map((said) => answer(path, said)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    const first = (await statusOf(id)).status;
    expect((await answer(path, first === "succeeded" ? "refuse" : "confirm")).status).toBe(303);
    expect((await statusOf(id)).status).toBe(first);
    await world.settle();
    expect(world.told).toHaveLength(1);
    expect(await (await world.visit(path)).text()).toContain(RETURN_URL);
  });

  it("waits ten minutes, and then the payment has failed", async () => {
    const { id, path } = await aChallenge();
    world.clock.advance(10 * MINUTE - 1);
    expect(await (await world.visit(path)).text()).toContain("<form");
    world.clock.advance(1);
    expect(await (await world.visit(path)).text()).not.toContain("<form");
    expect((await answer(path, "confirm")).status).toBe(303);
    await world.settle();
    expect(await statusOf(id)).toMatchObject({
      status: "canceled",
      cancellation_details: { reason: "expired_on_confirmation" },
    });
  });

  it("is not there for a guessed id, nor for a payment that asks nothing, and asks again what it cannot read", async () => {
    const plain = await world.call("POST", "/payments", { body: aPayment(await tokenFor(world)), key: "plain" });
    for (const id of [plain.body.id, "3f0c0c3e-0000-4000-8000-000000000000", "nothing"]) {
      expect((await world.visit(`/challenge/${id}`)).status).toBe(404);
      expect((await answer(`/challenge/${id}`, "confirm")).status).toBe(404);
    }
    const { id, path } = await aChallenge();
    expect((await answer(path, "perhaps")).status).toBe(422);
    expect((await statusOf(id)).status).toBe("pending");
  });
});

describe("the hosted page of SBP", () => {
  const sbp = async (more: object = {}) => {
    const { payment_token: _card, ...body } = aPayment("none") as Record<string, unknown>;
    return world.call("POST", "/payments", {
      body: { ...body, payment_method_data: { type: "sbp" }, return_url: RETURN_URL, ...more },
      key: "without-a-card",
    });
  };

  it("asks in both languages whether to pay, and says that it is practice", async () => {
    const paid = await sbp({ locale: "en_US" });
    expect(paid.body).toMatchObject({ status: "pending", payment_method: { type: "sbp" } });
    const path = `/challenge/${paid.body.id}`;
    const english = plainSpaces(await (await world.visit(path)).text());
    for (const said of ["Test payment", "Practice SBP", "practice page", "Pay", "Refuse", "RUB 1,500"])
      expect(english).toContain(said);
    expect(english).not.toContain("••••");
    const russian = await (await world.visit(`${path}?locale=ru_RU`)).text();
    for (const said of ["Проверочная оплата", "Учебная СБП", "Оплатить", "Отказаться"]) expect(russian).toContain(said);
  });

  it.each([
    ["confirm", "succeeded", undefined],
    ["refuse", "canceled", "refused_by_payer"],
  ])("answered with %s ends the payment as %s, once", async (said, status, reason) => {
    const { id } = (await sbp()).body;
    const path = `/challenge/${id}`;
    for (const time of [said, "confirm"]) {
      const answered = await answer(path, time);
      expect([answered.status, answered.headers.get("location")]).toEqual([303, RETURN_URL]);
    }
    expect(await statusOf(id)).toMatchObject({ status, ...(reason ? { cancellation_details: { reason } } : {}) });
  });

  it("is for roubles, has somewhere to lead back to, and takes no card beside", async () => {
    for (const [wrong, parameter] of [
      [{ amount: { value: "15.00", currency: "USD" } }, "payment_method_data.type"],
      [{ return_url: undefined }, "return_url"],
      [{ payment_token: "a-token" }, "payment_token"],
      [{ payment_method_data: undefined }, "payment_token"],
      [{ payment_method_data: { type: "cash" } }, "payment_method_data.type"],
    ] as const) {
      const { status, body } = await sbp(wrong);
      expect([status, body.code, body.parameter]).toEqual([400, "invalid_request", parameter]);
    }
  });
});

describe("the other test cards", () => {
  const pay = async (number: string, key = "paid") =>
    world.call("POST", "/payments", { body: aPayment(await tokenFor(world, { ...goodCard, number })), key });

  it("4000 0000 0000 0341: the shop is told five seconds late", async () => {
    const { body } = await pay("4000 0000 0000 0341");
    world.told.length = 0;
    await world.settle();
    expect((await statusOf(body.id)).status).toBe("succeeded");
    world.clock.advance(4900);
    await world.settle();
    expect(world.told.map((told) => told.body.event)).toEqual(["payment.succeeded"]);
  });

  it("4000 0000 0000 0259: the shop is told three times, the newest first", async () => {
    await pay("4000 0000 0000 0259");
    world.told.length = 0;
    await world.settle();
    for (let wait = 0; wait < 2; wait++) {
      world.clock.advance(150);
      await workOff(world.gateway);
    }
    expect(world.told.map((told) => told.body.event)).toEqual([
      "payment.succeeded",
      "payment.succeeded",
      "payment.pending",
    ]);
    expect(new Set(world.told.map((told) => told.body.id)).size).toBe(2);
  });

  it("4000 0000 0000 0119: fails once, and the same key again makes one payment", async () => {
    const body = aPayment(await tokenFor(world, { ...goodCard, number: "4000 0000 0000 0119" }));
    const first = await world.call("POST", "/payments", { body, key: "unsteady" });
    expect([first.status, first.body.code]).toEqual([500, "internal_error"]);
    expect((await world.call("GET", "/payments?idempotence_key=unsteady")).status).toBe(404);
    const again = await world.call("POST", "/payments", { body, key: "unsteady" });
    expect(again.status).toBe(200);
    expect((await world.call("GET", "/payments?idempotence_key=unsteady")).body).toMatchObject({ id: again.body.id });
  });
});

it("takes cards from the shop's own pages and from no other site's scripts", async () => {
  const preflight = (origin: string) =>
    world.visit("/tokens", {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "content-type" },
    });
  expect((await preflight("http://shop.test")).headers.get("access-control-allow-origin")).toBe("http://shop.test");
  expect((await preflight("http://other.test")).headers.get("access-control-allow-origin")).not.toBe(
    "http://other.test",
  );
});
