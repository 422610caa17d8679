// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { createFailedResult, createFormAction, renderRoute } from "../../test/render-page.tsx";
import { createSuccessResult } from "../forms/form-result.ts";
import GiftCardBalancePage from "./gift-card-balance.page.tsx";
import type { Route } from "./+types/gift-card-balance.page";

type ActionData = NonNullable<Route.ComponentProps["actionData"]>;

const giftCard = {
  ...{ state: "usable", amount: 3000, balance: 500, expires_at: null, iso_code: "RUB", sign: "₽" },
} as unknown as NonNullable<Extract<ActionData, { giftCard: unknown }>["giftCard"]>;

it("sends the code in the body of the request", async () => {
  const { action, onSubmit } = createFormAction();
  const { user, getUrl } = renderRoute(GiftCardBalancePage, {}, { url: "/certificates/balance", pageAction: action });
  await user.type(screen.getByRole("textbox", { name: "Certificate code" }), "JG-1{Enter}");
  await waitFor(() => expect(onSubmit.mock.calls).toEqual([[{ code: "JG-1" }]]));
  expect(getUrl()).not.toContain("JG-1");
});

it("shows what is left", () => {
  const actionData = { ...createSuccessResult(null, { code: "JG-1" }), giftCard };
  renderRoute(GiftCardBalancePage, { actionData });
  expect(screen.getByRole("status")).toHaveTextContent(/500.*of .*3,000/);
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

it("says why there is nothing to show and keeps the code", () => {
  const actionData = { ...createFailedResult({ message: "No such code", values: { code: "JG-2" } }), giftCard: null };
  renderRoute(GiftCardBalancePage, { actionData });
  expect(screen.getByRole("alert")).toHaveTextContent("No such code");
  expect(screen.getByRole("textbox", { name: "Certificate code" })).toHaveValue("JG-2");
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});
