import { describe, expect, it } from "vitest";
import { emptyCart, type GuestCart, type GuestLine } from "./guest-cart.ts";
import { getGuestCartChanges } from "./guest-cart-changes.ts";

const price = { current: 1000, old: null, iso_code: "RUB", sign: "₽" };

function createCart(
  overrides: Partial<GuestLine> & { price?: Partial<GuestLine["product"]["price"]>; isSold?: boolean } = {},
): GuestCart {
  const { price: priceOverrides, isSold = true, ...line } = overrides;
  const product = {
    ...{ id: 7, name: "Лосьон", link_rewrite: "losyon", reference: "", manufacturer: "", has_options: false },
    available_for_order: isSold,
    image: { src: "", srcset: "", srcset_avif: "", width: 1, height: 1 },
    price: { ...price, ...priceOverrides },
  };
  const entity = { cart_id: "7_0", product, option_id: 0, option_name: "", qty: 3, qty_limit: 9, ...line };
  return { ...emptyCart, entities: { "7_0": entity } };
}
const getChanges = (before: GuestCart, after: GuestCart) =>
  getGuestCartChanges(before, after).map(({ code, was, now }) => [code, was, now]);

describe("getGuestCartChanges", () => {
  it.each([
    ["nothing", createCart(), createCart(), []],
    ["a price that rose", createCart(), createCart({ price: { current: 1100 } }), [["price_rose", 1000, 1100]]],
    ["a price that fell", createCart(), createCart({ price: { current: 900 } }), [["price_fell", 1000, 900]]],
    [
      "a sale that ended",
      createCart({ price: { current: 800, old: 1000 } }),
      createCart({ price: { current: 1000 } }),
      [["sale_ended", 800, 1000]],
    ],
    ["a quantity that was cut", createCart(), createCart({ qty: 2, qty_limit: 2 }), [["quantity_cut", 3, 2]]],
    ["a product that sold out", createCart(), createCart({ qty_limit: 0 }), [["unavailable", null, null]]],
    ["a product that is no longer sold", createCart(), createCart({ isSold: false }), [["unavailable", null, null]]],
    ["nothing for a product that was sold out before", createCart({ qty_limit: 0 }), createCart({ qty_limit: 0 }), []],
    [
      "a product that is available again",
      createCart({ qty_limit: 0 }),
      createCart(),
      [["available_again", null, null]],
    ],
    ["nothing for another currency", createCart(), createCart({ price: { current: 12, iso_code: "USD" } }), []],
  ])("reports %s", (_what, before, after, expected) => {
    expect(getChanges(before, after)).toEqual(expected);
  });

  it("reports nothing for a new line", () => {
    expect(getChanges(emptyCart, createCart())).toEqual([]);
  });
});
