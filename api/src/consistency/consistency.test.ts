import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openPaymentTestShop } from "../../test/payment-shop.ts";
import { createCommandRunner } from "../../test/run-command.ts";
import { createReadyCart, createShopper } from "../cart/fixtures.ts";
import { createPaidOrder, moveOrder, placeOrder } from "../checkout/fixtures.ts";
import { createGiftCard } from "../gift-cards/fixtures.ts";
import { grantTestPoints } from "../loyalty/fixtures.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { switchListingTable } from "../catalog/product-index/jobs.ts";
import { deductStock } from "../catalog/products/stock.ts";
import { waitForBackgroundTasks } from "../payments/background-tasks.ts";
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

/** Changes rows past the triggers that keep the data consistent. */
async function changePastTriggers(...statements: ReturnType<typeof sql>[]): Promise<void> {
  await withTransaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const statement of statements) await statement.execute(tx);
  });
}

async function listDifferences(): Promise<string[]> {
  const { differences } = await audit();
  return differences.flatMap(({ check, findings }) =>
    findings.map(({ subject, expected, actual }) => `${check}: ${subject}: ${expected}, ${actual}`),
  );
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

/** A change by hand for each check. */
const changes: Record<keyof typeof checks, () => ReturnType<typeof sql>> = {
  stock_ledger: () => sql`delete from stock_movements where order_id is null`,
  product_stock: () => sql`update products set stock = stock + 1`,
  order_stock: () => sql`update order_lines set restocked_qty = 1`,
  order_lines: () => sql`update order_lines set price_minor = price_minor + 1, total_minor = total_minor + qty`,
  order_status: () => sql`update orders set status = 'packing'`,
  payments: () => sql`delete from payments`,
  refunds: () => sql`
    insert into refunds (id, payment_id, attempt_id, amount_minor, status, reason)
    select 'refund-1', id, 'attempt-1', amount_minor + 1, 'succeeded', '' from payments`,
  payment_times: () => sql`update orders set paid_at = null`,
  kept_money: () => sql`update orders set discount_minor = discount_minor + 100, total_minor = total_minor - 100`,
  spent_balances: () => sql`update orders set gift_card_minor = 100, delivery_minor = delivery_minor + 100`,
  refunds_without_money: () => sql`
    insert into refunds (id, payment_id, amount_minor, value_minor, status, reason)
    select 'refund-1', id, 0, 50000, 'succeeded', '' from payments`,
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
  await changePastTriggers(changes[check]());
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
  await changePastTriggers(sql`update products set stock = stock + 1`);
  const { differences, lines } = await audit({ limit: "1" });
  expect(differences).toMatchObject([
    { check: "product_stock", count: 2, findings: [{ subject: `product ${product}` }] },
  ]);
  expect(lines).toContain("… and 1 more");
  await expect(runCommand("audit", {}, { limit: "0" })).rejects.toThrow("--limit");
});

describe("the money of a canceled order", () => {
  beforeEach(async () => {
    await moveOrder(shop, order, "cancelled");
    await waitForBackgroundTasks();
    await shop.settlePayments();
  });

  it("is not kept if it was refunded", async () => {
    expect(await listDifferences()).toEqual([]);
  });

  it.each([
    ["has failed", sql`update refunds set status = 'failed'`],
    ["is lower than the payment", sql`update refunds set amount_minor = amount_minor / 2`],
    ["is missing", sql`delete from refunds`],
  ])("is kept if its refund %s", async (_how, change) => {
    await changePastTriggers(change);
    const { differences } = await audit();
    expect(differences).toMatchObject([
      { check: "kept_money", findings: [{ subject: `order ${order}, refunded`, expected: 0 }] },
    ]);
  });

  it("is kept if it was not refunded at all", async () => {
    await changePastTriggers(
      sql`delete from refunds`,
      sql`update orders set status = 'cancelled'`,
      sql`delete from order_history where status = 'refunded'`,
    );
    const { differences } = await audit();
    expect(differences).toMatchObject([
      { check: "kept_money", findings: [{ subject: `order ${order}, cancelled`, expected: 0 }] },
    ]);
  });
});

it("counts each charge of a payment that was made twice", async () => {
  await changePastTriggers(
    sql`insert into payment_attempts (id, payment_id, provider_ref, status, decline_reason, ended_at)
      select 'second', payment_id, 'second', 'failed', 'general_decline', now() from payment_attempts`,
    sql`insert into refunds (id, payment_id, attempt_id, amount_minor, status, reason, ended_at)
      select 'back-second', id, 'second', amount_minor, 'succeeded', 'paid_twice', now() from payments`,
  );
  await moveOrder(shop, order, "cancelled");
  expect(await listDifferences()).toEqual([]);
});

it("compares the points and the gift card of an order with their entries, also after a cancellation", async () => {
  const { shopper } = await createReadyCart(db, { priceMinor: 2000_00 });
  const { token } = shopper;
  await grantTestPoints(db, shopper.id, 300);
  const { code } = await createGiftCard(db, 400_50);
  await shop.request("POST", "/v1/user/cart/bonus", { token });
  await shop.request("POST", `/v1/user/cart/promo/${code}`, { token });
  const { id } = await placeOrder(shop, shopper);
  await sql`update emails set sent_at = queued_at`.execute(db);
  const { gift_card_minor, loyalty_minor } = await db
    .selectFrom("orders")
    .select(["gift_card_minor", "loyalty_minor"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect([gift_card_minor, loyalty_minor]).toEqual([401_00, 300_00]);
  expect(await listDifferences()).toEqual([]);
  const deleteEntries = (condition: string) => [
    sql`delete from loyalty_entries where order_id = ${id} and delta ${sql.raw(condition)}`,
    sql`delete from gift_card_entries where order_id = ${id} and delta_minor ${sql.raw(condition)}`,
  ];
  await moveOrder(shop, id, "cancelled");
  expect(await listDifferences()).toEqual([]);
  await changePastTriggers(...deleteEntries("> 0"));
  expect(await listDifferences()).toEqual(
    expect.arrayContaining([
      `spent_balances: order ${id}, gift card not returned: 0, 40050`,
      `spent_balances: order ${id}, points not returned: 0, 300`,
    ]),
  );
  await changePastTriggers(...deleteEntries("< 0"));
  expect(await listDifferences()).toEqual(
    expect.arrayContaining([
      `spent_balances: order ${id}, gift card: 40100, 0`,
      `spent_balances: order ${id}, points: 30000, 0`,
    ]),
  );
});

describe("what an order took from stock", () => {
  it("is compared if it has no movements, unless it was placed before the ledger began", async () => {
    await changePastTriggers(sql`update stock_movements set order_id = null, at = ${new Date("2026-11-19T00:00:00Z")}`);
    expect(await listDifferences()).toEqual([`order_stock: order ${order}, product ${product}, option 0: -2, 0`]);
    await changePastTriggers(sql`update stock_movements set at = ${new Date("2026-11-21T00:00:00Z")}`);
    expect(await listDifferences()).toEqual([]);
  });

  it("is compared by variant", async () => {
    const other = await createProduct(db);
    await changePastTriggers(sql`update stock_movements set product_id = ${other.id} where order_id = ${order}`);
    expect(await listDifferences()).toEqual(
      expect.arrayContaining([
        `order_stock: order ${order}, product ${product}, option 0: -2, 0`,
        `order_stock: order ${order}, product ${other.id}, option 0: 0, -2`,
      ]),
    );
  });
});

it.each(["stock_ledger", "order_stock"] as const)(
  "finds nothing after the documented correction of %s",
  async (check) => {
    await changePastTriggers(changes[check]());
    const [finding] = (await audit()).differences[0]?.findings ?? [];
    const document = readFileSync(join(import.meta.dirname, "../../..", "docs/operations.md"), "utf8");
    const [, statement = ""] = new RegExp(`\`${check}\`.*?\`\`\`sql\n(.*?)\`\`\``, "s").exec(document) ?? [];
    const values = { PRODUCT: product, OPTION: 0, ORDER: order, EXPECTED: finding?.expected, STORED: finding?.actual };
    const correction = statement.replaceAll(/\b[A-Z]{5,}\b/g, (name) => String(values[name as keyof typeof values]));
    await sql.raw(correction).execute(db);
    expect(await listDifferences()).toEqual([]);
  },
);
