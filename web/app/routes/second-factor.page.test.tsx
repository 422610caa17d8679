// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { createFailedResult, createFormAction, renderRoute } from "../../test/render-page.tsx";
import { customer } from "../../test/root-data.ts";
import { createSuccessResult, type FormResult } from "../forms/form-result.ts";
import SecondFactorPage, { type SecondFactorResult } from "./second-factor.page.tsx";

const disabled = { enabled: false, enabled_at: null, recovery_codes_left: 0 };
const enabled = { enabled: true, enabled_at: "2026-11-01T10:00:00Z", recovery_codes_left: 1 };
const setupStarted: SecondFactorResult = {
  ...createSuccessResult(null, { intent: "start_setup" }),
  authenticatorKey: { secret: "ABCDEFGH", qr: { size: 21, path: "M0 0h1v1z" } },
};

function renderSettings(
  loaderData: typeof enabled | typeof disabled,
  ...responses: Parameters<typeof createFormAction>
) {
  const { action, onSubmit } = createFormAction(...responses);
  const options = { rootData: { user: customer }, actions: { "/profile/second-factor": action } };
  return { ...renderRoute(SecondFactorPage, { loaderData }, options), onSubmit };
}

const getPassword = () => screen.getByLabelText(/^Current password/);
const findCode = () => screen.findByRole("textbox", { name: "Code from your app" });

it("sets up the app: password, key, code, recovery codes", async () => {
  const codes = ["aaaa-1111", "bbbb-2222"];
  const confirmed: SecondFactorResult = { ...createSuccessResult("It is on", { intent: "confirm_setup" }), codes };
  const { user, onSubmit } = renderSettings(disabled, setupStarted, confirmed);
  await user.type(getPassword(), "correct horse");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByRole("img", { name: "QR code with the key for your app" })).toBeVisible();
  expect(screen.getByText("ABCD EFGH")).toBeVisible();
  await user.type(await findCode(), "123456{Enter}");
  expect(await screen.findByText("It is on")).toBeVisible();
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(codes));
  expect(onSubmit.mock.calls).toEqual([
    [{ intent: "start_setup", username: customer.email, current_password: "correct horse" }],
    [{ intent: "confirm_setup", code: "123456" }],
  ]);
});

it("keeps the key on the page after a wrong code", async () => {
  const wrongCode = createFailedResult({
    ...{ code: "wrong_code", errors: { code: ["wrongCode"] }, values: { intent: "confirm_setup" } },
  });
  const { user } = renderSettings(disabled, setupStarted, wrongCode);
  await user.type(getPassword(), "correct horse{Enter}");
  await user.type(await findCode(), "000000{Enter}");
  await waitFor(async () => expect(await findCode()).toHaveAccessibleDescription(/This code is wrong/));
  expect(await findCode()).toHaveFocus();
  expect(screen.getByText("ABCD EFGH")).toBeVisible();
});

it("shows an error only at the form that was sent", async () => {
  const failure = createFailedResult({
    errors: { current_password: ["wrongPassword"] },
    values: { intent: "disable" },
  });
  const { user } = renderSettings(enabled, failure);
  expect(screen.getByText("1 recovery code is left.")).toBeVisible();
  const [renewPassword, disablePassword] = screen.getAllByLabelText(/^Current password/);
  await user.type(disablePassword!, "wrong");
  await user.type(screen.getAllByRole("textbox", { name: /recovery code/ })[1]!, "123456");
  await user.click(screen.getByRole("button", { name: "Turn off" }));
  await waitFor(() => expect(disablePassword).toHaveAccessibleDescription("This is not your current password"));
  expect(renewPassword).not.toHaveAccessibleDescription();
});

it("keeps the form when the connection is lost and sends it once", async () => {
  const response = Promise.withResolvers<FormResult>();
  const { user, onSubmit } = renderSettings(disabled, response.promise);
  await user.type(getPassword(), "correct horse");
  const button = screen.getByRole("button", { name: "Continue" });
  await user.dblClick(button);
  expect(button).toBeDisabled();
  response.resolve(createFailedResult({ message: "Try again", values: { intent: "start_setup" } }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Try again");
  expect(getPassword()).toHaveValue("correct horse");
  expect(onSubmit).toHaveBeenCalledOnce();
});
