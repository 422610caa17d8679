import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openPaymentTestShop } from "../../test/payment-shop.ts";
import { createTestCustomer } from "../account/fixtures.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { createPaidOrder, moveOrder } from "../checkout/fixtures.ts";
import { flatPriceMinor, freeFromMinor } from "../delivery/settings.ts";
import { waitForBackgroundTasks } from "../payments/background-tasks.ts";
import { updateSetting } from "../platform/settings/settings.ts";
import { customerEditLimit } from "./settings.ts";
import type { CustomerEditOutcome, CustomerOrderEditing } from "./schema.ts";

const shop = await openPaymentTestShop();
const { db } = shop;
let orderId = 0;
let product = { id: 0 };
let token = "";
let customerId = 0;
let nextKey = 0;

beforeEach(async () => {
  const paid = await createPaidOrder(shop, { qty: 2, stock: 10 });
  orderId = paid.order.id;
  ({ product } = paid);
  ({ token } = paid.shopper);
  customerId = paid.shopper.id;
});

const getPath = (suffix = "") => `/v1/user/orders/${orderId}/edit${suffix}`;
const send = async (suffix: string, body: object, as = token) => {
  const headers = { "idempotency-key": `edit-key-${++nextKey}` };
  const response = await shop.request("POST", getPath(suffix), { token: as, body, headers, locale: "en-US" });
  return { status: response.status, code: response.body.code, outcome: response.body.data as CustomerEditOutcome };
};
const preview = (body: object, as = token) => send("/preview", body, as);
const edit = (body: object, as = token) => send("", body, as);
const getEditing = async () =>
  (await shop.request("GET", getPath(), { token, locale: "en-US" })).body.data as CustomerOrderEditing;
const getStock = async (id = product.id) =>
  (await db.selectFrom("product_variants").select("stock").where("product_id", "=", id).executeTakeFirstOrThrow())
    .stock;
const getQuantities = async () =>
  (await getEditing()).lines.map(({ product_id, quantity }) => [product_id, quantity] as const);
const addedLine = (id: number, quantity = 1) => ({ product_id: id, option_id: 0, quantity });

describe("a customer", () => {
  it("sees the lines of their paid order, and that they can be changed", async () => {
    expect(await getEditing()).toMatchObject({
      ...{ can_edit: true, can_remove: true, pending: null, iso_code: "RUB" },
      lines: [{ line: 1, product_id: product.id, quantity: 2, quantity_max: 10, can_change: true, is_present: false }],
    });
  });

  it("previews fewer pieces without changing anything, then is refunded", async () => {
    const body = { lines: [{ line: 1, quantity: 1 }] };
    const { outcome } = await preview(body);
    expect(outcome).toMatchObject({ status: "applied", difference: -1000, payment_id: null });
    expect(await getQuantities()).toEqual([[product.id, 2]]);
    expect(await getStock()).toBe(8);

    expect(await edit({ ...body, expected_difference: outcome.difference })).toMatchObject({ status: 200 });
    await waitForBackgroundTasks();
    expect(await getQuantities()).toEqual([[product.id, 1]]);
    expect(await getStock()).toBe(9);
    const row = await db
      .selectFrom("order_edits")
      .selectAll()
      .where("order_id", "=", orderId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ by_customer: true, created_by: null, status: "applied" });
  });

  it("pays for an added product before it joins the order, and can cancel until then", async () => {
    const cream = await createProduct(db, { priceMinor: 700_00, stock: 3 });
    const body = { lines: [addedLine(cream.id)], expected_difference: 700 };
    const { outcome } = await edit(body);
    expect(outcome).toMatchObject({ status: "awaiting_payment", difference: 700 });
    expect(await getEditing()).toMatchObject({
      ...{ can_edit: false, lines: [], last: null },
      pending: { payment_id: outcome.payment_id, difference: 700, can_cancel: true },
    });
    expect(await getStock(cream.id)).toBe(2);
    await shop.request("POST", getPath("/cancel"), { token });
    expect(await getStock(cream.id)).toBe(3);

    const second = await edit(body);
    await shop.confirmPayment(second.outcome.payment_id ?? "", await shop.createCardToken());
    await shop.settlePayments();
    expect(await getQuantities()).toEqual([
      [product.id, 2],
      [cream.id, 1],
    ]);
  });

  it("pays today's price for more pieces of an item whose sale is over", async () => {
    expect((await preview({ lines: [{ line: 1, quantity: 3 }] })).outcome.difference).toBe(1000);
    await db
      .updateTable("product_variants")
      .set({ price_minor: 1300_00 })
      .where("product_id", "=", product.id)
      .execute();
    expect((await getEditing()).lines[0]).toMatchObject({ price: 1000, price_added: 1300 });
    const { outcome } = await preview({ lines: [{ line: 1, quantity: 3 }] });
    expect(outcome).toMatchObject({ difference: 1300, lines: [{ quantity_before: 0, quantity: 1, price: 1300 }] });
  });

  it("has the order sent to another of their addresses, in the same country only", async () => {
    const row = await db
      .selectFrom("addresses")
      .selectAll()
      .where("customer_id", "=", customerId)
      .executeTakeFirstOrThrow();
    const { id: _id, ...address } = row;
    const addAddress = async (values: object) =>
      (
        await db
          .insertInto("addresses")
          .values({ ...address, ...values })
          .returning("id")
          .executeTakeFirstOrThrow()
      ).id;
    const moved = await addAddress({ alias: "New home", address: "ulitsa Novaya 5" });
    const abroad = await addAddress({ alias: "Almaty", country: "KZ", postcode: "050000" });
    expect(await preview({ address_id: abroad })).toMatchObject({ status: 422, code: "order_edit_other_country" });
    expect(await edit({ address_id: moved, expected_difference: 0 })).toMatchObject({ status: 200 });
    const { address: stored } = await db
      .selectFrom("orders")
      .select("address")
      .where("id", "=", orderId)
      .executeTakeFirstOrThrow();
    expect(stored).toMatchObject({ address: "ulitsa Novaya 5" });
    expect((await getEditing()).last).toMatchObject({ difference: 0 });
    const stranger = await createTestCustomer(db);
    const foreign = await addAddress({ customer_id: stranger.id });
    expect((await preview({ address_id: foreign })).status).toBe(404);
  });

  it("keeps free delivery that depends on the sum, and may lower an order whose delivery was free anyway", async () => {
    const lower = { lines: [{ line: 1, quantity: 1 }] };
    await updateSetting(db, flatPriceMinor, 499_00);
    await updateSetting(db, freeFromMinor, 1500_00);
    await sql`update orders set total_minor = total_minor - delivery_minor, delivery_minor = 0
      where id = ${orderId}`.execute(db);
    expect(await preview(lower)).toMatchObject({ status: 409, code: "order_edit_below_free_delivery" });
    await updateSetting(db, freeFromMinor, 9000_00);
    expect((await preview(lower)).status).toBe(200);
  });

  it("previews a limited number of changes in an hour", async () => {
    await updateSetting(db, customerEditLimit, { max: 1, windowSeconds: 3600 });
    await preview({ lines: [{ line: 1, quantity: 1 }] });
    expect((await preview({ lines: [{ line: 1, quantity: 1 }] })).status).toBe(429);
  });

  it("does not change another customer's order, and learns nothing of it", async () => {
    const other = await createTestCustomer(db);
    const body = { lines: [{ line: 1, quantity: 1 }] };
    expect(await preview(body, other.token)).toMatchObject({ status: 404, code: "order_not_found" });
    expect(await edit({ ...body, expected_difference: -1000 }, other.token)).toMatchObject({ status: 404 });
    expect(await send("/cancel", {}, other.token)).toMatchObject({ status: 404, code: "order_not_found" });
  });

  it("does not change an order that is being packed", async () => {
    await moveOrder(shop, orderId, "packing");
    expect((await getEditing()).can_edit).toBe(false);
    expect(await preview({ lines: [{ line: 1, quantity: 1 }] })).toMatchObject({ code: "order_already_packed" });
  });

  it("makes nothing cheaper on which a gift depends", async () => {
    await db.updateTable("order_lines").set({ is_gift: true }).where("order_id", "=", orderId).execute();
    const cream = await createProduct(db, { priceMinor: 700_00 });
    await db
      .insertInto("order_lines")
      .values({
        ...{ order_id: orderId, line: 2, product_id: cream.id, option_id: 0, reference: "R", name: "Cream", qty: 2 },
        ...{ price_minor: 700_00, total_minor: 1400_00, weight_g: 100 },
      })
      .execute();
    expect((await getEditing()).can_remove).toBe(false);
    expect(await preview({ lines: [{ line: 2, quantity: 1 }] })).toMatchObject({ code: "order_edit_goods_fixed" });
    expect(await preview({ lines: [{ line: 1, quantity: 0 }] })).toMatchObject({ code: "gift_quantity_fixed" });
  });

  it("adds nothing that cannot be sent to the country, and no more pieces than a cart takes", async () => {
    const perfume = await createProduct(db, { hazard: "perfume" });
    expect((await preview({ lines: [addedLine(perfume.id)] })).status).toBe(409);
    const many = await createProduct(db, { stock: 50, weightG: 10 });
    expect(await preview({ lines: [addedLine(many.id, 21)] })).toMatchObject({ code: "order_edit_too_many_pieces" });
  });
});

describe("at the same time", () => {
  it("either the change or the packing wins, never both", async () => {
    const cream = await createProduct(db, { priceMinor: 700_00, stock: 3 });
    const [edited, packed] = await Promise.allSettled([
      edit({ lines: [addedLine(cream.id)], expected_difference: 700 }),
      moveOrder(shop, orderId, "packing"),
    ]);
    const isEdited = edited.status === "fulfilled" && edited.value.status === 200;
    expect(isEdited).not.toBe(packed.status === "fulfilled");
    expect(await getStock(cream.id)).toBe(isEdited ? 2 : 3);
  });

  it("a cancellation leaves no goods reserved by a change", async () => {
    const cream = await createProduct(db, { priceMinor: 700_00, stock: 3 });
    await Promise.all([
      edit({ lines: [addedLine(cream.id)], expected_difference: 700 }),
      shop.request("POST", `/v1/user/orders/${orderId}/cancel`, { token }),
    ]);
    await waitForBackgroundTasks();
    expect([await getStock(), await getStock(cream.id)]).toEqual([10, 3]);
  });

  it("two changes become one", async () => {
    const cream = await createProduct(db, { priceMinor: 700_00, stock: 3 });
    const body = { lines: [addedLine(cream.id)], expected_difference: 700 };
    const results = await Promise.all([edit(body), edit(body)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await getStock(cream.id)).toBe(2);
  });
});
