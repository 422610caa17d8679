import type { Tx } from "../platform/db.ts";

/** Takes away what a customer wanted to be told of, and what he avoids. */
export async function forgetTastes(db: Tx, customerId: number): Promise<void> {
  for (const table of ["product_alerts", "avoided_ingredients"] as const)
    await db.deleteFrom(table).where("customer_id", "=", customerId).execute();
}
