import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openPaymentTestShop } from "../../../test/payment-shop.ts";
import { moveOrder } from "../../checkout/fixtures.ts";
import type { ReturnDetail } from "../admin-schema.ts";
import { createDeliveredOrder, openReturnClient } from "../fixtures.ts";

const shop = await openPaymentTestShop();
const { db } = shop;
const admin = openAdminClient(shop.app);
let client: Awaited<ReturnType<typeof openReturnClient>>;

beforeEach(async () => {
  client = await openReturnClient(shop, admin);
});

describe("a refund of a return", () => {
  it("pays back the goods that came back, and the whole order becomes refunded", async () => {
    const { order } = await createDeliveredOrder(shop, { qty: 2 });
    const id = await client.receive(order.id, 2);
    expect(await client.getOrderStatus(order.id)).toBe("returned");
    const { body } = await client.refund(id, { delivery: 499 });
    expect(body.data.result).toMatchObject({ status: "resolved", refunds: [expect.any(String)] });
    await client.settle();
    expect(await client.getOrderStatus(order.id)).toBe("refunded");
    expect(await client.get<ReturnDetail>(`/returns/${id}`)).toMatchObject({
      ...{ status: "resolved", outcome: "refund", refunds: [{ status: "succeeded", amount: order.total }] },
    });
  });

  it("of a part leaves the order delivered, and an exchange can end with one", async () => {
    const { order } = await createDeliveredOrder(shop, { qty: 2 });
    const id = await client.receive(order.id, 1, "exchange");
    expect((await client.refund(id, { amount: 900 })).status).toBe(200);
    await client.settle();
    expect(await client.getOrderStatus(order.id)).toBe("delivered");
    expect(await client.get<ReturnDetail>(`/returns/${id}`)).toMatchObject({ refunds: [{ amount: 900 }] });
  });

  it("is refused beyond the price of the goods, without a key, and once everything is refunded", async () => {
    const { order } = await createDeliveredOrder(shop, { qty: 2 });
    const id = await client.receive(order.id, 1);
    expect((await client.refund(id, { amount: 1001 })).body.code).toBe("refund_too_large");
    expect((await client.send(`/returns/${id}/refund`, { from: "received" })).body.code).toBe(
      "idempotency_key_required",
    );
    await client.admin.request("POST", `/orders/${order.id}/refunds`, {
      ...{
        cookie: client.cookie,
        body: { amount: order.total, reason: "goodwill" },
        headers: { "idempotency-key": "refund-everything" },
      },
    });
    expect((await client.refund(id)).body.code).toBe("nothing_to_refund");
    await client.send(`/returns/${id}/resolve`, {
      from: "received",
      outcome: "none",
      reason: "Everything is refunded",
    });
    expect(await client.get<ReturnDetail>(`/returns/${id}`)).toMatchObject({ status: "resolved", outcome: "none" });
  });

  it("pays back only the pieces that are not refunded yet", async () => {
    const { order } = await createDeliveredOrder(shop, { qty: 3 });
    const id = await client.receive(order.id, 2);
    await client.admin.request("POST", `/orders/${order.id}/refunds`, {
      ...{ cookie: client.cookie, body: { lines: [{ line: 1, quantity: 2 }], reason: "goodwill" } },
      headers: { "idempotency-key": "two-pieces" },
    });
    const { body } = await client.refund(id);
    expect(body.data.result).toMatchObject({ status: "resolved" });
    const { refunds } = await client.get<ReturnDetail>(`/returns/${id}`);
    expect(refunds).toMatchObject([{ amount: 1000 }]);
  });

  it("of a replacement order is refused: it cost nothing", async () => {
    const { order } = await createDeliveredOrder(shop);
    const id = await client.receive(order.id, 1, "exchange");
    const { body } = await client.send(`/returns/${id}/resolve`, { from: "received", outcome: "replacement" });
    const replacementId = Number(body.data.result.replacement_order_id);
    for (const status of ["packing", "shipped", "delivered"] as const) await moveOrder(shop, replacementId, status);
    const second = await client.receive(replacementId, 1);
    expect((await client.refund(second)).body.code).toBe("nothing_to_refund");
  });

  it("above the limit needs a code of the authenticator, and needs the permission to refund", async () => {
    const { order } = await createDeliveredOrder(shop, { priceMinor: 6000_00 });
    const id = await client.receive(order.id, 1);
    expect((await client.refund(id)).body.code).toBe("step_up_required");
    await db
      .updateTable("roles")
      .set({ permissions: ["orders:read", "returns:write"] })
      .where("key", "=", "support")
      .execute();
    expect((await client.refund(id, {}, await client.signIn("support"))).body).toMatchObject({
      ...{ code: "forbidden", data: { permission: "refunds:create" } },
    });
  });
});
