import { expect, it } from "vitest";
import { createOrder, createOrderJoining } from "../../test/order-fixtures.ts";
import { callRoute, createRefusal, getRedirect } from "../../test/route-requests.ts";
import { action, loader } from "./order-join.page.tsx";

const params = { id: "7" };
const url = "/profile/orders/7/join";

const respondWith = (preview: ReturnType<typeof createRefusal>, offers: { order_id: number }[] = []) => {
  const joining = createOrderJoining({ offers: offers as never });
  return (call: string) => {
    if (call.startsWith("POST")) return preview;
    return { body: { data: call.endsWith("/joined-orders") ? joining : createOrder({}, ["paid"]) } };
  };
};

it("previews one parcel with the order of the query", async () => {
  const respond = respondWith({ body: { data: { refund: 499 } } });
  const { result, apiRequests } = await callRoute(loader, { url: `${url}?order=118940226`, params, respond });
  expect(apiRequests.at(-1)).toMatchObject({
    call: "POST /v1/user/orders/7/joined-orders/preview",
    body: { order_id: 118_940_226 },
  });
  expect(result).toMatchObject({ outcome: { refund: 499 } });
});

it("takes the first offer without a query, and shows that there is none", async () => {
  const preview = { body: { data: { refund: 499 } } };
  const first = await callRoute(loader, { url, params, respond: respondWith(preview, [{ order_id: 118_940_226 }]) });
  expect(first.apiRequests.at(-1)).toMatchObject({ body: { order_id: 118_940_226 } });
  const none = await callRoute(loader, { url, params, respond: respondWith(preview) });
  expect(none.result).toMatchObject({ refusal: null });
});

it("shows why it is not possible, and has no page for an order of somebody else", async () => {
  const packed = createRefusal(409, { code: "orders_not_joinable", message: "It is being packed" });
  const { result } = await callRoute(loader, { url: `${url}?order=118940226`, params, respond: respondWith(packed) });
  expect(result).toMatchObject({ refusal: "It is being packed" });
  const foreign = createRefusal(404, { code: "order_not_found", message: "No" });
  const missing = await callRoute(loader, { url: `${url}?order=118940226`, params, respond: respondWith(foreign) });
  expect((missing.result as Response).status).toBe(404);
});

it("joins the orders with what was shown, once for its key, and leads back to the order", async () => {
  const form = { key: "join-key-1", other: "118940226", refund: "499", duty: "0" };
  const respond = () => ({ body: { data: {} } });
  const { result, apiRequests } = await callRoute(action, { params, form, respond });
  expect(apiRequests).toMatchObject([
    {
      call: "POST /v1/user/orders/7/joined-orders",
      body: { order_id: 118_940_226, expected_refund: 499, expected_duty: 0 },
      headers: { "idempotency-key": "join-key-1" },
    },
  ]);
  expect(getRedirect(result)).toEqual({ status: 302, location: "/en-US/profile/orders/7" });
});

it("returns why the orders were not joined", async () => {
  const respond = () => createRefusal(409, { code: "join_outdated", message: "The refund has changed" });
  const { result } = await callRoute(action, { params, form: { key: "k", other: "1" }, respond });
  expect(result).toMatchObject({ ok: false, message: "The refund has changed" });
});
