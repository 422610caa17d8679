import { describe, expect, it } from "vitest";
import { createGuestLine, createTestLine } from "../../../test/cart-fixtures.ts";
import { getLineProblem } from "../cart-contents.ts";
import { applyEstimate, createGuestLines } from "./estimated-cart.ts";
import { emptyCart, type GuestLine } from "./guest-cart.ts";

const createCart = (...lines: GuestLine[]) => ({
  ...emptyCart,
  entities: Object.fromEntries(lines.map((line) => [line.cart_id, line])),
});

describe("applyEstimate", () => {
  it("stores prices, limits and names of the estimate in its currency, and reduces quantities", () => {
    const item = createTestLine({ id: 1, name: "Balm", qty: 4, qtyLimit: 2, price: 11.5, old: 15 });
    const cart = applyEstimate(createCart(createGuestLine({ id: 1, qty: 4, price: 1000 })), [item], "USD");
    expect(cart.currency).toBe("usd");
    expect(cart.entities["1_0"]).toEqual(
      createGuestLine({ id: 1, name: "Balm", qty: 2, qtyLimit: 2, price: 11.5, old: 15 }),
    );
  });

  it("keeps the quantity of a line that has run out", () => {
    const item = createTestLine({ id: 1, qty: 4, qtyLimit: 0 });
    const cart = applyEstimate(createCart(createGuestLine({ id: 1, qty: 4 })), [item], "RUB");
    expect(cart.entities["1_0"]).toMatchObject({ qty: 4, qty_limit: 0, product: { available_for_order: false } });
  });

  it("keeps a line without an item, marked as unavailable", () => {
    const cart = applyEstimate(createCart(createGuestLine({ id: 1 })), [], "RUB");
    expect(cart.entities["1_0"]?.product).toMatchObject({ name: "Cream 1", available_for_order: false });
  });

  it("keeps the name of an option that was withdrawn", () => {
    const line = { ...createGuestLine({ id: 1 }), option_name: "50 ml" };
    expect(applyEstimate(createCart(line), [createTestLine({ id: 1 })], "RUB").entities["1_0"]?.option_name).toBe(
      "50 ml",
    );
  });
});

describe("createGuestLines", () => {
  const getProblems = (line: GuestLine, item = createTestLine({ id: 1 })) =>
    createGuestLines(createCart(line), [item]).map(getLineProblem);

  it("finds the problems that a customer's line has", () => {
    const line = createGuestLine({ id: 1 });
    const withOptions = { ...line, product: { ...line.product, has_options: true } };
    const refusal = { code: "aerosol", text: "No aerosols" };
    expect(getProblems(line)).toEqual([null]);
    expect(getProblems({ ...line, qty_limit: 0 })).toEqual(["unavailable"]);
    expect(getProblems(withOptions)).toEqual(["option_required"]);
    expect(getProblems(line, createTestLine({ id: 1 }, { shipping_refusal: refusal }))).toEqual(["not_shippable"]);
  });

  it("lists stored lines before the first estimate", () => {
    expect(createGuestLines(createCart(createGuestLine({ id: 1 }), createGuestLine({ id: 2 })), [])).toMatchObject([
      { cart_id: "1_0", may_look_commercial: false, shipping_refusal: null },
      { cart_id: "2_0", available_for_order: true },
    ]);
  });
});
