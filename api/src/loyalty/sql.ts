import { sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import type { LedgerEntry } from "./point-batches.ts";

/** The balance of an account and when its next points expire, or expired if they are not written off yet. */
export type AccountRow = { balance: number; next_expiry: Date | null };

/** Finds a customer's account; undefined if they never had points. */
export async function findAccount(db: Db, customerId: number): Promise<AccountRow | undefined> {
  return db
    .selectFrom("loyalty_accounts")
    .select(["balance", "next_expiry"])
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
}

/** Creates the account if it does not exist and locks its row, so that changes of one ledger are serialized. */
export async function lockAccount(db: Tx, customerId: number): Promise<AccountRow> {
  await db
    .insertInto("loyalty_accounts")
    .values({ customer_id: customerId })
    .onConflict((on) => on.column("customer_id").doNothing())
    .execute();
  return db
    .selectFrom("loyalty_accounts")
    .select(["balance", "next_expiry"])
    .where("customer_id", "=", customerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export type LedgerRow = LedgerEntry & { kind: string; reason: string; order_id: number | null };

/** Lists the complete ledger of a customer, oldest entry first. */
export async function listLedgerEntries(db: Db, customerId: number): Promise<LedgerRow[]> {
  return db
    .selectFrom("loyalty_entries")
    .select(["id", "delta", "kind", "reason", "order_id", "expires_at", "created_at"])
    .where("customer_id", "=", customerId)
    .orderBy("id")
    .execute();
}

export type NewEntry = {
  delta: number;
  kind: string;
  reason?: string;
  orderId?: number | null;
  expiresAt?: Date | null;
  at: Date;
};

export async function insertEntries(db: Tx, customerId: number, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await db
    .insertInto("loyalty_entries")
    .values(
      entries.map((entry) => ({
        customer_id: customerId,
        delta: entry.delta,
        kind: entry.kind,
        reason: entry.reason ?? "",
        order_id: entry.orderId ?? null,
        expires_at: entry.expiresAt ?? null,
        created_at: entry.at,
      })),
    )
    .execute();
}

/** Stores the balance and the next expiry calculated from the ledger; a database constraint keeps it from becoming negative. */
export async function updateAccount(db: Tx, customerId: number, account: AccountRow): Promise<void> {
  await db.updateTable("loyalty_accounts").set(account).where("customer_id", "=", customerId).execute();
}

/** Lists customers who have expired points that are still on the account. */
export async function listCustomersWithExpiredPoints(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom("loyalty_accounts")
    .select("customer_id")
    .where("next_expiry", "<=", now)
    .orderBy("next_expiry")
    .limit(limit)
    .execute();
  return rows.map((row) => row.customer_id);
}

/**
 * What the refunded goods of an order cost after the promo code discount, in minor units of its currency. A refund of
 * everything that was paid may name no goods; they are kept if the money was that of bought gift cards only.
 */
const refundedGoodsMinor = sql<number>`case
  when orders.total_minor > orders.purchased_gift_cards_minor and orders.total_minor <= (
    select sum(r.amount_minor) from refunds r join payments p on p.id = r.payment_id
    where p.order_id = orders.id and r.status = 'succeeded' and r.reason not in ('paid_twice', 'order_edited'))
  then orders.products_minor - orders.discount_minor
  else (select coalesce(sum(l.amount_minor), 0)::bigint
    from refund_lines l join refunds r on r.id = l.refund_id
    where l.order_id = orders.id and r.status = 'succeeded') end`;

/** Returns what the refunded goods of an order cost after the promo code discount, in minor units of its currency. */
export async function getRefundedGoods(db: Db, orderId: number): Promise<number> {
  const { minor } = await db
    .selectFrom("orders")
    .select(refundedGoodsMinor.as("minor"))
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  return minor;
}

/** Lists a customer's orders on their way that will earn points; amounts in minor units of each order's currency. */
export async function listPendingOrders(db: Db, customerId: number) {
  return db
    .selectFrom("orders")
    .innerJoin("currencies", "currencies.code", "orders.currency")
    .select(["orders.id", "orders.locale", "orders.currency", "orders.rub_per_unit", "currencies.minor_digits"])
    .select(["orders.products_minor", "orders.discount_minor", "orders.loyalty_minor"])
    .select(refundedGoodsMinor.as("refunded_goods_minor"))
    .where("customer_id", "=", customerId)
    .where("status", "in", ["paid", "packing", "shipped"])
    .orderBy("placed_at")
    .execute();
}

export async function findCustomerByEmail(db: Db, email: string): Promise<{ id: number } | undefined> {
  return db.selectFrom("customers").select("id").where("email", "=", email).executeTakeFirst();
}

/**
 * Lists Russian-speaking customers with points that expire after `from` and no later than `until`, with the earliest
 * expiry.
 */
export async function listAccountsExpiringBetween(db: Db, from: Date, until: Date) {
  return db
    .selectFrom("loyalty_accounts")
    .innerJoin("customers", "customers.id", "loyalty_accounts.customer_id")
    .select(["customer_id as customerId", "customers.email", "loyalty_accounts.next_expiry as endsAt"])
    .where("next_expiry", ">", from)
    .where("next_expiry", "<=", until)
    .where("customers.locale", "=", "ru-RU")
    .where("customers.deleted_at", "is", null)
    .orderBy("customer_id")
    .$narrowType<{ endsAt: Date }>()
    .execute();
}
