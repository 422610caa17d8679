// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { createOrderJoining } from "../../../test/order-fixtures.ts";
import { renderPage } from "../../../test/render-page.tsx";
import { JoinedOrders } from "./joined-orders.tsx";

const order = { id: 483_201_774, status: "paid" as const, cancellable: true };
const money = { iso_code: "RUB", sign: "₽" };
const offer = { order_id: 118_940_226, placed_at: "2026-11-20T08:00:00Z", ...money, refund: 499 };
const parcel = {
  ...{ main_order_id: 118_940_226, ...money, refund: 499, duty: 0 },
  orders: [
    { id: 118_940_226, placed_at: "2026-11-20T08:00:00Z" },
    { id: 483_201_774, placed_at: "2026-11-21T08:00:00Z" },
  ],
};

const renderOrders = (...[overrides]: Parameters<typeof createOrderJoining>) =>
  renderPage(<JoinedOrders order={order} joining={createOrderJoining(overrides)} />);

it("shows nothing for an order that is sent alone", () => {
  renderOrders();
  expect(screen.queryByRole("region")).toBeNull();
});

it("offers another order with the delivery that is returned", () => {
  renderOrders({ offers: [offer, { ...offer, order_id: 118_940_227, refund: 0 }] });
  const offers = within(screen.getByRole("region", { name: /Shall we send them together/ })).getAllByRole("listitem");
  expect(offers[0]).toHaveTextContent(/No\. 118\s940\s226 of 20 November.* We return ₽499/);
  expect(offers[1]).not.toHaveTextContent("We return");
  expect(within(offers[0]!).getByRole("link")).toHaveAttribute(
    "href",
    "/en-US/profile/orders/483201774/join?order=118940226",
  );
});

it("names the other orders in the parcel, what was returned, and the duty", () => {
  renderOrders({ parcel: { ...parcel, duty: 1200 } });
  const region = screen.getByRole("region", { name: "In one parcel" });
  expect(within(region).getAllByRole("link")).toHaveLength(1);
  expect(within(region).getByRole("link")).toHaveAttribute("href", "/en-US/profile/orders/118940226");
  expect(region).toHaveTextContent(/returning ₽499 .* duty of the parcel is ₽1,200/);
  expect(region).not.toHaveTextContent("cancel the other one first");
});

it("says why the order that pays the delivery cannot be canceled", () => {
  renderPage(<JoinedOrders order={{ ...order, cancellable: false }} joining={createOrderJoining({ parcel })} />);
  expect(screen.getByRole("region", { name: "In one parcel" })).toHaveTextContent("cancel the other one first");
});
