// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import type { Payment } from "@furoshiki/api/payments";
import { expect, it } from "vitest";
import { createFailedResult, createFormAction, renderPage } from "../../test/render-page.tsx";
import type { FormResult } from "../forms/form-result.ts";
import { HostedPaymentForm } from "./hosted-payment-form.tsx";
import { OtherPaymentMethods } from "./other-payment-methods.tsx";

const methods = [
  { code: "card", name: "Bank card", note: "Visa, Mastercard" },
  { code: "sbp", name: "SBP", note: "Through your bank's app" },
  { code: "yookassa", name: "YooKassa", note: "On its page" },
];
const payment = { method: "card", methods } as unknown as Payment;

it("offers the other methods and changes to one, once", async () => {
  const response = Promise.withResolvers<FormResult>();
  const { action, onSubmit } = createFormAction(response.promise);
  const { user } = renderPage(<OtherPaymentMethods payment={payment} result={undefined} />, { pageAction: action });
  expect(screen.queryByRole("button", { name: "Choose: Bank card" })).not.toBeInTheDocument();
  const chooseSbp = screen.getByRole("button", { name: "Choose: SBP" });
  await user.dblClick(chooseSbp);
  await waitFor(() => expect(chooseSbp).toBeDisabled());
  expect(screen.getByRole("button", { name: "Choose: YooKassa" })).toBeEnabled();
  response.resolve(createFailedResult({}));
  await waitFor(() => expect(chooseSbp).toBeEnabled());
  expect(onSubmit.mock.calls).toEqual([[{ intent: "change_method", method: "sbp" }]]);
});

it("shows why the method was not changed", () => {
  const result = createFailedResult({ message: "The payment is being checked" });
  renderPage(<OtherPaymentMethods payment={payment} result={result} />);
  expect(screen.getByRole("alert")).toHaveTextContent("The payment is being checked");
});

it("shows nothing if there is one method only", () => {
  renderPage(<OtherPaymentMethods payment={{ ...payment, methods: payment.methods.slice(0, 1) }} result={undefined} />);
  expect(screen.queryByRole("heading", { name: "Pay another way" })).not.toBeInTheDocument();
});

function renderHostedForm(...responses: Parameters<typeof createFormAction>) {
  const { action, onSubmit } = createFormAction(...responses);
  const form = (
    <HostedPaymentForm paymentId="p-2" amount="₽4,990" action="/en-US/user/payment/p-2" method="sbp" testMode />
  );
  return { ...renderPage(form, { actions: { "/user/payment/p-2": action } }), onSubmit };
}

const getPay = () => screen.getByRole("button", { name: "Pay ₽4,990" });

it("leads to the page of the provider, once", async () => {
  const response = Promise.withResolvers<FormResult>();
  const { user, onSubmit } = renderHostedForm(response.promise);
  expect(screen.getByText(/A test payment: no money is taken/)).toBeVisible();
  await user.dblClick(getPay());
  expect(getPay()).toBeDisabled();
  response.resolve(createFailedResult({ message: "The bank did not answer" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("The bank did not answer");
  expect(onSubmit.mock.calls).toEqual([[{ intent: "pay", by: "script" }]]);
});

it("can be sent again after the connection was lost", async () => {
  const { user, onSubmit } = renderHostedForm("connection lost");
  await user.click(getPay());
  expect(await screen.findByRole("alert")).toHaveTextContent("Check your connection");
  await user.click(getPay());
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
});
