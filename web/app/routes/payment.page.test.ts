import { describe, expect, it } from "vitest";
import { callRoute, createRefusal, getRedirect } from "../../test/route-requests.ts";
import { action, loader } from "./payment.page.tsx";
import { loader as loadStatus } from "./payment-status.ts";

const params = { id: "p-1" };
const paid = { id: "p-1", order_id: 12, status: "success", in_progress: false };
const withAction = (paymentAction: object) => () => ({ body: { data: { id: "p-1", action: paymentAction } } });

describe("paying", () => {
  it("confirms with the token and the idempotency key of the form", async () => {
    const form = { intent: "confirm", card_token: "tok-1", key: "key-1" };
    const request = { params, form, respond: withAction({ type: "none", url: null }) };
    const { result, apiRequests } = await callRoute(action, request);
    expect(result).toMatchObject({ ok: true });
    expect(apiRequests).toMatchObject([
      {
        call: "POST /v1/payments/p-1/confirm",
        body: { card_token: "tok-1" },
        headers: { "idempotency-key": "key-1" },
      },
    ]);
  });

  it("redirects a script to the bank, and shows a link without scripts", async () => {
    const respond = withAction({ type: "redirect", url: "https://bank.test/challenge" });
    const scripted = await callRoute(action, { params, form: { intent: "pay", by: "script" }, respond });
    expect(getRedirect(scripted.result)?.location).toBe("https://bank.test/challenge");
    const plain = await callRoute(action, { params, form: { intent: "pay" }, respond });
    expect(plain.result).toMatchObject({ ok: true });
  });

  it.each(["javascript:alert(1)", "data:text/html,x"])("does not redirect to %s", async (url) => {
    const respond = withAction({ type: "redirect", url });
    const { result } = await callRoute(action, { params, form: { intent: "pay", by: "script" }, respond });
    expect(result).toBeInstanceOf(Error);
  });

  it.each(["payment_ended", "payment_in_progress"])("shows the state of the payment after %s", async (code) => {
    const request = { params, form: { intent: "confirm" }, respond: () => createRefusal(409, { code, message: "No" }) };
    expect((await callRoute(action, request)).result).toMatchObject({ ok: true });
  });

  it("returns any other refusal with the intent", async () => {
    const refusal = createRefusal(422, { code: "invalid", message: "The token was used" });
    const { result } = await callRoute(action, { params, form: { intent: "confirm" }, respond: () => refusal });
    expect(result).toMatchObject({ ok: false, message: "The token was used", values: { intent: "confirm" } });
  });

  it("pays nothing for an unknown intent", async () => {
    const { apiRequests } = await callRoute(action, { params, form: { intent: "constructor" } });
    expect(apiRequests).toEqual([]);
  });
});

describe("another attempt", () => {
  const respond = () => ({ body: { data: { id: "p-2" } } });

  it("is a new payment of the order", async () => {
    const { result, apiRequests } = await callRoute(action, {
      params,
      form: { intent: "retry", order_id: "12" },
      respond,
    });
    expect(apiRequests.map(({ call }) => call)).toEqual(["POST /v1/user/orders/12/payment"]);
    expect(getRedirect(result)?.location).toBe("/en-US/jpcart/payment_new/p-2");
  });

  it.each([
    ["/user/payment/p-1", "/en-US/user/payment/p-2"],
    ["/jpcart/payment/p-1", "/en-US/jpcart/payment_new/p-2"],
  ])("by another method at %s leads to %s", async (url, location) => {
    const form = { intent: "change_method", method: "sbp" };
    const { result, apiRequests } = await callRoute(action, { url, params, form, respond });
    expect(apiRequests).toMatchObject([{ call: "POST /v1/payments/p-1/method", body: { method: "sbp" } }]);
    expect(getRedirect(result)?.location).toBe(location);
  });
});

describe("the page", () => {
  const ownOrder = {
    id: 12,
    items: [{ product_id: 7 }, { product_id: 8 }, { product_id: 7 }],
    address: { country: "KZ" },
  };
  const respondPaid = (call: string) => {
    if (call.includes("/orders/")) return { body: { data: ownOrder } };
    return call.includes("/complements") ? { body: { data: { items: [] } } } : { body: { data: paid } };
  };

  it("loads the payment with the customer's order and what complements it in its country", async () => {
    const { result, apiRequests } = await callRoute(loader, { url: "/user/payment/p-1", params, respond: respondPaid });
    expect(result).toMatchObject({ id: "p-1", payment: paid, order: ownOrder, isRetry: false });
    expect(apiRequests.map(({ call }) => call)).toEqual([
      ...["GET /v1/user", "GET /v1/payments/p-1", "GET /v1/user/orders/12", "GET /v1/complements?products=7,8"],
      ...["GET /v1/user/orders/12/recipient-identity", "GET /v1/user/sign-in-methods"],
      "GET /v1/user/orders/12/joined-orders",
    ]);
    expect(apiRequests.at(3)?.headers).toMatchObject({ "delivery-country": "KZ" });
  });

  it("shows the payment without the order to whoever has the link", async () => {
    const request = { url: "/jpcart/payment/p-1?returned=1", params, token: null, respond: respondPaid };
    const { result, apiRequests } = await callRoute(loader, request);
    expect(result).toMatchObject({ payment: paid, order: null, hasReturnedFromBank: true, complementCards: [] });
    expect(apiRequests.map(({ call }) => call)).toEqual([
      ...["GET /v1/payments/p-1", "GET /v1/payments/p-1/recipient-identity"],
    ]);
  });

  it("shows the payment without an order that is not the customer's own", async () => {
    const respond = (call: string) => (call.includes("/orders/") ? createRefusal(404, {}) : respondPaid(call));
    const { result } = await callRoute(loader, { url: "/jpcart/payment_new/p-1", params, respond });
    expect(result).toMatchObject({ payment: paid, order: null, isRetry: true });
  });

  it.each([400, 404, 422])("does not exist if the API answers %i", async (status) => {
    const { result } = await callRoute(loader, {
      url: "/jpcart/payment/p-1",
      params,
      respond: () => createRefusal(status, {}),
    });
    expect((result as Response).status).toBe(404);
  });

  it("shows that the status is unknown if the API fails", async () => {
    const { result } = await callRoute(loader, {
      url: "/jpcart/payment/p-1",
      params,
      respond: () => createRefusal(503, {}),
    });
    expect(result).toMatchObject({ id: "p-1", payment: null, order: null, complementCards: [] });
  });
});

describe("the status for polling", () => {
  it("has nothing else of the payment and is never cached", async () => {
    const { result } = await callRoute(loadStatus, { params, respond: () => ({ body: { data: paid } }) });
    expect(result).toMatchObject({
      ...{ data: { status: "success", in_progress: false }, init: { headers: { "cache-control": "no-store" } } },
    });
    expect((result as { data: object }).data).not.toHaveProperty("order_id");
  });

  it("has the error status of the API", async () => {
    const { result } = await callRoute(loadStatus, { params, respond: () => createRefusal(503, {}) });
    expect(result).toMatchObject({ data: null, init: { status: 503 } });
  });
});
