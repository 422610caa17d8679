// @vitest-environment jsdom
import type { Cart } from "@furoshiki/api/cart";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { createGuestLine, createTestCart, createTestEstimate, createTestLine } from "../../../test/cart-fixtures.ts";
import { renderCartPage } from "../../../test/render-cart-page.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
});

const createPresents = (overrides: Partial<Cart["presents"]> = {}): Cart["presents"] => ({
  product: {
    items: [8, 9].map((id) => ({ ...createTestLine({ id, name: `Gift ${id}` }).product })) as never,
  },
  ...{ count: 1, can_сhoose: true, price: 900, chosen: [], gift: null },
  ...overrides,
});
const getGifts = () => screen.findByRole("region", { name: "Free gift with your order" });
const getGift = (gifts: HTMLElement, name: string) => within(gifts).getByRole("radio", { name: new RegExp(name) });

it("shows the missing amount below the threshold", async () => {
  await renderCartPage({
    cart: createTestCart(undefined, { presents: createPresents({ price: 3000, can_сhoose: false }) }),
  });
  const gifts = await getGifts();
  expect(gifts).toHaveTextContent("2,000");
  expect(within(gifts).queryByRole("radio")).not.toBeInTheDocument();
});

it("chooses a customer's gift with one API call", async () => {
  const { user, calls } = await renderCartPage({
    cart: createTestCart(undefined, { presents: createPresents() }),
    api: (call) =>
      call === "POST /v1/user/cart/presents"
        ? { data: createTestCart(undefined, { presents: createPresents({ chosen: [9] }) }) }
        : undefined,
  });
  const gifts = await getGifts();
  await user.click(getGift(gifts, "Gift 9"));
  await waitFor(() => expect(screen.getByRole("complementary")).toHaveTextContent("Free gift"));
  expect(getGift(gifts, "Gift 9")).toBeChecked();
  expect(calls).toEqual(["POST /v1/user/cart/presents"]);
});

it("keeps the choice and shows the error if a gift is refused", async () => {
  const { user } = await renderCartPage({
    cart: createTestCart(undefined, { presents: createPresents() }),
    api: (call) =>
      call === "POST /v1/user/cart/presents" ? { status: 409, message: "This present has run out" } : undefined,
  });
  const gifts = await getGifts();
  await user.click(getGift(gifts, "Gift 9"));
  expect(await within(gifts).findByText("This present has run out")).toBeVisible();
  expect(getGift(gifts, "Gift 9")).not.toBeChecked();
});

it("stores a guest's gift in the browser, which the estimate includes", async () => {
  const { user } = await renderCartPage({
    guestLines: [createGuestLine()],
    api: (call, body) => {
      if (call !== "POST /v1/cart/estimate") return undefined;
      const { presents } = body as { presents: number[] };
      return { data: createTestEstimate(undefined, { presents: createPresents({ chosen: presents }) }) };
    },
  });
  const gifts = await getGifts();
  await user.click(getGift(gifts, "Gift 8"));
  await waitFor(() => expect(screen.getByRole("complementary")).toHaveTextContent("Free gift"));
  expect(getGift(gifts, "Gift 8")).toBeChecked();
  expect(localStorage.getItem("cart")).toContain('"presents":[8]');
});
