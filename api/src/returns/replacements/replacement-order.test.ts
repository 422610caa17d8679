import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openPaymentTestShop } from "../../../test/payment-shop.ts";
import { addToCart } from "../../cart/fixtures.ts";
import { createPaidOrder, moveOrder } from "../../checkout/fixtures.ts";
import { refundAmount } from "../../payments/fixtures.ts";
import type { OrderReturns, ReturnDetail } from "../admin-schema.ts";
import { createDeliveredOrder, openReturnClient, receiveLine } from "../fixtures.ts";

const shop = await openPaymentTestShop();
const { db } = shop;
const admin = openAdminClient(shop.app);
let client: Awaited<ReturnType<typeof openReturnClient>>;

beforeEach(async () => {
  client = await openReturnClient(shop, admin);
});

describe("an exchange", () => {
  it("leads to a paid replacement order with another option, which costs nothing and leaves the cart alone", async () => {
    const { order, product, shopper } = await createDeliveredOrder(shop);
    await db
      .insertInto("product_variants")
      .values({ product_id: product.id, option_id: 2, name_ru: "50 мл", price_minor: 1500_00, stock: 5 })
      .execute();
    await addToCart(db, shopper.id, { productId: product.id });
    const id = await client.requestReturn(order.id, {
      kind: "exchange",
      lines: [{ line: 1, quantity: 1, replacement_option_id: 2 }],
    });
    await client.send(`/returns/${id}/approve`, { from: "requested" });
    await client.send(`/returns/${id}/receive`, receiveLine(1));
    expect(await client.getStock(product.id)).toBe(10);
    const { body } = await client.send(`/returns/${id}/resolve`, { from: "received", outcome: "replacement" });
    const replacementId = Number(body.data.result.replacement_order_id);
    expect(await client.getStock(product.id, 2)).toBe(4);
    const original = await db.selectFrom("orders").selectAll().where("id", "=", order.id).executeTakeFirstOrThrow();
    expect(
      await db.selectFrom("orders").selectAll().where("id", "=", replacementId).executeTakeFirstOrThrow(),
    ).toMatchObject({
      ...{ status: "paid", total_minor: 0, delivery_minor: 0, replaces_order_id: order.id },
      ...{ products_minor: 1000_00, discount_minor: 1000_00, is_stock_reserved: true },
      ...{ address: original.address, shipping_method_id: original.shipping_method_id, weight_g: 350 },
    });
    expect(await client.getOrderStatus(order.id)).toBe("delivered");
    expect(await db.selectFrom("cart_lines").selectAll().execute()).toHaveLength(1);
    expect(await db.selectFrom("customs_checks").select("order_id").execute()).toContainEqual({
      order_id: replacementId,
    });
    expect(await client.get<OrderReturns>(`/orders/${replacementId}/returns`)).toMatchObject({
      ...{ replaces_order_id: order.id, can_request: false },
    });
    expect(await client.get<ReturnDetail>(`/returns/${id}`)).toMatchObject({
      ...{ status: "resolved", outcome: "replacement", replacement_order: { id: replacementId, status: "paid" } },
    });
  });

  it("of goods that are out of stock is refused and changes nothing", async () => {
    const { order, product } = await createDeliveredOrder(shop);
    const id = await client.requestReturn(order.id, { kind: "exchange" });
    await client.send(`/returns/${id}/approve`, { from: "requested" });
    await client.send(`/returns/${id}/receive`, receiveLine(1, 0));
    await db.updateTable("product_variants").set({ stock: 0 }).where("product_id", "=", product.id).execute();
    expect(await client.send(`/returns/${id}/resolve`, { from: "received", outcome: "replacement" })).toMatchObject({
      ...{ status: 409, body: { code: "replacement_out_of_stock", data: { lines: [{ line: 1, stock: 0 }] } } },
    });
    expect(await client.get<ReturnDetail>(`/returns/${id}`)).toMatchObject({
      status: "received",
      replacement_order: null,
    });
  });

  it("for an option that the product does not have is refused", async () => {
    const { order } = await createDeliveredOrder(shop);
    expect(
      await client.send(`/orders/${order.id}/returns`, {
        ...{ kind: "exchange", reason: "not_suitable", lines: [{ line: 1, quantity: 1, replacement_option_id: 7 }] },
      }),
    ).toMatchObject({ status: 409, body: { code: "replacement_not_possible", data: { reason: "option_unknown" } } });
  });
});

describe("a claim", () => {
  const approveClaim = async (orderId: number, quantity: number) => {
    const lines = [{ line: 1, quantity }];
    const id = await client.requestReturn(orderId, { kind: "claim", reason: "damaged", lines });
    await client.send(`/returns/${id}/approve`, { from: "requested" });
    return id;
  };
  const replace = (id: number) => client.send(`/returns/${id}/resolve`, { from: "approved", outcome: "replacement" });

  it("replaces only the pieces that were not refunded meanwhile", async () => {
    const { order, product } = await createDeliveredOrder(shop, { qty: 3 });
    const [first, second] = [await approveClaim(order.id, 2), await approveClaim(order.id, 1)];
    await refundAmount(shop.app, { orderId: order.id, lines: [{ line: 1, quantity: 2 }] });
    expect((await replace(first)).status).toBe(200);
    expect(await client.getStock(product.id)).toBe(6);
    await refundAmount(shop.app, { orderId: order.id, lines: [{ line: 1, quantity: 1 }] });
    expect((await replace(second)).body).toMatchObject({
      ...{ code: "replacement_not_possible", data: { reason: "nothing_left" } },
    });
    expect(await client.getStock(product.id)).toBe(6);
  });

  it("about an order that was refunded as an amount is not replaced", async () => {
    const { order } = await createDeliveredOrder(shop);
    const id = await approveClaim(order.id, 1);
    await refundAmount(shop.app, { orderId: order.id });
    expect((await replace(id)).body.code).toBe("replacement_not_possible");
    expect(
      (await client.send(`/returns/${id}/resolve`, { from: "approved", outcome: "none", reason: "Refunded" })).status,
    ).toBe(200);
  });

  it("about a lost parcel needs no goods back and leads to a replacement that can be claimed itself", async () => {
    const { order } = await createPaidOrder(shop);
    await moveOrder(shop, order.id, "packing");
    await moveOrder(shop, order.id, "shipped");
    const id = await client.requestReturn(order.id, { kind: "claim", reason: "lost" });
    await client.send(`/returns/${id}/approve`, { from: "requested" });
    expect(await client.send(`/returns/${id}/receive`, receiveLine(1))).toMatchObject({
      ...{ status: 409, body: { code: "return_transition_not_allowed" } },
    });
    const { body } = await client.send(`/returns/${id}/resolve`, { from: "approved", outcome: "replacement" });
    const replacementId = Number(body.data.result.replacement_order_id);
    await moveOrder(shop, replacementId, "packing");
    await moveOrder(shop, replacementId, "shipped");
    const second = await client.requestReturn(replacementId, { kind: "claim", reason: "lost" });
    expect(await client.get<ReturnDetail>(`/returns/${second}`)).toMatchObject({
      order: { id: replacementId, replaces_order_id: order.id },
    });
  });
});
