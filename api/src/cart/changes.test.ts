import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aProduct } from "../catalogue/fixtures.ts";
import { anotherShopper, aShopper, type Shopper } from "./fixtures.ts";

const shop = await openTestShop();
const HOUR = 3_600_000;

const put = ({ token }: Shopper, ...wishes: { product_id: number; qty: number; option_id?: number }[]) =>
  shop.ask("POST", "/v1/user/cart", { token, body: wishes });
const changes = async ({ token }: Shopper, currency = "RUB") =>
  (await shop.ask("GET", "/v1/user/cart", { token, currency })).body.data.changes.map(({ code, was, now }) => [
    code,
    was,
    now,
  ]);
const change = (productId: number, to: object) =>
  shop.db.updateTable("product_variants").set(to).where("product_id", "=", productId).execute();
const noted = ({ token }: Shopper) => shop.ask("POST", "/v1/user/cart/seen", { token });

describe("what changed since the shopper was here", () => {
  it("is nothing for what he has just put in", async () => {
    const shopper = await aShopper(shop.db);
    await put(shopper, { product_id: (await aProduct(shop.db)).id, qty: 2 });
    expect(await changes(shopper)).toEqual([]);
  });

  it.each([
    ["a price that rose", { price_minor: 1100_00 }, ["price_rose", 1000, 1100]],
    ["a price that fell", { price_minor: 900_00 }, ["price_fell", 1000, 900]],
    ["a stock that does not suffice any more", { stock: 1 }, ["quantity_cut", 2, 1]],
    ["a product that is sold out", { stock: 0 }, ["unavailable", null, null]],
  ])("tells of %s, once", async (_what, to, told) => {
    const shopper = await aShopper(shop.db);
    const product = await aProduct(shop.db, { priceMinor: 1000_00, stock: 10 });
    await put(shopper, { product_id: product.id, qty: 2 });
    await change(product.id, to);
    expect(await changes(shopper)).toEqual([told]);
    expect(await changes(shopper)).toEqual([told]);
    expect((await noted(shopper)).body.data.changes).toEqual([]);
    expect(await changes(shopper)).toEqual([]);
  });

  it("tells of a sale that ended and of what can be had again", async () => {
    const shopper = await aShopper(shop.db);
    const ends = new Date(shop.clock.now().getTime() + HOUR);
    const product = await aProduct(shop.db, { priceMinor: 800_00, oldPriceMinor: 1000_00, saleEndsAt: ends });
    await put(shopper, { product_id: product.id, qty: 1 });
    shop.clock.advance(HOUR - 1);
    expect(await changes(shopper)).toEqual([]);
    shop.clock.advance(1);
    expect(await changes(shopper)).toEqual([["sale_ended", 800, 1000]]);
    await change(product.id, { stock: 0 });
    await noted(shopper);
    await change(product.id, { stock: 10 });
    expect(await changes(shopper)).toEqual([["available_again", null, null]]);
  });

  it("is said in the currency of the page, and a rate is no price", async () => {
    const shopper = await aShopper(shop.db);
    const product = await aProduct(shop.db, { priceMinor: 1000_00 });
    await put(shopper, { product_id: product.id, qty: 1 });
    expect(await changes(shopper, "USD")).toEqual([]);
    await change(product.id, { price_minor: 2000_00 });
    const [[code, was, now] = []] = await changes(shopper, "USD");
    expect([code, Number(now) > 1.9 * Number(was)]).toEqual(["price_rose", true]);
  });

  it("lets quantities become what there is when he has seen it", async () => {
    const shopper = await aShopper(shop.db);
    const product = await aProduct(shop.db, { stock: 10 });
    await put(shopper, { product_id: product.id, qty: 5 });
    await change(product.id, { stock: 3 });
    const { body } = await noted(shopper);
    expect(body.data.cart_items.items.map((item) => item.qty)).toEqual([3]);
  });

  it("needs a login, and is each customer's own", async () => {
    const [shopper, other] = [await aShopper(shop.db), await anotherShopper(shop.db)];
    const product = await aProduct(shop.db, { priceMinor: 1000_00 });
    for (const one of [shopper, other]) await put(one, { product_id: product.id, qty: 1 });
    await change(product.id, { price_minor: 1100_00 });
    expect((await shop.ask("POST", "/v1/user/cart/seen")).status).toBe(401);
    await noted(other);
    expect(await changes(shopper)).toEqual([["price_rose", 1000, 1100]]);
  });
});

describe("wishes that come late, of a page without a network", () => {
  const late = ({ token }: Shopper, ...body: object[]) =>
    shop.ask("POST", "/v1/user/cart?late=1", { token, currency: "RUB", body });

  it("set quantities, and what is not as it was on that page is told, of old lines and new", async () => {
    const shopper = await aShopper(shop.db);
    const [kept, added, same, scarce] = [
      await aProduct(shop.db, { priceMinor: 1000_00, stock: 10 }),
      await aProduct(shop.db, { priceMinor: 500_00, stock: 10 }),
      await aProduct(shop.db, { priceMinor: 300_00, stock: 10 }),
      await aProduct(shop.db, { priceMinor: 200_00, stock: 2 }),
    ];
    await put(shopper, { product_id: kept.id, qty: 5 });
    await change(kept.id, { price_minor: 1100_00 });
    await change(added.id, { price_minor: 600_00 });
    const wishes = [
      { product_id: kept.id, qty: 3 },
      { product_id: added.id, qty: 1, seen_price: 500 },
      { product_id: same.id, qty: 1, seen_price: 300 },
      { product_id: scarce.id, qty: 7, seen_price: 200 },
    ];
    const told = [
      ["price_rose", 1000, 1100],
      ["price_rose", 500, 600],
      ["quantity_cut", 7, 2],
    ];
    const first = await late(shopper, ...wishes);
    expect(first.body.data.cart_items.items.map((item) => item.qty)).toEqual([3, 1, 1, 2]);
    expect(await changes(shopper)).toEqual(told);
    await late(shopper, ...wishes);
    expect(await changes(shopper)).toEqual(told);
    await noted(shopper);
    expect(await changes(shopper)).toEqual([]);
  });

  it("leave nothing out for one that can no longer be had, and take out what was taken out", async () => {
    const shopper = await aShopper(shop.db);
    const [gone, sold, hidden] = [
      await aProduct(shop.db),
      await aProduct(shop.db, { stock: 0 }),
      await aProduct(shop.db),
    ];
    await put(shopper, { product_id: gone.id, qty: 1 });
    await shop.db.updateTable("products").set({ status: "hidden" }).where("id", "=", hidden.id).execute();
    const { status, body } = await late(
      shopper,
      { product_id: gone.id, qty: 0 },
      { product_id: sold.id, qty: 2, seen_price: 100 },
      { product_id: hidden.id, qty: 1 },
      { product_id: 2_000_000_000, qty: 1 },
    );
    expect([status, body.data.cart_items.items.map((item) => item.product.id)]).toEqual([200, [sold.id, hidden.id]]);
    expect(await changes(shopper)).toEqual([
      ["unavailable", null, null],
      ["unavailable", null, null],
    ]);
  });
});

describe("a guest's cart that is brought at sign-in", () => {
  const bring = ({ token }: Shopper, body: object[]) => shop.ask("POST", "/v1/user/cart?merge=1", { token, body });

  it("loses no line, passes no limit and tells what was changed; bringing it twice changes nothing", async () => {
    const shopper = await aShopper(shop.db);
    const [own, both, scarce, out, hidden] = [
      await aProduct(shop.db),
      await aProduct(shop.db),
      await aProduct(shop.db, { stock: 2 }),
      await aProduct(shop.db, { stock: 0 }),
      await aProduct(shop.db),
    ];
    await shop.db.updateTable("products").set({ status: "hidden" }).where("id", "=", hidden.id).execute();
    await put(shopper, { product_id: own.id, qty: 1 }, { product_id: both.id, qty: 3 });
    const guests = [
      { product_id: both.id, qty: 2 },
      { product_id: scarce.id, qty: 9 },
      { product_id: out.id, qty: 1 },
      { product_id: hidden.id, qty: 1 },
    ];
    const first = await bring(shopper, guests);
    const quantities = first.body.data.cart_items.items.map((item) => [item.product.id, item.qty]);
    expect(quantities).toEqual([
      [own.id, 1],
      [both.id, 3],
      [scarce.id, 2],
      [out.id, 1],
      [hidden.id, 1],
    ]);
    const told = [
      ["quantity_cut", 9, 2],
      ["unavailable", null, null],
      ["unavailable", null, null],
    ];
    expect(await changes(shopper)).toEqual(told);
    await Promise.all(Array.from({ length: 5 }, () => bring(shopper, guests)));
    const again = await shop.ask("GET", "/v1/user/cart", { token: shopper.token });
    expect(again.body.data.cart_items).toEqual(first.body.data.cart_items);
    await noted(shopper);
    await bring(shopper, guests);
    expect(await changes(shopper)).toEqual([]);
  });

  it("is never shown to the next who signs in", async () => {
    const [first, second] = [await aShopper(shop.db), await anotherShopper(shop.db)];
    const product = await aProduct(shop.db);
    await bring(first, [{ product_id: product.id, qty: 2 }]);
    const seen = await shop.ask("GET", "/v1/user/cart", { token: second.token });
    expect([seen.body.data.cart_items.items, seen.body.data.changes]).toEqual([[], []]);
  });
});

describe("a cart of 500 lines", () => {
  it("is put in at once, answered whole, and takes no line more", { timeout: 60_000 }, async () => {
    const shopper = await aShopper(shop.db);
    const { id } = await aProduct(shop.db);
    await shop.db.updateTable("products").set({ has_options: true }).where("id", "=", id).execute();
    const options = Array.from({ length: 501 }, (_, at) => at + 1);
    await shop.db
      .insertInto("product_variants")
      .values(
        options.map((option) => ({
          product_id: id,
          option_id: option,
          name_ru: `№ ${option}`,
          name_en: `No. ${option}`,
          price_minor: 100_00,
          stock: 9,
          position: option,
        })),
      )
      .execute();
    const wishes = options.map((option) => ({ product_id: id, option_id: option, qty: 1 }));
    const full = await put(shopper, ...wishes.slice(0, 500));
    expect([full.status, full.body.data.cart_items.items.length]).toEqual([200, 500]);
    expect(full.body.data.cart_items.items.map((item) => item.option_id)).toEqual(options.slice(0, 500));
    const more = await put(shopper, ...wishes.slice(500));
    expect([more.status, more.body.code]).toEqual([422, "cart_full"]);
    // What is there can still be changed and taken out.
    expect((await put(shopper, { product_id: id, option_id: 1, qty: 3 })).status).toBe(200);
    expect((await put(shopper, { product_id: id, option_id: 2, qty: 0 })).body.data.cart_items.items.length).toBe(499);
  });
});

it("counts a line that is named twice in one call once, by its last wish", async () => {
  const shopper = await aShopper(shop.db);
  const { id } = await aProduct(shop.db);
  const { status, body } = await put(shopper, { product_id: id, qty: 5 }, { product_id: id, qty: 2 });
  expect([status, body.data.cart_items.items.map((item) => item.qty)]).toEqual([200, [2]]);
});
