// @vitest-environment jsdom
import type { JoinOutcome } from "@furoshiki/api/joined-orders";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { createFormAction, renderPage } from "../../../test/render-page.tsx";
import type { FormResult } from "../../forms/form-result.ts";
import { JoinForm } from "./join-form.tsx";

const outcome: JoinOutcome = {
  ...{ main_order_id: 118_940_226, joined_order_id: 483_201_774, iso_code: "RUB", sign: "₽" },
  ...{ delivery: { paid: 998, together: 499 }, refund: 499, duty: { separate: 0, together: 0 } },
  promised: { from: "2026-12-04", to: "2026-12-10" },
};

function renderForm(overrides: Partial<JoinOutcome> = {}, result?: FormResult) {
  const { action, onSubmit } = createFormAction();
  const page = (
    <JoinForm
      orderId={483_201_774}
      outcome={{ ...outcome, ...overrides }}
      idempotencyKey="join-key-1"
      result={result}
    />
  );
  return { ...renderPage(page, { url: "/profile/orders/483201774/join", pageAction: action }), onSubmit };
}

it("shows what both deliveries cost, what is returned and when the parcel arrives, and sends what was shown", async () => {
  const { user, onSubmit } = renderForm();
  expect(screen.getByText("₽998")).toBeVisible();
  expect(screen.getAllByText("₽499")).toHaveLength(2);
  expect(screen.getByText("Expected 4–10 December")).toBeVisible();
  expect(screen.queryByText(/duty-free limit/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Send together" }));
  await waitFor(() =>
    expect(onSubmit).toHaveBeenCalledWith({ key: "join-key-1", other: "118940226", refund: "499", duty: "0" }),
  );
});

it("says plainly that the duty rises before the customer agrees", () => {
  renderForm({ duty: { separate: 0, together: 2300 } });
  expect(
    screen.getByText(/above it: expect to pay customs about ₽2,300\. Sent separately, they would be/),
  ).toBeVisible();
  expect(screen.getByRole("button", { name: "Send together with the duty" })).toBeVisible();
});

it("promises no money if one parcel costs as much", () => {
  renderForm({ refund: 0, delivery: { paid: 998, together: 1200 } });
  expect(screen.getByText(/there is nothing to return/)).toBeVisible();
});

it("says why the orders were not joined", () => {
  renderForm({}, { ok: false, message: "It is being packed", code: "orders_not_joinable", errors: {}, values: {} });
  expect(screen.getByRole("alert")).toHaveTextContent("It is being packed");
});
