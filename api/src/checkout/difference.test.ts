import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aReadyCart, putInCart, type Shopper } from "../cart/fixtures.ts";
import { aProduct } from "../catalogue/fixtures.ts";
import { aRussianCustomsRule } from "../delivery/fixtures.ts";
import { forgetEverything } from "../platform/fresh.ts";
import { mustAsk } from "./difference.ts";

const shop = await openTestShop();
let serial = 0;

/** The cart page as the shopper has it open. */
async function page({ token }: Shopper) {
  const { data } = (await shop.ask("GET", "/v1/user/cart", { token })).body;
  return {
    expected_total: data.price_v2.total_price,
    expected_lines: data.cart_items.items.map((item) => ({
      cart_id: item.cart_id,
      qty: item.qty,
      price: item.price_per_item,
    })),
  };
}
const order = ({ token }: Shopper, seen: object) =>
  shop.ask("POST", "/v1/user/orders", { token, key: `difference-${++serial}`, body: { agree: true, ...seen } });
const setVariant = (productId: number, to: object) =>
  shop.db.updateTable("product_variants").set(to).where("product_id", "=", productId).execute();

describe("a stale page", () => {
  it("is refused with what differs, line by line, and the total; pressing again with the new total orders", async () => {
    const { shopper, product } = await aReadyCart(shop.db, { priceMinor: 1000_00, qty: 2, stock: 9 });
    const [gone, added] = [await aProduct(shop.db), await aProduct(shop.db)];
    await putInCart(shop.db, shopper.id, { productId: gone.id });
    const seen = await page(shopper);
    await setVariant(product.id, { price_minor: 1100_00 });
    await shop.ask("DELETE", "/v1/user/cart", { token: shopper.token, body: [{ product_id: gone.id, qty: 0 }] });
    await shop.ask("POST", "/v1/user/cart", {
      token: shopper.token,
      body: [
        { product_id: product.id, qty: 3 },
        { product_id: added.id, qty: 1 },
      ],
    });
    const { status, body } = await order(shopper, seen);
    expect([status, body.code]).toEqual([409, "cart_changed"]);
    const at = (id: number) => `${id}_0`;
    expect(body.data.difference).toEqual({
      lines: [
        { cart_id: at(product.id), name: product.name, code: "quantity", was: 2, now: 3 },
        { cart_id: at(product.id), name: product.name, code: "price", was: 1000, now: 1100 },
        { cart_id: at(added.id), name: added.name, code: "added", was: 0, now: 1 },
        { cart_id: at(gone.id), name: "", code: "removed", was: 1, now: 0 },
      ],
      presents: null,
      certificates: null,
      choices: [],
      duty: null,
      total: { was: seen.expected_total, now: body.data.cart.price_v2.total_price },
    });
    expect((await order(shopper, await page(shopper))).status).toBe(201);
  });

  it("is refused where the duty is not the one that was shown, and the confirmation of the other amount does not count", async () => {
    const { shopper, product } = await aReadyCart(shop.db, { priceMinor: 15_000_00, qty: 2, stock: 9 });
    await aRussianCustomsRule(shop.db);
    const cartOf = async () => (await shop.ask("GET", "/v1/user/cart", { token: shopper.token })).body.data;
    const { customs_tax, price_v2 } = await cartOf();
    const confirmed = { expected_total: price_v2.total_price, expected_duty: customs_tax.tax, duty_confirmed: true };
    await shop.db.updateTable("customs_rules").set({ duty_percent: "30" }).execute();
    forgetEverything();
    const { status, body } = await order(shopper, confirmed);
    const now = body.data.cart.customs_tax.tax;
    expect(now).toBeGreaterThan(customs_tax.tax);
    expect([status, body.code, body.data.difference]).toEqual([
      409,
      "cart_changed",
      {
        ...{ lines: [], presents: null, certificates: null, choices: [], duty: { was: customs_tax.tax, now } },
        total: { was: price_v2.total_price, now: price_v2.total_price },
      },
    ]);
    expect((await order(shopper, { ...confirmed, expected_duty: now })).status).toBe(201);
    expect(
      (
        await shop.db
          .selectFrom("product_variants")
          .select("stock")
          .where("product_id", "=", product.id)
          .executeTakeFirstOrThrow()
      ).stock,
    ).toBe(7);
  });

  it("is refused where the duty fell or is gone: what was confirmed names another one; ordered anew, no consent to none is kept", async () => {
    const { shopper } = await aReadyCart(shop.db, { priceMinor: 15_000_00, qty: 2, stock: 9 });
    await aRussianCustomsRule(shop.db);
    const { customs_tax, price_v2 } = (await shop.ask("GET", "/v1/user/cart", { token: shopper.token })).body.data;
    const confirmed = { expected_total: price_v2.total_price, expected_duty: customs_tax.tax, duty_confirmed: true };
    await shop.db.updateTable("customs_rules").set({ duty_percent: "10" }).execute();
    forgetEverything();
    const lower = await order(shopper, confirmed);
    expect([lower.status, lower.body.code]).toEqual([409, "cart_changed"]);
    expect(lower.body.data.difference.duty?.now).toBeLessThan(customs_tax.tax);

    await shop.db.updateTable("customs_rules").set({ limit_minor: 900_00 }).execute();
    forgetEverything();
    const gone = await order(shopper, confirmed);
    expect([gone.status, gone.body.code]).toEqual([409, "cart_changed"]);
    expect(gone.body.data.difference.duty).toEqual({ was: customs_tax.tax, now: 0 });
    expect(gone.body.data.cart.customs_tax.declarate).toBe(false);

    const placed = await order(shopper, { ...confirmed, expected_duty: 0 });
    expect(placed.status).toBe(201);
    const kept = await shop.db.selectFrom("orders").select(["customs_declared", "duty_confirmed"]).executeTakeFirst();
    expect(kept).toEqual({ customs_declared: false, duty_confirmed: null });
    const consents = await shop.db.selectFrom("consents").select("purpose").execute();
    expect(consents.map((one) => one.purpose)).not.toContain("duty_7_14");
  });

  it("is refused where another tab chose another address, delivery, point or payment, though the sum is the same", async () => {
    const { shopper } = await aReadyCart(shop.db, { priceMinor: 9000_00 });
    const cart = (await shop.ask("GET", "/v1/user/cart", { token: shopper.token })).body.data;
    const seen = {
      expected_total: cart.price_v2.total_price,
      expected_choices: {
        ...{ address: cart.address.selected, shipping: cart.shipping.selected },
        ...{ point: "", payment: cart.payment.selected },
      },
    };
    await shop.ask("POST", "/v1/user/cart/cdek/address", { token: shopper.token, body: { code: "KZN1" } });
    const { status, body } = await order(shopper, seen);
    expect([status, body.code, body.data.difference.choices]).toEqual([409, "cart_changed", ["shipping", "point"]]);
    const fresh = { ...seen, expected_choices: { ...seen.expected_choices, shipping: 6, point: "KZN1" } };
    expect((await order(shopper, fresh)).status).toBe(201);
  });

  it("is refused where other goods come for the same money", async () => {
    const { shopper, product } = await aReadyCart(shop.db, { priceMinor: 1000_00 });
    const seen = await page(shopper);
    const twin = await aProduct(shop.db, { priceMinor: 1000_00 });
    await shop.ask("POST", "/v1/user/cart", {
      token: shopper.token,
      body: [
        { product_id: product.id, qty: 0 },
        { product_id: twin.id, qty: 1 },
      ],
    });
    const { status, body } = await order(shopper, seen);
    expect([status, body.data.difference.lines.map((line) => line.code)]).toEqual([409, ["added", "removed"]]);
  });

  it("orders where nothing but a price fell", async () => {
    const { shopper, product } = await aReadyCart(shop.db, { priceMinor: 1000_00 });
    const seen = await page(shopper);
    await setVariant(product.id, { price_minor: 900_00 });
    const { status, body } = await order(shopper, seen);
    expect([status, body.data.order.total]).toEqual([201, 1399]);
  });

  it("says what was sold out meanwhile", async () => {
    const { shopper, product } = await aReadyCart(shop.db, { qty: 2 });
    const seen = await page(shopper);
    await setVariant(product.id, { stock: 0 });
    const { status, body } = await order(shopper, seen);
    expect([status, body.code]).toEqual([409, "cart_has_unavailable_items"]);
    expect(body.data.difference.lines).toMatchObject([{ code: "unavailable", was: 2, now: 0 }]);
  });

  it("is asked about a sale that ended a moment before, and not one that lasts", async () => {
    const { shopper, product } = await aReadyCart(shop.db, { priceMinor: 800_00, stock: 9 });
    const ends = new Date(shop.clock.now().getTime() + 1000);
    await setVariant(product.id, { old_price_minor: 1000_00, sale_ends_at: ends });
    const seen = await page(shopper);
    shop.clock.advance(1000);
    const late = await order(shopper, seen);
    expect(late.body.data.difference.lines).toMatchObject([{ code: "price", was: 800, now: 1000 }]);
    shop.clock.advance(-1);
    const inTime = await order(shopper, seen);
    expect([inTime.status, inTime.body.data.order.items[0]?.price]).toEqual([201, 800]);
  });
});

it("is asked about unless nothing but prices fell", () => {
  const total = { was: 10, now: 10 };
  const duty = null;
  const line = (code: "price" | "quantity" | "added", was: number, now: number) => ({
    ...{ cart_id: "1_0", name: "", code, was, now },
  });
  expect(mustAsk({ choices: [], duty, certificates: null, presents: null, lines: [], total })).toBe(false);
  expect(
    mustAsk({ choices: [], duty, certificates: null, presents: null, lines: [], total: { was: 10, now: 11 } }),
  ).toBe(true);
  expect(
    mustAsk({
      choices: [],
      duty,
      certificates: null,
      presents: null,
      lines: [line("price", 5, 4)],
      total: { was: 10, now: 9 },
    }),
  ).toBe(false);
  expect(
    mustAsk({
      choices: [],
      duty,
      certificates: null,
      presents: null,
      lines: [line("price", 5, 6)],
      total: { was: 10, now: 9 },
    }),
  ).toBe(true);
  expect(
    mustAsk({
      choices: [],
      duty,
      certificates: null,
      presents: null,
      lines: [line("quantity", 5, 4)],
      total: { was: 10, now: 8 },
    }),
  ).toBe(true);
  expect(mustAsk({ choices: [], duty, certificates: null, lines: [], presents: { was: 1, now: 1 }, total })).toBe(
    false,
  );
  expect(mustAsk({ choices: [], duty, certificates: null, lines: [], presents: { was: 1, now: 0 }, total })).toBe(true);
  expect(mustAsk({ choices: [], duty, certificates: { was: 1, now: 1 }, lines: [], presents: null, total })).toBe(
    false,
  );
  expect(mustAsk({ choices: [], duty, certificates: { was: 2, now: 1 }, lines: [], presents: null, total })).toBe(true);
  const same = { choices: [], lines: [], presents: null, certificates: null, total };
  expect(mustAsk({ ...same, duty: { was: 5, now: 5 } })).toBe(false);
  expect(mustAsk({ ...same, duty: { was: 5, now: 0 } })).toBe(true);
  expect(mustAsk({ ...same, duty: { was: 5, now: 4 } })).toBe(true);
  expect(mustAsk({ ...same, duty: { was: 0, now: 4 } })).toBe(true);
  expect(mustAsk({ ...same, duty, choices: ["address"] })).toBe(true);
});
