import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { OrderStatus } from "../schema.ts";
import { isIdentityNeeded } from "./is-identity-needed.ts";

export type IdentityStateRow = {
  order_id: number;
  customer_id: number;
  status: OrderStatus;
  is_needed: boolean;
  given_at: Date | null;
};

/** Finds whether an order needs the identity of its recipient, and whether it was given. */
export async function findIdentityState(db: Db, orderId: number): Promise<IdentityStateRow | undefined> {
  const { rows } = await sql<IdentityStateRow>`
    select o.id as order_id, o.customer_id, o.status, ${isIdentityNeeded} as is_needed, i.given_at
    from orders o left join recipient_identities i on i.order_id = o.id where o.id = ${orderId}`.execute(db);
  return rows[0];
}

/** Locks an order until the end of the transaction, so that its status does not change meanwhile. */
export async function lockOrderRow(tx: Tx, orderId: number): Promise<void> {
  await tx.selectFrom("orders").select("id").where("id", "=", orderId).forUpdate().execute();
}

/** Stores the identity of the recipient of an order, or replaces it. */
export async function upsertIdentity(
  tx: Tx,
  row: { order_id: number; encrypted: Buffer; given_at: Date },
): Promise<void> {
  await tx
    .insertInto("recipient_identities")
    .values(row)
    .onConflict((on) => on.column("order_id").doUpdateSet({ encrypted: row.encrypted, given_at: row.given_at }))
    .execute();
}

export async function findEncryptedIdentity(db: Db, orderId: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom("recipient_identities")
    .select("encrypted")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return row?.encrypted ?? null;
}

/** Lists the identities given for a customer's orders, by the time of the order. */
export async function listEncryptedIdentities(
  db: Db,
  customerId: number,
): Promise<{ order_id: number; encrypted: Buffer; given_at: Date }[]> {
  return db
    .selectFrom("recipient_identities as i")
    .innerJoin("orders as o", "o.id", "i.order_id")
    .select(["i.order_id", "i.encrypted", "i.given_at"])
    .where("o.customer_id", "=", customerId)
    .orderBy("o.placed_at")
    .execute();
}

/**
 * Deletes the identities of orders that were delivered before a time, and of orders that customs will not see: canceled,
 * returned and refunded ones.
 * @returns their number
 */
export async function deleteUnneededIdentities(db: Db, deliveredBefore: Date): Promise<number> {
  const { rows } = await sql<{ order_id: number }>`
    delete from recipient_identities i using orders o
    where o.id = i.order_id and (o.status in ('cancelled', 'returned', 'refunded')
      or (o.status = 'delivered' and o.delivered_at < ${deliveredBefore}))
    returning i.order_id`.execute(db);
  return rows.length;
}

/** Returns whether customs asks for the identity of the recipient of an order, who has not given it. */
export async function isIdentityMissing(db: Db, orderId: number): Promise<boolean> {
  const state = await findIdentityState(db, orderId);
  return state !== undefined && state.is_needed && state.given_at === null;
}
