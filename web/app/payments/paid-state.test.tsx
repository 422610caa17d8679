// @vitest-environment jsdom
import type { Payment } from "@furoshiki/api/payments";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { createOrder } from "../../test/order-fixtures.ts";
import { renderPage } from "../../test/render-page.tsx";
import { customer } from "../../test/root-data.ts";
import { PaidState } from "./paid-state.tsx";

const promised = { from: "2026-12-04", to: "2026-12-10" };
const delivery = { promised, to_pickup_point: false, duty: 0 };
const payment = { order_id: 1042, status: "success", amount: 2500, iso_code: "RUB", sign: "₽", delivery } as Payment;
const shipping = { id: 6, name: "CDEK", point: null, days_min: 10, days_max: 16, promised };
const rootData = { user: customer };

const listSteps = () =>
  within(screen.getByRole("region", { name: "What happens next" }))
    .getAllByRole("listitem")
    .map((step) => step.textContent);

it("names the days of arrival, the next steps, the sum and the address of an own order", () => {
  renderPage(<PaidState payment={payment} order={createOrder({ shipping })} />, { rootData });
  const thanks = screen.getByRole("status");
  expect(within(thanks).getByRole("heading", { name: "Thank you, Anna. Your order is paid" })).toBeVisible();
  expect(thanks).toHaveTextContent("Expected 4–10 December.");
  expect(within(thanks).getByRole("link", { name: "Open the order" })).toBeVisible();
  expect(listSteps()).toEqual([
    expect.stringMatching(/^Packing/),
    expect.stringMatching(/^On its way/),
    "Customsno duty, nothing for you to do",
    "4–10\u00a0DecemberDeliveryKazan, ul. Pushkina 1",
  ]);
  expect(screen.getByText("Paid")).toBeVisible();
  expect(screen.getByText("+7 900 123-45-67")).toBeVisible();
});

it("names the pickup point and the duty", () => {
  const order = createOrder({ customs_tax: 350, shipping: { ...shipping, point: "Kazan, ul. Baumana 44" } });
  const paidWithDuty = { ...payment, delivery: { ...delivery, to_pickup_point: true, duty: 350 } };
  renderPage(<PaidState payment={paidWithDuty} order={order} />, { rootData });
  expect(listSteps().slice(2)).toEqual([
    expect.stringContaining("350"),
    "4–10\u00a0DecemberReady for pickupKazan, ul. Baumana 44",
  ]);
});

it("shows neither steps nor an address for an order of gift cards", () => {
  const order = createOrder({ shipping: null, address: null });
  renderPage(<PaidState payment={{ ...payment, delivery: null }} order={order} />, { rootData });
  expect(screen.queryByRole("region", { name: "What happens next" })).not.toBeInTheDocument();
  expect(screen.queryByRole("region", { name: "Receipt" })).not.toBeInTheDocument();
});

it("shows the sum, the days and the steps without an address to a visitor who has only the payment link", () => {
  renderPage(<PaidState payment={payment} order={null} />);
  expect(screen.getByRole("heading", { name: "Thank you. Your order is paid" })).toBeVisible();
  expect(screen.getByText("₽2,500")).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent("Expected 4–10 December.");
  expect(listSteps().at(-1)).toBe("4–10\u00a0DecemberDeliveryto the address in your order");
  expect(screen.queryByRole("link", { name: "Open the order" })).not.toBeInTheDocument();
  expect(screen.queryByText("+7 900 123-45-67")).not.toBeInTheDocument();
});
