// @vitest-environment jsdom
import { cleanup, screen, waitFor } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expect, it } from "vitest";
import { createFailedResult, createFormAction, renderPage } from "../../test/render-page.tsx";
import { connectionError, stubFetch } from "../../test/stub-fetch.ts";
import { CardForm, type KeptCard } from "./card-form.tsx";

const GATEWAY = "https://gateway.test/tokens";

function renderForm(
  props: Partial<ComponentProps<typeof CardForm>> = {},
  ...responses: Parameters<typeof createFormAction>
) {
  const { action, onSubmit } = createFormAction(...responses);
  const form = (
    <CardForm
      paymentId="p-1"
      amount="₽4,990"
      gateway={GATEWAY}
      action="/en-US/user/payment/p-1"
      testMode={false}
      {...props}
    />
  );
  return { ...renderPage(form, { actions: { "/user/payment/p-1": action } }), onSubmit };
}

const getNumber = () => screen.getByRole("textbox", { name: "Card number" });
const getHolder = () => screen.getByRole("textbox", { name: "Name as on the card" });
const getExpiry = () => screen.getByRole("textbox", { name: "Valid until" });
const getCvc = () => screen.getByLabelText(/^CVC/);
const getSubmit = () => screen.getByRole("button", { name: "Pay ₽4,990" });

async function enterCard(user: ReturnType<typeof renderForm>["user"]) {
  await user.type(getNumber(), "4242424242424242");
  await user.type(getHolder(), "ANNA SOKOLOVA");
  await user.type(getExpiry(), "1299");
  await user.type(getCvc(), "123");
}

it("formats the card while it is typed and shows its brand", async () => {
  const { user } = renderForm();
  await user.type(getNumber(), "42424242");
  expect(getNumber()).toHaveValue("4242 4242");
  expect(screen.getByText("VISA")).toBeVisible();
  await user.type(getExpiry(), "0930");
  expect(getExpiry()).toHaveValue("09 / 30");
  await user.type(getExpiry(), "{Backspace}{Backspace}{Backspace}");
  expect(getExpiry()).toHaveValue("09 /");
});

it("sends the card to the gateway only, and the token to the store", async () => {
  const calls = stubFetch(() => ({ token: "tok-1" }));
  const { user, onSubmit } = renderForm();
  await enterCard(user);
  await user.click(getSubmit());
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(calls).toHaveLength(1);
  expect(calls[0]?.url).toBe(GATEWAY);
  expect(JSON.parse(calls[0]?.body ?? "")).toMatchObject({ holder: "ANNA SOKOLOVA", expiry: "12/99", cvc: "123" });
  const submitted = onSubmit.mock.calls[0]?.[0];
  expect(submitted).toEqual({ intent: "confirm", by: "script", card_token: "tok-1", key: expect.any(String) });
  expect(JSON.stringify(submitted)).not.toContain("4242");
});

it("checks every field before the gateway is called", async () => {
  const calls = stubFetch(() => ({ token: "tok-1" }));
  const { user } = renderForm();
  await user.type(getHolder(), "ANNA SOKOLOVA");
  await user.click(getSubmit());
  expect(getNumber()).toHaveFocus();
  for (const field of [getNumber(), getExpiry(), getCvc()]) expect(field).toBeInvalid();
  expect(getHolder()).not.toHaveAccessibleDescription();
  expect(calls).toEqual([]);
});

it("checks a field that is left, but not one that is still empty", async () => {
  const { user } = renderForm();
  await user.type(getNumber(), "4242424242424241");
  await user.click(getHolder());
  expect(getNumber()).toHaveAccessibleDescription("There is a typo in the number: check the digits");
  await user.click(getExpiry());
  expect(getHolder()).not.toHaveAccessibleDescription();
});

it("shows the errors of the gateway", async () => {
  stubFetch(() => Response.json({ errors: { number: ["invalidCardNumber"] } }, { status: 422 }));
  const { user, onSubmit } = renderForm();
  await enterCard(user);
  await user.click(getSubmit());
  await waitFor(() => expect(getNumber()).toHaveAccessibleDescription(/typo in the number/));
  expect(getNumber()).toHaveFocus();
  expect(onSubmit).not.toHaveBeenCalled();
});

it.each([
  ["cannot be reached", connectionError],
  ["fails", new Response("down", { status: 502 })],
])("can be sent again if the gateway %s", async (_name, failure) => {
  const responses: unknown[] = [failure, { token: "tok-2" }];
  stubFetch(() => responses.shift());
  const { user, onSubmit } = renderForm();
  await enterCard(user);
  await user.click(getSubmit());
  expect(await screen.findByRole("alert")).toHaveTextContent("The bank did not respond, and you have not been charged");
  expect(onSubmit).not.toHaveBeenCalled();
  await user.click(getSubmit());
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

it("pays once for a double click", async () => {
  const response = Promise.withResolvers<unknown>();
  const calls = stubFetch(() => response.promise);
  const { user, onSubmit } = renderForm();
  await enterCard(user);
  await user.dblClick(getSubmit());
  await user.type(getCvc(), "{Enter}");
  expect(getNumber()).toHaveAttribute("readonly");
  response.resolve({ token: "tok-1" });
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(calls).toHaveLength(1);
});

it("shows why the store refused the payment, with a new key for the next attempt", async () => {
  stubFetch(() => ({ token: "tok-1" }));
  const { user, onSubmit } = renderForm({}, createFailedResult({ message: "The order was canceled" }));
  await enterCard(user);
  await user.click(getSubmit());
  expect(await screen.findByRole("alert")).toHaveTextContent("The order was canceled");
  await user.click(getSubmit());
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
  const keys = onSubmit.mock.calls.map(([submitted]) => submitted["key"]);
  expect(new Set(keys).size).toBe(2);
});

it("lists the test cards in test mode only", () => {
  renderForm({ testMode: true });
  expect(screen.getByText("4242 4242 4242 4242")).toBeVisible();
});

it("keeps holder and expiry for another attempt, but neither number nor code", async () => {
  stubFetch(() => ({ token: "tok-1" }));
  const kept: KeptCard[] = [];
  const { user, onSubmit } = renderForm({ onCardSubmitted: (card) => kept.push(card) });
  await enterCard(user);
  await user.click(getSubmit());
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(kept).toEqual([{ holder: "ANNA SOKOLOVA", expiry: "12 / 99" }]);
  cleanup();
  renderForm({ keptCard: kept[0] });
  expect([getHolder(), getExpiry(), getNumber(), getCvc()].map((input) => (input as HTMLInputElement).value)).toEqual([
    ...["ANNA SOKOLOVA", "12 / 99"],
    ...["", ""],
  ]);
});
