import type { Db } from "../platform/db/database.ts";

/** Inserts a supplier with prices in yen. */
export async function createTestSupplier(
  db: Db,
  { name = "Wholesale", currency = "JPY", lead_days = 12 } = {},
): Promise<{ id: number }> {
  return db.insertInto("suppliers").values({ name, currency, lead_days }).returning("id").executeTakeFirstOrThrow();
}
