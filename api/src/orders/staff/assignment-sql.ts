import type { Db, Tx } from "../../platform/db/database.ts";

export type AssignmentRow = { staff_id: number; staff_name: string; expires_at: Date };

/** Returns the current assignment of an order, or undefined. */
export async function findAssignment(db: Db, orderId: number, now: Date): Promise<AssignmentRow | undefined> {
  return db
    .selectFrom("order_assignments as a")
    .innerJoin("staff as s", "s.id", "a.staff_id")
    .select(["a.staff_id", "s.name as staff_name", "a.expires_at"])
    .where("a.order_id", "=", orderId)
    .where("a.expires_at", ">", now)
    .executeTakeFirst();
}

/** Assigns an order, or renews its assignment. */
export async function upsertAssignment(
  tx: Tx,
  assignment: { order_id: number; staff_id: number; assigned_at: Date; expires_at: Date },
): Promise<void> {
  const { order_id: _orderId, ...values } = assignment;
  await tx
    .insertInto("order_assignments")
    .values(assignment)
    .onConflict((on) => on.column("order_id").doUpdateSet(values))
    .execute();
}

/** Deletes the assignment of an order. */
export async function deleteAssignment(tx: Tx, orderId: number): Promise<void> {
  await tx.deleteFrom("order_assignments").where("order_id", "=", orderId).execute();
}
