import { describe, expect, it } from "vitest";
import { emptyCart, type GuestCart, type GuestLine } from "./guest-cart.ts";
import { guestChanges } from "./guest-changes.ts";

const price = { current: 1000, old: null, iso_code: "RUB", sign: "₽" };

function cart(
  own: Partial<GuestLine> & { price?: Partial<GuestLine["product"]["price"]>; isSold?: boolean } = {},
): GuestCart {
  const { price: ownPrice, isSold = true, ...line } = own;
  const product = {
    ...{ id: 7, name: "Лосьон", link_rewrite: "losyon", reference: "", manufacturer: "", has_options: false },
    available_for_order: isSold,
    image: { src: "", srcset: "", srcset_avif: "", width: 1, height: 1 },
    price: { ...price, ...ownPrice },
  };
  const entity = { cart_id: "7_0", product, option_id: 0, option_name: "", qty: 3, qty_limit: 9, ...line };
  return { ...emptyCart, entities: { "7_0": entity } };
}
const told = (before: GuestCart, after: GuestCart) =>
  guestChanges(before, after).map(({ code, was, now }) => [code, was, now]);

describe("what changed in a guest's cart", () => {
  it.each([
    ["nothing", cart(), cart(), []],
    ["a price that rose", cart(), cart({ price: { current: 1100 } }), [["price_rose", 1000, 1100]]],
    ["a price that fell", cart(), cart({ price: { current: 900 } }), [["price_fell", 1000, 900]]],
    [
      "a sale that ended",
      cart({ price: { current: 800, old: 1000 } }),
      cart({ price: { current: 1000 } }),
      [["sale_ended", 800, 1000]],
    ],
    ["a quantity that was cut", cart(), cart({ qty: 2, qty_limit: 2 }), [["quantity_cut", 3, 2]]],
    ["what is sold out", cart(), cart({ qty_limit: 0 }), [["unavailable", null, null]]],
    ["what is sold no more", cart(), cart({ isSold: false }), [["unavailable", null, null]]],
    ["what was told to be sold out before", cart({ qty_limit: 0 }), cart({ qty_limit: 0 }), []],
    ["what can be had again", cart({ qty_limit: 0 }), cart(), [["available_again", null, null]]],
    ["another currency", cart(), cart({ price: { current: 12, iso_code: "USD" } }), []],
  ])("tells of %s", (_what, before, after, wanted) => {
    expect(told(before, after)).toEqual(wanted);
  });

  it("says nothing of a line that is new", () => {
    expect(told(emptyCart, cart())).toEqual([]);
  });
});
