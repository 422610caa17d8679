// @vitest-environment jsdom
import type { Cart } from "@furoshiki/api/cart";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { createTestEstimate, createTestLine } from "../../../test/cart-fixtures.ts";
import { createRootData } from "../../../test/root-data.ts";
import { renderPage } from "../../../test/render-page.tsx";
import { stubFetch } from "../../../test/stub-fetch.ts";
import { LandedCostEstimate } from "./landed-cost-estimate.tsx";

const countries = ["RU", "KZ", "BY", "AM", "DE"].map((code) => ({ code, name: `Country ${code}`, deliverable: true }));
const duty = { tax: 150, declarate: true, note: "", limit: null } as Cart["customs_tax"];

it("adds delivery and duty to the price, and calculates again for another country", async () => {
  const requests: unknown[] = [];
  stubFetch(({ url, body }) => {
    if (url === "/v1/countries") return { data: { items: countries } };
    requests.push(JSON.parse(body));
    return { data: createTestEstimate(undefined, requests.length === 1 ? {} : { customs_tax: duty }) };
  });
  const { config } = createRootData("en-US");
  const { user } = renderPage(<LandedCostEstimate productId={7} optionId={3} qty={1} />, {
    rootData: { config },
    actions: {
      "/destination": async ({ request }) => {
        const country = String((await request.formData()).get("country"));
        config.destination = { country, name: country, direction: `to ${country}` };
        return { ok: true };
      },
    },
  });
  expect(await screen.findByText("₽1,500")).toBeVisible();
  await user.click(screen.getByRole("radio", { name: "Country KZ" }));
  expect(await screen.findByText("₽1,650")).toBeVisible();
  await user.selectOptions(screen.getByRole("combobox", { name: "Another country" }), "DE");
  await waitFor(() => expect(requests).toHaveLength(3));
  const lines = [{ product_id: 7, option_id: 3, qty: 1 }];
  expect(requests).toEqual(["RU", "KZ", "DE"].map((country) => ({ country, lines })));
});

it("says what cannot be shipped, and that no method delivers to a country", async () => {
  const refused = createTestLine({}, { shipping_refusal: { code: "aerosol", text: "No aerosols by air" } });
  const shipping = { ...createTestEstimate().shipping, availiable_shipping: { items: [] } };
  stubFetch(({ url }) =>
    url === "/v1/countries" ? { data: { items: countries } } : { data: createTestEstimate([refused], { shipping }) },
  );
  renderPage(<LandedCostEstimate productId={7} optionId={3} qty={1} />);
  expect(await screen.findByText("No aerosols by air")).toBeVisible();
  expect(screen.getByText("We cannot ship this order to your country")).toBeVisible();
  expect(screen.queryByText("₽1,500")).not.toBeInTheDocument();
});

it("can be tried again after it has failed", async () => {
  let isReachable = false;
  stubFetch(({ url }) => {
    if (url === "/v1/countries") return { data: { items: countries } };
    return isReachable ? { data: createTestEstimate() } : new TypeError("Failed to fetch");
  });
  const { user } = renderPage(<LandedCostEstimate productId={7} optionId={3} qty={1} />);
  const retry = await screen.findByRole("button", { name: "Try again" });
  isReachable = true;
  await user.click(retry);
  expect(await screen.findByText("₽1,500")).toBeVisible();
});
