// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import type { RefundOptions, RequestedRefund } from "@furoshiki/api/admin/payments/refunds";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { RefundDialog } from "./refund-dialog.tsx";

const order = {
  ...{ id: 118_940_226, currency: "RUB", payment_method: "card", status: "paid" },
  lines: [
    { line: 1, name: "Rice lotion", option_name: "180 ml", image: null },
    { line: 2, name: "Night cream", option_name: "", image: null },
  ],
} as unknown as OrderDetail;
const options: RefundOptions = {
  ...{ currency: "RUB", payment_method: "card", is_money: true, refundable: 21_900, refunded: 0, can_restock: false },
  lines: [
    { line: 1, quantity: 2, quantity_left: 2, amount_left: 4438 },
    { line: 2, quantity: 1, quantity_left: 0, amount_left: 0 },
  ],
  ...{ delivery: 1900, delivery_left: 1900, step_up_limit: 5000 },
};
const refund: RequestedRefund = {
  ...{ refund_ids: ["r"], currency: "RUB", delivery: 900, money: 2650, total: 3119, remaining: 19_250 },
  lines: [{ line: 1, name: "Rice lotion", quantity: 1, amount: 2219 }],
  ...{ gift_card: { ending: "88KD", amount: 419 }, points: { points: 50, amount: 50 }, is_order_canceled: false },
  ...{ receipt: [{ description: "Rice lotion", quantity: 1, amount: 2219 }], requires_step_up: false },
};

const renderDialog = (
  preview: (url: URL) => unknown = () => ({ refund, requiresApproval: false }),
  shownOptions = options,
) => {
  const urls: URL[] = [];
  const page = renderPage(<RefundDialog order={order} options={shownOptions} requestKey="a-key-of-the-form" />, {
    url: "/orders/118940226?action=refund",
    loaders: {
      "/orders/:id/refund": async ({ request }) => {
        const url = new URL(request.url);
        urls.push(url);
        return preview(url);
      },
    },
  });
  return { ...page, urls };
};
const getSubmit = () => screen.getByRole("button", { name: /^(Nothing selected|Refund)/ });

it("shows what goes back to where for the selected pieces and delivery", async () => {
  const { user, urls } = renderDialog();
  expect(getSubmit()).toBeDisabled();
  await user.click(screen.getByRole("button", { name: "One more: Rice lotion, 180 ml" }));
  await user.type(screen.getByRole("textbox", { name: "Delivery" }), "900,5");
  const summary = screen.getByRole("complementary", { name: "Where the money goes" });
  await waitFor(() => expect(within(summary).getByText("₽3,119")).toBeVisible());
  for (const text of ["Card", "Gift card ending in 88KD", "50 loyalty points", "Rice lotion × 1"])
    expect(within(summary).getByText(text)).toBeVisible();
  await waitFor(() => expect(getSubmit()).toHaveAccessibleName("Refund ₽3,119"));
  expect(Object.fromEntries(urls.at(-1)?.searchParams ?? [])).toEqual({
    line_1: "1",
    delivery: "900,5",
    reason: "other",
  });
});

it("shows what points and gift card get back at once, of an order that was paid without money", async () => {
  const withoutMoney = { ...refund, money: 0, receipt: null };
  const { user } = renderDialog(() => ({ refund: withoutMoney, requiresApproval: false }), {
    ...options,
    ...{ is_money: false, refundable: 0 },
  });
  expect(screen.getByText(/was paid with points and gift card/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Enter an amount instead" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "One more: Rice lotion, 180 ml" }));
  const summary = screen.getByRole("complementary", { name: "Where the money goes" });
  expect(await within(summary).findByText("50 loyalty points")).toBeVisible();
  expect(within(summary).queryByText("Card")).toBeNull();
  expect(within(summary).getAllByText("at once")).toHaveLength(2);
});

it("selects no more pieces than are left", async () => {
  const { user } = renderDialog();
  await user.click(screen.getByRole("checkbox", { name: "Refund Rice lotion, 180 ml" }));
  expect(screen.getByRole("spinbutton", { name: "Quantity: Rice lotion, 180 ml" })).toHaveValue(2);
  expect(screen.getByRole("button", { name: "One more: Rice lotion, 180 ml" })).toBeDisabled();
  expect(screen.getByRole("checkbox", { name: "Refund Night cream" })).toBeDisabled();
});

it("shows why an amount is refused, and that a code is needed", async () => {
  const { user } = renderDialog((url) =>
    url.searchParams.get("amount") === "6000"
      ? { refund: { ...refund, total: 6000, requires_step_up: true } }
      : { refusal: "This is more than what is left of the payment." },
  );
  await user.click(screen.getByRole("button", { name: "Enter an amount instead" }));
  await user.type(screen.getByRole("textbox", { name: "Amount" }), "60000");
  expect(await screen.findByRole("alert")).toHaveTextContent("more than what is left");
  expect(getSubmit()).toBeDisabled();
  await user.type(screen.getByRole("textbox", { name: "Amount" }), "{Backspace}");
  expect(await screen.findByText("A code is needed: refunds of this order exceed ₽5,000")).toBeVisible();
  expect(getSubmit()).toBeEnabled();
});

it("says that a colleague has to approve a refund above the limit", async () => {
  const { user } = renderDialog(() => ({ refund, requiresApproval: true }));
  await user.click(screen.getByRole("button", { name: "One more: Rice lotion, 180 ml" }));
  expect(await screen.findByText(/a colleague has to approve it within 24 hours/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Send ₽3,119 for approval" })).toBeEnabled();
});
