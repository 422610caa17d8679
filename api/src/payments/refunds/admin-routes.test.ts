import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openPaymentTestShop } from "../../../test/payment-shop.ts";
import { addToCart, createReadyCart } from "../../cart/fixtures.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { moveOrder, placeOrder } from "../../checkout/fixtures.ts";
import { updateSetting } from "../../platform/settings/settings.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import type { PickList } from "../../fulfillment/admin-schema.ts";
import { waitForBackgroundTasks } from "../background-tasks.ts";
import { getPaymentState } from "../fixtures.ts";
import { stepUpRefundMinor } from "../../staff/settings.ts";
import { receiptSettings } from "../settings.ts";
import type { RefundOptions, RequestedRefund } from "./admin-schema.ts";

type Executed = { result: RequestedRefund; audit_entry_id: number | null; undo_until: string | null };

const shop = await openPaymentTestShop();
const admin = openAdminClient(shop.app);
let serial = 0;

const signIn = async (role = "manager", isSteppedUp = false) => {
  const { id, email } = await createTestStaff(shop.app, { role });
  return { id, email, cookie: await createTestStaffSession(shop.app, id, { isSteppedUp }) };
};
/** Creates a paid order of three pieces of 1,000 and two of 500 rubles, with delivery for 499. */
const createOrder = async () => {
  const { shopper, product } = await createReadyCart(shop.db, { qty: 3, priceMinor: 1000_00 });
  const other = await createProduct(shop.db, { priceMinor: 500_00 });
  await addToCart(shop.db, shopper.id, { productId: other.id, qty: 2 });
  const order = await placeOrder(shop, shopper);
  await shop.confirmPayment(order.paymentId, await shop.createCardToken());
  await settle();
  return { ...order, product };
};
const settle = async () => {
  await waitForBackgroundTasks();
  await shop.settlePayments();
};
const refund = async (
  orderId: number,
  body: object,
  { cookie }: { cookie: string },
  { preview = false, key = `refund-key-${++serial}` }: { preview?: boolean; key?: string | null } = {},
) =>
  admin.request<Executed>("POST", `/orders/${orderId}/refunds${preview ? "?preview=true" : ""}`, {
    ...{ cookie, body: { reason: "changed_mind", ...body } },
    headers: key === null ? {} : { "idempotency-key": key },
  });
const getOptions = async (orderId: number, { cookie }: { cookie: string }) =>
  (await admin.request<RefundOptions>("GET", `/orders/${orderId}/refunds`, { cookie })).body.data;

let olga = { id: 0, email: "", cookie: "" };
beforeEach(async () => {
  olga = await signIn();
});

describe("a refund by staff", () => {
  it("pays back pieces and a part of the delivery, with an audit entry", async () => {
    const order = await createOrder();
    const lines = [{ line: 1, quantity: 1 }];
    const { status, body } = await refund(order.id, { lines, delivery: 99, comment: "По телефону" }, olga);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      result: { money: 1099, total: 1099, remaining: order.total - 1099, is_order_canceled: false, receipt: null },
      undo_until: null,
    });
    const refunds = await shop.db.selectFrom("refunds").selectAll().execute();
    expect(refunds).toMatchObject([
      { amount_minor: 1099_00, delivery_minor: 99_00, reason: "changed_mind", comment: "По телефону" },
    ]);
    expect(refunds[0]).toMatchObject({ created_by: olga.id, created_by_label: olga.email });
    expect(await shop.db.selectFrom("refund_lines").select(["line", "quantity", "amount_minor"]).execute()).toEqual([
      { line: 1, quantity: 1, amount_minor: 1000_00 },
    ]);
    const entry = await shop.db.selectFrom("audit_entries").selectAll().executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ action: "order.refund_requested", subject_id: String(order.id), actor_id: olga.id });
    expect(await getOptions(order.id, olga)).toMatchObject({
      refundable: order.total - 1099,
      refunded: 1099,
      lines: [
        { line: 1, quantity: 3, quantity_left: 2, amount_left: 2000 },
        { line: 2, quantity: 2, quantity_left: 2, amount_left: 1000 },
      ],
      delivery_left: 400,
      can_restock: false,
    });
  });

  it("is previewed exactly, without a change and without a code", async () => {
    const order = await createOrder();
    await updateSetting(shop.db, receiptSettings, { vat_code: 1, delivery_vat_code: 2, tax_system_code: null });
    const body = {
      lines: [
        { line: 1, quantity: 3 },
        { line: 2, quantity: 1 },
      ],
      delivery: 0,
    };
    const preview = await refund(order.id, body, olga, { preview: true, key: null });
    const { refund_ids: _ids, ...previewed } = preview.body.data.result;
    expect(previewed).toMatchObject({
      money: 3500,
      requires_step_up: false,
      receipt: [
        { quantity: 3, amount: 3000 },
        { quantity: 1, amount: 500 },
      ],
    });
    expect((await getPaymentState(shop.db, order.id)).refunds).toEqual([]);
    const executed = await refund(order.id, body, olga);
    expect(executed.body.data.result).toMatchObject(previewed);
  });

  it("requires a key, and with the same key is executed once", async () => {
    const order = await createOrder();
    expect((await refund(order.id, { amount: 1 }, olga, { key: null })).body.code).toBe("idempotency_key_required");
    const key = "double-click-1";
    const responses = await Promise.all([1, 2, 3].map(() => refund(order.id, { amount: 10 }, olga, { key })));
    expect(new Set(responses.map(({ body }) => body.data.result.refund_ids[0])).size).toBe(1);
    expect((await getPaymentState(shop.db, order.id)).refunds).toHaveLength(1);
  });

  it("above the limit requires a code, also if it is divided", async () => {
    const { shopper } = await createReadyCart(shop.db, { qty: 3, priceMinor: 3000_00 });
    const order = await placeOrder(shop, shopper);
    await shop.confirmPayment(order.paymentId, await shop.createCardToken());
    await settle();
    const preview = await refund(order.id, { amount: 5000.01 }, olga, { preview: true });
    expect(preview.body.data.result.requires_step_up).toBe(true);
    expect((await refund(order.id, { amount: 5000.01 }, olga)).body.code).toBe("step_up_required");
    expect((await refund(order.id, { amount: 5000 }, olga)).status).toBe(200);
    expect((await refund(order.id, { amount: 0.01 }, olga)).body.code).toBe("step_up_required");
    expect((await refund(order.id, { amount: 0.01 }, await signIn("manager", true))).status).toBe(200);
  });

  it.each([
    [{}, 422, "validation_failed"],
    [{ amount: 1.001 }, 422, "validation_failed"],
    [
      {
        lines: [
          { line: 1, quantity: 1 },
          { line: 1, quantity: 1 },
        ],
      },
      422,
      "validation_failed",
    ],
    [{ amount: 1, reason: "just so" }, 422, "validation_failed"],
    [{ amount: 99_999 }, 409, "refund_too_large"],
    [{ lines: [{ line: 1, quantity: 4 }] }, 409, "refund_too_large"],
    [{ lines: [{ line: 9, quantity: 1 }] }, 409, "refund_too_large"],
    [{ delivery: 499.01 }, 409, "refund_too_large"],
    [{ lines: [{ line: 2, quantity: 1 }], amount: 500.01 }, 409, "refund_too_large"],
    [{ lines: [{ line: 1, quantity: 1 }], restock: true }, 409, "restock_not_possible"],
  ])("of %j is refused with %i %s", async (body, status, code) => {
    const order = await createOrder();
    expect(await refund(order.id, body, olga)).toMatchObject({ status, body: { code } });
    expect((await getPaymentState(shop.db, order.id)).refunds).toEqual([]);
  });

  it("needs the permission, an order and money", async () => {
    const order = await createOrder();
    expect((await refund(order.id, { amount: 1 }, await signIn("packer"))).status).toBe(403);
    expect((await refund(999_999_999, { amount: 1 }, olga)).body.code).toBe("order_not_found");
    await moveOrder(shop, order.id, "cancelled");
    await settle();
    expect((await refund(order.id, { amount: 1 }, olga)).body.code).toBe("nothing_to_refund");
  });

  it("returns pieces of a shipped order to stock, each once", async () => {
    const order = await createOrder();
    await moveOrder(shop, order.id, "packing");
    await moveOrder(shop, order.id, "shipped");
    const getStock = async () =>
      (
        await shop.db
          .selectFrom("product_variants")
          .select("stock")
          .where("product_id", "=", order.product.id)
          .executeTakeFirstOrThrow()
      ).stock;
    const stock = await getStock();
    await refund(order.id, { lines: [{ line: 1, quantity: 1 }], restock: true }, olga);
    expect(await getStock()).toBe(stock + 1);
    await refund(order.id, { amount: 10, restock: true }, olga);
    expect(await getStock()).toBe(stock + 3);
    const again = await refund(order.id, { lines: [{ line: 1, quantity: 1 }], restock: true }, olga);
    expect(again.body.code).toBe("restock_not_possible");
  });

  it("of pieces that are not sent does not take them out of the parcel, and a cancellation pays back the rest", async () => {
    const order = await createOrder();
    const getPickedPieces = async () =>
      (await admin.request<PickList>("GET", `/pick-list?order_ids=${order.id}`, olga)).body.data.pieces;
    expect(await getPickedPieces()).toBe(5);
    await refund(order.id, { lines: [{ line: 1, quantity: 1 }] }, olga);
    await settle();
    expect(await getPickedPieces()).toBe(5);
    await moveOrder(shop, order.id, "cancelled");
    await settle();
    const { order: status, refunds } = await getPaymentState(shop.db, order.id);
    expect(status).toBe("refunded");
    expect(refunds).toHaveLength(2);
  });

  it("of all lines and the delivery cancels an order that is not shipped", async () => {
    const order = await createOrder();
    const lines = [
      { line: 1, quantity: 3 },
      { line: 2, quantity: 2 },
    ];
    const { body } = await refund(order.id, { lines, delivery: 499 }, olga);
    expect(body.data.result).toMatchObject({ money: order.total, remaining: 0, is_order_canceled: true });
    await settle();
    expect((await getPaymentState(shop.db, order.id)).order).toBe("refunded");
  });
});

describe("50 refunds of one order at once", () => {
  it("do not exceed together the limit that requires a code", async () => {
    const order = await createOrder();
    await updateSetting(shop.db, stepUpRefundMinor, 1000_00);
    const responses = await Promise.all(Array.from({ length: 50 }, () => refund(order.id, { amount: 400 }, olga)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(new Set(responses.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(["step_up_required"]),
    );
    await settle();
  });

  it("never pay back more than was paid, nor more pieces than were ordered", async () => {
    const order = await createOrder();
    const steppedUp = await signIn("manager", true);
    const bodies = [
      { lines: [{ line: 1, quantity: 1 }] },
      { lines: [{ line: 2, quantity: 1 }], delivery: 100 },
      { amount: 333 },
    ];
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => refund(order.id, bodies[index % 3] ?? {}, steppedUp)),
    );
    const codes = new Set(responses.map(({ status, body }) => (status === 200 ? "refunded" : body.code)));
    expect(["refunded", "refund_too_large", "nothing_to_refund"]).toEqual(expect.arrayContaining([...codes]));
    const refunded = responses.filter(({ status }) => status === 200);
    expect(refunded.length).toBeGreaterThan(2);
    const { refunds } = await getPaymentState(shop.db, order.id);
    expect(refunds).toHaveLength(refunded.length);
    const refundedMinor = refunds.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
    expect(refundedMinor).toBeLessThanOrEqual(order.total * 100);
    const pieces = await shop.db
      .selectFrom("refund_lines")
      .select(({ fn }) => ["line", fn.sum<number>("quantity").as("quantity")])
      .groupBy("line")
      .orderBy("line")
      .execute();
    expect(pieces.map(({ quantity }) => quantity)).toSatisfy(
      ([first = 0, second = 0]: number[]) => first <= 3 && second <= 2,
    );
    await settle();
  });
});
