import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wishesOf } from "./bring-guest-cart.ts";
import { emptyCart, parseGuestCart, piecesOf, withQty, type GuestLine } from "./guest-cart.ts";
import { withPrices } from "./guest-prices.ts";

function aLine(own: Partial<GuestLine> & { id?: number } = {}): GuestLine {
  const { id = 7, option_id = 0, ...rest } = own;
  return {
    cart_id: `${id}_${option_id}`,
    product: {
      id,
      name: "Лосьон",
      link_rewrite: "losyon",
      reference: "REF-7",
      manufacturer: "Shiratsuki",
      has_options: false,
      available_for_order: true,
      image: { src: "/media/a-320.jpg", srcset: "", srcset_avif: "", width: 800, height: 1000 },
      price: { current: 1000, old: 1200, iso_code: "RUB", sign: "₽" },
    },
    option_id,
    option_name: "",
    qty: 2,
    qty_limit: 5,
    ...rest,
  };
}

const cartOf = (...lines: GuestLine[]) => ({
  ...emptyCart,
  entities: Object.fromEntries(lines.map((line) => [line.cart_id, line])),
});

describe("reading what the browser kept", () => {
  it("gives back a cart as it was written", () => {
    const cart = {
      ...cartOf(aLine(), aLine({ id: 8, option_id: 3 })),
      currency: "usd",
      deliveryWay: "post",
      paymentTypes: ["card"],
      promo: "SAKURA10",
      presents: [3, 5],
    };
    expect(parseGuestCart(JSON.parse(JSON.stringify(cart)))).toEqual(cart);
  });

  it("drops a broken line and keeps the rest", () => {
    const broken = { ...aLine({ id: 9 }), product: { ...aLine().product, id: "nine" } };
    const parsed = parseGuestCart({
      entities: { a: broken, b: null, c: aLine() },
      currency: 7,
      paymentTypes: [1, "card"],
      promo: "X".repeat(61),
      presents: ["3", 5, -1, 2.5],
    });
    expect(Object.keys(parsed.entities)).toEqual(["7_0"]);
    expect(parsed.currency).toBe("rub");
    expect(parsed.paymentTypes).toEqual(["card"]);
    expect([parsed.promo, parsed.presents]).toEqual([null, [5]]);
  });

  it("names a line by its product and option, whatever key it lay under", () => {
    expect(Object.keys(parseGuestCart({ entities: { "1_1": aLine({ id: 8, option_id: 3 }) } }).entities)).toEqual([
      "8_3",
    ]);
  });

  it("clamps a quantity to its limit", () => {
    expect(parseGuestCart(cartOf(aLine({ qty: 99 }))).entities["7_0"]?.qty).toBe(5);
  });

  it("survives anything at all", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (stored) => {
        const cart = parseGuestCart(stored);
        expect(parseGuestCart(JSON.parse(JSON.stringify(cart)))).toEqual(cart);
      }),
    );
    const almostLine = fc
      .tuple(fc.jsonValue(), fc.oneof(fc.double(), fc.jsonValue()), fc.oneof(fc.integer(), fc.jsonValue()))
      .map(([product, qty, limit]) => ({
        ...aLine(),
        product: { ...aLine().product, ...Object(product) },
        qty,
        qty_limit: limit,
      }));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(almostLine, fc.jsonValue())), (entities) => {
        for (const line of Object.values(parseGuestCart({ entities }).entities)) {
          expect(line.qty).toBeGreaterThanOrEqual(1);
          expect(line.cart_id).toBe(`${line.product.id}_${line.option_id}`);
        }
      }),
    );
  });
});

describe("changing the cart", () => {
  it("adds, clamps and takes out", () => {
    const added = withQty(emptyCart, aLine(), 3);
    expect(added.entities["7_0"]?.qty).toBe(3);
    expect(withQty(added, aLine(), 9).entities["7_0"]?.qty).toBe(5);
    expect(withQty(added, aLine(), 0).entities).toEqual({});
  });

  it("takes the currency of the first line", () => {
    const usd = aLine({
      product: { ...aLine().product, price: { current: 10, old: null, iso_code: "USD", sign: "$" } },
    });
    expect(withQty(emptyCart, usd, 1).currency).toBe("usd");
    expect(withQty(cartOf(aLine()), { ...usd, cart_id: "8_0" }, 1).currency).toBe("rub");
  });

  it("counts pieces and tells them as wishes", () => {
    const cart = cartOf(aLine(), aLine({ id: 8, option_id: 3, qty: 1 }));
    expect(piecesOf(cart)).toBe(3);
    expect(wishesOf(cart)).toEqual([
      { cart_id: "7_0", product_id: 7, qty: 2, option_id: 0 },
      { cart_id: "8_3", product_id: 8, qty: 1, option_id: 3 },
    ]);
  });
});

describe("fresh prices", () => {
  const fresh = { sign: "$", iso_code: "USD", price: 11.5, available_for_order: true, qty_limit: 1 };

  it("replaces price, limit and currency, and clamps to the new limit", () => {
    const cart = withPrices(cartOf(aLine()), { "7_0": fresh }, "USD");
    expect(cart.currency).toBe("usd");
    expect(cart.entities["7_0"]).toMatchObject({
      qty: 1,
      qty_limit: 1,
      product: { price: { current: 11.5, old: null, iso_code: "USD" } },
    });
  });

  it("keeps a crossed-out price only in the same currency and above the new one", () => {
    const old = (price: number) =>
      withPrices(cartOf(aLine()), { "7_0": { ...fresh, sign: "₽", iso_code: "RUB", price } }, "RUB").entities["7_0"]
        ?.product.price.old;
    expect(old(1100)).toBe(1200);
    expect(old(1200)).toBeNull();
  });

  it("marks a line that the shop no longer knows", () => {
    expect(withPrices(cartOf(aLine()), {}, "RUB").entities["7_0"]?.product.available_for_order).toBe(false);
  });
});
