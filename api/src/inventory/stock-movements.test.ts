import fc from "fast-check";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../test/admin-client.ts";
import { openPaymentTestShop } from "../../test/payment-shop.ts";
import { createReadyCart } from "../cart/fixtures.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { deductStock, lockStock, restockItems, setStockMovement } from "../catalog/products/stock.ts";
import { createPaidOrder, moveOrder, placeOrder } from "../checkout/fixtures.ts";
import { waitForBackgroundTasks } from "../payments/background-tasks.ts";
import { withTransaction } from "../platform/db/database.ts";
import { createTestStaff, createTestStaffSession } from "../staff/fixtures.ts";
import type { ChangedStock, StockLevelList, StockMovementPage } from "./admin-schema.ts";

const shop = await openPaymentTestShop();
const admin = openAdminClient(shop.app);
let cookie = "";

const signIn = async (role: string) => {
  const { id } = await createTestStaff(shop.app, { role, name: "Kenta" });
  return createTestStaffSession(shop.app, id);
};
const listMovements = async (query: string) =>
  (await admin.request<StockMovementPage>("GET", `/stock-movements?${query}`, { cookie })).body.data;
const listLevels = async (product: number) =>
  (await admin.request<StockLevelList>("GET", `/stock-levels?product=${product}`, { cookie })).body.data.items;
const change = async (body: object, path = "/stock-movements") =>
  admin.request<{ result: ChangedStock; audit_entry_id: number }>("POST", path, { cookie, body });

/** Returns the variants whose movements do not add up to their stock, or whose stocks after them do not follow. */
async function listDifferences(): Promise<unknown[]> {
  const { rows } = await sql`
    select product_id, option_id, coalesce(v.stock, 0) as stock, coalesce(m.sum, 0) as sum, m.is_chained
    from product_variants v full join (
      select product_id, option_id, sum(quantity) as sum, bool_and(stock_after = total) as is_chained from (
        select *, sum(quantity) over (partition by product_id, option_id order by id) as total from stock_movements
      ) movements group by 1, 2
    ) m using (product_id, option_id)
    where coalesce(v.stock, 0) <> coalesce(m.sum, 0) or not m.is_chained`.execute(shop.db);
  return rows;
}

beforeEach(async () => {
  cookie = await signIn("packer");
});

describe("every change of the stock", () => {
  it("is a movement: orders, cancellations and changes by hand", async () => {
    const { shopper, product, order } = await createPaidOrder(shop, { qty: 2 });
    await shop.request("POST", `/v1/user/orders/${order.id}/cancel`, { token: shopper.token });
    await waitForBackgroundTasks();
    await shop.db.updateTable("product_variants").set({ stock: 4 }).where("product_id", "=", product.id).execute();
    await shop.db.deleteFrom("product_variants").where("product_id", "=", product.id).execute();
    const { items } = await listMovements(`product=${product.id}`);
    expect(
      items.map(({ kind, quantity, available_after, order_id }) => [kind, quantity, available_after, order_id]),
    ).toEqual([
      ["removal", -4, 0, null],
      ["correction", -6, 4, null],
      ["release", 2, 10, order.id],
      ["order", -2, 8, order.id],
      ["opening", 10, 10, null],
    ]);
    expect(await listDifferences()).toEqual([]);
  });

  it("adds up after any sequence, also when parallel orders meet (property)", async () => {
    const { shopper } = await createReadyCart(shop.db);
    const { id: orderId } = await placeOrder(shop, shopper);
    const products = [await createProduct(shop.db, { stock: 5 }), await createProduct(shop.db, { stock: 0 })];
    const step = fc.record({
      product: fc.constantFrom(...products.map(({ id }) => id)),
      qty: fc.integer({ min: 0, max: 4 }),
      kind: fc.constantFrom("take", "give", "set", "rename"),
    });
    const run = async ({ product, qty, kind }: { product: number; qty: number; kind: string }) =>
      withTransaction(shop.db, async (tx) => {
        const items = [{ productId: product, optionId: 0, qty }];
        await lockStock(tx, items);
        if (kind === "take") await deductStock(tx, items, orderId);
        if (kind === "give") await restockItems(tx, items, { kind: "release", orderId });
        const set = kind === "set" ? { stock: qty } : { name_en: `Name ${qty}` };
        if (kind === "set" || kind === "rename")
          await tx.updateTable("product_variants").set(set).where("product_id", "=", product).execute();
      }).catch((error: { constraint?: string }) => {
        if (error.constraint !== "product_variants_stock_check") throw error;
      });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), async (rounds) => {
        for (const parallel of rounds) await Promise.all(parallel.map(run));
        expect(await listDifferences()).toEqual([]);
      }),
      { numRuns: 10, endOnFailure: true },
    );
  });

  it("says why only for the statement that it was said for", async () => {
    const product = await createProduct(shop.db, { stock: 5 });
    await withTransaction(shop.db, async (tx) => {
      await setStockMovement(tx, { kind: "receipt", reason: "box 3" });
      for (const stock of [6, 7])
        await tx.updateTable("product_variants").set({ stock }).where("product_id", "=", product.id).execute();
    });
    const { items } = await listMovements(`product=${product.id}`);
    expect(items.map(({ kind, reason }) => [kind, reason])).toEqual([
      ["correction", ""],
      ["receipt", "box 3"],
      ["opening", ""],
    ]);
  });

  it("stays as it was written", async () => {
    await createProduct(shop.db);
    for (const statement of [sql`update stock_movements set quantity = 9`, sql`delete from stock_movements`])
      await expect(statement.execute(shop.db)).rejects.toThrow("append-only");
  });
});

describe("staff", () => {
  it("receive, write off and count pieces; a count knows what orders have taken", async () => {
    const { product, order } = await createPaidOrder(shop, { qty: 2 });
    const variant = { product_id: product.id };
    expect(await listLevels(product.id)).toMatchObject([{ available: 8, committed: 2, on_hand: 10 }]);
    expect((await change({ ...variant, kind: "receipt", pieces: 5 })).body.data.result).toMatchObject({
      available: 13,
    });
    await change({ ...variant, kind: "write_off", pieces: 1, reason: "broken pump" });
    const { result } = (await change({ ...variant, kind: "count", pieces: 12, reason: "shelf B-07" })).body.data;
    expect(result).toMatchObject({ quantity: -2, available: 10, committed: 2, on_hand: 12 });
    await moveOrder(shop, order.id, "packing");
    await moveOrder(shop, order.id, "shipped");
    expect(await listLevels(product.id)).toMatchObject([{ available: 10, committed: 0, on_hand: 10 }]);
    const { items } = await listMovements(`product=${product.id}&limit=3`);
    expect(items.map(({ kind, quantity, reason, actor }) => [kind, quantity, reason, actor])).toEqual([
      ["count", -2, "shelf B-07", "Kenta"],
      ["write_off", -1, "broken pump", "Kenta"],
      ["receipt", 5, "", "Kenta"],
    ]);
    expect(await listDifferences()).toEqual([]);
  });

  it("cannot write off what orders have taken, and need a reason", async () => {
    const { product } = await createPaidOrder(shop, { qty: 2 });
    const variant = { product_id: product.id };
    expect(await change({ ...variant, kind: "write_off", pieces: 9, reason: "lost" })).toMatchObject({
      status: 409,
      body: { code: "not_enough_available", data: { available: 8, committed: 2 } },
    });
    expect((await change({ ...variant, kind: "write_off", pieces: 1 })).status).toBe(422);
    expect((await change({ product_id: 999_999, kind: "receipt", pieces: 1 })).body.code).toBe("variant_not_found");
    expect(await listLevels(product.id)).toMatchObject([{ available: 8 }]);
  });

  it("undo a change with a movement in the other direction", async () => {
    const { id } = await createProduct(shop.db, { stock: 5 });
    const changed = await change({ product_id: id, kind: "receipt", pieces: 3 });
    expect((await change({}, `/audit/${changed.body.data.audit_entry_id}/undo`)).status).toBe(200);
    const { items } = await listMovements(`product=${id}`);
    expect(items.map(({ kind, quantity }) => [kind, quantity])).toEqual([
      ["correction", -3],
      ["receipt", 3],
      ["opening", 5],
    ]);
  });

  it("see a page of movements after another", async () => {
    const { id } = await createProduct(shop.db, { stock: 5 });
    for (const pieces of [1, 2, 3]) await change({ product_id: id, kind: "receipt", pieces });
    const first = await listMovements(`product=${id}&kind=receipt&limit=2`);
    const second = await listMovements(`product=${id}&kind=receipt&limit=2&after=${first.next}`);
    expect([...first.items, ...second.items].map(({ quantity }) => quantity)).toEqual([3, 2, 1]);
    expect(second.next).toBeNull();
  });
});
