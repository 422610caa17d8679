import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import type { ProviderName } from "../platform/config.ts";
import { changeSetting } from "../platform/settings.ts";
import { providerFor } from "./choice.ts";
import { paymentRules } from "./settings.ts";

const shop = await openTestShop();
const real: ProviderName[] = ["stripe", "yookassa"];

it.each([
  ["RUB", "RU", real, "yookassa"],
  ["RUB", "DE", real, "yookassa"],
  ["USD", "RU", real, "stripe"],
  ["JPY", "IL", real, "stripe"],
  ["USD", "DE", ["sandbox"], "sandbox"],
  ["RUB", "RU", ["sandbox", "stripe"], "sandbox"],
] as const)("%s to %s by one of %j goes to %s", async (currency, country, configured, provider) => {
  expect(await providerFor(shop.db, { currency, country }, configured)).toBe(provider);
});

it("refuses what none of the configured takes", async () => {
  await expect(providerFor(shop.db, { currency: "RUB", country: "RU" }, ["stripe"])).rejects.toMatchObject({
    code: "payment_not_offered",
  });
});

it("follows the shop's own rules, by country too", async () => {
  await changeSetting(shop.db, paymentRules, [
    { provider: "stripe", currencies: ["USD"], countries: ["US", "CA"] },
    { provider: "yookassa", currencies: null, countries: null },
  ]);
  expect(await providerFor(shop.db, { currency: "USD", country: "US" }, real)).toBe("stripe");
  expect(await providerFor(shop.db, { currency: "USD", country: "DE" }, real)).toBe("yookassa");
});
