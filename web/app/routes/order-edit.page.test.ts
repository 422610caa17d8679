import { expect, it } from "vitest";
import { createOrder, createOrderEditing } from "../../test/order-fixtures.ts";
import { callRoute, createRefusal, getRedirect } from "../../test/route-requests.ts";
import { action, loader } from "./order-edit.page.tsx";

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

it("offers products without options that the order does not have, priced in its currency", async () => {
  const card = { available_for_order: true, has_options: false, price: { iso_code: "RUB" } };
  const editing = createOrderEditing();
  const items = [
    { ...card, id: 91 },
    { ...card, id: 92, has_options: true },
    { ...card, id: 93, available_for_order: false },
    { ...card, id: 94, price: { iso_code: "USD" } },
    { ...card, id: editing.lines[0]!.product_id },
  ];
  const respond = (call: string) => {
    const data = call.startsWith("GET /v1/complements")
      ? { items }
      : call.endsWith("/edit")
        ? editing
        : call.endsWith("/addresses") || call.endsWith("/pickup-points")
          ? { items: [] }
          : createOrder({}, ["paid"]);
    return { body: { data } };
  };
  const { result, apiRequests } = await callRoute(loader, { params: { id: "1042" }, respond });
  expect(result).toMatchObject({ additions: [{ id: 91 }] });
  const request = apiRequests.find(({ call }) => call.startsWith("GET /v1/complements"));
  expect(request?.headers).toMatchObject({ currency: editing.iso_code, "delivery-country": "RU" });
});
