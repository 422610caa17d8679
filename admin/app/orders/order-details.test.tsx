// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import type { Me } from "@furoshiki/api/admin/staff";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { MeContext } from "../staff/me.tsx";
import { NextStepLink } from "./action-buttons.tsx";
import { OrderLedger } from "./order-ledger.tsx";
import { OrderNextStep } from "./order-next-step.tsx";
import { OrderTimeline } from "./order-timeline.tsx";
import { StatusDialog } from "./status-dialog.tsx";

const order = {
  currency: "RUB",
  next_step: "start_packing",
  actions: [{ name: "start_packing", reasons: [] }],
  status: "paid",
  customs: { problems: [] },
  timeline: [],
} as unknown as OrderDetail;

const me = {
  staff: { id: 1 },
  permissions: ["audit:read", "products:write", "orders:edit", "orders:fulfill"],
} as unknown as Me;

it.each([
  ["customs_data_missing", "paid", "Enter customs data", "#customs"],
  ["shipment_not_allowed", "paid", "Edit the order", "/orders/118940226/edit"],
  ["shipment_not_allowed", "packing", null, null],
  ["permission_missing", "paid", null, null],
  ["shipment_not_packed", "packing", "Open the packing station", "/fulfillment/pack/118940226"],
  ["several_shipments", "packing", "Open the handover", "/fulfillment/handover"],
] as const)("leads to what unblocks the next step: %s of an order that is %s", (reason, status, name, path) => {
  const blocked: OrderDetail = {
    ...{ ...order, id: 118_940_226, status },
    next_step: status === "paid" ? "start_packing" : "ship",
    actions: [{ name: status === "paid" ? "start_packing" : "ship", reasons: [reason] }],
  };
  renderPage(
    <MeContext value={me}>
      <NextStepLink order={blocked} />
    </MeContext>,
  );
  const [link] = screen.queryAllByRole("link");
  expect([link?.textContent ?? null, link?.getAttribute("href") ?? null]).toEqual([name, path]);
});

it("names the next step, and every reason that blocks it", () => {
  const blocked: OrderDetail = {
    ...order,
    actions: [{ name: "start_packing", reasons: ["customs_data_missing", "assigned_to_other"] }],
    customs: {
      ...order.customs,
      problems: [
        { product_id: 1, reference: "SRT-LTN-180", code: "hs_code_missing" },
        { product_id: 1, reference: "SRT-LTN-180", code: "name_not_specific" },
      ],
    },
  };
  renderPage(<OrderNextStep order={blocked} />);
  const step = screen.getByRole("region", { name: "Next step" });
  expect(within(step).getByRole("heading")).toHaveTextContent("Next: enter customs data");
  expect(
    within(step)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^Customs data is missing.*SRT-LTN-180 No HS code, No specific name$/),
    "SRT-LTN-180 No HS code, No specific name",
    "Another colleague is working on this order",
  ]);
});

it("does not offer a step that somebody else has taken meanwhile", () => {
  const taken: OrderDetail = {
    ...{ ...order, id: 118_940_226, status: "packing" },
    actions: [{ name: "start_packing", reasons: ["order_transition_not_allowed"] }],
  };
  const effects = {
    ...{ entries: [], emails: [], refunds: [], loyalty_entries: [], gift_card_entries: [] },
    requires_approval: false,
  };
  renderPage(<StatusDialog order={taken} action="start_packing" preview={{ effects }} result={undefined} />);
  expect(screen.getByText("The status of the order doesn’t allow it")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Start packing" })).toBeDisabled();
});

it("shows no step if the store has nothing to do", () => {
  renderPage(<OrderNextStep order={{ ...order, next_step: null }} />);
  expect(screen.queryByRole("region")).not.toBeInTheDocument();
});

it.each([
  [0, "Charged and received match"],
  [500, "The customer still has to pay ₽500"],
  [-500, "The store owes the customer ₽500"],
])("compares what was charged and received: %s", (balance, text) => {
  const ledger: OrderDetail["ledger"] = {
    charges: [
      { kind: "goods", amount: 2500 },
      { kind: "discount", amount: -500 },
    ],
    payments: [{ kind: "payment", amount: 2000 - balance }],
    charged: 2000,
    paid: 2000 - balance,
    balance,
  };
  renderPage(<OrderLedger order={{ ...order, ledger }} />);
  expect(screen.getByText("Promo code").nextElementSibling).toHaveTextContent("−₽500");
  expect(screen.getByText("Charged").nextElementSibling).toHaveTextContent("₽2,000");
  expect(screen.getByText(text)).toBeInTheDocument();
});

it("tells what happened to an order and who did it", () => {
  const at = "2026-11-20T08:52:00Z";
  const note: OrderDetail["notes"][number] = {
    id: 1,
    author: { id: 2, name: "Kenta S." },
    text: "The shelf is waiting",
    is_visible_to_customer: false,
    mentions: [],
    created_at: at,
    emailed_at: null,
    ...{ is_from_customer: false, answered_at: null, photos: [] },
  };
  const timeline: OrderDetail["timeline"] = [
    { kind: "note", at, note },
    { kind: "action", at, action: "order.assigned", actor: { kind: "staff", name: "Kenta S." } },
    { kind: "email", at, template: "order_paid", sent_at: null, last_error: "550 mailbox full" },
    { kind: "payment_attempt", at, status: "failed", amount: 1240, provider: "sandbox", decline_reason: "no funds" },
    { kind: "status", at, status: "cancelled", cause: "customer", note: "", actor: { kind: "customer", name: "" } },
  ];
  renderPage(
    <MeContext value={me}>
      <OrderTimeline order={{ ...order, id: 118_940_226, timeline }} today="2026-11-20" />
    </MeContext>,
  );
  expect(screen.getByRole("link", { name: "History" })).toHaveAttribute("href", "/audit?subject=order:118940226");
  const entries = within(screen.getByRole("list", { name: "Timeline" })).getAllByRole("listitem");
  expect(entries.map(({ textContent }) => textContent.replaceAll("\u00a0", " "))).toEqual([
    "Kenta S. The shelf is waiting20 Nov, 11:52",
    "Assigned · Kenta S.20 Nov, 11:52",
    "Email “Order paid” failed20 Nov, 11:52",
    "Payment of ₽1,240 failed · no funds20 Nov, 11:52",
    "Canceled · customer20 Nov, 11:52",
  ]);
});
