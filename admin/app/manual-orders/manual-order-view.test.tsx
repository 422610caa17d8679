// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import type { FoundCustomers, ManualOrderEstimate, ManualOrderOptions } from "@furoshiki/api/admin/manual-orders";
import type { AddableProducts } from "@furoshiki/api/admin/order-edits";
import { expect, it, vi } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { buildManualOrder } from "./manual-order-request.ts";
import { type ClaimToReplace, ManualOrderView } from "./manual-order-view.tsx";

const options: ManualOrderOptions = {
  currencies: [{ code: "RUB", name: "Russian rubles" }],
  countries: [{ code: "RU", name: "Russia" }],
};
const customers: FoundCustomers = {
  items: [
    { id: 7, name: "A. S••••", email: "a••••", phone: "••••12", locale: "en-US", orders: 3, is_email_confirmed: true },
  ],
};
const product = { product_id: 12, option_id: 0, reference: "SRT-LTN-180", name: "Lotion", option_name: "" };
const products: AddableProducts = {
  currency: "RUB",
  items: [{ ...product, brand: "Sirotan", image: null, price: 2290, available: 5 }],
};
const estimate: ManualOrderEstimate = {
  currency: "RUB",
  lines: [{ ...product, quantity: 1, available: 5, price: 2290, total: 2290, refusal: null }],
  methods: [
    { id: 1, name: "EMS", price: 1900, needs_pickup_point: false, pickup_points: [] },
    {
      ...{ id: 2, name: "CDEK", price: 900, needs_pickup_point: true },
      pickup_points: [{ code: "KZN1", city: "Kazan", address: "Pushkina 1" }],
    },
  ],
  ...{ method_id: 1, pickup_point: null },
  totals: { products: 2290, discount: 0, delivery: 1900, total: 4190 },
  ...{ duty: { amount: 640, needs_confirmation: true }, weight_g: 490, problem: null },
};

function renderView({
  claim = null,
  answer = estimate,
}: {
  claim?: ClaimToReplace | null;
  answer?: ManualOrderEstimate;
}) {
  const queries: URLSearchParams[] = [];
  const requests: object[] = [];
  const page = renderPage(
    <ManualOrderView options={options} claim={claim} idempotencyKey="key-1" result={undefined} />,
    {
      loaders: {
        "/orders/new/customers": ({ request }) =>
          new URL(request.url).searchParams.get("q") === "nobody@example.test" ? { items: [] } : customers,
        "/orders/new/products": () => products,
        "/orders/new/estimate": ({ request }) => {
          queries.push(new URL(request.url).searchParams);
          return answer;
        },
      },
      action: async ({ request }) => {
        requests.push(buildManualOrder(await request.formData()));
        return null;
      },
    },
  );
  return { ...page, queries, requests };
}

const address = {
  ...{ "First name": "Anna", "Last name": "Orlova", Postcode: "420015", "City (Latin letters)": "Kazan" },
  ...{ "Street, house, apartment (Latin letters)": "Pushkina 1", Phone: "+79000000001" },
};

async function fill(user: ReturnType<typeof renderView>["user"], { hasCustomer = false } = {}) {
  if (!hasCustomer) {
    await user.type(screen.getByRole("searchbox", { name: "Email or phone number" }), "+7 900 000-00-12");
    await user.click(await screen.findByRole("button", { name: /A\. S••••/ }));
  }
  await user.type(screen.getByRole("searchbox", { name: /Add an item/ }), "lotion");
  await user.click(await screen.findByRole("button", { name: /Lotion/ }));
  await user.selectOptions(screen.getByRole("combobox", { name: "Country" }), "RU");
  for (const [name, value] of Object.entries(address)) await user.type(screen.getByRole("textbox", { name }), value);
  await user.type(screen.getByRole("textbox", { name: "Reason" }), "ordered by phone");
}

it("places an order for a customer who was found, with the amounts that the server calculated", async () => {
  const { user, queries, requests } = renderView({});
  const button = screen.getByRole("button", { name: "Place and send a payment link" });
  expect(button).toBeDisabled();
  expect(screen.getByText("Choose the customer first.")).toBeInTheDocument();
  await fill(user);
  const summary = screen.getByRole("region", { name: "Summary" });
  expect(await within(summary).findByText("₽4,190")).toBeInTheDocument();
  expect(summary).toHaveTextContent("≈ ₽640");
  expect(summary).toHaveTextContent("accept the offer, confirm the duty and pay");
  await user.selectOptions(screen.getByRole("combobox", { name: "Method" }), "2");
  await user.selectOptions(await screen.findByRole("combobox", { name: "Pickup point" }), "KZN1");
  await expect.poll(() => queries.at(-1)?.get("pickup_point")).toBe("KZN1");
  expect(Object.fromEntries(queries.at(-1) ?? [])).toMatchObject({ lines: "12_0_1", country: "RU", method: "2" });
  await expect.poll(() => button.hasAttribute("disabled")).toBe(false);
  await user.click(button);
  await expect
    .poll(() => requests)
    .toEqual([
      {
        customer: { id: 7 },
        ...{ locale: "en-US", currency: "RUB", lines: [{ product_id: 12, option_id: 0, quantity: 1 }] },
        address: expect.objectContaining({ first_name: "Anna", country: "RU", phone_mobile: "+79000000001" }),
        method: { id: 2, pickup_point: "KZN1" },
        payment: { kind: "link", link_minutes: 1440 },
        ...{ reason: "ordered by phone", expected_total: 4190 },
      },
    ]);
});

it("offers an account to the owner of an unknown email", async () => {
  const { user } = renderView({});
  await user.type(screen.getByRole("searchbox", { name: "Email or phone number" }), "nobody@example.test");
  await user.click(await screen.findByRole("button", { name: "New customer" }));
  expect(screen.getByText(/An account without a password is created/)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Choose another customer" }));
  expect(screen.getByRole("searchbox", { name: "Email or phone number" })).toBeInTheDocument();
});

it("says what prevents the order, and cannot be sent", async () => {
  const problem = { code: "order_too_large", text: "The store takes orders up to 100000 ₽. Divide the order." };
  const { user } = renderView({ answer: { ...estimate, problem } });
  await fill(user);
  expect(await screen.findByRole("alert")).toHaveTextContent(problem.text);
  expect(screen.getByRole("button", { name: "Place and send a payment link" })).toBeDisabled();
});

it("replaces the goods of a claim at no charge, for its customer", async () => {
  const customer = { id: 7, name: "A. S••••", contact: "a••••", locale: null };
  const claim = { id: 3, orderId: 118_940_226, currency: "RUB", customer };
  const free = { products: 2290, discount: 2290, delivery: 0, total: 0 };
  const { user, queries, requests } = renderView({ claim, answer: { ...estimate, totals: free } });
  expect(screen.queryByRole("button", { name: "Choose another customer" })).not.toBeInTheDocument();
  await fill(user, { hasCustomer: true });
  const button = screen.getByRole("button", { name: "Place at no charge" });
  await expect.poll(() => button.hasAttribute("disabled")).toBe(false);
  expect(queries.at(-1)?.get("at_no_charge")).toBe("true");
  await user.click(button);
  await expect
    .poll(() => requests[0])
    .toMatchObject({
      ...{ customer: { id: 7 }, payment: { kind: "claim", return_id: 3 }, expected_total: 0 },
    });
  expect(requests[0]).not.toHaveProperty("currency");
});

it("restores a draft with its customer, products, address and method", async () => {
  const chosen = { id: 7, name: "A. S••••", contact: "a••••", locale: "en-US" };
  const changes = {
    ...{ customer: JSON.stringify(chosen), customer_id: "7", locale: "en-US", reason: "ordered by phone" },
    products_added: JSON.stringify([{ ...product, quantity: 2 }]),
    ...{ country: "RU", city: "Kazan", method_id: "2", pickup_point: "KZN1" },
  };
  const paths: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    paths.push(path);
    const draft = { changes, updated_at: "2026-11-20T09:41:00Z" };
    return Promise.resolve(Response.json({ data: path.startsWith("/v1/admin/drafts/") ? { draft } : products }));
  });
  const { user } = renderView({});
  await user.click(await screen.findByRole("button", { name: "Restore" }));
  expect(paths[0]).toBe("/v1/admin/drafts/manual_order/0");
  expect(await screen.findByText("A. S••••")).toBeVisible();
  expect(screen.getByRole("combobox", { name: "Country" })).toHaveValue("RU");
  await waitFor(() => expect(screen.getByRole("combobox", { name: "Email language" })).toHaveValue("en-US"));
  expect(await screen.findByRole("combobox", { name: "Pickup point" })).toHaveValue("KZN1");
  expect(screen.getByRole("combobox", { name: "Method" })).toHaveValue("2");
  expect(paths).toContain("/v1/admin/manual-orders/products?currency=RUB&q=SRT-LTN-180");
});
