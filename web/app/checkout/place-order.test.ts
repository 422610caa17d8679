import { describe, expect, it, vi } from "vitest";
import { ApiError, type Visit } from "../lib/api.ts";
import type { FormAnswer } from "../lib/form-answer.ts";
import { goToPayment } from "./go-to-payment.ts";
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
const visit = (call: () => Promise<unknown>) => ({ call, to: (path: string) => `/en-US${path}` }) as unknown as Visit;
const form = (fields: Record<string, string>) => {
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
  things: [{ id: "5-7", name: "Крем", price: 290, quantity: 2, variant: "50 мл" }],
};

describe("an order that was placed", () => {
  it("without a script goes straight on to its payment", async () => {
    const answer = (await placeOrder(
      visit(async () => placed),
      form({ key: "k" }),
    )) as Response;
    expect(answer.headers.get("location")).toBe("/en-US/user/payment/p1");
  });

  it("tells a script what was bought, presents left out", async () => {
    expect(
      await placeOrder(
        visit(async () => placed),
        form({ key: "k", scripted: "1" }),
      ),
    ).toEqual({
      payment: "/en-US/user/payment/p1",
      purchase,
    });
  });

  it("is told of on the page, before the payment", async () => {
    vi.resetModules();
    const { listenToEvents } = await import("../lib/track.ts");
    const { goToPayment: go } = await import("./go-to-payment.ts");
    const heard: unknown[] = [];
    listenToEvents((event) => void heard.push(event));
    const gone = go({ payment: "/user/payment/p1", purchase } as never);
    await expect(gone).rejects.toMatchObject({ status: 302 });
    expect(heard).toEqual([purchase]);
  });
});

it("an order that was refused stays on the page with what is in the way", async () => {
  const refusal = new ApiError(422, { code: "invalid", message: "No.", errors: { agree: ["required"] } });
  const answer = await placeOrder(
    visit(() => Promise.reject(refusal)),
    form({ agree: "1", scripted: "1" }),
  );
  expect(answer).toMatchObject({ ok: false, errors: { agree: ["required"] }, values: { agree: "1" } });
  expect(await goToPayment(answer as FormAnswer)).toBe(answer);
  expect(await goToPayment(undefined)).toBeUndefined();
});

it("an order of a stale page stays with what differs, and tells the shop what the page showed", async () => {
  const difference = { lines: [], total: { was: 10, now: 12 } };
  const asked: { body?: { expected_lines?: unknown } }[] = [];
  const stale = (call: object) => {
    asked.push(call);
    return Promise.reject(new ApiError(409, { code: "cart_changed", message: "No.", data: { difference } }));
  };
  const visitor = {
    call: (_path: string, call: object) => stale(call),
    to: (path: string) => path,
  } as unknown as Visit;
  const lines = [{ cart_id: "5_7", qty: 2, price: 290 }];
  expect(await placeOrder(visitor, form({ expected_lines: JSON.stringify(lines) }))).toMatchObject({ difference });
  await placeOrder(visitor, form({ expected_lines: "[broken" }));
  expect(asked.map(({ body }) => body?.expected_lines)).toEqual([lines, undefined]);
});
