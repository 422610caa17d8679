// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { createFailedResult, createFormAction, renderRoute } from "../../test/render-page.tsx";
import { customer } from "../../test/root-data.ts";
import { createSuccessResult } from "../forms/form-result.ts";
import SecurityPage from "./security.page.tsx";
import type { Route } from "./+types/security.page";

const signedIn = "2026-11-01T10:00:00Z";
const device = { ip: "203.0.113.7", signed_in_at: signedIn, last_seen_at: "2026-11-20T10:00:00Z", is_current: false };
const loaderData: Route.ComponentProps["loaderData"] = {
  ...{ email: customer.email, isVerified: false, newEmail: null },
  devices: [
    { ...device, id: 1, name: "Firefox, Linux", is_current: true },
    { ...device, id: 2, name: "" },
  ],
  methods: { passkeys: [], has_password: true, second_factor: false, is_recent: true },
};

function renderSettings(overrides: Partial<typeof loaderData> = {}, ...responses: Parameters<typeof createFormAction>) {
  const { action, onSubmit } = createFormAction(...responses);
  const options = { rootData: { user: customer }, actions: { "/profile/security": action } };
  return { ...renderRoute(SecurityPage, { loaderData: { ...loaderData, ...overrides } }, options), onSubmit };
}

it("sends the confirmation email again", async () => {
  const { user, onSubmit } = renderSettings({}, createSuccessResult("Check your inbox"));
  await user.click(screen.getByRole("button", { name: "Send the link" }));
  expect(await screen.findByText("Check your inbox")).toBeVisible();
  expect(onSubmit.mock.calls).toEqual([[{ intent: "confirm_email" }]]);
});

it("shows that the email is confirmed", () => {
  renderSettings({ isVerified: true });
  expect(screen.getByText("Email confirmed")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Send the link" })).not.toBeInTheDocument();
});

it("changes the email with the password", async () => {
  const values = { intent: "change_email", email: customer.email };
  const failure = createFailedResult({ errors: { email: ["sameEmail"] }, values });
  const { user, onSubmit } = renderSettings({}, failure);
  await user.click(screen.getByText("Change email"));
  const email = screen.getByRole("textbox", { name: "New email" });
  await user.type(email, customer.email);
  await user.type(screen.getByLabelText(/^Current password/), "correct horse");
  await user.click(screen.getByRole("button", { name: "Send the links" }));
  await waitFor(() => expect(email).toHaveAccessibleDescription("This is already your email"));
  expect(email).toHaveFocus();
  expect(onSubmit.mock.calls).toEqual([[{ ...values, username: customer.email, current_password: "correct horse" }]]);
});

it("cancels a pending change of the email", async () => {
  const { user, onSubmit } = renderSettings({ newEmail: "new@example.com" }, "connection lost");
  expect(screen.getByText(/To change to new@example.com, confirm in the emails/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Keep the old one" }));
  expect(await screen.findByText(/Check your connection/)).toBeVisible();
  expect(onSubmit.mock.calls).toEqual([[{ intent: "cancel_email_change" }]]);
});

it("signs out of one other device", async () => {
  const { user, onSubmit } = renderSettings({}, createFailedResult({ message: "Try again later" }));
  expect(screen.getByText("This device")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Sign out on: Unknown device" }));
  expect(await screen.findByText("Try again later")).toBeVisible();
  expect(screen.getByText("Unknown device")).toBeVisible();
  expect(onSubmit.mock.calls).toEqual([[{ intent: "end_session", id: "2" }]]);
});

const passkey = { id: 7, name: "Phone", created_at: signedIn, last_used_at: null, is_backed_up: false };
const withPasskey = { methods: { ...loaderData.methods, passkeys: [passkey] } };

it("renames a passkey, and asks who it is before it is removed long after the sign-in", async () => {
  const required = createFailedResult({ code: "recent_authentication_required", message: "Confirm that it is you." });
  const { user, onSubmit } = renderSettings(withPasskey, createSuccessResult(), required);
  await user.click(screen.getByText("Rename"));
  const name = screen.getByRole("textbox", { name: "Name" });
  await user.clear(name);
  await user.type(name, "Tablet");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await user.click(screen.getByRole("button", { name: "Remove passkey: Phone" }));
  expect(await screen.findByText(/Confirm that it is you/)).toBeVisible();
  const section = screen.getByRole("region", { name: "Passkeys" });
  await user.type(within(section).getByLabelText(/^Current password/), "correct horse{Enter}");
  expect(await screen.findByText("Confirmed. You can continue now.")).toBeVisible();
  expect(onSubmit.mock.calls.map(([values]) => values)).toMatchObject([
    { intent: "rename_passkey", id: "7", name: "Tablet" },
    { intent: "remove_passkey", id: "7" },
    { intent: "reauthenticate", current_password: "correct horse" },
  ]);
});

it("says that no password is fine", () => {
  renderSettings({ methods: { ...loaderData.methods, has_password: false } });
  expect(screen.getByText("Not set, and that is fine.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Set a password" })).toHaveAttribute("href", "/en-US/change-password");
});
