import { sql } from "kysely";
import type { Sides } from "../delivery/box.ts";
import type { Db } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";

/** From a sum of goods (kopecks) so many presents may be chosen from these. */
export type Tier = {
  id: number;
  threshold_minor: number;
  choose_count: number;
  products: { product_id: number; option_id: number }[];
};

/** The running offers of presents, the smallest sum first. Those without a product are none. */
export async function activeTiers(db: Db): Promise<Tier[]> {
  const { rows } = await sql<Tier>`
    select p.id, p.threshold_minor, p.choose_count,
      jsonb_agg(jsonb_build_object('product_id', g.product_id, 'option_id', g.option_id) order by g.product_id) as products
    from presents p join present_products g on g.present_id = p.id
    where p.active group by p.id order by p.threshold_minor, p.id`.execute(db);
  return rows;
}

/** A piece that may be given: what an order keeps of it, and whether it is there. */
export type GiftRow = {
  product_id: number;
  option_id: number;
  name: string;
  option_name: string;
  reference: string;
  weight_g: number;
  size_mm: Sides | null;
  stock: number;
};

/** Gifts that are on sale and may travel everywhere: what a method could refuse to carry is no gift. */
export async function giftRows(
  db: Db,
  pieces: readonly { productId: number; optionId: number }[],
  locale: Locale,
): Promise<GiftRow[]> {
  if (pieces.length === 0) return [];
  const ru = locale === "ru-RU";
  const { rows } = await sql<GiftRow>`
    select v.product_id, v.option_id, ${sql.ref(ru ? "p.name_ru" : "p.name_en")} as name,
      ${sql.ref(ru ? "v.name_ru" : "v.name_en")} as option_name, p.reference, coalesce(v.weight_g, p.weight_g) as weight_g, coalesce(v.size_mm, p.size_mm) as size_mm, v.stock
    from unnest(${pieces.map((one) => one.productId)}::integer[], ${pieces.map((one) => one.optionId)}::integer[])
      with ordinality wanted(product_id, option_id, ord)
    join product_variants v using (product_id, option_id)
    join products p on p.id = v.product_id
    where p.status = 'active' and p.hazard = 'none'
    order by wanted.ord`.execute(db);
  return rows;
}

/** The offers, also those that are over, for the operator. */
export async function allTiers(db: Db) {
  const { rows } = await sql<{
    id: number;
    threshold_minor: number;
    choose_count: number;
    active: boolean;
    references: string[];
  }>`
    select p.id, p.threshold_minor, p.choose_count, p.active,
      array(select reference from present_products g join products on products.id = g.product_id
        where g.present_id = p.id order by reference) as references
    from presents p order by p.threshold_minor, p.id`.execute(db);
  return rows;
}

export async function insertTier(
  db: Db,
  tier: { thresholdMinor: number; count: number; products: { productId: number; optionId: number }[] },
): Promise<number> {
  const { id } = await db
    .insertInto("presents")
    .values({ threshold_minor: tier.thresholdMinor, choose_count: tier.count })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("present_products")
    .values(
      tier.products.map(({ productId, optionId }) => ({ present_id: id, product_id: productId, option_id: optionId })),
    )
    .execute();
  return id;
}

/** @returns whether there is such an offer. */
export async function endTier(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("presents")
    .set({ active: false })
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Products that may be given, by article number: without a hazard, in their first form. */
export async function givableByReference(
  db: Db,
  references: readonly string[],
): Promise<{ reference: string; product_id: number; option_id: number; hazard: string }[]> {
  const { rows } = await sql<{ reference: string; product_id: number; option_id: number; hazard: string }>`
    select p.reference, p.id as product_id, v.option_id, p.hazard::text as hazard
    from products p
    join lateral (
      select option_id from product_variants where product_id = p.id
        and (option_id > 0) = p.has_options order by position, option_id limit 1
    ) v on true
    where p.reference = any(${references}) and p.status = 'active'`.execute(db);
  return rows;
}
