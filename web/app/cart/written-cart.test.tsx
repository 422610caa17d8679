// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { RouterContextProvider } from "react-router";
import { createTestCart } from "../../test/cart-fixtures.ts";
import { renderCartPage } from "../../test/render-cart-page.tsx";
import { createRequestContext, requestContextKey } from "../api-client/request-context.ts";
import { action, loader } from "../routes/cart.page.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
});

const getSummary = () => screen.getByRole("complementary", { name: "Summary" });
const getDelivery = () => screen.getByRole("region", { name: "Delivery" });

/** Returns a cart with this delivery method selected. */
function selectMethod(id: number, price: number) {
  const cart = createTestCart();
  const price_v2 = { ...cart.price_v2, delivery_price: price, total_price: 1000 + price };
  return { ...cart, price_v2, shipping: { ...cart.shipping, selected: id } };
}

it("shows the cart that a choice returns after one API call", async () => {
  const { user, calls, rootLoads } = await renderCartPage({
    cart: createTestCart(),
    api: (call) => (call === "POST /v1/user/cart/shipping/2" ? { data: selectMethod(2, 900) } : undefined),
  });
  await user.click(within(getDelivery()).getByRole("radio", { name: /Courier/ }));
  await waitFor(() => expect(getSummary()).toHaveTextContent("1,900"));
  expect(calls).toEqual(["POST /v1/user/cart/shipping/2"]);
  expect(rootLoads).not.toHaveBeenCalled();
});

it("keeps the page with the error of a refused choice, and loads the cart again", async () => {
  const { user, calls } = await renderCartPage({
    cart: createTestCart(),
    api: (call) =>
      call === "POST /v1/user/cart/shipping/2" ? { status: 422, message: "This method is not offered" } : undefined,
  });
  await user.click(within(getDelivery()).getByRole("radio", { name: /Courier/ }));
  expect(await within(getDelivery()).findByText("This method is not offered")).toBeVisible();
  expect(getSummary()).toHaveTextContent("1,500");
  expect(calls).toEqual(["POST /v1/user/cart/shipping/2", "GET /v1/user/cart"]);
});

it("loads the cart again after writes that have overlapped", async () => {
  const firstAnswer = Promise.withResolvers<{ data: unknown }>();
  let isAnswered = false;
  const { user, calls } = await renderCartPage({
    cart: createTestCart(),
    api: (call) => {
      if (call === "POST /v1/user/cart/shipping/2") return firstAnswer.promise;
      return call === "GET /v1/user/cart" && isAnswered ? { data: selectMethod(2, 900) } : undefined;
    },
  });
  await user.click(within(getDelivery()).getByRole("radio", { name: /Courier/ }));
  await user.click(screen.getByRole("button", { name: "More" }));
  await waitFor(() => expect(calls).toContain("POST /v1/user/cart"));
  isAnswered = true;
  firstAnswer.resolve({ data: createTestCart() });
  await waitFor(() => expect(getSummary()).toHaveTextContent("1,900"));
  expect(calls).toContain("GET /v1/user/cart");
});

describe("without JavaScript", () => {
  it("the cart of the action is the cart of the page", async () => {
    const calls: string[] = [];
    const api = async (path: string, { method = "GET" }: { method?: string } = {}) => {
      calls.push(`${method} ${path}`);
      return { status: 200, body: { data: selectMethod(2, 900) }, retryAfter: null };
    };
    const context = new RouterContextProvider();
    const values = { server: { api, localeStrategy: "prefix_except_default" }, locale: "en-US", token: "token" };
    context.set(requestContextKey, createRequestContext(values as never));
    const body = new URLSearchParams({ intent: "shipping", id: "2" });
    const request = new Request("https://shop.test/en-US/cart", { method: "POST", body });
    await action({ request, context } as never);
    expect(await loader({ context } as never)).toMatchObject({ cart: { shipping: { selected: 2 } } });
    expect(calls).toEqual(["POST /v1/user/cart/shipping/2"]);
  });
});
