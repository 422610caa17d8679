// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import type { Approval } from "@furoshiki/api/admin/staff";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { ApprovalListView } from "./approval-list.tsx";
import { DecisionDialog } from "./decision-dialog.tsx";
import { PendingApprovalsCard } from "./pending-approvals-card.tsx";

const today = "2026-11-23";
const approval: Approval = {
  ...{ id: 7, action: "order.refund_requested", params: { id: 118_940_226 } },
  subject: { kind: "order", id: "118940226" },
  ...{ amount_minor: 2_500_000, currency: "RUB", reason: "damaged", comment: "Called us twice" },
  changes: [
    { field: "refund_amount", from: null, to: "25000 RUB" },
    { field: "refund_lines", from: null, to: "Rice lotion × 2" },
    { field: "restock", from: null, to: true },
  ],
  requested_by: { id: 1, name: "Olga" },
  ...{ requested_at: "2026-11-23T09:00:00Z", expires_at: "2026-11-24T09:00:00Z", status: "pending" },
  ...{ decided_by: null, decided_at: null, decision_reason: "", is_own: false, can_decide: true },
};
const own: Approval = { ...approval, id: 8, is_own: true, can_decide: false };
const rejected: Approval = {
  ...{ ...approval, id: 9, status: "rejected", can_decide: false, decision_reason: "Photos first" },
  ...{ decided_by: { id: 2, name: "Boris" }, decided_at: "2026-11-23T10:00:00Z" },
};

it("lists what waits with its facts, and what has ended", () => {
  renderPage(<ApprovalListView list={{ pending: [approval, own], ended: [rejected] }} today={today} failure={null} />);
  const waiting = screen.getByRole("region", { name: "Waiting for a second person" });
  const [first, second] = within(waiting).getAllByRole("listitem");
  expect(first).toHaveTextContent("₽25,000");
  for (const text of ["Damaged", "Called us twice", "Rice lotion × 2", "yes"]) expect(first).toHaveTextContent(text);
  expect(first).not.toHaveTextContent("25000 RUB");
  expect(within(first as HTMLElement).getByRole("link", { name: "Approve…" })).toHaveAttribute(
    "href",
    "/?action=approve&id=7",
  );
  expect(within(second as HTMLElement).queryByRole("link", { name: "Approve…" })).not.toBeInTheDocument();
  expect(within(second as HTMLElement).getByRole("button", { name: "Withdraw" })).toBeVisible();
  const ended = screen.getByRole("region", { name: "Decided" });
  expect(ended).toHaveTextContent("Rejected");
  expect(ended).toHaveTextContent("Photos first");
  expect(ended).toHaveTextContent("Boris");
});

it("says that nothing waits", () => {
  renderPage(<ApprovalListView list={{ pending: [], ended: [] }} today={today} failure={null} />);
  expect(screen.getByRole("heading", { name: "Nothing is waiting" })).toBeVisible();
});

it("shows on the page of an order who has requested what, with what the person can do", () => {
  renderPage(<PendingApprovalsCard approvals={[approval, own]} today={today} />);
  const [first, second] = screen.getAllByRole("listitem");
  expect(first).toHaveTextContent("Refund · ₽25,000");
  expect(first).toHaveTextContent("Olga");
  expect(first).toHaveTextContent("valid until");
  expect(within(first as HTMLElement).getByRole("link")).toHaveAttribute("href", "/approvals?action=approve&id=7");
  expect(within(second as HTMLElement).getByRole("button", { name: "Withdraw" })).toBeVisible();
});

it("cannot approve what is refused now, and needs a reason to reject", async () => {
  const refusal = "This is more than what is left of the payment.";
  renderPage(<DecisionDialog open={{ decision: "approve", approval, refusal }} today={today} result={undefined} />);
  expect(screen.getByRole("alert")).toHaveTextContent(refusal);
  expect(screen.getByRole("button", { name: "Approve" })).toBeDisabled();
});

it("sends the reason of a rejection", async () => {
  const forms: FormData[] = [];
  const { user } = renderPage(
    <DecisionDialog open={{ decision: "reject", approval, refusal: null }} today={today} result={undefined} />,
    {
      action: async ({ request }) => {
        forms.push(await request.formData());
        return null;
      },
    },
  );
  await user.type(screen.getByRole("textbox", { name: "Reason" }), "Photos first");
  await user.click(screen.getByRole("button", { name: "Reject" }));
  expect(Object.fromEntries(forms[0] ?? [])).toEqual({ intent: "reject", id: "7", reason: "Photos first" });
});
