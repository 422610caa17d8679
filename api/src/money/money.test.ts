import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { getCurrency, setRate } from "./service.ts";

const shop = await openTestShop();

describe("GET /v1/currencyList", () => {
  it("returns the currency names in the language of the request", async () => {
    const ru = await shop.request("GET", "/v1/currencyList");
    expect(ru.status).toBe(200);
    expect(ru.headers.get("content-language")).toBe("ru-RU");
    expect(ru.body.data.items[0]).toEqual({ name: "Российский рубль", iso_code: "RUB", sign: "₽" });
    const en = await shop.request("GET", "/v1/currencyList", { locale: "en-US" });
    expect(en.body.data.items[1]).toEqual({ name: "US dollar", iso_code: "USD", sign: "$" });
  });

  it("refuses an unknown currency on any endpoint, in both fields of the response", async () => {
    const { status, body } = await shop.request("GET", "/v1/currencyList", { currency: "xyz", locale: "en-US" });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: "unknown_currency",
      message: "We do not support this currency: xyz.",
      data: { message: body.message },
    });
  });

  it("responds with 404 to an unknown path and with 405 to a known one with another method", async () => {
    expect((await shop.request("GET", "/v1/nothing")).body.code).toBe("not_found");
    const response = await shop.request("PUT", "/v1/currencyList", { body: {} });
    expect([response.status, response.body.code, response.headers.get("allow")]).toEqual([
      405,
      "method_not_allowed",
      "GET, HEAD",
    ]);
  });
});

describe("exchange rates", () => {
  it("use the latest rate and apply the margin only to other currencies", async () => {
    await setRate(shop.db, "USD", "103");
    expect((await getCurrency(shop.db, "USD")).rubPerUnit).toBe("100.00000000");
    expect((await getCurrency(shop.db, "RUB")).rubPerUnit).toBe("1.00000000");
  });
});
