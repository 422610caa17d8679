import type { Tx } from "../platform/db/database.ts";

/** Deletes the alerts and excluded ingredients of a customer whose data is erased. */
export async function erasePreferences(db: Tx, customerId: number): Promise<void> {
  for (const table of ["product_alerts", "excluded_ingredients"] as const)
    await db.deleteFrom(table).where("customer_id", "=", customerId).execute();
}
