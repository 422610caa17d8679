import fc from "fast-check";
import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import type { ProviderName } from "../platform/config.ts";
import { updateSetting } from "../platform/settings/settings.ts";
import {
  getMethodAvailability,
  chooseProvider,
  serializeUnavailablePaymentMethod,
  serializePaymentMethod,
} from "./payment-methods.ts";
import { methodCodes } from "./schema.ts";
import { paymentMethods, paymentRules } from "./settings.ts";

const shop = await openTestShop();
const liveProviders: ProviderName[] = ["stripe", "yookassa"];
const getMethodCodes = async (currency: string, country: string | null, configured: readonly ProviderName[]) => {
  const { available, unavailable } = await getMethodAvailability(shop.db, { currency, country }, configured);
  return [available.map(({ code }) => code), unavailable.map(({ code, reason }) => `${code}: ${reason}`)];
};

it.each([
  ["card", "RUB", "RU", liveProviders, "yookassa"],
  ["card", "RUB", "DE", liveProviders, "yookassa"],
  ["sbp", "RUB", "RU", liveProviders, "yookassa"],
  ["foreign_card", "USD", "RU", liveProviders, "stripe"],
  ["foreign_card", "JPY", "IL", liveProviders, "stripe"],
  ["card", "USD", "DE", ["sandbox"], "sandbox"],
  ["sbp", "RUB", "RU", ["sandbox", "stripe"], "sandbox"],
] as const)("pays %s in %s to %s, one of %j, by %s", async (method, currency, country, configured, provider) => {
  expect(await chooseProvider(shop.db, { method, currency, country }, configured)).toBe(provider);
});

it.each([
  ["card", "RUB", "RU", ["stripe"]],
  ["sbp", "RUB", "DE", ["yookassa"]],
  ["sbp", "USD", "RU", ["sandbox"]],
  ["foreign_card", "RUB", "RU", liveProviders],
  ["gold", "RUB", "RU", liveProviders],
] as const)("refuses %s in %s to %s with providers %j", async (method, currency, country, configured) => {
  await expect(chooseProvider(shop.db, { method, currency, country }, configured)).rejects.toMatchObject({
    code: "payment_not_offered",
  });
});

it.each([
  ["RUB", "RU", liveProviders, ["card", "sbp"], ["foreign_card: currency"]],
  ["RUB", "DE", liveProviders, ["card"], ["sbp: country", "foreign_card: currency"]],
  ["USD", "DE", liveProviders, ["foreign_card"], ["card: currency", "sbp: currency"]],
  // The destination is not known yet.
  ["RUB", null, liveProviders, ["card", "sbp"], ["foreign_card: currency"]],
  ["RUB", "RU", ["sandbox"], ["card", "sbp"], []],
  ["EUR", "FR", ["sandbox"], ["card"], ["sbp: currency"]],
  ["EUR", "FR", ["yookassa"], [], ["card: currency", "sbp: currency"]],
] as const)("in %s to %s, %j offer %j but not %j", async (currency, country, configured, available, unavailable) => {
  expect(await getMethodCodes(currency, country, configured)).toEqual([available, unavailable]);
});

it("explains in both languages what an unavailable method requires", async () => {
  const { available, unavailable } = await getMethodAvailability(
    shop.db,
    { currency: "RUB", country: "DE" },
    liveProviders,
  );
  expect(available.map((method) => serializePaymentMethod(method, "en-US").name)).toEqual(["Bank card"]);
  const describeUnavailable = (locale: "ru-RU" | "en-US") =>
    unavailable
      .map((method) => serializeUnavailablePaymentMethod(method, locale))
      .map(({ name, text }) => `${name}. ${text}`);
  expect(describeUnavailable("ru-RU")).toEqual([
    "СБП. Только с доставкой сюда: Россия",
    "Карта зарубежного банка. Только для оплаты в валюте: доллар США, евро, казахский тенге, японская иена",
  ]);
  expect(describeUnavailable("en-US")).toEqual([
    "SBP. Only with delivery to: Russia",
    "Card issued outside Russia. Only for payment in: US Dollar, Euro, Kazakhstani Tenge, Japanese Yen",
  ]);
});

it("follows the shop's own rules, including rules without payment methods", async () => {
  await updateSetting(shop.db, paymentMethods, [{ id: 7, code: "sbp" }]);
  await updateSetting(shop.db, paymentRules, [
    { provider: "stripe", methods: null, currencies: ["USD"], countries: ["US", "CA"] },
    { provider: "yookassa", methods: null, currencies: null, countries: null },
  ]);
  const order = { method: "card", currency: "USD" };
  expect(await chooseProvider(shop.db, { ...order, country: "US" }, liveProviders)).toBe("stripe");
  expect(await chooseProvider(shop.db, { ...order, country: "DE" }, liveProviders)).toBe("yookassa");
  expect(await getMethodCodes("USD", "DE", liveProviders)).toEqual([["sbp"], []]);
});

it("offers exactly the methods that a provider accepts", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("RUB", "USD", "EUR", "KZT", "JPY"),
      fc.constantFrom("RU", "KZ", "DE", "US"),
      fc.subarray<ProviderName>(["sandbox", "stripe", "yookassa"]),
      async (currency, country, configured) => {
        const { available } = await getMethodAvailability(shop.db, { currency, country }, configured);
        for (const method of methodCodes) {
          const provider = await chooseProvider(shop.db, { method, currency, country }, configured).catch(() => null);
          expect(available.some(({ code }) => code === method)).toBe(provider !== null);
        }
      },
    ),
    { numRuns: 40 },
  );
});
