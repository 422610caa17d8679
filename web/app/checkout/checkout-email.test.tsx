// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { customer } from "../../test/root-data.ts";
import { CheckoutEmail } from "./checkout-email.tsx";

const render = (user: Partial<typeof customer>) =>
  renderPage(<CheckoutEmail />, { rootData: { user: { ...customer, ...user } } });

it("shows the email of a checkout without an account and changes it in place", async () => {
  const { user } = render({ email_verified: false, has_account: false });
  expect(screen.getByText(customer.email)).toBeVisible();
  await user.click(screen.getByText("Change the email"));
  expect(screen.getByRole("textbox", { name: "Email" })).toHaveValue(customer.email);
});

it("leads to the security settings if there is an account", () => {
  render({ email_verified: false });
  expect(screen.getByRole("link", { name: "Change the email" })).toHaveAttribute("href", "/en-US/profile/security");
});

it("says nothing about a confirmed email", () => {
  render({});
  expect(screen.queryByText(customer.email)).not.toBeInTheDocument();
});
