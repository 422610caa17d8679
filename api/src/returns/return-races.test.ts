import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../test/admin-client.ts";
import { openPaymentTestShop } from "../../test/payment-shop.ts";
import type { ReturnDetail } from "./admin-schema.ts";
import { createDeliveredOrder, openReturnClient, receiveLine } from "./fixtures.ts";

const shop = await openPaymentTestShop();
const admin = openAdminClient(shop.app);
let client: Awaited<ReturnType<typeof openReturnClient>>;

beforeEach(async () => {
  client = await openReturnClient(shop, admin);
});

const countCodes = (responses: readonly { status: number; body: { code?: string } }[]) =>
  Object.fromEntries(
    [...Map.groupBy(responses, ({ status, body }) => body.code ?? String(status))].map(([code, list]) => [
      code,
      list.length,
    ]),
  );

describe("several people at the same moment", () => {
  it("return the same pieces once", async () => {
    const { order } = await createDeliveredOrder(shop, { qty: 2 });
    const body = { kind: "return", reason: "changed_mind", lines: [{ line: 1, quantity: 2 }] };
    const responses = await Promise.all([1, 2, 3, 4].map(() => client.send(`/orders/${order.id}/returns`, body)));
    expect(countCodes(responses)).toEqual({ 200: 1, return_quantity_exceeded: 3 });
  });

  it("restock the goods once", async () => {
    const { order, product } = await createDeliveredOrder(shop, { qty: 2 });
    const id = await client.requestReturn(order.id, { lines: [{ line: 1, quantity: 2 }] });
    await client.send(`/returns/${id}/approve`, { from: "requested" });
    const responses = await Promise.all([1, 2, 3].map(() => client.send(`/returns/${id}/receive`, receiveLine(2))));
    expect(countCodes(responses)).toEqual({ 200: 1, state_changed: 2 });
    expect(await client.getStock(product.id)).toBe(10);
  });

  it("resolve a return with one refund or one replacement", async () => {
    const { order, product } = await createDeliveredOrder(shop);
    const id = await client.receive(order.id, 1, "exchange");
    const responses = await Promise.all([
      client.refund(id),
      client.send(`/returns/${id}/resolve`, { from: "received", outcome: "replacement" }),
      client.refund(id),
      client.send(`/returns/${id}/resolve`, { from: "received", outcome: "replacement" }),
    ]);
    expect(countCodes(responses)).toEqual({ 200: 1, state_changed: 3 });
    const { outcome, refunds, replacement_order } = await client.get<ReturnDetail>(`/returns/${id}`);
    expect([refunds.length, replacement_order === null ? 0 : 1]).toEqual(outcome === "refund" ? [1, 0] : [0, 1]);
    expect(await client.getStock(product.id)).toBe(outcome === "refund" ? 10 : 9);
  });
});

type Step =
  | { kind: "request"; quantity: number; type: "return" | "exchange" | "claim" }
  | { kind: "approve" | "reject" | "refund" | "replace" | "close"; index: number }
  | { kind: "receive"; index: number; received: number; restocked: number };

const index = fc.nat(3);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    ...{ kind: fc.constant("request" as const), quantity: fc.integer({ min: 1, max: 3 }) },
    type: fc.constantFrom("return" as const, "exchange" as const, "claim" as const),
  }),
  fc.record({ kind: fc.constantFrom("approve" as const, "reject" as const), index }),
  fc.record({ kind: fc.constant("receive" as const), index, received: fc.nat(3), restocked: fc.nat(3) }),
  fc.record({ kind: fc.constantFrom("refund" as const, "replace" as const, "close" as const), index }),
);

describe("stock and money", () => {
  it("add up after any sequence of actions", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
        const { order, product } = await createDeliveredOrder(shop, { qty: 3 });
        const ids: number[] = [];
        for (const one of steps) expect(await takeStep(order.id, ids, one)).toBeLessThan(500);
        await client.settle();
        await expectBalance(order.id, product.id);
      }),
      { numRuns: 5 },
    );
  }, 300_000);
});

/** Takes a step, which may be refused. @returns the status of the response */
async function takeStep(orderId: number, ids: number[], one: Step): Promise<number> {
  if (one.kind === "request") {
    const reason = one.type === "claim" ? "damaged" : "changed_mind";
    const body = { kind: one.type, reason, lines: [{ line: 1, quantity: one.quantity }] };
    const { status, body: response } = await client.send(`/orders/${orderId}/returns`, body);
    if (status === 200) ids.push(response.data.result.return_id);
    return status;
  }
  const id = ids[one.index % Math.max(1, ids.length)];
  if (id === undefined) return 0;
  const { status: from } = await client.get<ReturnDetail>(`/returns/${id}`);
  const path = `/returns/${id}`;
  switch (one.kind) {
    case "approve":
      return (await client.send(`${path}/approve`, { from })).status;
    case "reject":
      return (await client.send(`${path}/reject`, { from, reason: "No" })).status;
    case "receive":
      return (await client.send(`${path}/receive`, { ...receiveLine(one.received, one.restocked), from })).status;
    case "refund":
      return (await client.refund(id, { from })).status;
    case "replace":
      return (await client.send(`${path}/resolve`, { from, outcome: "replacement" })).status;
    case "close":
      return (await client.send(`${path}/resolve`, { from, outcome: "none", reason: "No" })).status;
  }
}

/** Asserts that every piece is where the returns say, and that refunds and returns say the same. */
async function expectBalance(orderId: number, productId: number): Promise<void> {
  const { db } = shop;
  const lines = await db
    .selectFrom("return_lines as l")
    .innerJoin("returns as r", "r.id", "l.return_id")
    .select(["r.status", "r.kind", "r.outcome", "l.quantity", "l.received_quantity", "l.restocked_quantity"])
    .where("l.order_id", "=", orderId)
    .execute();
  const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0);
  const returned = lines.filter(({ status }) => status !== "rejected");
  expect(sum(returned.map((line) => line.received_quantity ?? line.quantity))).toBeLessThanOrEqual(3);
  const restocked = sum(lines.map((line) => line.restocked_quantity ?? 0));
  const replaced = sum(
    lines.filter(({ outcome }) => outcome === "replacement").map((line) => line.received_quantity ?? line.quantity),
  );
  // Ten in stock, three sold.
  expect(await client.getStock(productId)).toBe(7 + restocked - replaced);
  const refunded = sum(
    lines.filter(({ outcome }) => outcome === "refund").map((line) => line.received_quantity ?? line.quantity),
  );
  const refunds = await db
    .selectFrom("refunds as f")
    .innerJoin("payments as p", "p.id", "f.payment_id")
    .select("f.amount_minor")
    .where("p.order_id", "=", orderId)
    .execute();
  expect(sum(refunds.map(({ amount_minor }) => amount_minor))).toBe(refunded * 1000_00);
}
