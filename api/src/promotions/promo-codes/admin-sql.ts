import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { PromoKind } from "../schema.ts";
import type { PromoCode } from "./promo-code.ts";

/** A promo code to insert; amounts in kopecks. `listed`: whether profiles of customers show it. */
export type NewPromoCode = Omit<
  PromoCode,
  "id" | "uses" | "active" | "product_ids" | "category_ids" | "used_by_customer" | "has_ordered"
> & { listed: boolean };

/**
 * Inserts a promo code with the products and categories to which it is restricted.
 * @returns false if the code exists already
 */
export async function insertPromoCode(
  db: Tx,
  promoCode: NewPromoCode,
  restrictions: { productIds: readonly number[]; categoryIds: readonly number[] },
): Promise<boolean> {
  const inserted = await db
    .insertInto("promo_codes")
    .values(promoCode)
    .onConflict((on) => on.column("code").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!inserted) return false;
  const promo_code_id = inserted.id;
  if (restrictions.productIds.length > 0)
    await db
      .insertInto("promo_code_products")
      .values(restrictions.productIds.map((product_id) => ({ promo_code_id, product_id })))
      .execute();
  if (restrictions.categoryIds.length > 0)
    await db
      .insertInto("promo_code_categories")
      .values(restrictions.categoryIds.map((category_id) => ({ promo_code_id, category_id })))
      .execute();
  return true;
}

/**
 * Disables a promo code.
 * @returns whether the code exists
 */
export async function disablePromoCode(db: Db, code: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("promo_codes")
    .set({ active: false })
    .where("code", "=", code)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type PromoCodeListItem = {
  code: string;
  kind: PromoKind;
  percent: number | null;
  amount_minor: number | null;
  /** Reference of the gift. */
  gift: string | null;
  starts_at: Date | null;
  ends_at: Date | null;
  min_sum_minor: number;
  max_uses: number | null;
  uses: number;
  /** Email of the customer to whom it belongs. */
  customer: string | null;
  active: boolean;
};

/** Lists the store's promo codes, newest first. */
export async function listPromoCodes(db: Db, limit: number): Promise<PromoCodeListItem[]> {
  const { rows } = await sql<PromoCodeListItem>`
    select c.code, c.kind, c.percent, c.amount_minor, p.reference as gift, c.starts_at, c.ends_at, c.min_sum_minor,
      c.max_uses, c.uses, owner.email as customer, c.active
    from promo_codes c left join products p on p.id = c.gift_product_id left join customers owner on owner.id = c.customer_id
    order by c.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Finds the ids of products by reference. Unknown references are left out. */
export async function findProductIdsByReference(db: Db, references: readonly string[]): Promise<Map<string, number>> {
  if (references.length === 0) return new Map();
  const rows = await db
    .selectFrom("products")
    .select(["id", "reference"])
    .where("reference", "in", references)
    .execute();
  return new Map(rows.map((row) => [row.reference, row.id]));
}

/** Finds the ids of categories by slug. Unknown slugs are left out. */
export async function findCategoryIdsBySlug(db: Db, slugs: readonly string[]): Promise<Map<string, number>> {
  if (slugs.length === 0) return new Map();
  const rows = await db.selectFrom("categories").select(["id", "slug"]).where("slug", "in", slugs).execute();
  return new Map(rows.map((row) => [row.slug, row.id]));
}

export async function findCustomerIdByEmail(db: Db, email: string): Promise<number | undefined> {
  const row = await db.selectFrom("customers").select("id").where("email", "=", email).executeTakeFirst();
  return row?.id;
}

/** A promo code with the times from when until when it is valid; null without one. */
export type PromoCodePeriodRow = { id: number; code: string; starts_at: Date | null; ends_at: Date | null };

/** Lists active promo codes that become valid or invalid in a period, without those of one customer. */
export async function listPromoCodePeriods(
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<PromoCodePeriodRow[]> {
  return db
    .selectFrom("promo_codes")
    .select(["id", "code", "starts_at", "ends_at"])
    .where("active", "=", true)
    .where("customer_id", "is", null)
    .where((eb) =>
      eb.or([
        eb.and([eb("starts_at", ">=", from), eb("starts_at", "<", to)]),
        eb.and([eb("ends_at", ">=", from), eb("ends_at", "<", to)]),
      ]),
    )
    .orderBy("id")
    .execute();
}
