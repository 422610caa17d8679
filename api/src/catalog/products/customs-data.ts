import type { Tx } from "../../platform/db/database.ts";

/** What the customs declaration says about a product. */
export type CustomsData = Readonly<{
  hs_code: string;
  customs_name_en: string;
  /** ISO 3166 code. */
  origin_country: string;
  /** Of one piece without its packaging; null if it is not known. */
  net_weight_g: number | null;
}>;

/** Locks a product until the end of the transaction and returns its customs data, or undefined. */
export async function lockCustomsData(db: Tx, productId: number): Promise<CustomsData | undefined> {
  return db
    .selectFrom("products")
    .select(["hs_code", "customs_name_en", "origin_country", "net_weight_g"])
    .where("id", "=", productId)
    .forUpdate()
    .executeTakeFirst();
}

/** Stores customs data of a product; data that is not given stays. */
export async function updateCustomsData(
  db: Tx,
  productId: number,
  data: Partial<CustomsData>,
  now: Date,
): Promise<void> {
  await db
    .updateTable("products")
    .set({ ...data, updated_at: now })
    .where("id", "=", productId)
    .execute();
}
