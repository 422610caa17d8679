import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { currencyByCode, setRate } from "./service.ts";

const shop = await openTestShop();

describe("GET /v1/currencyList", () => {
  it("names the currencies in the language of the request", async () => {
    const ru = await shop.ask("GET", "/v1/currencyList");
    expect(ru.status).toBe(200);
    expect(ru.headers.get("content-language")).toBe("ru-RU");
    expect(ru.body.data.items[0]).toEqual({ name: "Российский рубль", iso_code: "RUB", sign: "₽" });
    const en = await shop.ask("GET", "/v1/currencyList", { locale: "en-US" });
    expect(en.body.data.items[1]).toEqual({ name: "US dollar", iso_code: "USD", sign: "$" });
  });

  it("refuses a currency that the shop does not have, on any call, in both places of the answer", async () => {
    const { status, body } = await shop.ask("GET", "/v1/currencyList", { currency: "xyz", locale: "en-US" });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: "unknown_currency",
      message: "The shop has no such currency: xyz.",
      data: { message: body.message },
    });
  });

  it("answers an unknown path with 404 and a known one under another method with 405", async () => {
    expect((await shop.ask("GET", "/v1/nothing")).body.code).toBe("not_found");
    const wrong = await shop.ask("PUT", "/v1/currencyList", { body: {} });
    expect([wrong.status, wrong.body.code, wrong.headers.get("allow")]).toEqual([405, "method_not_allowed", "GET"]);
  });
});

describe("rates", () => {
  it("takes the newest rate and adds the margin to other currencies only", async () => {
    await setRate(shop.db, "USD", "103");
    expect((await currencyByCode(shop.db, "USD")).rubPerUnit).toBe("100.00000000");
    expect((await currencyByCode(shop.db, "RUB")).rubPerUnit).toBe("1.00000000");
  });
});
