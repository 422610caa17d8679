import { sql } from "kysely";
import type { Tx } from "../platform/db/database.ts";

/**
 * Anonymizes a customer's published reviews and questions, which stay useful to others, and deletes the others. See
 * docs/domain/privacy.md.
 */
export async function anonymizeUserContent(db: Tx, customerId: number): Promise<void> {
  for (const table of ["review_votes", "review_uploads"] as const)
    await db.deleteFrom(table).where("customer_id", "=", customerId).execute();
  await db
    .updateTable("reviews")
    .set({ author_age: null, author_skin: null })
    .where("customer_id", "=", customerId)
    .execute();
  for (const table of ["reviews", "questions"] as const) {
    await db.deleteFrom(table).where("customer_id", "=", customerId).where("status", "<>", "published").execute();
    await db
      .updateTable(table)
      .set({ author_name: sql`case when locale = 'ru-RU' then 'Покупатель' else 'A customer' end` })
      .where("customer_id", "=", customerId)
      .execute();
  }
}
