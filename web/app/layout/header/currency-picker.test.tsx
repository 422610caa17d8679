// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { Toasts } from "@furoshiki/design-system/ui/toast.tsx";
import { expect, it } from "vitest";
import { renderPage } from "../../../test/render-page.tsx";
import { createRootData } from "../../../test/root-data.ts";
import { connectionError, stubFetch } from "../../../test/stub-fetch.ts";
import { CurrencyPicker } from "./currency-picker.tsx";

const currencies = {
  data: {
    items: [
      { iso_code: "RUB", sign: "₽", name: "Russian ruble" },
      { iso_code: "USD", sign: "$", name: "US dollar" },
    ],
  },
};

function renderPicker(respond: Parameters<typeof stubFetch>[0]) {
  const calls = stubFetch(respond);
  const page = renderPage(
    <>
      <CurrencyPicker rootData={createRootData("en-US")} />
      <Toasts />
    </>,
  );
  return { ...page, calls };
}

const getPicker = () => screen.getByRole("button", { name: /: RUB$/ });

it("loads the currencies when it opens and marks the current one", async () => {
  const { user, calls } = renderPicker(() => currencies);
  await user.click(getPicker());
  expect(await screen.findByRole("button", { name: /Russian ruble/, pressed: true })).toBeVisible();
  expect(screen.getByRole("button", { name: /US dollar/, pressed: false })).toBeVisible();
  await user.click(screen.getByRole("button", { name: /Russian ruble/ }));
  expect(screen.queryByRole("button", { name: /US dollar/ })).not.toBeInTheDocument();
  expect(calls.map(({ url }) => url)).toEqual(["/v1/currencyList"]);
});

it.each([
  ["the connection is lost", connectionError],
  ["the server refuses", new Response(null, { status: 500 })],
])("keeps the currency and says so when %s", async (_name, failure) => {
  const { user, calls } = renderPicker(({ method }) => (method === "POST" ? failure : currencies));
  await user.click(getPicker());
  await user.click(await screen.findByRole("button", { name: /US dollar/ }));
  expect(await screen.findByText("Something went wrong. Try again in a minute.")).toBeVisible();
  await waitFor(() => expect(getPicker()).toBeEnabled());
  expect(calls.at(-1)).toMatchObject({ url: "/en-US/currency", body: "currency=USD" });
});

it("is disabled while the currency changes", async () => {
  const response = Promise.withResolvers<unknown>();
  const { user } = renderPicker(({ method }) => (method === "POST" ? response.promise : currencies));
  await user.click(getPicker());
  await user.click(await screen.findByRole("button", { name: /US dollar/ }));
  await waitFor(() => expect(getPicker()).toBeDisabled());
  response.resolve(connectionError);
  await waitFor(() => expect(getPicker()).toBeEnabled());
});

it("says so if the currencies cannot be loaded", async () => {
  const { user } = renderPicker(() => connectionError);
  await user.click(getPicker());
  expect(await screen.findByRole("alert")).toHaveTextContent("Something went wrong");
});
