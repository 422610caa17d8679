// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { useActionData } from "react-router";
import { expect, it } from "vitest";
import { createOrderReturns } from "../../test/order-fixtures.ts";
import { createFailedResult, createFormAction, renderPage } from "../../test/render-page.tsx";
import { customer } from "../../test/root-data.ts";
import type { FormResult } from "../forms/form-result.ts";
import ReturnFormPage from "./return-form.page.tsx";
import type { Route } from "./+types/return-form.page";

type Options = Parameters<typeof createOrderReturns>[0];

function TestPage({ options }: { options: Options }) {
  const actionData = useActionData<FormResult>();
  const loaderData = { options: createOrderReturns(options), key: "return-key-1" };
  return <ReturnFormPage {...({ loaderData, actionData } as Route.ComponentProps)} />;
}

function renderForm(options: Options = {}, responses: Parameters<typeof createFormAction> = []) {
  const { action, onSubmit } = createFormAction(...responses);
  const page = { url: "/profile/orders/1042/return", rootData: { user: customer }, pageAction: action };
  return { ...renderPage(<TestPage options={options} />, page), onSubmit };
}

it("sums up the chosen pieces, says what follows, and is sent with them", async () => {
  const { user, onSubmit } = renderForm();
  expect(screen.getByText("₽0")).toBeVisible();
  await user.click(screen.getByRole("checkbox", { name: /Camellia/ }));
  await user.selectOptions(screen.getByRole("combobox", { name: /How many: Camellia/ }), "2");
  expect(screen.getByText(/2,000/, { selector: "b" })).toBeVisible();
  await user.click(screen.getByRole("radio", { name: /does not suit me/ }));
  expect(screen.getByText("You send the item to us")).toBeVisible();
  await user.click(screen.getByRole("radio", { name: /arrived broken/ }));
  expect(screen.getByText("Nothing has to be sent back")).toBeVisible();
  await user.type(screen.getByRole("textbox", { name: "In your own words" }), "Cracked");
  await user.click(screen.getByRole("button", { name: "Send the request" }));
  expect(onSubmit.mock.calls).toEqual([
    [
      {
        ...{ key: "return-key-1", "line-1": "on", "quantity-1": "2", reason: "damaged" },
        ...{ comment: "Cracked", outcome: "refund" },
      },
    ],
  ]);
});

it("says what is missing, and moves the focus there", async () => {
  const errors = { lines: ["required"], reason: ["required"] };
  const { user } = renderForm({}, [createFailedResult({ errors })]);
  await user.click(screen.getByRole("button", { name: "Send the request" }));
  expect(await screen.findByText("Choose at least one item")).toBeVisible();
  expect(screen.getByText("Choose what happened")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("checkbox", { name: /Camellia/ })).toHaveFocus());
  await user.click(screen.getByRole("checkbox", { name: /Camellia/ }));
  expect(screen.queryByText("Choose at least one item")).not.toBeInTheDocument();
  expect(screen.getByRole("checkbox", { name: /Camellia/ })).not.toHaveAttribute("aria-invalid");
});

it("offers only problems once unopened goods cannot be returned any more, and no loss of what arrived", () => {
  renderForm({ can_return: false });
  expect(screen.queryByRole("radio", { name: /unopened/ })).not.toBeInTheDocument();
  expect(screen.queryByRole("radio", { name: /parcel is lost/ })).not.toBeInTheDocument();
  expect(screen.getByText("You can report a problem until 8 December 2026")).toBeVisible();
  expect(screen.queryByText(/return unopened items until/)).not.toBeInTheDocument();
});

it("has no form if nothing can be returned", () => {
  renderForm({ can_return: false, can_claim: false });
  expect(screen.getByText("There is nothing left to return in this order")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Send the request" })).not.toBeInTheDocument();
});
