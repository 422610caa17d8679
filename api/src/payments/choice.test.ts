import fc from "fast-check";
import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import type { ProviderName } from "../platform/config.ts";
import { changeSetting } from "../platform/settings.ts";
import { paymentOffer, providerFor, wireMissingPayment, wirePayment } from "./choice.ts";
import { methodCodes } from "./schema.ts";
import { paymentMethods, paymentRules } from "./settings.ts";

const shop = await openTestShop();
const real: ProviderName[] = ["stripe", "yookassa"];
const offerOf = async (currency: string, country: string | null, configured: readonly ProviderName[]) => {
  const { offered, refused } = await paymentOffer(shop.db, { currency, country }, configured);
  return [offered.map(({ code }) => code), refused.map(({ code, reason }) => `${code}: ${reason}`)];
};

it.each([
  ["card", "RUB", "RU", real, "yookassa"],
  ["card", "RUB", "DE", real, "yookassa"],
  ["sbp", "RUB", "RU", real, "yookassa"],
  ["foreign_card", "USD", "RU", real, "stripe"],
  ["foreign_card", "JPY", "IL", real, "stripe"],
  ["card", "USD", "DE", ["sandbox"], "sandbox"],
  ["sbp", "RUB", "RU", ["sandbox", "stripe"], "sandbox"],
] as const)("%s in %s to %s by one of %j goes to %s", async (method, currency, country, configured, provider) => {
  expect(await providerFor(shop.db, { method, currency, country }, configured)).toBe(provider);
});

it.each([
  ["card", "RUB", "RU", ["stripe"]],
  ["sbp", "RUB", "DE", ["yookassa"]],
  ["sbp", "USD", "RU", ["sandbox"]],
  ["foreign_card", "RUB", "RU", real],
  ["gold", "RUB", "RU", real],
] as const)("refuses %s in %s to %s by one of %j", async (method, currency, country, configured) => {
  await expect(providerFor(shop.db, { method, currency, country }, configured)).rejects.toMatchObject({
    code: "payment_not_offered",
  });
});

it.each([
  ["RUB", "RU", real, ["card", "sbp"], ["foreign_card: currency"]],
  ["RUB", "DE", real, ["card"], ["sbp: country", "foreign_card: currency"]],
  ["USD", "DE", real, ["foreign_card"], ["card: currency", "sbp: currency"]],
  // Nobody knows yet where it goes.
  ["RUB", null, real, ["card", "sbp"], ["foreign_card: currency"]],
  ["RUB", "RU", ["sandbox"], ["card", "sbp"], []],
  ["EUR", "FR", ["sandbox"], ["card"], ["sbp: currency"]],
  ["EUR", "FR", ["yookassa"], [], ["card: currency", "sbp: currency"]],
] as const)("in %s to %s, %j offer %j and not %j", async (currency, country, configured, offered, refused) => {
  expect(await offerOf(currency, country, configured)).toEqual([offered, refused]);
});

it("says in both languages what a way would need", async () => {
  const { offered, refused } = await paymentOffer(shop.db, { currency: "RUB", country: "DE" }, real);
  expect(offered.map((method) => wirePayment(method, "en-US").name)).toEqual(["Bank card"]);
  const said = (locale: "ru-RU" | "en-US") =>
    refused.map((method) => wireMissingPayment(method, locale)).map(({ name, text }) => `${name}. ${text}`);
  expect(said("ru-RU")).toEqual([
    "СБП. Только с доставкой сюда: Россия",
    "Карта зарубежного банка. Только для оплаты в валюте: доллар США, евро, казахский тенге, японская иена",
  ]);
  expect(said("en-US")).toEqual([
    "SBP. Only with delivery to: Russia",
    "Card issued outside Russia. Only for payment in: US Dollar, Euro, Kazakhstani Tenge, Japanese Yen",
  ]);
});

it("follows the shop's own rules, also those that were written before there were ways", async () => {
  await changeSetting(shop.db, paymentMethods, [{ id: 7, code: "sbp" }]);
  await changeSetting(shop.db, paymentRules, [
    { provider: "stripe", methods: null, currencies: ["USD"], countries: ["US", "CA"] },
    { provider: "yookassa", methods: null, currencies: null, countries: null },
  ]);
  const order = { method: "card", currency: "USD" };
  expect(await providerFor(shop.db, { ...order, country: "US" }, real)).toBe("stripe");
  expect(await providerFor(shop.db, { ...order, country: "DE" }, real)).toBe("yookassa");
  expect(await offerOf("USD", "DE", real)).toEqual([["sbp"], []]);
});

it("offers exactly what a provider takes", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("RUB", "USD", "EUR", "KZT", "JPY"),
      fc.constantFrom("RU", "KZ", "DE", "US"),
      fc.subarray<ProviderName>(["sandbox", "stripe", "yookassa"]),
      async (currency, country, configured) => {
        const { offered } = await paymentOffer(shop.db, { currency, country }, configured);
        for (const method of methodCodes) {
          const taken = await providerFor(shop.db, { method, currency, country }, configured).catch(() => null);
          expect(offered.some(({ code }) => code === method)).toBe(taken !== null);
        }
      },
    ),
    { numRuns: 40 },
  );
});
