// @vitest-environment jsdom
import type { Refill } from "@furoshiki/api/orders/refills";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { createFormAction, renderPage } from "../../test/render-page.tsx";
import { createSuccessResult } from "../forms/form-result.ts";
import { RefillReminders } from "./refill-reminders.tsx";

const serum: Refill = {
  ...{ product_id: 8, option_id: 3, name: "Vitamin C serum", option_name: "30 ml", image: null },
  ...{ days: 45, ends_on: "2027-01-20", remind_on: "2026-12-30", is_reminded: false },
};

function renderRefill(overrides: Partial<Refill> = {}) {
  const { action, onSubmit } = createFormAction(createSuccessResult());
  const page = <RefillReminders refills={{ items: [{ ...serum, ...overrides }] }} />;
  return { ...renderPage(page, { url: "/profile/orders/1042", pageAction: action }), onSubmit };
}

it("says until when an item lasts, and reminds the customer if they ask for it", async () => {
  const { onSubmit, user } = renderRefill();
  expect(screen.getByText(/^Lasts until about/)).toHaveTextContent(/20.*About 45 days if you use it every day/);
  await user.click(screen.getByRole("button", { name: /^Remind me on .*: Vitamin C serum, 30.ml$/ }));
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ intent: "refill", product_id: "8", option_id: "3" }));
});

it("lets a reminder be switched off", async () => {
  const { onSubmit, user } = renderRefill({ is_reminded: true });
  await user.click(screen.getByRole("button", { name: /^Do not remind me: / }));
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith(expect.objectContaining({ intent: "refill_off" })));
});

it("offers no reminder once it is too late", () => {
  renderRefill({ remind_on: null });
  expect(screen.queryByRole("button")).toBeNull();
});

it("says nothing about orders without estimates", () => {
  renderPage(<RefillReminders refills={{ items: [] }} />, { url: "/profile/orders/1042" });
  expect(screen.queryByRole("region")).toBeNull();
});
