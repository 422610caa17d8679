// @vitest-environment jsdom
import type { Cart } from "@furoshiki/api/cart";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createGuestLine, createTestCart, createTestEstimate, createTestLine } from "../../../test/cart-fixtures.ts";
import { renderCartPage } from "../../../test/render-cart-page.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
});

const options = [
  { id: 1, qty: 2, price: 9000 },
  { id: 2, qty: 1, price: 8000 },
];
const lines = options.map((line) => createTestLine(line));
const limit = {
  rule_id: 1,
  country: "RU",
  value: 200,
  iso_code: "EUR",
  sign: "€",
  in_cart_currency: 20_000,
  left: -6000,
};
const customs_tax = { tax: 900, declarate: true, note: "", limit } as Cart["customs_tax"];
const split: Cart["split"] = {
  ...{ reason: null, saved: 900, added: 300 },
  parts: [
    { lines: [{ cart_id: "1_0", qty: 2 }], products_price: 18_000, delivery_price: 0 },
    { lines: [{ cart_id: "2_0", qty: 1 }], products_price: 8000, delivery_price: 500 },
  ],
  remove: { lines: [{ cart_id: "1_0", qty: 1 }], products_price: 17_000 },
};
const getAdvice = () => screen.findByRole("region", { name: "Above the duty-free limit" });

describe("for a customer", () => {
  it("compares one order with two, and says what is in each", async () => {
    await renderCartPage({ cart: createTestCart(lines, { customs_tax, split }) });
    const advice = await getAdvice();
    expect(advice).toHaveTextContent("The limit is ₽20,000 per parcel; your items cost ₽26,000.");
    expect(advice).toHaveTextContent("≈ ₽900");
    expect(advice).toHaveTextContent("₽600 cheaper");
    const orders = within(advice).getByText("Order 2").closest("li");
    expect(orders).toHaveTextContent("₽8,000");
    expect(orders).toHaveTextContent("Cream 2× 1");
    expect(orders).toHaveTextContent("Delivery: ₽500");
  });

  it("saves the second order for later with one API call", async () => {
    const bodies: unknown[] = [];
    const { user, calls } = await renderCartPage({
      cart: createTestCart(lines, { customs_tax, split }),
      api: (call, body) => {
        if (call !== "POST /v1/user/cart/split") return undefined;
        bodies.push(body);
        return { data: createTestCart(lines.slice(0, 1)) };
      },
    });
    await user.click(within(await getAdvice()).getByRole("button", { name: "Move to a second order" }));
    await waitFor(() => expect(screen.queryByRole("link", { name: "Cream 2" })).not.toBeInTheDocument());
    expect(bodies).toEqual([{ lines: [{ product_id: 2, option_id: 0, qty: 1 }] }]);
    expect(calls).toEqual(["POST /v1/user/cart/split"]);
  });

  it("removes pieces above the limit, and puts them back", async () => {
    const { user } = await renderCartPage({ cart: createTestCart(lines, { customs_tax, split }) });
    const getFirstStepper = () => screen.getByRole("group", { name: "Quantity: Cream 1" });
    await user.click(within(await getAdvice()).getByRole("button", { name: "Remove these" }));
    expect(getFirstStepper()).toHaveTextContent("1");
    const undo = screen.getByRole("button", { name: "Undo" });
    expect(undo).toHaveFocus();
    await user.click(undo);
    expect(getFirstStepper()).toHaveTextContent("2");
    expect(undo).not.toBeInTheDocument();
  });

  it("does not name a limit of nothing", async () => {
    const noLimit = { ...customs_tax, limit: { ...limit, value: 0, in_cart_currency: 0 } } as Cart["customs_tax"];
    const useless = { ...split, parts: [], remove: null, reason: "useless" as const };
    await renderCartPage({ cart: createTestCart(lines, { customs_tax: noLimit, split: useless }) });
    const advice = await screen.findByRole("region", { name: "Duty on orders of any value" });
    expect(advice).toHaveTextContent("splitting the order does not help");
    expect(advice).not.toHaveTextContent("₽");
  });

  it.each([
    ["summed", "Parcels to one person are added together here"],
    ["useless", "This country has no duty-free limit"],
    ["impossible", "These items cannot be split"],
  ] as const)("says why two orders do not help (%s)", async (reason, text) => {
    const advice = { reason, saved: 0, added: 0, parts: [], remove: null };
    await renderCartPage({ cart: createTestCart(lines, { customs_tax, split: advice }) });
    expect(await getAdvice()).toHaveTextContent(text);
    expect(within(await getAdvice()).queryByRole("button")).not.toBeInTheDocument();
  });
});

it("lets a guest remove pieces, or sign in to divide the order", async () => {
  const { user } = await renderCartPage({
    guestLines: options.map(createGuestLine),
    api: (call, body) => {
      if (call !== "POST /v1/cart/estimate") return undefined;
      const quantities = (body as { lines: { qty: number }[] }).lines.map(({ qty }) => qty);
      const isAbove = quantities[0] === 2;
      return { data: createTestEstimate(lines, isAbove ? { customs_tax, split } : {}) };
    },
  });
  const advice = await getAdvice();
  expect(within(advice).getByRole("link", { name: "Enter your email to split it" })).toHaveAttribute("href", "#signin");
  await user.click(within(advice).getByRole("button", { name: "Remove these" }));
  expect(localStorage.getItem("cart")).toContain('"qty":1');
  expect(advice).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(await getAdvice()).toBeVisible();
});
