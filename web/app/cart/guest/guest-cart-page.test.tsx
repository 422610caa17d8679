// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createGuestLine, createTestCart, createTestEstimate, createTestLine } from "../../../test/cart-fixtures.ts";
import { renderCartPage } from "../../../test/render-cart-page.tsx";
import type { GuestCart } from "./guest-cart.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const getItems = () => screen.findByRole("region", { name: "Items" });
const getSummary = () => screen.findByRole("complementary", { name: "Summary" });
const readStoredCart = () => JSON.parse(localStorage.getItem("cart") ?? "{}") as GuestCart;

it("is the same view as the cart of a customer with the same lines", async () => {
  const options = [
    { id: 1, qty: 2, old: 1200 },
    { id: 2, qtyLimit: 0 },
  ];
  const renderParts = async (page: Promise<unknown>) => {
    await page;
    const [items, summary] = [await getItems(), await getSummary()];
    const rows = within(summary)
      .getAllByRole("term")
      .map((row) => row.textContent);
    const view = {
      items: items.innerHTML,
      heading: screen.getByRole("heading", { level: 1 }).parentElement?.innerHTML,
    };
    cleanup();
    return { view, rows };
  };
  const lines = options.map((line) => createTestLine(line));
  const customer = await renderParts(renderCartPage({ cart: createTestCart(lines) }));
  const guest = await renderParts(
    renderCartPage({
      guestLines: options.map(createGuestLine),
      api: (call) => (call === "POST /v1/cart/estimate" ? { data: createTestEstimate(lines) } : undefined),
    }),
  );
  expect(guest.view).toEqual(customer.view);
  expect(customer.rows).toEqual(["Items (2)", "Delivery", "Total to pay"]);
  expect(guest.rows).toEqual(["Items (2)", "Delivery: Russia", "Duty on delivery", "Approximate total"]);
});

it("asks to remove what cannot be sent to the country before it asks for the email", async () => {
  const refusal = { code: "perfume", text: "Perfume does not travel by post" };
  const lines = [createTestLine(), createTestLine({ id: 2 }, { shipping_refusal: refusal, in_total: false })];
  const { user } = await renderCartPage({
    guestLines: [createGuestLine(), createGuestLine({ id: 2 })],
    api: (call) => (call === "POST /v1/cart/estimate" ? { data: createTestEstimate(lines) } : undefined),
  });
  const summary = within(await getSummary());
  const link = summary.getByRole("link", { name: "Remove 1 item that cannot be shipped" });
  const removeButton = screen.getByRole("button", { name: "Remove: Cream 2" });
  expect(link).toHaveAttribute("href", `#${removeButton.id}`);
  expect(summary.getByText("Items (1)")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Enter your email" })).not.toBeInTheDocument();
  await user.click(removeButton);
  expect(screen.getAllByRole("link", { name: "Enter your email" })).toHaveLength(2);
});

it("shows a quantity change at once and its totals after one estimate", async () => {
  const estimate = Promise.withResolvers<void>();
  let estimateCount = 0;
  const { user, calls } = await renderCartPage({
    guestLines: [createGuestLine()],
    api: async (call) => {
      if (call === "POST /v1/cart/estimate" && ++estimateCount === 2) await estimate.promise;
      return undefined as never;
    },
  });
  const summary = await getSummary();
  calls.length = 0;
  await user.click(screen.getByRole("button", { name: "More" }));
  expect(screen.getByRole("group", { name: /^Quantity/ })).toHaveTextContent("2");
  expect(summary).toHaveAttribute("aria-busy", "true");
  estimate.resolve();
  await waitFor(() => expect(summary).toHaveTextContent("2,500"));
  expect(summary).not.toHaveAttribute("aria-busy");
  expect(calls).toEqual(["POST /v1/cart/estimate"]);
  expect(readStoredCart().entities["1_0"]?.qty).toBe(2);
});

it("shows the stored prices and nothing else until prices are loaded, and tries again", async () => {
  let isReachable = false;
  const { user } = await renderCartPage({
    guestLines: [createGuestLine()],
    api: (call) => (call === "POST /v1/cart/estimate" && !isReachable ? { status: 503 } : undefined),
  });
  expect(await getItems()).toHaveTextContent("The price when you last saw it");
  expect(screen.queryByRole("link", { name: "Enter your email" })).not.toBeInTheDocument();
  expect(screen.queryByRole("textbox", { name: /Promo code/ })).not.toBeInTheDocument();
  isReachable = true;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.getAllByRole("link", { name: "Enter your email" })).toHaveLength(2));
  expect(await getItems()).not.toHaveTextContent("The price when you last saw it");
});

it("keeps the totals with an error if a later estimate fails", async () => {
  let isReachable = true;
  const { user } = await renderCartPage({
    guestLines: [createGuestLine()],
    api: (call) => (call === "POST /v1/cart/estimate" && !isReachable ? { status: 503 } : undefined),
  });
  const summary = await getSummary();
  isReachable = false;
  await user.click(screen.getByRole("button", { name: "More" }));
  const delivery = await screen.findByRole("region", { name: "Delivery cost" });
  expect(await within(delivery).findByRole("button", { name: "Try again" })).toBeVisible();
  expect(summary).toHaveTextContent("1,500");
});

describe("a price refresh", () => {
  const stored = [createGuestLine({ id: 1, qty: 5 }), createGuestLine({ id: 2 })];
  const api = (call: string) =>
    call === "POST /v1/cart/estimate"
      ? { data: createTestEstimate([createTestLine({ id: 1, name: "Balm", qty: 3, qtyLimit: 3, price: 1100 })]) }
      : undefined;

  it("stores current prices, names and limits, and marks what is no longer sold", async () => {
    await renderCartPage({ guestLines: stored, api });
    await getSummary();
    const { entities } = readStoredCart();
    expect(entities["1_0"]).toEqual(createGuestLine({ id: 1, name: "Balm", qty: 3, qtyLimit: 3, price: 1100 }));
    expect(entities["2_0"]?.product).toMatchObject({ name: "Cream 2", available_for_order: false });
  });

  it("lists what has changed until the guest dismisses it", async () => {
    const { user } = await renderCartPage({ guestLines: stored, api });
    const changes = await screen.findByRole("region", { name: "What has changed since your last visit" });
    expect(within(changes).getAllByRole("listitem")).toHaveLength(3);
    await user.click(within(changes).getByRole("button", { name: "Got it" }));
    await waitFor(() => expect(changes).not.toBeInTheDocument());
    expect(localStorage.getItem("cart-changes")).toBe("[]");
  });
});

it("empties the cart in the browser", async () => {
  const { user } = await renderCartPage({ guestLines: [createGuestLine()] });
  await getSummary();
  await user.click(screen.getByText("Clear"));
  await user.click(screen.getByRole("button", { name: "Remove all" }));
  expect(await screen.findByRole("heading", { name: /empty/i })).toBeVisible();
  expect(readStoredCart().entities).toEqual({});
});
