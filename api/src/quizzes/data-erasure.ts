import type { Tx } from "../platform/db/database.ts";

/** Deletes the quiz answers of a customer whose data is erased. */
export async function eraseQuizResults(db: Tx, customerId: number): Promise<void> {
  await db.deleteFrom("quiz_results").where("customer_id", "=", customerId).execute();
}
