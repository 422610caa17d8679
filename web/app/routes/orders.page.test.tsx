// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { OrderSummary } from "@furoshiki/api/orders";
import { createOrderSummary } from "../../test/order-fixtures.ts";
import { renderRoute } from "../../test/render-page.tsx";
import OrdersPage from "./orders.page.tsx";
import type { Route } from "./+types/orders.page";

type LoaderData = Route.ComponentProps["loaderData"];
type Options = Parameters<typeof renderRoute>[2];

const counts = { all: 30, active: 1, completed: 29 };

function renderOrders(items: OrderSummary[], overrides: Partial<LoaderData["list"]> = {}, options: Options = {}) {
  const list = { items, total: items.length, page: 1, per_page: 12, counts, ...overrides };
  return renderRoute(OrdersPage, { loaderData: { filter: "all", list } }, { url: "/profile/orders", ...options });
}

describe("the list of orders", () => {
  it("shows number, date, status, items and total of an order", () => {
    renderOrders([createOrderSummary({ id: 1042, products_count: 1 })]);
    const card = within(screen.getByRole("article"));
    expect(card.getByRole("link", { name: /^Order No\. 1\s042$/ })).toHaveAttribute(
      "href",
      "/en-US/profile/orders/1042",
    );
    for (const text of ["of 8 November 2026", "Paid", "1 item", "₽2,500"]) expect(card.getByText(text)).toBeVisible();
  });

  it.each([
    ["1 товар", 1],
    ["3 товара", 3],
    ["5 товаров", 5],
  ])("writes “%s” in Russian", (text, products_count) => {
    renderOrders([createOrderSummary({ products_count })], {}, { locale: "ru-RU" });
    expect(screen.getByText(text)).toBeVisible();
  });

  it("leads from an unpaid order to its payment, and says until when", () => {
    const unpaid = { status: "awaiting_payment", pay_until: "2026-11-08T12:02:00Z", payment_id: "p-1" } as const;
    renderOrders([createOrderSummary(unpaid), createOrderSummary({ ...unpaid, id: 7, payment_id: null })]);
    expect(screen.getAllByText("Pay by 8 November, 15:02")).toHaveLength(2);
    const getPayUrl = (name: RegExp) => screen.getByRole("link", { name }).getAttribute("href");
    expect(getPayUrl(/^Pay for order No\. 1\s042$/)).toBe("/en-US/user/payment/p-1");
    expect(getPayUrl(/^Pay for order No\. 7$/)).toBe("/en-US/profile/orders/7");
  });

  it("copies the tracking number as it was assigned, and shows it in groups", async () => {
    const tracking = { number: "RA284519306JP", url: "https://post.example.com/RA284519306JP" };
    const { user } = renderOrders([createOrderSummary({ status: "shipped", tracking, tracking_numbers: [tracking] })]);
    expect(screen.getByText("RA 284 519 306 JP")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Copy the tracking number" }));
    expect(await screen.findByText("Copied")).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe(tracking.number);
    expect(screen.getByRole("link", { name: "Track" })).toHaveAttribute("href", tracking.url);
  });

  it("names the order in the link that opens it", () => {
    renderOrders([createOrderSummary({ status: "packing" }), createOrderSummary({ id: 7, status: "refunded" })]);
    expect(screen.getByText("Being packed")).toBeVisible();
    expect(screen.getByText("Back to where the payment came from")).toBeVisible();
    expect(screen.getByRole("link", { name: "Open order No. 7" })).toHaveAttribute("href", "/en-US/profile/orders/7");
  });

  it("says if the money was paid back another way", () => {
    renderOrders([createOrderSummary({ status: "refunded", is_refunded_outside: true })]);
    expect(screen.getByText("Paid back another way")).toBeVisible();
  });

  it("offers to review or to repeat a delivered order", () => {
    renderOrders([createOrderSummary({ id: 7, status: "delivered" })]);
    expect(screen.getByRole("link", { name: "Leave a review" })).toHaveAttribute("href", "/en-US/profile/reviews");
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Order again: No. 7" });
    expect(button).toHaveAttribute("value", "repeat");
    expect(button.form).toHaveAttribute("action", "/en-US/profile/orders/7");
  });

  it("offers filters and pages, which keep each other", () => {
    const items = [createOrderSummary({ status: "delivered" })];
    const list = { items, total: 29, page: 2, per_page: 12, counts };
    renderRoute(OrdersPage, { loaderData: { filter: "completed", list } }, { url: "/profile/orders?status=completed" });
    const filters = within(screen.getByRole("navigation", { name: "Order filter" }));
    expect(filters.getByRole("link", { current: "page" })).toHaveTextContent("Completed29");
    expect(filters.getByRole("link", { name: /^Active/ })).toHaveAttribute(
      "href",
      "/en-US/profile/orders?status=active",
    );
    const pages = within(screen.getByRole("navigation", { name: "Order pages" }));
    const getPageUrl = (name: string) => pages.getByRole("link", { name }).getAttribute("href");
    expect(getPageUrl("Next page")).toBe("/en-US/profile/orders?status=completed&page=3");
    expect(getPageUrl("Previous page")).toBe("/en-US/profile/orders?status=completed");
  });

  it("tells customers without orders what appears here", () => {
    renderOrders([], { counts: { all: 0, active: 0, completed: 0 } });
    expect(screen.getByRole("heading", { name: "No orders yet" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Best sellers" })).toHaveAttribute("href", "/en-US/best-sales");
    expect(screen.queryByRole("navigation", { name: "Order filter" })).not.toBeInTheDocument();
  });

  it("keeps the filters if none of the orders matches", () => {
    renderOrders([]);
    expect(screen.getByRole("heading", { name: "No such orders" })).toBeVisible();
    expect(screen.getByRole("navigation", { name: "Order filter" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Best sellers" })).not.toBeInTheDocument();
  });
});
