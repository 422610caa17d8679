import { describe, expect, it, vi } from "vitest";
import { ApiError, type RequestContext } from "../api-client/request-context.ts";
import type { FormResult } from "../forms/form-result.ts";
import { redirectToPayment } from "./redirect-to-payment.ts";
import { placeOrder } from "./place-order.ts";

const item = { product_id: 5, option_id: 7, name: "Крем", option_name: "50 мл", price: 290, qty: 2, is_present: false };
const order = {
  id: 482_913_377,
  iso_code: "RUB",
  total: 1079,
  promocode: "SAKURA10",
  items: [item, { ...item, option_id: 0, is_present: true }],
};
const placed = { order, payment: { id: "p1", url: "/user/payment/p1" } };
const createRequestContext = (call: () => Promise<unknown>) =>
  ({ call, to: (path: string) => `/en-US${path}` }) as unknown as RequestContext;
const createForm = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};
const purchase = {
  kind: "purchase",
  id: "482913377",
  currency: "RUB",
  revenue: 1079,
  coupon: "SAKURA10",
  items: [{ id: "5-7", name: "Крем", price: 290, quantity: 2, variant: "50 мл" }],
};

describe("a placed order", () => {
  it("redirects to its payment without JavaScript", async () => {
    const result = (await placeOrder(
      createRequestContext(async () => placed),
      createForm({ key: "k" }),
    )) as Response;
    expect(result.headers.get("location")).toBe("/en-US/user/payment/p1");
  });

  it("returns the purchase event without gifts if JavaScript handles the response", async () => {
    expect(
      await placeOrder(
        createRequestContext(async () => placed),
        createForm({ key: "k", scripted: "1" }),
      ),
    ).toEqual({
      payment: "/en-US/user/payment/p1",
      purchase,
    });
  });

  it("is tracked on the page before the redirect to the payment", async () => {
    vi.resetModules();
    const { setEventListener } = await import("../analytics/track.ts");
    const { redirectToPayment: redirectInNewModule } = await import("./redirect-to-payment.ts");
    const events: unknown[] = [];
    setEventListener((event) => void events.push(event));
    const redirecting = redirectInNewModule({ payment: "/user/payment/p1", purchase } as never);
    await expect(redirecting).rejects.toMatchObject({ status: 302 });
    expect(events).toEqual([purchase]);
  });
});

it("keeps a refused order on the page with its errors", async () => {
  const refusal = new ApiError(422, { code: "invalid", message: "No.", errors: { agree: ["required"] } });
  const result = await placeOrder(
    createRequestContext(() => Promise.reject(refusal)),
    createForm({ agree: "1", scripted: "1" }),
  );
  expect(result).toMatchObject({ ok: false, errors: { agree: ["required"] }, values: { agree: "1" } });
  expect(await redirectToPayment(result as FormResult)).toBe(result);
  expect(await redirectToPayment(undefined)).toBeUndefined();
});

it("returns the differences of a stale cart, and sends what the page showed", async () => {
  const difference = { lines: [], total: { was: 10, now: 12 } };
  const requests: { body?: { expected_lines?: unknown } }[] = [];
  const rejectAsStale = (call: object) => {
    requests.push(call);
    return Promise.reject(new ApiError(409, { code: "cart_changed", message: "No.", data: { difference } }));
  };
  const requestContext = {
    call: (_path: string, call: object) => rejectAsStale(call),
    to: (path: string) => path,
  } as unknown as RequestContext;
  const lines = [{ cart_id: "5_7", qty: 2, price: 290 }];
  expect(await placeOrder(requestContext, createForm({ expected_lines: JSON.stringify(lines) }))).toMatchObject({
    difference,
  });
  await placeOrder(requestContext, createForm({ expected_lines: "[broken" }));
  expect(requests.map(({ body }) => body?.expected_lines)).toEqual([lines, undefined]);
});
