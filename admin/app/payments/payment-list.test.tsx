// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import type { ListedPayment, PaymentPage } from "@furoshiki/api/admin/payments";
import type { Me } from "@furoshiki/api/admin/staff";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { MeContext } from "../staff/me.tsx";
import { PaymentList } from "./payment-list.tsx";

const payment: ListedPayment = {
  ...{ id: "pay_1", order_id: 640_118_392, status: "success", provider: "stripe", method: "card" },
  ...{ amount: 2290, currency: "RUB", created_at: "2026-11-16T17:44:00Z", paid_at: null },
  ...{ attempts: [], refunds: [], differences: [] },
};
const page: PaymentPage = {
  // Two payments of one order.
  items: [payment, { ...payment, id: "pay_2", status: "error" }],
  ...{ next: null, counts: { failed_refunds: 1, pending_refunds: 0 } },
};

function renderList(url = "/payments?view=all") {
  renderPage(
    <MeContext value={{ permissions: ["payments:read"] } as unknown as Me}>
      <PaymentList
        page={page}
        savedViews={[]}
        preference={{ columns: ["amount", "gone", "status"], is_compact: false }}
        view="all"
        today="2026-11-20"
      />
    </MeContext>,
    { url },
  );
}
const heads = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);

it("shows the columns that the person has chosen, in their order", () => {
  renderList();
  expect(heads()).toEqual(["Order", "Amount", "Status"]);
  expect(screen.getAllByRole("row")).toHaveLength(3);
});

it("shows the columns of its URL", () => {
  renderList("/payments?view=all&columns=events&columns=created");
  expect(heads()).toEqual(["Order", "Refunds and attempts", "Created"]);
});
