// @vitest-environment jsdom
import type { Cart, Estimate } from "@furoshiki/api/cart";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { createGuestLine, createTestCart, createTestEstimate } from "../../../test/cart-fixtures.ts";
import { renderCartPage } from "../../../test/render-cart-page.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Returns a cart or an estimate with a promo code of 10 %. */
function applyPromo<T extends Cart | Estimate>(cart: T): T {
  const price_v2 = { ...cart.price_v2, total_price: 1400, discounts: { promo: 100, bonus: 0, certificate: 0 } };
  return { ...cart, price_v2, promo: { ...cart.promo, promo: "SAKURA10", kind: "percent", percent: 10 } };
}

const refused = { status: 422, message: "There is no such promo code" };
const customer = { cart: createTestCart() };
const guest = { guestLines: [createGuestLine()] };
const getField = () => screen.findByRole("textbox", { name: /Promo code/ });
const getSummary = () => screen.getByRole("complementary", { name: "Summary" });

it.each([
  ["a customer", customer, "POST /v1/user/cart/promo/"],
  ["a guest", guest, "POST /v1/cart/promo/"],
])("shows %s why a code is refused, and keeps the page", async (_who, visitor, path) => {
  const { user, calls } = await renderCartPage({
    ...visitor,
    api: (call) => (call.startsWith(path) ? refused : undefined),
  });
  const field = await getField();
  calls.length = 0;
  await user.type(field, "no-such{Enter}");
  await waitFor(() => expect(field).toHaveAccessibleDescription(refused.message));
  expect(field).toHaveFocus();
  expect(field).toHaveValue("no-such");
  expect(getSummary()).toHaveTextContent("1,500");
  expect(calls[0]).toBe(`${path}no-such`);
});

it("applies a customer's code with one API call, and removes it with another", async () => {
  const { user, calls, rootLoads } = await renderCartPage({
    ...customer,
    api: (call) => {
      if (call === "POST /v1/user/cart/promo/sakura10")
        return { data: applyPromo(createTestCart()), message: "10 % off applied" };
      return call === "DELETE /v1/user/cart/promo?only=promo" ? { data: createTestCart() } : undefined;
    },
  });
  const field = await getField();
  await user.type(field, " sakura10 {Enter}");
  await waitFor(() => expect(getSummary()).toHaveTextContent("SAKURA10: −10"));
  expect(await screen.findByText("10 % off applied")).toBeInTheDocument();
  expect(getSummary()).toHaveTextContent("1,400");
  expect(field).toHaveValue("");
  await user.click(screen.getByRole("button", { name: "Remove promo code SAKURA10" }));
  await waitFor(() => expect(getSummary()).toHaveTextContent("1,500"));
  expect(screen.queryByText("SAKURA10")).not.toBeInTheDocument();
  await waitFor(() => expect(field).toHaveFocus());
  expect(calls).toEqual(["POST /v1/user/cart/promo/sakura10", "DELETE /v1/user/cart/promo?only=promo"]);
  expect(rootLoads).not.toHaveBeenCalled();
});

it("stores a guest's code in the browser after the API has checked it, and removes it", async () => {
  const bodies: unknown[] = [];
  const { user } = await renderCartPage({
    ...guest,
    api: (call, body) => {
      if (call === "POST /v1/cart/promo/sakura10") {
        bodies.push(body);
        return { data: applyPromo(createTestEstimate()) };
      }
      const hasCode = call === "POST /v1/cart/estimate" && (body as { promo: string | null }).promo === "SAKURA10";
      return hasCode ? { data: applyPromo(createTestEstimate()) } : undefined;
    },
  });
  const readStoredCode = () => (JSON.parse(localStorage.getItem("cart") ?? "{}") as { promo: string | null }).promo;
  const field = await getField();
  await user.type(field, "sakura10{Enter}");
  await waitFor(() => expect(getSummary()).toHaveTextContent("SAKURA10: −10"));
  expect(readStoredCode()).toBe("SAKURA10");
  expect(bodies).toEqual([
    { country: "RU", lines: [{ product_id: 1, option_id: 0, qty: 1 }], promo: null, presents: [] },
  ]);
  await user.click(screen.getByRole("button", { name: "Remove promo code SAKURA10" }));
  await waitFor(() => expect(getSummary()).toHaveTextContent("1,500"));
  expect(readStoredCode()).toBeNull();
  await waitFor(() => expect(field).toHaveFocus());
});
