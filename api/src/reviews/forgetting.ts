import { sql } from "kysely";
import type { Tx } from "../platform/db.ts";

/** Takes the name from what a customer has published, which stays useful to others; the rest of his opinions goes. */
export async function forgetOpinions(db: Tx, customerId: number): Promise<void> {
  for (const table of ["review_votes", "review_uploads"] as const)
    await db.deleteFrom(table).where("customer_id", "=", customerId).execute();
  for (const table of ["reviews", "questions"] as const) {
    await db.deleteFrom(table).where("customer_id", "=", customerId).where("status", "<>", "published").execute();
    await db
      .updateTable(table)
      .set({ author_name: sql`case when locale = 'ru-RU' then 'Покупатель' else 'A customer' end` })
      .where("customer_id", "=", customerId)
      .execute();
  }
}
