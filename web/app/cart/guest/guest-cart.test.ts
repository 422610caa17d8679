import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineUpdates } from "./merge-guest-cart.ts";
import { emptyCart, parseGuestCart, countPieces, setLineQty, type GuestLine } from "./guest-cart.ts";
import { updatePrices } from "./guest-cart-prices.ts";

function createLine(overrides: Partial<GuestLine> & { id?: number } = {}): GuestLine {
  const { id = 7, option_id = 0, ...rest } = overrides;
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

const createCart = (...lines: GuestLine[]) => ({
  ...emptyCart,
  entities: Object.fromEntries(lines.map((line) => [line.cart_id, line])),
});

describe("parseGuestCart", () => {
  it("parses a cart as it was stored", () => {
    const cart = {
      ...createCart(createLine(), createLine({ id: 8, option_id: 3 })),
      currency: "usd",
      deliveryWay: "post",
      paymentTypes: ["card"],
      promo: "SAKURA10",
      presents: [3, 5],
    };
    expect(parseGuestCart(JSON.parse(JSON.stringify(cart)))).toEqual(cart);
  });

  it("drops an invalid line and keeps the rest", () => {
    const broken = { ...createLine({ id: 9 }), product: { ...createLine().product, id: "nine" } };
    const parsed = parseGuestCart({
      entities: { a: broken, b: null, c: createLine() },
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

  it("keys a line by its product and option, whatever its stored key", () => {
    expect(Object.keys(parseGuestCart({ entities: { "1_1": createLine({ id: 8, option_id: 3 }) } }).entities)).toEqual([
      "8_3",
    ]);
  });

  it("clamps a quantity to its limit", () => {
    expect(parseGuestCart(createCart(createLine({ qty: 99 }))).entities["7_0"]?.qty).toBe(5);
  });

  it("parses any JSON to a valid cart", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (stored) => {
        const cart = parseGuestCart(stored);
        expect(parseGuestCart(JSON.parse(JSON.stringify(cart)))).toEqual(cart);
      }),
    );
    const almostLine = fc
      .tuple(fc.jsonValue(), fc.oneof(fc.double(), fc.jsonValue()), fc.oneof(fc.integer(), fc.jsonValue()))
      .map(([product, qty, limit]) => ({
        ...createLine(),
        product: { ...createLine().product, ...Object(product) },
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

describe("setLineQty", () => {
  it("adds, clamps and removes", () => {
    const added = setLineQty(emptyCart, createLine(), 3);
    expect(added.entities["7_0"]?.qty).toBe(3);
    expect(setLineQty(added, createLine(), 9).entities["7_0"]?.qty).toBe(5);
    expect(setLineQty(added, createLine(), 0).entities).toEqual({});
  });

  it("uses the currency of the first line", () => {
    const usd = createLine({
      product: { ...createLine().product, price: { current: 10, old: null, iso_code: "USD", sign: "$" } },
    });
    expect(setLineQty(emptyCart, usd, 1).currency).toBe("usd");
    expect(setLineQty(createCart(createLine()), { ...usd, cart_id: "8_0" }, 1).currency).toBe("rub");
  });
});

it("counts items and converts lines to line updates", () => {
  const cart = createCart(createLine(), createLine({ id: 8, option_id: 3, qty: 1 }));
  expect(countPieces(cart)).toBe(3);
  expect(createLineUpdates(cart)).toEqual([
    { cart_id: "7_0", product_id: 7, qty: 2, option_id: 0 },
    { cart_id: "8_3", product_id: 8, qty: 1, option_id: 3 },
  ]);
});

describe("updatePrices", () => {
  const newPrice = { sign: "$", iso_code: "USD", price: 11.5, available_for_order: true, qty_limit: 1 };

  it("replaces price, limit and currency, and clamps to the new limit", () => {
    const cart = updatePrices(createCart(createLine()), { "7_0": newPrice }, "USD");
    expect(cart.currency).toBe("usd");
    expect(cart.entities["7_0"]).toMatchObject({
      qty: 1,
      qty_limit: 1,
      product: { price: { current: 11.5, old: null, iso_code: "USD" } },
    });
  });

  it("keeps the compare-at price only in the same currency and above the new price", () => {
    const getOldPrice = (price: number) =>
      updatePrices(createCart(createLine()), { "7_0": { ...newPrice, sign: "₽", iso_code: "RUB", price } }, "RUB")
        .entities["7_0"]?.product.price.old;
    expect(getOldPrice(1100)).toBe(1200);
    expect(getOldPrice(1200)).toBeNull();
  });

  it("marks a line as unavailable if the API does not return it", () => {
    expect(updatePrices(createCart(createLine()), {}, "RUB").entities["7_0"]?.product.available_for_order).toBe(false);
  });
});
