// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createRootData } from "../../../test/root-data.ts";
import { renderPage } from "../../../test/render-page.tsx";
import { CheckoutHeader } from "./checkout-header.tsx";
import { createCheckoutLayout } from "./checkout-layout.tsx";

it("says which step it is and which one is next", () => {
  renderPage(<CheckoutHeader rootData={createRootData("en-US")} step="address" />);
  expect(screen.getByText(/step 2 of 4/)).toHaveTextContent("Address · step 2 of 4, next: delivery");
  expect(screen.getByRole("listitem", { current: "step" })).toHaveTextContent("Address");
  expect(screen.getAllByRole("listitem")[0]).toHaveTextContent("doneCart");
});

it("names no step after the last one", () => {
  renderPage(<CheckoutHeader rootData={createRootData("en-US")} step="payment" />);
  expect(screen.getByText(/step 4 of 4/)).toHaveTextContent(/^Payment · step 4 of 4$/);
});

it("leaves the store around pages without a step", () => {
  const { isActive } = createCheckoutLayout<{ isPaid: boolean }>(({ isPaid }) => (isPaid ? null : "payment"));
  expect([{ isPaid: false }, { isPaid: true }, null, undefined].map(isActive)).toEqual([true, false, false, false]);
});
