// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import type { OrderReturns } from "@furoshiki/api/admin/returns";
import { expect, it, vi } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { RequestReturnDialog } from "./request-dialog.tsx";

const order = {
  id: 118_940_226,
  lines: [
    { line: 1, name: "Lotion", option_name: "180 ml", option_id: 4 },
    { line: 2, name: "Soap", option_name: "", option_id: 0 },
  ],
} as unknown as OrderDetail;
const returns = {
  ...{ return_until: null, can_request: true, returns: [] },
  lines: [
    {
      line: 1,
      available: 2,
      options: [
        { id: 4, name: "180 ml", stock: 3 },
        { id: 5, name: "200 ml", stock: 1 },
      ],
    },
    { line: 2, available: 1, options: [] },
  ],
} as unknown as OrderReturns;

it("restores a draft with the reasons and options of its kind", async () => {
  const changes = { kind: "exchange", reason: "damaged", "quantity-1": "2", "option-1": "5", comment: "Leaks" };
  vi.stubGlobal("fetch", (_path: string, { method = "GET" } = {}) =>
    Promise.resolve(
      method === "GET"
        ? Response.json({ data: { draft: { changes, updated_at: "2026-11-20T09:41:00Z" } } })
        : new Response(null, { status: 204 }),
    ),
  );
  const { user } = renderPage(
    <RequestReturnDialog order={order} returns={returns} today="2026-11-20" idempotencyKey="key-1" failure={null} />,
  );
  await user.click(await screen.findByRole("button", { name: "Restore" }));
  expect(screen.getByRole("radio", { name: /^Exchange/ })).toBeChecked();
  await waitFor(() => expect(document.querySelector<HTMLSelectElement>("[name='option-1']")?.value).toBe("5"));
  expect(screen.getByRole("combobox", { name: "Reason" })).toHaveValue("damaged");
  expect(document.querySelector<HTMLInputElement>("[name='quantity-1']")?.value).toBe("2");
  expect(screen.getByRole("textbox", { name: "What the customer wrote" })).toHaveValue("Leaks");
});
