// @vitest-environment jsdom
import type { CustomerOrderEditing } from "@furoshiki/api/order-edits";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { createOrder, createOrderEditing, createOrderParcels } from "../../../test/order-fixtures.ts";
import { createFormAction, renderPage } from "../../../test/render-page.tsx";
import { createSuccessResult } from "../../forms/form-result.ts";
import { OrderPanel } from "../order-panel.tsx";
import { LastEdit, PendingEdit } from "./pending-edit.tsx";

function renderEdits(overrides: Partial<CustomerOrderEditing>) {
  const editing = createOrderEditing(overrides);
  const { action, onSubmit } = createFormAction(createSuccessResult());
  const page = (
    <>
      <LastEdit editing={editing} />
      <PendingEdit editing={editing} />
      <OrderPanel order={createOrder({}, ["paid"])} parcels={createOrderParcels()} canEdit={editing.can_edit} />
    </>
  );
  return { ...renderPage(page, { url: "/profile/orders/1042", pageAction: action }), onSubmit };
}

it("leads from a paid order to the page that changes it", () => {
  renderEdits({});
  const link = screen.getByRole("link", { name: "Change the order" });
  expect(link).toHaveAttribute("href", "/en-US/profile/orders/1042/edit");
});

it("lets a change that awaits its payment be paid or canceled", async () => {
  const pending = { payment_id: "p-9", difference: 700, expires_at: "2026-11-23T12:02:00Z", can_cancel: true };
  const { onSubmit, user } = renderEdits({ can_edit: false, pending });
  const notice = within(screen.getByRole("region", { name: /^Your change awaits a payment of/ }));
  expect(notice.getByRole("link", { name: "Pay the difference" })).toHaveAttribute("href", "/en-US/user/payment/p-9");
  expect(screen.queryByRole("link", { name: "Change the order" })).toBeNull();
  await user.click(notice.getByRole("button", { name: "Cancel the change" }));
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ intent: "cancel_edit" }));
});

it("does not let a change of the staff be canceled", () => {
  const pending = { payment_id: "p-9", difference: 700, expires_at: "2026-11-23T12:02:00Z", can_cancel: false };
  renderEdits({ can_edit: false, pending });
  expect(screen.queryByRole("button", { name: "Cancel the change" })).toBeNull();
});

it("says when the order was changed and what was refunded", () => {
  renderEdits({ last: { difference: -1000, at: "2026-11-23T12:02:00Z" } });
  expect(screen.getByText(/^Changed on .*refunded$/)).toBeInTheDocument();
});
