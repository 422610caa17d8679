import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createPaymentBody, goodCard, openTestGateway, createToken } from "../test/test-gateway.ts";

const testGateway = await openTestGateway();

describe("POST /tokens", () => {
  it("returns a token and does not store the card number or the CVC", async () => {
    const { status, body } = await testGateway.postFromBrowser("/tokens", { ...goodCard, cvc: "987" });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["token"]);
    expect(body.token.length).toBeGreaterThan(30);
    const { rows } = await sql<{ stored: string }>`select t::text as stored from sandbox_gateway.tokens t`.execute(
      testGateway.db,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.stored).toContain("424242,4242");
    // The token's hash may contain any digits by chance.
    const withoutHash = rows[0]?.stored.replace(/\\x[0-9a-f]{64}/, "");
    for (const secret of ["4242424242424242", "987", "ANNA"]) expect(withoutHash).not.toContain(secret);
    expect(rows[0]?.stored).not.toContain(body.token);
  });

  it.each([
    ["an empty form", {}, { number: ["required"], expiry: ["required"], cvc: ["required"], holder: ["required"] }],
    ["a short number", { ...goodCard, number: "4242 4242" }, { number: ["cardNumberLength"] }],
    ["a long number", { ...goodCard, number: "42424242424242424242" }, { number: ["cardNumberLength"] }],
    ["letters in the number", { ...goodCard, number: "4242 4242 4242 424x" }, { number: ["cardNumberLength"] }],
    ["a mistyped number", { ...goodCard, number: "4242424242424241" }, { number: ["invalidCardNumber"] }],
    ["month 13", { ...goodCard, expiry: "13/30" }, { expiry: ["invalidExpiry"] }],
    ["no slash", { ...goodCard, expiry: "1230" }, { expiry: ["invalidExpiry"] }],
    ["last month", { ...goodCard, expiry: "10/26" }, { expiry: ["cardExpired"] }],
    [
      "last month and a bad code",
      { ...goodCard, expiry: "10/26", cvc: "12" },
      { expiry: ["cardExpired"], cvc: ["invalidCvc"] },
    ],
    ["a long code", { ...goodCard, cvc: "12345" }, { cvc: ["invalidCvc"] }],
    ["a one-letter holder", { ...goodCard, holder: "A" }, { holder: ["shortHolder"] }],
    ["a long holder", { ...goodCard, holder: "A".repeat(27) }, { holder: ["longHolder"] }],
    ["digits in the holder", { ...goodCard, holder: "ANNA 2" }, { holder: ["invalidHolder"] }],
    ["null", null, { number: ["required"], expiry: ["required"], cvc: ["required"], holder: ["required"] }],
  ])("refuses %s, with an error code per field", async (_what, card, errors) => {
    const { status, body } = await testGateway.postFromBrowser("/tokens", card);
    expect(status).toBe(422);
    expect(body).toMatchObject({ type: "error", code: "invalid_card" });
    expect(body.errors).toEqual(errors);
  });

  it.each([
    ["the current month", { ...goodCard, expiry: "11/26" }],
    ["a 13-digit number", { ...goodCard, number: "4222222222222" }],
    ["a 19-digit number", { ...goodCard, number: "6200000000000000000" }],
    ["a four-digit code", { ...goodCard, cvc: "1234" }],
    ["a double name", { ...goodCard, holder: "JEAN-LUC O'NEIL" }],
    ["a name in Cyrillic", { ...goodCard, holder: "Анна Ёлкина" }],
  ])("accepts %s", async (_what, card) => {
    expect((await testGateway.postFromBrowser("/tokens", card)).status).toBe(200);
  });

  it("accepts only JSON and never echoes an invalid body", async () => {
    const form = await testGateway.send("/tokens", { method: "POST", body: new URLSearchParams(goodCard) });
    expect(form.status).toBe(415);
    const malformed = await testGateway.send("/tokens", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: `{"number": 4242424242424242x}`,
    });
    expect(malformed.status).toBe(400);
    expect(JSON.stringify(malformed.body)).not.toContain("4242");
    const large = await testGateway.postFromBrowser("/tokens", { ...goodCard, holder: "A".repeat(20_000) });
    expect([large.status, large.body.code]).toEqual([413, "too_large"]);
  });
});

describe("a token", () => {
  it("can be used once", async () => {
    const token = await createToken(testGateway);
    expect(
      (await testGateway.callAsShop("POST", "/payments", { body: createPaymentBody(token), key: "first" })).status,
    ).toBe(200);
    const repeated = await testGateway.callAsShop("POST", "/payments", {
      body: createPaymentBody(token),
      key: "second",
    });
    expect([repeated.status, repeated.body.code, repeated.body.parameter]).toEqual([
      400,
      "invalid_token",
      "payment_token",
    ]);
  });

  it("expires after fifteen minutes", async () => {
    const token = await createToken(testGateway);
    testGateway.clock.advance(15 * 60_000);
    const expired = await testGateway.callAsShop("POST", "/payments", { body: createPaymentBody(token), key: "late" });
    expect([expired.status, expired.body.code]).toEqual([400, "invalid_token"]);
  });

  it("used by several payments at once creates one payment", async () => {
    const token = await createToken(testGateway);
    const responses = await Promise.all(
      ["a", "b", "c", "d"].map((key) =>
        testGateway.callAsShop("POST", "/payments", { body: createPaymentBody(token), key }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });
});
