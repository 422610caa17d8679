// @vitest-environment jsdom
import { act, screen, waitFor } from "@testing-library/react";
import type { Draft } from "@furoshiki/api/admin/drafts";
import type { PurchaseOrder } from "@furoshiki/api/admin/purchasing/purchase-orders";
import type { ListedSupplier } from "@furoshiki/api/admin/purchasing/suppliers";
import { beforeEach, expect, it, vi } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { PurchaseOrderForm } from "./purchase-order-form.tsx";
import type { EditedLine } from "./use-lines.ts";

let stored: Draft | null = null;
const requests: { method: string; path: string; changes?: unknown }[] = [];

const variant = { option_id: 0, option_name: "", image: null, available: 4, last_cost: null } as const;
const lotion: EditedLine = {
  ...{ ...variant, product_id: 204, name: "Lotion", reference: "AS-204" },
  ...{ quantity: 60, unit_cost: 1180.5, received: 0 },
};
const cream: EditedLine = { ...lotion, product_id: 205, name: "Cream", quantity: 5, unit_cost: 900, received: 2 };
const toner = { ...variant, product_id: 206, name: "Toner", reference: "AS-206" };

beforeEach(() => {
  stored = null;
  requests.length = 0;
  vi.stubGlobal("fetch", (path: string, { method = "GET", body = "{}" }: { method?: string; body?: string } = {}) => {
    if (path.includes("/variants?")) {
      requests.push({ method, path });
      return Promise.resolve(Response.json({ data: { items: [toner] } }));
    }
    if (method === "GET") return Promise.resolve(Response.json({ data: { draft: stored } }));
    requests.push({ method, path, ...(JSON.parse(body) as object) });
    return Promise.resolve(new Response(null, { status: 204 }));
  });
});

const suppliers = [
  { id: 1, name: "Wholesale", currency: "JPY" },
  { id: 2, name: "Tea house", currency: "JPY" },
] as unknown as ListedSupplier[];

async function renderForm(order: PurchaseOrder | null, initialLines: readonly EditedLine[]) {
  const { user } = renderPage(
    <PurchaseOrderForm
      {...{ order, initialLines, suppliers: order ? [] : suppliers, supplierId: null }}
      idempotencyKey="k"
      result={undefined}
    />,
  );
  // The stored draft is loaded.
  await act(() => Promise.resolve());
  return user;
}
const leave = () =>
  act(() => {
    window.dispatchEvent(new Event("pagehide"));
  });
const quantity = (name: string) => screen.getByRole("spinbutton", { name: `Pieces of ${name}` });

it("of a new order has all of its lines, once something is changed", async () => {
  const user = await renderForm(null, [lotion]);
  leave();
  expect(requests).toEqual([]);
  await user.selectOptions(screen.getByLabelText("Supplier"), "2");
  leave();
  await waitFor(() =>
    expect(requests).toEqual([
      {
        ...{ method: "PUT", path: "/v1/admin/drafts/purchase_order/0" },
        changes: { line_204_0: "60x1180.5", supplier_id: "2" },
      },
    ]),
  );
});

it("of an order has what was changed in it, also a removed line", async () => {
  const order = {
    ...{ id: 12, currency: "JPY", supplier: { id: 1, name: "Wholesale" }, expected_on: null, delivery: 0 },
    ...{ tax_percent: 10, note: "", lines: [lotion, cream] },
  } as unknown as PurchaseOrder;
  const user = await renderForm(order, [lotion, cream]);
  await user.click(screen.getByRole("button", { name: "Remove Lotion" }));
  leave();
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ method: "PUT", changes: { line_204_0: "" } }));
});

it("is restored with lines that the form does not have, and keeps those that have arrived", async () => {
  stored = {
    changes: { line_204_0: "7x", line_205_0: "", line_206_0: "12x300", note: "Urgent", supplier_id: "2" },
    updated_at: "2026-11-28T09:41:00Z",
  };
  const user = await renderForm(null, [lotion, cream]);
  await user.click(await screen.findByRole("button", { name: "Restore" }));
  await waitFor(() => expect(quantity("Toner")).toHaveValue(12));
  expect(quantity("Lotion")).toHaveValue(7);
  expect(screen.getByRole("spinbutton", { name: /^Cost of a piece.*Lotion/ })).toHaveValue(null);
  expect(quantity("Cream")).toHaveValue(5);
  expect(screen.getByLabelText("Supplier")).toHaveValue("2");
  expect(screen.getByLabelText("Note")).toHaveValue("Urgent");
  expect(requests.filter(({ method }) => method === "GET")).toMatchObject([
    { path: "/v1/admin/purchase-orders/variants?ids=206.0" },
  ]);
});
