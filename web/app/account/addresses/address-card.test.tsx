// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import type { Address } from "@furoshiki/api/account/addresses";
import { expect, it } from "vitest";
import { createFailedResult, createFormAction, renderPage } from "../../../test/render-page.tsx";
import type { FormResult } from "../../forms/form-result.ts";
import { AddressCard } from "./address-card.tsx";

const address = {
  ...{ id: 7, alias: "Home", first_name: "Anna", last_name: "Sokolova", phone_shown: "+7 900 000-00-01" },
  ...{ postcode: "101000", country_name: "Russia", state: "", city: "Moskva", address: "ul. Lesnaya 5" },
} as Address;

function renderCard(...responses: Parameters<typeof createFormAction>) {
  const { action, onSubmit } = createFormAction(...responses);
  return {
    ...renderPage(<AddressCard address={address} />, { actions: { "/profile/addresses/7": action } }),
    onSubmit,
  };
}

const getQuestion = () => screen.getByText("Remove this address? Past orders will keep it.");
const getConfirm = () => screen.getByRole("button", { name: "Remove" });

it("shows the address with a link to change it", () => {
  renderCard();
  expect(screen.getByText("Anna Sokolova")).toBeVisible();
  expect(screen.getByText("101000, Russia")).toBeVisible();
  expect(screen.getByRole("link", { name: /Home/ })).toHaveAttribute("href", "/en-US/profile/addresses/7");
});

it("removes the address after a confirmation, once", async () => {
  const response = Promise.withResolvers<FormResult>();
  const { user, onSubmit } = renderCard(response.promise);
  expect(getQuestion()).not.toBeVisible();
  await user.click(screen.getByText("Remove", { selector: "summary" }));
  expect(getQuestion()).toBeVisible();
  await user.dblClick(getConfirm());
  expect(getConfirm()).toBeDisabled();
  expect(onSubmit.mock.calls).toEqual([[{ intent: "remove" }]]);
  response.resolve(createFailedResult({ message: "Try again later" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Try again later");
});

it("keeps the address if the customer changes their mind", async () => {
  const { user, onSubmit } = renderCard();
  await user.click(screen.getByText("Remove", { selector: "summary" }));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(getQuestion()).not.toBeVisible();
  expect(onSubmit).not.toHaveBeenCalled();
});

it("keeps the address if the connection is lost", async () => {
  const { user } = renderCard("connection lost");
  await user.click(screen.getByText("Remove", { selector: "summary" }));
  await user.click(getConfirm());
  expect(await screen.findByRole("alert")).toHaveTextContent("Check your connection");
  await waitFor(() => expect(getConfirm()).toBeEnabled());
});
