import type { Db, Tx } from "../platform/db.ts";
import type { Entry } from "./lots.ts";

export type Account = { balance: number; next_expiry: Date | null };

export async function findAccount(db: Db, customerId: number): Promise<Account | undefined> {
  return db
    .selectFrom("bonus_accounts")
    .select(["balance", "next_expiry"])
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
}

/** Makes sure that the account exists and holds its row: changes of one ledger follow each other. */
export async function lockAccount(db: Tx, customerId: number): Promise<Account> {
  await db
    .insertInto("bonus_accounts")
    .values({ customer_id: customerId })
    .onConflict((on) => on.column("customer_id").doNothing())
    .execute();
  return db
    .selectFrom("bonus_accounts")
    .select(["balance", "next_expiry"])
    .where("customer_id", "=", customerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export type LedgerRow = Entry & { kind: string; reason: string; order_id: number | null };

/** The whole ledger of a customer, from its beginning. */
export async function ledgerOf(db: Db, customerId: number): Promise<LedgerRow[]> {
  return db
    .selectFrom("bonus_entries")
    .select(["id", "delta", "kind", "reason", "order_id", "expires_at", "at"])
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

export async function addEntries(db: Tx, customerId: number, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await db
    .insertInto("bonus_entries")
    .values(
      entries.map((entry) => ({
        customer_id: customerId,
        delta: entry.delta,
        kind: entry.kind,
        reason: entry.reason ?? "",
        order_id: entry.orderId ?? null,
        expires_at: entry.expiresAt ?? null,
        at: entry.at,
      })),
    )
    .execute();
}

/** Sets what the ledger comes to; the database keeps it from going below zero. */
export async function setAccount(db: Tx, customerId: number, account: Account): Promise<void> {
  await db.updateTable("bonus_accounts").set(account).where("customer_id", "=", customerId).execute();
}

/** Customers some of whose bonuses have ended and still stand on the account. */
export async function customersWithEnded(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom("bonus_accounts")
    .select("customer_id")
    .where("next_expiry", "<=", now)
    .orderBy("next_expiry")
    .limit(limit)
    .execute();
  return rows.map((row) => row.customer_id);
}

/** Orders of a customer on their way that will bring bonuses: their goods as paid, in kopecks. */
export async function ordersToCome(db: Db, customerId: number) {
  return db
    .selectFrom("orders")
    .innerJoin("currencies", "currencies.code", "orders.currency")
    .select(["orders.id", "orders.locale", "orders.currency", "orders.rub_per_unit", "currencies.minor_digits"])
    .select(["orders.products_minor", "orders.discount_minor", "orders.bonus_minor"])
    .where("customer_id", "=", customerId)
    .where("status", "in", ["paid", "packing", "shipped"])
    .orderBy("placed_at")
    .execute();
}

export async function customerByEmail(db: Db, email: string): Promise<{ id: number } | undefined> {
  return db.selectFrom("customers").select("id").where("email", "=", email).executeTakeFirst();
}

/** Russian customers some of whose bonuses end after `from`, by `until` at the latest, and when the first of them do. */
export async function accountsEndingBetween(db: Db, from: Date, until: Date) {
  return db
    .selectFrom("bonus_accounts")
    .innerJoin("customers", "customers.id", "bonus_accounts.customer_id")
    .select(["customer_id as customerId", "customers.email", "bonus_accounts.next_expiry as endsAt"])
    .where("next_expiry", ">", from)
    .where("next_expiry", "<=", until)
    .where("customers.locale", "=", "ru-RU")
    .where("customers.deleted_at", "is", null)
    .orderBy("customer_id")
    .$narrowType<{ endsAt: Date }>()
    .execute();
}
