import { expect, it } from "vitest";
import { callRoute, createRefusal, getRedirect } from "../../test/route-requests.ts";
import { action } from "./order-edit.page.tsx";

type Options = Parameters<typeof callRoute>[1];

const fields = { key: "edit-key-1", "quantity-1": "1", address: "", pickup_point: "" };
const submit = (form: Record<string, string>, options: Options = {}) =>
  callRoute(action, { params: { id: "7" }, form: { ...fields, ...form }, ...options });

it("previews the change and keeps what was chosen", async () => {
  const preview = { difference: -1000 };
  const { result, apiRequests } = await submit({ intent: "preview" }, { respond: () => ({ body: { data: preview } }) });
  expect(apiRequests).toMatchObject([
    { call: "POST /v1/user/orders/7/edit/preview", body: { lines: [{ line: 1, quantity: 1 }] } },
  ]);
  expect(result).toMatchObject({ ok: true, preview, values: { "quantity-1": "1" } });
});

it("makes the change with the difference that was shown, once for its key", async () => {
  const respond = () => ({ body: { data: { payment_id: null } } });
  const { result, apiRequests } = await submit({ intent: "confirm", difference: "-1000" }, { respond });
  expect(apiRequests).toMatchObject([
    {
      call: "POST /v1/user/orders/7/edit",
      body: { lines: [{ line: 1, quantity: 1 }], expected_difference: -1000 },
      headers: { "idempotency-key": "edit-key-1" },
    },
  ]);
  expect(getRedirect(result)).toEqual({ status: 302, location: "/en-US/profile/orders/7" });
});

it("leads to the payment of a higher total", async () => {
  const respond = () => ({ body: { data: { payment_id: "p-9" } } });
  const { result } = await submit({ intent: "confirm", difference: "700" }, { respond });
  expect(getRedirect(result)).toEqual({ status: 302, location: "/en-US/user/payment/p-9" });
});

it("returns why the change was refused, with what was chosen", async () => {
  const respond = () => createRefusal(409, { code: "order_already_packed", message: "It is being packed" });
  const { result } = await submit({ intent: "confirm", difference: "0", address: "3" }, { respond });
  expect(result).toMatchObject({ ok: false, message: "It is being packed", values: { address: "3" } });
});

it("refuses another intent", async () => {
  const { result, apiRequests } = await submit({ intent: "delete" });
  expect((result as Response).status).toBe(400);
  expect(apiRequests).toEqual([]);
});
