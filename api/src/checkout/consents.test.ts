import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aReadyCart, type Shopper } from "../cart/fixtures.ts";

const shop = await openTestShop();
let serial = 0;

async function place({ token }: Shopper, { body = {}, locale = "ru-RU" }: { body?: object; locale?: string } = {}) {
  const cart = await shop.ask("GET", "/v1/user/cart", { token, locale });
  const expected_total = cart.body.data.price_v2.total_price;
  return shop.ask("POST", "/v1/user/orders", {
    ...{ token, locale, key: `consents-key-${++serial}` },
    body: { agree: true, expected_total, ...body },
  });
}

const ordersPlaced = async () => (await shop.db.selectFrom("orders").select("id").execute()).length;
const recordedConsents = () =>
  shop.db
    .selectFrom("consents")
    .select(["purpose", "version", "source_form", "ip", "given_at"])
    .orderBy("purpose")
    .execute();

it("records the offer apart from personal data, with the edition of the shopper's language", async () => {
  const offer = { slug: "oferta", title: "", body: "", updated_at: shop.clock.now() };
  await shop.db
    .insertInto("pages")
    .values([
      { ...offer, locale: "ru-RU", version: "2026-03" },
      { ...offer, locale: "en-US", version: "2026-04" },
    ])
    .execute();
  const { shopper } = await aReadyCart(shop.db);
  const refused = await place(shopper, { body: { agree_offer: false }, locale: "en-US" });
  expect([refused.status, refused.body.errors]).toEqual([422, { agree_offer: ["notification.no_agree_offer"] }]);
  const unticked = await place(shopper, { body: { agree: false, agree_offer: true } });
  expect([unticked.status, unticked.body.errors]).toEqual([422, { agree: ["notification.no_agree_personal"] }]);
  expect([await ordersPlaced(), await recordedConsents()]).toEqual([0, []]);
  expect((await place(shopper, { body: { agree_offer: true }, locale: "en-US" })).status).toBe(201);
  const given = { source_form: "checkout", ip: "127.0.0.1", given_at: shop.clock.now() };
  expect(await recordedConsents()).toEqual([
    { ...given, purpose: "offer", version: "oferta/en-US/2026-04" },
    { ...given, purpose: "personal_data", version: "privacy-policy/en-US/1" },
  ]);
});

it("records no acceptance of the offer for a client without that box", async () => {
  const { shopper } = await aReadyCart(shop.db);
  expect((await place(shopper)).status).toBe(201);
  expect((await recordedConsents()).map((consent) => consent.purpose)).toEqual(["personal_data"]);
});
