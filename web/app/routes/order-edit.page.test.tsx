// @vitest-environment jsdom
import type { CustomerOrderEditing } from "@furoshiki/api/order-edits";
import { screen, within } from "@testing-library/react";
import { useActionData } from "react-router";
import { expect, it } from "vitest";
import { createOrder, createOrderEditing } from "../../test/order-fixtures.ts";
import { createFormAction, renderPage } from "../../test/render-page.tsx";
import { customer } from "../../test/root-data.ts";
import { createSuccessResult } from "../forms/form-result.ts";
import type { EditResult } from "../orders/edits/edit-form.tsx";
import OrderEditPage from "./order-edit.page.tsx";
import type { Route } from "./+types/order-edit.page";

const additions = [
  {
    ...{ id: 31, name: "Rice toner", image: null, qty_limit: 3 },
    price: { current: 900, old: null, iso_code: "RUB", sign: "₽" },
  },
];

function TestPage({ editing }: { editing: CustomerOrderEditing }) {
  const actionData = useActionData<EditResult>();
  const points = [
    { code: "KZN1", city: "Kazan", address: "Baumana 1" },
    { code: "KZN2", city: "Kazan", address: "Baumana 2" },
  ];
  const loaderData = { order: createOrder({}, ["paid"]), editing, additions, addresses: [], points, key: "key-1" };
  return <OrderEditPage {...({ loaderData, actionData } as Route.ComponentProps)} />;
}

function renderEdit(overrides: Partial<CustomerOrderEditing> = {}, results: Parameters<typeof createFormAction> = []) {
  const { action, onSubmit } = createFormAction(...results);
  const options = { url: "/profile/orders/1042/edit", rootData: { user: customer }, pageAction: action };
  return { ...renderPage(<TestPage editing={createOrderEditing(overrides)} />, options), onSubmit };
}

const getQuantity = () => screen.getByRole<HTMLSelectElement>("combobox", { name: /Camellia/ });

it("offers to remove, to keep and to add pieces, and names the price of one more", () => {
  renderEdit();
  expect([...getQuantity().options].map(({ value }) => value)).toEqual(["0", "1", "2", "3", "4"]);
  expect(screen.getByText(/^One more costs .*1,200/)).toBeInTheDocument();
  expect(screen.queryByRole("combobox", { name: /Tea towel/ })).toBeNull();
});

it("offers products that can join the parcel, up to their limit", async () => {
  const { user, onSubmit } = renderEdit({}, [createSuccessResult()]);
  const region = within(screen.getByRole("region", { name: "Add to the parcel" }));
  const select = region.getByRole<HTMLSelectElement>("combobox", { name: "How many: Rice toner" });
  expect([...select.options].map(({ textContent }) => textContent)).toEqual([
    ...["Do not add", "1 item", "2 items", "3 items"],
  ]);
  await user.selectOptions(select, "2");
  await user.click(screen.getByRole("button", { name: "Show the new total" }));
  expect(onSubmit).toHaveBeenCalledWith(expect.objectContaining({ "add-31": "2" }));
});

it("only adds pieces if a gift depends on the sum", () => {
  renderEdit({ can_remove: false });
  expect([...getQuantity().options].map(({ value }) => value)).toEqual(["2", "3", "4"]);
});

it("offers the other pickup points of the method", () => {
  renderEdit({ pickup_point: "KZN1" });
  const select = within(screen.getByRole("region", { name: "Pickup point" })).getByRole<HTMLSelectElement>("combobox");
  expect([...select.options].map(({ value }) => value)).toEqual(["", "KZN2"]);
});

it("shows the new total before the change is confirmed, until something else is chosen", async () => {
  const preview = {
    ...{ order_id: 1042, iso_code: "RUB", sign: "₽", status: "applied" as const, difference: -1000, lines: [] },
    ...{ total: { before: 2000, after: 1000 }, payment_id: null },
    duty: { before: 0, after: 0, needs_confirmation: false },
  };
  const result: EditResult = { ...createSuccessResult(null, { "quantity-1": "1" }), preview };
  const { user, onSubmit } = renderEdit({}, [result]);
  expect(screen.queryByRole("button", { name: "Change and get the refund" })).toBeNull();
  await user.selectOptions(getQuantity(), "1");
  await user.click(screen.getByRole("button", { name: "Show the new total" }));
  const heading = await screen.findByRole("heading", { name: "The new total" });
  expect(onSubmit).toHaveBeenCalledWith(expect.objectContaining({ intent: "preview", "quantity-1": "1" }));
  expect(heading).toHaveFocus();
  const region = within(screen.getByRole("region", { name: "The new total" }));
  expect(region.getByRole("button", { name: "Change and get the refund" })).toBeInTheDocument();
  await user.selectOptions(getQuantity(), "2");
  expect(screen.queryByRole("region", { name: "The new total" })).toBeNull();
});

it("says that an order that is being packed cannot be changed", () => {
  renderEdit({ can_edit: false, lines: [] });
  expect(screen.getByText("This order can no longer be changed")).toBeInTheDocument();
});
