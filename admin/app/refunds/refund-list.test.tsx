// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import type { Me } from "@furoshiki/api/admin/staff";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { MeContext } from "../staff/me.tsx";
import { RefundList } from "./refund-list.tsx";

type Refund = OrderDetail["payments"][number]["refunds"][number];

const failed: Refund = {
  ...{ id: "refund-1", status: "failed", amount: 2000, is_money: true, reason: "damaged", comment: "Broken" },
  ...{ created_by: "Anna", is_retried: false, paid_outside_note: null },
  ...{ created_at: "2026-11-20T08:00:00Z", ended_at: "2026-11-20T08:00:01Z" },
};

function renderList(refunds: readonly Refund[], permissions = ["refunds:create"]) {
  const order = { id: 118_940_226, currency: "RUB", payments: [{ refunds }] } as unknown as OrderDetail;
  const forms: Record<string, FormDataEntryValue>[] = [];
  const page = renderPage(
    <MeContext value={{ permissions } as Me}>
      <RefundList order={order} requestKey="key-of-the-page" today="2026-11-21" />
    </MeContext>,
    {
      url: "/orders/118940226",
      actions: {
        "/orders/:id/refund": async ({ request }) => {
          forms.push(Object.fromEntries(await request.formData()));
          return { message: "The order was not found.", errors: { note: ["Too long"] } };
        },
      },
    },
  );
  return { ...page, forms };
}

it("records that a failed refund was paid another way, and says why it is refused", async () => {
  const { user, forms } = renderList([failed]);
  await user.click(screen.getByText("Paid another way?"));
  await user.type(screen.getByRole("textbox", { name: "How and when it was paid" }), "Bank transfer");
  await user.click(screen.getByRole("button", { name: "Record the payment" }));
  expect(await screen.findByText("The order was not found.")).toBeVisible();
  expect(screen.getByText("Too long")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Send again" }));
  await screen.findAllByText("The order was not found.");
  expect(forms).toEqual([
    { refund_id: "refund-1", key: "key-of-the-page refund-1 outside", note: "Bank transfer" },
    { refund_id: "refund-1", key: "key-of-the-page refund-1" },
  ]);
});

it("shows how a refund was paid, and offers nothing for one that is replaced or without the permission", () => {
  const paid = { ...failed, id: "refund-2", status: "succeeded" as const, paid_outside_note: "Bank transfer" };
  renderList([{ ...failed, is_retried: true }, paid]);
  expect(screen.getByText("Paid another way: Bank transfer")).toBeVisible();
  expect(screen.getByText("Replaced by a new refund")).toBeVisible();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
  renderList([failed], []);
  const [, list] = screen.getAllByRole("region");
  expect(within(list!).queryByRole("button")).not.toBeInTheDocument();
});
