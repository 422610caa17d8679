// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import type { Payment } from "@furoshiki/api/payments";
import { expect, it } from "vitest";
import { createFailedResult, createFormAction, renderPage } from "../../test/render-page.tsx";
import { HostedPaymentForm } from "./hosted-payment-form.tsx";
import { PaymentConsents } from "./payment-consents.tsx";

const duty = { before: 210, after: 640, is_confirmed: false };
const payment = { iso_code: "RUB", sign: "₽", purpose: "order_edit", duty } as Payment;

it("requires the confirmation of a higher duty before the change of an order is paid", async () => {
  const { action, onSubmit } = createFormAction(createFailedResult({}));
  const form = (
    <HostedPaymentForm paymentId="p-3" amount="₽4,990" action="/en-US/user/payment/p-3" method="sbp" testMode={false}>
      <PaymentConsents payment={payment} />
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

it("asks for nothing once it was given, and nothing if the duty does not rise", () => {
  renderPage(
    <>
      <PaymentConsents payment={{ ...payment, duty: { ...duty, is_confirmed: true } }} />
      <PaymentConsents payment={{ ...payment, duty: null }} />
    </>,
  );
  expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
});

it("requires the consents to personal data and offer for an order that the store has placed, and its duty", async () => {
  const { action, onSubmit } = createFormAction(createFailedResult({}));
  const placed = { ...payment, purpose: "order", terms_required: true, duty: { ...duty, before: 0 } } as Payment;
  const form = (
    <HostedPaymentForm paymentId="p-4" amount="₽4,990" action="/en-US/jpcart/payment/p-4" method="sbp" testMode={false}>
      <PaymentConsents payment={placed} />
    </HostedPaymentForm>
  );
  const { user } = renderPage(form, { actions: { "/jpcart/payment/p-4": action } });
  expect(screen.getByText("Duty estimate: ₽640. It is paid when the parcel arrives.")).toBeVisible();
  for (const name of [/processing of my personal data/, /I accept the public offer/, /I agree to the duty estimate/]) {
    await user.click(screen.getByRole("button", { name: "Pay ₽4,990" }));
    expect(onSubmit).not.toHaveBeenCalled();
    await user.click(screen.getByRole("checkbox", { name }));
  }
  await user.click(screen.getByRole("button", { name: "Pay ₽4,990" }));
  const consents = { agree: "on", agree_offer: "on", duty_confirmed: "on" };
  expect(onSubmit.mock.calls).toEqual([[{ intent: "pay", by: "script", ...consents }]]);
});
