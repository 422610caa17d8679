import { sql } from "kysely";
import type { Sides } from "../../delivery/box.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { isOffered } from "../../catalog/products/stock.ts";

/** A gift tier: from a sum of goods (kopecks) on, `choose_count` of these products may be chosen as gifts. */
export type GiftTier = {
  id: number;
  threshold_minor: number;
  choose_count: number;
  products: { product_id: number; option_id: number }[];
};

/** Lists the active gift tiers by ascending threshold. Tiers without a product are left out. */
export async function listActiveTiers(db: Db): Promise<GiftTier[]> {
  const { rows } = await sql<GiftTier>`
    select p.id, p.threshold_minor, p.choose_count,
      jsonb_agg(jsonb_build_object('product_id', g.product_id, 'option_id', g.option_id) order by g.product_id) as products
    from gift_tiers p join gift_tier_products g on g.gift_tier_id = p.id
    where p.active group by p.id order by p.threshold_minor, p.id`.execute(db);
  return rows;
}

/** A variant that may be given as a gift: what an order stores of it, and its stock. Weight in grams, sides in mm. */
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

/**
 * Finds the variants that may be given as gifts: on sale, and without a hazard class, so that every parcel may carry
 * them (docs/domain/promotions.md). The order of `variants` is kept.
 */
export async function findGiftRows(
  db: Db,
  variants: readonly { productId: number; optionId: number }[],
  locale: Locale,
): Promise<GiftRow[]> {
  if (variants.length === 0) return [];
  const nameColumn = locale === "ru-RU" ? "name_ru" : "name_en";
  const { rows } = await sql<GiftRow>`
    select v.product_id, v.option_id, ${sql.ref(`p.${nameColumn}`)} as name,
      ${sql.ref(`v.${nameColumn}`)} as option_name, p.reference, coalesce(v.weight_g, p.weight_g) as weight_g, coalesce(v.size_mm, p.size_mm) as size_mm, v.stock
    from unnest(${variants.map((one) => one.productId)}::integer[], ${variants.map((one) => one.optionId)}::integer[])
      with ordinality wanted(product_id, option_id, ord)
    join product_variants v using (product_id, option_id)
    join products p on p.id = v.product_id
    where p.status = 'active' and p.hazard = 'none' and ${isOffered("v")}
    order by wanted.ord`.execute(db);
  return rows;
}

/** Lists all tiers for the operator, including disabled ones. */
export async function listTiers(db: Db) {
  const { rows } = await sql<{
    id: number;
    threshold_minor: number;
    choose_count: number;
    active: boolean;
    references: string[];
  }>`
    select p.id, p.threshold_minor, p.choose_count, p.active,
      array(select reference from gift_tier_products g join products on products.id = g.product_id
        where g.gift_tier_id = p.id order by reference) as references
    from gift_tiers p order by p.threshold_minor, p.id`.execute(db);
  return rows;
}

/**
 * Inserts an active gift tier.
 * @param tier.thresholdMinor sum of goods from which gifts may be chosen, in kopecks
 * @param tier.count how many gifts may be chosen
 * @returns its id
 */
export async function insertTier(
  db: Db,
  tier: { thresholdMinor: number; count: number; products: { productId: number; optionId: number }[] },
): Promise<number> {
  const { id } = await db
    .insertInto("gift_tiers")
    .values({ threshold_minor: tier.thresholdMinor, choose_count: tier.count })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("gift_tier_products")
    .values(
      tier.products.map(({ productId, optionId }) => ({
        gift_tier_id: id,
        product_id: productId,
        option_id: optionId,
      })),
    )
    .execute();
  return id;
}

/**
 * Disables a gift tier.
 * @returns whether the tier exists
 */
export async function disableTier(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("gift_tiers")
    .set({ active: false })
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Finds products that may be gifts by reference (article number): the first variant of each. The caller checks
 * `hazard`.
 */
export async function findGiftableByReference(
  db: Db,
  references: readonly string[],
): Promise<{ reference: string; product_id: number; option_id: number; hazard: string }[]> {
  const { rows } = await sql<{ reference: string; product_id: number; option_id: number; hazard: string }>`
    select p.reference, p.id as product_id, v.option_id, p.hazard::text as hazard
    from products p
    join lateral (
      select option_id from product_variants v where product_id = p.id and ${isOffered("v")}
        and (option_id > 0) = p.has_options order by position, option_id limit 1
    ) v on true
    where p.reference = any(${references}) and p.status = 'active'`.execute(db);
  return rows;
}
