import type { Tx } from "../platform/db.ts";

/** Takes away how a customer answered quizzes. */
export async function forgetQuizResults(db: Tx, customerId: number): Promise<void> {
  await db.deleteFrom("quiz_results").where("customer_id", "=", customerId).execute();
}
