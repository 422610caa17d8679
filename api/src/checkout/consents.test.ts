import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createReadyCart, type Shopper } from "../cart/fixtures.ts";
import { createPage } from "../cms-pages/fixtures.ts";

const shop = await openTestShop();
let serial = 0;

async function placeOrder(
  { token }: Shopper,
  { body = {}, locale = "ru-RU" }: { body?: object; locale?: string } = {},
) {
  const cart = await shop.request("GET", "/v1/user/cart", { token, locale });
  const expected_total = cart.body.data.price_v2.total_price;
  return shop.request("POST", "/v1/user/orders", {
    ...{ token, locale, key: `consents-key-${++serial}` },
    body: { agree: true, expected_total, ...body },
  });
}

const countOrders = async () => (await shop.db.selectFrom("orders").select("id").execute()).length;
const listConsents = () =>
  shop.db
    .selectFrom("consents")
    .select(["purpose", "version", "source_form", "ip", "given_at"])
    .orderBy("purpose")
    .execute();

it("records the public offer separately from personal data, with the version in the shopper's language", async () => {
  await createPage(shop.db, { slug: "oferta", version: "2026-03" });
  await createPage(shop.db, { slug: "oferta", locale: "en-US", version: "2026-04" });
  const { shopper } = await createReadyCart(shop.db);
  const withoutOffer = await placeOrder(shopper, { body: { agree_offer: false }, locale: "en-US" });
  expect([withoutOffer.status, withoutOffer.body.errors]).toEqual([
    422,
    { agree_offer: ["notification.no_agree_offer"] },
  ]);
  const withoutPersonalData = await placeOrder(shopper, { body: { agree: false, agree_offer: true } });
  expect([withoutPersonalData.status, withoutPersonalData.body.errors]).toEqual([
    422,
    { agree: ["notification.no_agree_personal"] },
  ]);
  expect([await countOrders(), await listConsents()]).toEqual([0, []]);
  expect((await placeOrder(shopper, { body: { agree_offer: true }, locale: "en-US" })).status).toBe(201);
  const expected = { source_form: "checkout", ip: "127.0.0.1", given_at: shop.clock.now() };
  expect(await listConsents()).toEqual([
    { ...expected, purpose: "offer", version: "oferta/en-US/2026-04" },
    { ...expected, purpose: "personal_data", version: "privacy-policy/en-US/1" },
  ]);
});

it("records no acceptance of the offer for a client without that checkbox", async () => {
  const { shopper } = await createReadyCart(shop.db);
  expect((await placeOrder(shopper)).status).toBe(201);
  expect((await listConsents()).map((consent) => consent.purpose)).toEqual(["personal_data"]);
});
