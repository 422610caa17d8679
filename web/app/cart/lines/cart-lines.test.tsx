// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { createTestCart, createTestLine } from "../../../test/cart-fixtures.ts";
import { renderCartPage } from "../../../test/render-cart-page.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
});

const getSummary = () => screen.getByRole("complementary", { name: "Summary" });
const getStepper = () => screen.getByRole("group", { name: /^Quantity/ });
const getMoreButton = () => within(getStepper()).getByRole("button", { name: "More" });

it("shows the answer of a quantity change after one API call, without running a loader", async () => {
  const { user, calls, rootLoads } = await renderCartPage({ cart: createTestCart() });
  expect(screen.getByText("Total to pay", { selector: "span" }).parentElement).toHaveTextContent("1,500");
  await user.click(getMoreButton());
  await waitFor(() => expect(getSummary()).toHaveTextContent("2,500"));
  expect(getStepper()).toHaveTextContent("2");
  expect(screen.getByText("Total to pay", { selector: "span" }).parentElement).toHaveTextContent("2,500");
  expect(calls).toEqual(["POST /v1/user/cart"]);
  expect(rootLoads).not.toHaveBeenCalled();
});

it("shows a new quantity before the answer, and sends only the newest of several", async () => {
  const firstAnswer = Promise.withResolvers<undefined>();
  const quantities: unknown[] = [];
  const { user, calls } = await renderCartPage({
    cart: createTestCart(),
    api: (call, body) => {
      if (call !== "POST /v1/user/cart") return undefined;
      quantities.push((body as { qty: number }[])[0]?.qty);
      return quantities.length === 1 ? firstAnswer.promise.then(() => undefined as never) : undefined;
    },
  });
  for (let clicks = 0; clicks < 3; clicks++) await user.click(getMoreButton());
  expect(getStepper()).toHaveTextContent("4");
  expect(getSummary()).toHaveAttribute("aria-busy", "true");
  firstAnswer.resolve(undefined);
  await waitFor(() => expect(getSummary()).toHaveTextContent("4,500"));
  expect(getSummary()).not.toHaveAttribute("aria-busy");
  expect(quantities).toEqual([2, 4]);
  expect(calls).toHaveLength(2);
});

it("keeps the page with the error and the stored quantity if a change is refused", async () => {
  const { user, calls } = await renderCartPage({
    cart: createTestCart(),
    api: (call) => (call === "POST /v1/user/cart" ? { status: 422, message: "The cart is full" } : undefined),
  });
  await user.click(getMoreButton());
  expect(await screen.findByText("The cart is full")).toBeVisible();
  await waitFor(() => expect(getStepper()).toHaveTextContent("1"));
  expect(getSummary()).toHaveTextContent("1,500");
  // The cart is loaded again, since it may be another one than the page shows.
  expect(calls).toEqual(["POST /v1/user/cart", "GET /v1/user/cart"]);
});

it("keeps the page with an error if the store cannot be reached", async () => {
  const { user, calls } = await renderCartPage({ cart: createTestCart() });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await user.click(getMoreButton());
  expect(await screen.findByText("Something went wrong. Try again in a minute.")).toBeVisible();
  expect(getStepper()).toHaveTextContent("1");
  expect(calls).toEqual([]);
});

it("shows the message of an answer whose quantity was reduced", async () => {
  const reduced = createTestCart([createTestLine({ qty: 2, qtyLimit: 2 })]);
  const { user } = await renderCartPage({
    cart: createTestCart(),
    api: (call) => (call === "POST /v1/user/cart" ? { data: reduced, message: "Only 2 are left" } : undefined),
  });
  await user.click(getMoreButton());
  await user.click(getMoreButton());
  expect(await screen.findByText("Only 2 are left")).toBeVisible();
  await waitFor(() => expect(getStepper()).toHaveTextContent("2"));
});

it("removes a line and restores it at its place with its quantity", async () => {
  const lines = [createTestLine({ id: 1, qty: 2 }), createTestLine({ id: 2 })];
  const { user, calls } = await renderCartPage({ cart: createTestCart(lines) });
  await user.click(screen.getByRole("button", { name: "Remove: Cream 1" }));
  expect(screen.getByText("“Cream 1” has been removed")).toBeVisible();
  await waitFor(() => expect(getSummary()).toHaveTextContent("1,500"));
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Remove: Cream 1" })).toHaveFocus());
  expect(screen.getAllByRole("group", { name: /^Quantity/ })[0]).toHaveAccessibleName("Quantity: Cream 1");
  expect(screen.getAllByRole("group", { name: /^Quantity/ })[0]).toHaveTextContent("2");
  expect(calls).toEqual(["POST /v1/user/cart", "POST /v1/user/cart"]);
});

it("empties the cart after a confirmation", async () => {
  const { user, calls } = await renderCartPage({
    cart: createTestCart(),
    api: (call) =>
      call === "GET /v1/user/summary"
        ? { data: { cart: { quantities: { "1_0": 1 }, certificates: 0 } } }
        : call === "DELETE /v1/user/cart"
          ? { data: createTestCart([]) }
          : undefined,
  });
  await user.click(screen.getByText("Clear"));
  await user.click(screen.getByRole("button", { name: "Remove all" }));
  expect(await screen.findByRole("heading", { name: /empty/i })).toBeVisible();
  expect(calls).toEqual(["GET /v1/user/summary", "DELETE /v1/user/cart"]);
});

it("says why a line cannot be ordered, and offers the options of a product that needs one", async () => {
  const withoutOption = createTestLine({ id: 4 }, { option_required: true, available_for_order: false });
  const refusal = { code: "aerosol", text: "No aerosols by air" };
  const lines = [
    createTestLine({ id: 1, qtyLimit: 0 }),
    createTestLine({ id: 2 }, { shipping_refusal: refusal }),
    createTestLine({ id: 3, qty: 5, qtyLimit: 3 }),
    withoutOption,
  ];
  const option = { option_id: 7, name: "50 ml", available_for_order: true };
  const { user, calls } = await renderCartPage({
    cart: createTestCart(lines),
    api: (call) => (call === "GET /v1/products/4" ? { data: { options: [option] } } : undefined),
  });
  const items = screen.getByRole("region", { name: "Items" });
  expect(items).toHaveTextContent("No aerosols by air");
  expect(within(items).getAllByRole("group", { name: /^Quantity/ })).toHaveLength(1);
  await user.click(within(items).getByRole("button", { name: "50 ml" }));
  await waitFor(() => expect(calls[0]).toBe("POST /v1/user/cart"));
});
