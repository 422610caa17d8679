import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { openPaymentTestShop } from "../../test/payment-shop.ts";
import { createCommandRunner } from "../../test/run-command.ts";
import { createShopper } from "../cart/fixtures.ts";
import { createPaidOrder, moveOrder } from "../checkout/fixtures.ts";
import { createGiftCard } from "../gift-cards/fixtures.ts";
import { grantTestPoints } from "../loyalty/fixtures.ts";
import { switchListingTable } from "../catalog/product-index/jobs.ts";
import { deductStock } from "../catalog/products/stock.ts";
import { withTransaction } from "../platform/db/database.ts";
import { createPromoCode } from "../promotions/fixtures.ts";
import { createReview } from "../reviews/fixtures.ts";
import { commands } from "./commands.ts";
import { checks } from "./sql.ts";

const shop = await openPaymentTestShop();
const { db } = shop;
const runCommand = createCommandRunner(shop, commands);

type Result = { check: string; count: number; findings: { subject: string; expected: number; actual: number }[] };
let product = 0;
let order = 0;

async function audit(options: Record<string, string> = {}) {
  const { data, lines, hasFailed } = await runCommand("audit", {}, options);
  return { differences: (data as Result[]).filter(({ count }) => count > 0), lines, hasFailed };
}

beforeEach(async () => {
  const paid = await createPaidOrder(shop, { qty: 2, stock: 5 });
  [product, order] = [paid.product.id, paid.order.id];
  const { id } = await createShopper(db);
  await grantTestPoints(db, id, 300);
  await createGiftCard(db, 1000_00);
  await createReview(db, { productId: product });
  const promoCode = await createPromoCode(db);
  await sql`insert into promo_code_uses values (${order}, ${promoCode.id}, ${id})`.execute(db);
  await sql`update promo_codes set uses = 1`.execute(db);
  await sql`update emails set sent_at = queued_at`.execute(db);
  await sql`update product_listing_state set status = 'off'`.execute(db);
});

it("finds nothing in a store whose data agree, also after a cancellation", async () => {
  expect(await audit()).toMatchObject({ differences: [], hasFailed: false });
  await moveOrder(shop, order, "cancelled");
  await shop.settlePayments();
  const { differences, lines } = await audit();
  expect(differences).toEqual([]);
  expect(lines).toHaveLength(Object.keys(checks).length);
});

it("knows what an edit has reserved that waits for its payment", async () => {
  const [line] = await db.selectFrom("order_lines").selectAll().where("order_id", "=", order).execute();
  const paymentId = "e".repeat(32);
  const changes = { lines: [{ ...line, line: line?.line, qty: 3, qty_before: 2 }] };
  await withTransaction(db, async (tx) => {
    await deductStock(tx, [{ productId: product, optionId: 0, qty: 1 }], order);
    await sql`
      insert into payments (id, order_id, provider, method, amount_minor, currency, status, expires_at, purpose)
      select ${paymentId}, order_id, provider, method, 100, currency, 'awaiting', now(), 'order_edit' from payments`.execute(
      tx,
    );
    await sql`
      insert into order_edits
        (order_id, status, changes, difference_minor, payment_id, reason, created_at, expires_at)
      values (${order}, 'awaiting_payment', ${JSON.stringify(changes)}, 100, ${paymentId}, 'One more', now(), now())`.execute(
      tx,
    );
  });
  expect(await audit()).toMatchObject({ differences: [] });
  await sql`update order_edits set status = 'expired', ended_at = now()`.execute(db);
  expect((await audit()).differences).toMatchObject([{ check: "order_stock", count: 1 }]);
});

/** Changes by hand, past the triggers that keep the data consistent. */
const changes: Record<keyof typeof checks, () => ReturnType<typeof sql>> = {
  stock_ledger: () => sql`delete from stock_movements where order_id is null`,
  product_stock: () => sql`update products set stock = stock + 1`,
  order_stock: () => sql`update order_lines set restocked_qty = 1`,
  order_lines: () => sql`delete from order_lines`,
  order_status: () => sql`update orders set status = 'packing'`,
  payments: () => sql`delete from payments`,
  refunds: () => sql`
    insert into refunds (id, payment_id, attempt_id, amount_minor, status, reason)
    select 'refund-1', id, 'attempt-1', amount_minor + 1, 'succeeded', '' from payments`,
  points: () => sql`update loyalty_accounts set balance = 1`,
  gift_cards: () => sql`update gift_cards set balance_minor = 1`,
  purchased_gift_cards: () => sql`
    with paid as (update orders set paid_at = now() - interval '2 hours' returning id)
    insert into order_gift_cards (order_id, line, price_minor, face_value_minor, design, recipient_name, recipient_email,
      sender_name, message, key)
    select id, 9, 1, 1, 'sakura', '', '', '', '', repeat('k', 32) from paid`,
  promo_codes: () => sql`update promo_codes set uses = 0`,
  ratings: () => sql`update products set rating_sum = rating_sum + 1`,
  product_listing: () => sql`update product_listing_state set status = 'filled'`,
  emails: () => sql`update emails set sent_at = null, queued_at = now() - interval '2 hours'`,
};

it.each(Object.keys(changes) as (keyof typeof checks)[])("finds a difference of %s", async (check) => {
  await withTransaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await changes[check]().execute(tx);
  });
  const { differences, lines, hasFailed } = await audit();
  expect(differences.map((difference) => difference.check)).toEqual([check]);
  expect(hasFailed).toBe(true);
  const [finding] = differences[0]?.findings ?? [];
  expect(finding?.expected).not.toBe(finding?.actual);
  expect(lines.join("\n")).toContain(finding?.subject);
});

it("finds a product that is not listed because it has no search terms", async () => {
  await switchListingTable({ db, log: shop.app.log, config: { productIndex: "database" } });
  expect(await audit()).toMatchObject({ differences: [] });
  await db.deleteFrom("product_terms").where("product_id", "=", product).execute();
  await db.deleteFrom("product_listing").where("product_id", "=", product).execute();
  expect((await audit()).differences).toMatchObject([
    { check: "product_listing", findings: [{ subject: `product ${product}`, expected: 1, actual: 0 }] },
  ]);
});

it("lists as many findings as asked for", async () => {
  await createPaidOrder(shop);
  await withTransaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update products set stock = stock + 1`.execute(tx);
  });
  const { differences, lines } = await audit({ limit: "1" });
  expect(differences).toMatchObject([
    { check: "product_stock", count: 2, findings: [{ subject: `product ${product}` }] },
  ]);
  expect(lines).toContain("… and 1 more");
  await expect(runCommand("audit", {}, { limit: "0" })).rejects.toThrow("--limit");
});
