// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { createReturn } from "../../test/order-fixtures.ts";
import { renderPage } from "../../test/render-page.tsx";
import { customer } from "../../test/root-data.ts";
import ReturnPage from "./return.page.tsx";
import type { Route } from "./+types/return.page";

type Row = Parameters<typeof createReturn>[0];

const renderReturn = (row: Row = {}) =>
  renderPage(<ReturnPage {...({ loaderData: createReturn(row) } as Route.ComponentProps)} />, {
    ...{ url: "/profile/returns/7", rootData: { user: customer } },
  });
const getHeadline = () =>
  within(screen.getByRole("region", { name: "Progress of the request" })).getByRole("heading").textContent;
const resolved = {
  status: "resolved",
  approved_at: "2026-11-26T09:00:00Z",
  closed_at: "2026-11-27T09:00:00Z",
} as const;

it("shows what the customer sent", () => {
  renderReturn({ photos: [{ id: "6f1c1f3e-0000-4000-8000-000000000001" }] });
  expect(getHeadline()).toBe("We have your request");
  expect(screen.getByText("The cap is cracked")).toBeVisible();
  const photo = screen.getByRole("img", { name: "Your photo 1" });
  expect(photo).toHaveAttribute("src", "/en-US/profile/return-photos/6f1c1f3e-0000-4000-8000-000000000001");
  expect(screen.getByRole("link", { name: "Order No. 1\u00a0042" })).toBeVisible();
});

it.each<[string, Row, string, string]>([
  [
    "says how to send the goods",
    { kind: "return", status: "approved", instructions: "Send it to Osaka." },
    "Approved: please send the items",
    "Send it to Osaka.",
  ],
  [
    "says that nothing has to come back",
    { status: "approved" },
    "We have accepted your claim",
    "Nothing has to be sent back.",
  ],
  [
    "says why it was declined",
    { status: "rejected", decision_reason: "It was opened" },
    "We cannot accept the request",
    "It was opened",
  ],
  [
    "says that the money is on its way",
    {
      ...resolved,
      outcome: "refund",
      refunds: [{ amount: 1000, is_money: true, is_paid: false, created_at: resolved.closed_at }],
    },
    "We are refunding ₽1,000",
    "The money goes back to where it came from.",
  ],
  [
    "says that the money was sent",
    {
      ...resolved,
      outcome: "refund",
      refunds: [{ amount: 1000, is_money: true, is_paid: true, created_at: resolved.closed_at }],
    },
    "We refunded ₽1,000",
    "The money goes back to where it came from.",
  ],
  [
    "says that points and gift card have their amount back",
    {
      ...resolved,
      outcome: "refund",
      refunds: [{ amount: 1000, is_money: false, is_paid: true, created_at: resolved.closed_at }],
    },
    "We refunded ₽1,000",
    "on your loyalty points and gift card",
  ],
  [
    "leads to the replacement",
    { ...resolved, outcome: "replacement", replacement_order_id: 1043 },
    "Your replacement is placed",
    "Open order No. 1 043",
  ],
])("%s", (_what, row, headline, text) => {
  renderReturn({
    approved_at: "2026-11-26T09:00:00Z",
    closed_at: row?.status === "approved" ? null : resolved.closed_at,
    ...row,
  });
  expect(getHeadline()).toBe(headline);
  expect(screen.getByText(text, { exact: false })).toBeVisible();
});
