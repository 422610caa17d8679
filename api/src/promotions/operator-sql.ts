import { sql } from "kysely";
import type { Db, Tx } from "../platform/db.ts";
import type { PromoKind } from "./schema.ts";

export type NewPromo = {
  code: string;
  kind: PromoKind;
  percent: number | null;
  amount_minor: number | null;
  gift_product_id: number | null;
  gift_option_id: number;
  starts_at: Date | null;
  ends_at: Date | null;
  min_sum_minor: number;
  max_uses: number | null;
  max_uses_customer: number | null;
  first_order_only: boolean;
  customer_id: number | null;
  listed: boolean;
};

/** @returns whether it was written; false where the shop has such a code. */
export async function insertPromo(
  db: Tx,
  promo: NewPromo,
  only: { productIds: readonly number[]; categoryIds: readonly number[] },
): Promise<boolean> {
  const written = await db
    .insertInto("promo_codes")
    .values(promo)
    .onConflict((on) => on.column("code").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!written) return false;
  const promo_code_id = written.id;
  if (only.productIds.length > 0)
    await db
      .insertInto("promo_code_products")
      .values(only.productIds.map((product_id) => ({ promo_code_id, product_id })))
      .execute();
  if (only.categoryIds.length > 0)
    await db
      .insertInto("promo_code_categories")
      .values(only.categoryIds.map((category_id) => ({ promo_code_id, category_id })))
      .execute();
  return true;
}

/** @returns whether there is such a code. */
export async function switchPromoOff(db: Db, code: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("promo_codes")
    .set({ active: false })
    .where("code", "=", code)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type ListedPromo = {
  code: string;
  kind: PromoKind;
  percent: number | null;
  amount_minor: number | null;
  gift: string | null;
  starts_at: Date | null;
  ends_at: Date | null;
  min_sum_minor: number;
  max_uses: number | null;
  uses: number;
  customer: string | null;
  active: boolean;
};

/** The shop's codes, the newest first. */
export async function allPromos(db: Db, limit: number): Promise<ListedPromo[]> {
  const { rows } = await sql<ListedPromo>`
    select c.code, c.kind, c.percent, c.amount_minor, p.reference as gift, c.starts_at, c.ends_at, c.min_sum_minor,
      c.max_uses, c.uses, who.email as customer, c.active
    from promo_codes c left join products p on p.id = c.gift_product_id left join customers who on who.id = c.customer_id
    order by c.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The ids behind what an operator writes. Unknown ones are left out. */
export async function idsByReference(db: Db, references: readonly string[]): Promise<Map<string, number>> {
  if (references.length === 0) return new Map();
  const rows = await db
    .selectFrom("products")
    .select(["id", "reference"])
    .where("reference", "in", references)
    .execute();
  return new Map(rows.map((row) => [row.reference, row.id]));
}

export async function categoryIdsBySlug(db: Db, slugs: readonly string[]): Promise<Map<string, number>> {
  if (slugs.length === 0) return new Map();
  const rows = await db.selectFrom("categories").select(["id", "slug"]).where("slug", "in", slugs).execute();
  return new Map(rows.map((row) => [row.slug, row.id]));
}

export async function customerIdByEmail(db: Db, email: string): Promise<number | undefined> {
  const row = await db.selectFrom("customers").select("id").where("email", "=", email).executeTakeFirst();
  return row?.id;
}
