import { expect, it } from "vitest";
import { callRoute, createRefusal, getRedirect } from "../../test/route-requests.ts";
import { action } from "./order.page.tsx";

type Options = Parameters<typeof callRoute>[1];

const submit = (form: Record<string, string>, options: Options = {}) =>
  callRoute(action, { params: { id: "7" }, form, ...options });

it("cancels an order if the form requests it", async () => {
  const { apiRequests } = await submit({ intent: "cancel" });
  expect(apiRequests.map(({ call }) => call)).toEqual(["POST /v1/user/orders/7/cancel"]);
});

it("cancels a change that awaits its payment", async () => {
  const { apiRequests } = await submit({ intent: "cancel_edit" });
  expect(apiRequests.map(({ call }) => call)).toEqual(["POST /v1/user/orders/7/edit/cancel"]);
});

it("switches the reminder of an item on and off", async () => {
  const item = { product_id: "8", option_id: "3" };
  const on = await submit({ intent: "refill", ...item });
  expect(on.apiRequests).toMatchObject([
    { call: "POST /v1/user/orders/7/refills", body: { product_id: 8, option_id: 3 } },
  ]);
  const off = await submit({ intent: "refill_off", ...item });
  expect(off.apiRequests.map(({ call }) => call)).toEqual(["DELETE /v1/user/alerts/8?kind=refill&option_id=3"]);
});

it.each([{}, { intent: "" }, { intent: "delete" }, { other: "cancel" }])("refuses %j", async (form) => {
  const { result, apiRequests } = await submit(form);
  expect((result as Response).status).toBe(400);
  expect(apiRequests).toEqual([]);
});

it("orders the items again and leads to the cart", async () => {
  const { result, apiRequests } = await submit({ intent: "repeat" });
  expect(apiRequests.map(({ call }) => call)).toEqual(["POST /v1/user/orders/7/repeat"]);
  expect(getRedirect(result)).toEqual({ status: 302, location: "/en-US/cart" });
});

it("stays on the page if not all items can be ordered again", async () => {
  const unavailableLines = [{ cart_id: "7_0", total: 2, available: 0 }];
  const respond = () => ({ body: { data: { stock_check: unavailableLines } } });
  const { result } = await submit({ intent: "repeat" }, { respond });
  expect(result).toMatchObject({ ok: true, unavailableLines });
});

it("returns why the order cannot be canceled any more", async () => {
  const respond = () => createRefusal(409, { code: "order_not_cancellable", message: "The parcel has left" });
  const { result } = await submit({ intent: "cancel" }, { respond });
  expect(result).toMatchObject({ ok: false, code: "order_not_cancellable", message: "The parcel has left" });
});
