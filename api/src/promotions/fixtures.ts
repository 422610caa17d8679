import type { Insertable } from "kysely";
import type { Db } from "../platform/db/database.ts";
import type { DB } from "../platform/db/tables.generated.ts";

/** Creates a promo code: 10 % off everything, without other rules, unless overridden. */
export async function createPromoCode(
  db: Db,
  overrides: Partial<Insertable<DB["promo_codes"]>> & { products?: number[]; categories?: number[] } = {},
): Promise<{ id: number; code: string }> {
  const { products = [], categories = [], ...columns } = overrides;
  const { id, code } = await db
    .insertInto("promo_codes")
    .values({ code: "SAKURA10", kind: "percent", ...(columns.kind ? {} : { percent: 10 }), ...columns })
    .returning(["id", "code"])
    .executeTakeFirstOrThrow();
  for (const product_id of products)
    await db.insertInto("promo_code_products").values({ promo_code_id: id, product_id }).execute();
  for (const category_id of categories)
    await db.insertInto("promo_code_categories").values({ promo_code_id: id, category_id }).execute();
  return { id, code };
}

/**
 * Creates a gift tier.
 * @param options.thresholdMinor the sum of goods from which gifts may be chosen, in kopecks
 */
export async function createGiftTier(
  db: Db,
  options: { thresholdMinor: number; productIds: number[]; count?: number },
): Promise<number> {
  const { id } = await db
    .insertInto("gift_tiers")
    .values({ threshold_minor: options.thresholdMinor, choose_count: options.count ?? 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("gift_tier_products")
    .values(options.productIds.map((product_id) => ({ gift_tier_id: id, product_id })))
    .execute();
  return id;
}
