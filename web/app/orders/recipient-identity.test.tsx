// @vitest-environment jsdom
import type { IdentityStatus } from "@furoshiki/api/orders/identity";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { createFailedResult, createFormAction, renderPage } from "../../test/render-page.tsx";
import { createSuccessResult } from "../forms/form-result.ts";
import { RecipientIdentity } from "./recipient-identity.tsx";

const asked: IdentityStatus = { is_needed: true, given_at: null, is_changeable: true, kept_days: 30 };
const given: IdentityStatus = { ...asked, given_at: "2026-11-09T11:02:00Z" };

const renderIdentity = (
  status: IdentityStatus | null,
  responses: Parameters<typeof createFormAction> = [createSuccessResult()],
) => {
  const { action, onSubmit } = createFormAction(...responses);
  renderPage(<RecipientIdentity status={status} result={undefined} />, {
    url: "/profile/orders/1042",
    pageAction: action,
  });
  return onSubmit;
};
const getField = (name: RegExp) => screen.getByLabelText(name);

it("asks for passport and taxpayer number, and says how long they are kept", async () => {
  const onSubmit = renderIdentity(asked);
  expect(screen.getByText(/deleted 30 days after delivery/)).toBeVisible();
  await userEvent.type(getField(/^Passport/), "4509 123456");
  await userEvent.type(getField(/^Date of issue/), "2015-03-20");
  await userEvent.type(getField(/INN/), "500100732259");
  await userEvent.click(screen.getByRole("button", { name: "Save details" }));
  await waitFor(() =>
    expect(onSubmit).toHaveBeenCalledWith(
      expect.objectContaining({ intent: "recipient_identity", passport: "4509 123456", inn: "500100732259" }),
    ),
  );
});

it("says what is wrong beside the field, before and after it is sent", async () => {
  renderIdentity(asked, [createFailedResult({ errors: { inn: ["invalidInn"] }, values: { inn: "500100732258" } })]);
  await userEvent.type(getField(/^Passport/), "4509");
  await userEvent.tab();
  expect(getField(/^Passport/)).toHaveAccessibleDescription("10 digits are needed: series and number");
  await userEvent.click(screen.getByRole("button", { name: "Save details" }));
  await waitFor(() => expect(getField(/INN/)).toHaveFocus());
  expect(getField(/INN/)).toHaveAccessibleDescription("There is no such INN: check its 12 digits");
});

it("shows no value once it is given, only when, and lets the customer replace it", () => {
  renderIdentity(given);
  expect(screen.getByText(/Passport and INN received on 9 November/)).toBeVisible();
  expect(screen.getByText("Give other details")).toBeVisible();
  expect(getField(/^Passport/)).toHaveValue("");
});

it.each([
  ["the method does not need it", { ...asked, is_needed: false, is_changeable: false }],
  ["the parcel was sent without it", { ...asked, is_changeable: false }],
  ["its status is not known", null],
])("asks nothing if %s", (_why, status) => {
  renderIdentity(status);
  expect(screen.queryByRole("region", { name: "Details for customs" })).not.toBeInTheDocument();
});
