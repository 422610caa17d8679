import { sql } from "kysely";
import type { Db, Tx } from "../platform/db.ts";

/** Writes down money that must go back. The same refund is written once. */
export async function addRefund(
  tx: Tx,
  refund: {
    id: string;
    payment_id: string;
    attempt_id: string;
    amount_minor: number;
    reason: string;
    created_at: Date;
  },
): Promise<void> {
  await tx
    .insertInto("refunds")
    .values(refund)
    .onConflict((on) => on.column("id").doNothing())
    .execute();
}

/** What was taken for an order, attempt by attempt. */
export async function takenOf(
  tx: Tx,
  orderId: number,
): Promise<{ attempt_id: string; payment_id: string; amount_minor: number }[]> {
  return tx
    .selectFrom("payment_attempts as a")
    .innerJoin("payments as p", "p.id", "a.payment_id")
    .select(["a.id as attempt_id", "p.id as payment_id", "p.amount_minor"])
    .where("p.order_id", "=", orderId)
    .where("a.status", "=", "succeeded")
    .execute();
}

/** A refund that the provider has not been asked for, with what it must be told. */
export async function refundToSend(db: Db, id: string) {
  return db
    .selectFrom("refunds as r")
    .innerJoin("payment_attempts as a", "a.id", "r.attempt_id")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .innerJoin("currencies as c", "c.code", "p.currency")
    .select(["r.id", "r.amount_minor", "p.provider", "p.currency", "c.minor_digits"])
    .select(sql<string>`a.provider_ref`.as("attempt_ref"))
    .where("r.id", "=", id)
    .where("r.status", "=", "pending")
    .where("r.provider_ref", "is", null)
    .where("a.provider_ref", "is not", null)
    .executeTakeFirst();
}

/** Refunds that have not ended, oldest first. */
export async function openRefunds(db: Db, limit: number) {
  return db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.id", "r.provider_ref", "p.provider"])
    .where("r.status", "=", "pending")
    .orderBy("r.created_at")
    .limit(limit)
    .execute();
}

export async function linkRefund(db: Db, id: string, providerRef: string): Promise<void> {
  await db
    .updateTable("refunds")
    .set({ provider_ref: providerRef })
    .where("id", "=", id)
    .where("provider_ref", "is", null)
    .execute();
}

/** Ends a refund that waits. @returns false when it had ended before, or there is none. */
export async function endRefund(
  db: Db,
  id: string,
  end: { status: "succeeded" | "failed"; ended_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("refunds")
    .set(end)
    .where("id", "=", id)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The refund that a provider's one belongs to: by the provider's reference, or by our id where it has none yet. */
export async function findRefundOrder(db: Db, provider: string, told: { ref: string; refundId: string }) {
  return db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.id", "r.reason", "p.order_id"])
    .where("p.provider", "=", provider)
    .where((where) =>
      where.or([
        where("r.provider_ref", "=", told.ref),
        where.and([where("r.id", "=", told.refundId), where("r.provider_ref", "is", null)]),
      ]),
    )
    .executeTakeFirst();
}
