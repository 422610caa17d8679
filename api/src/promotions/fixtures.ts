import type { Insertable } from "kysely";
import type { Db } from "../platform/db.ts";
import type { DB } from "../platform/tables.generated.ts";
import { issueCertificate } from "./certificates.ts";

/** A promo code: ten percent off everything, without any other rule, unless wished otherwise. */
export async function aPromo(
  db: Db,
  own: Partial<Insertable<DB["promo_codes"]>> & { products?: number[]; categories?: number[] } = {},
): Promise<{ id: number; code: string }> {
  const { products = [], categories = [], ...wish } = own;
  const { id, code } = await db
    .insertInto("promo_codes")
    .values({ code: "SAKURA10", kind: "percent", ...(wish.kind ? {} : { percent: 10 }), ...wish })
    .returning(["id", "code"])
    .executeTakeFirstOrThrow();
  for (const product_id of products)
    await db.insertInto("promo_code_products").values({ promo_code_id: id, product_id }).execute();
  for (const category_id of categories)
    await db.insertInto("promo_code_categories").values({ promo_code_id: id, category_id }).execute();
  return { id, code };
}

/** A gift certificate, of a thousand roubles unless wished otherwise. */
export async function aCertificate(db: Db, amountMinor = 1000_00): Promise<{ id: number; code: string }> {
  return issueCertificate(db, { amountMinor }, new Date("2026-11-01T00:00:00Z"));
}

/** An offer of presents. @param thresholdMinor the sum of goods from which they may be chosen, kopecks. */
export async function aTier(
  db: Db,
  wish: { thresholdMinor: number; productIds: number[]; count?: number },
): Promise<number> {
  const { id } = await db
    .insertInto("presents")
    .values({ threshold_minor: wish.thresholdMinor, choose_count: wish.count ?? 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("present_products")
    .values(wish.productIds.map((product_id) => ({ present_id: id, product_id })))
    .execute();
  return id;
}
