// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { PasswordOffer } from "./password-offer.tsx";

const passkey = { id: 1, name: "Phone", created_at: "2026-11-20T08:00:00Z", last_used_at: null, is_backed_up: true };

it("leads a customer who signs in with codes to their first password", () => {
  renderPage(<PasswordOffer methods={{ has_password: false, passkeys: [] }} isSignedIn />);
  expect(screen.getByRole("link", { name: "Set a password" })).toHaveAttribute("href", "/en-US/change-password");
});

it.each([
  ["a password", { has_password: true, passkeys: [] }],
  ["a passkey", { has_password: false, passkeys: [passkey] }],
  ["unknown methods", null],
])("offers nothing to a customer with %s", (_what, methods) => {
  renderPage(<PasswordOffer methods={methods} isSignedIn />);
  expect(screen.queryByRole("region", { name: "Sign in without a password" })).not.toBeInTheDocument();
});

it("tells a visitor with the payment link how to sign in, and nothing about the account", () => {
  renderPage(<PasswordOffer methods={null} isSignedIn={false} />);
  expect(screen.getByRole("link", { name: "Sign in with a code" })).toHaveAttribute("href", "/en-US/login");
});
