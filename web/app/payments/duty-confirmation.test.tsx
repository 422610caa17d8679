// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import type { Payment } from "@furoshiki/api/payments";
import { expect, it } from "vitest";
import { createFailedResult, createFormAction, renderPage } from "../../test/render-page.tsx";
import { DutyConfirmation } from "./duty-confirmation.tsx";
import { HostedPaymentForm } from "./hosted-payment-form.tsx";

const duty = { before: 210, after: 640, is_confirmed: false };
const payment = { iso_code: "RUB", sign: "₽", duty } as Payment;

it("is required before the change of an order is paid", async () => {
  const { action, onSubmit } = createFormAction(createFailedResult({}));
  const form = (
    <HostedPaymentForm paymentId="p-3" amount="₽4,990" action="/en-US/user/payment/p-3" method="sbp" testMode={false}>
      <DutyConfirmation payment={payment} />
    </HostedPaymentForm>
  );
  const { user } = renderPage(form, { actions: { "/user/payment/p-3": action } });
  expect(screen.getByText("Duty estimate: ₽210 → ₽640. It is paid when the parcel arrives.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Pay ₽4,990" }));
  expect(onSubmit).not.toHaveBeenCalled();
  await user.click(screen.getByRole("checkbox", { name: /I agree to the new duty estimate/ }));
  await user.click(screen.getByRole("button", { name: "Pay ₽4,990" }));
  expect(onSubmit.mock.calls).toEqual([[{ intent: "pay", duty_confirmed: "on", by: "script" }]]);
});

it("is not asked for again once it was given, and not if the duty does not rise", () => {
  renderPage(
    <>
      <DutyConfirmation payment={{ ...payment, duty: { ...duty, is_confirmed: true } }} />
      <DutyConfirmation payment={{ ...payment, duty: null }} />
    </>,
  );
  expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
});
