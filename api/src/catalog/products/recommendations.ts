import type { Db } from "../../platform/db/database.ts";
import { findCardsByIds, findSimilarCards } from "./card-sql.ts";
import { listComplements } from "../listing/complements-sql.ts";
import { findRecommendedCards } from "../listing/recommendations-sql.ts";
import { whereSlugOrId } from "./slug-or-id.ts";
import { getShopperPricing, type ShopperContext, MAX_SIMILAR_PRODUCTS } from "../pricing/shopper-context.ts";
import type { ProductCardData } from "../schema.ts";
import { serializeProductCard } from "../pricing/pricing-context.ts";
import { listSiblingCategoryIds } from "../categories/category-tree.ts";
import { getBrandTag, getCategoryTag } from "../cache-policy.ts";
import { findProductGroups } from "./product-sql.ts";
import { getProductId } from "./product-id.ts";
import { ROW_SIZE } from "./product-cards.ts";

/** Returns products similar to this one. Refuses `product_not_found`. */
export async function listSimilar(db: Db, slugOrId: string, shopper: ShopperContext): Promise<ProductCardData[]> {
  const { pricing } = await getShopperPricing(db, shopper);
  const rows = await findSimilarCards(db, whereSlugOrId(slugOrId), shopper.locale, MAX_SIMILAR_PRODUCTS);
  if (rows.length === 0) await getProductId(db, slugOrId);
  return rows.map((row) => serializeProductCard(row, pricing));
}

/**
 * Returns the cache tags of the products similar to one: they are of its category, of the categories beside it, or of its
 * series, which is of its brand.
 */
export async function listTagsOfSimilar(db: Db, slugOrId: string): Promise<string[]> {
  const groups = await findProductGroups(db, slugOrId);
  if (!groups) return [];
  const siblingIds = await listSiblingCategoryIds(db, groups.category_id);
  return [...siblingIds.map(getCategoryTag), getBrandTag(groups.brand_id)];
}

/**
 * Returns recommendations based on viewed products: mostly products similar to them, and the last of them.
 * @param viewedIds ids of viewed products, most recent first
 */
export async function listRecommendations(
  db: Db,
  viewedIds: number[],
  shopper: ShopperContext,
): Promise<ProductCardData[]> {
  if (viewedIds.length === 0) return [];
  const { pricing } = await getShopperPricing(db, shopper);
  const rows = await findRecommendedCards(db, viewedIds, shopper.locale, { maxSimilar: ROW_SIZE - 1, limit: ROW_SIZE });
  return rows.map((row) => serializeProductCard(row, pricing));
}

/** The number of complements that are considered, since some cannot be sent to the shopper's country. */
const MAX_COMPLEMENTS = 40;

/**
 * Returns products that complement others, one for each use, without those that cannot be sent to the shopper's country
 * (docs/domain/catalog.md).
 * @param productIds ids of the products that they complement
 */
export async function getComplements(
  db: Db,
  productIds: number[],
  shopper: ShopperContext,
): Promise<ProductCardData[]> {
  if (productIds.length === 0) return [];
  const [{ pricing }, complements] = await Promise.all([
    getShopperPricing(db, shopper),
    listComplements(db, productIds, MAX_COMPLEMENTS),
  ]);
  const rows = await findCardsByIds(
    db,
    complements.map(({ id }) => id),
    shopper.locale,
  );
  const uses = new Map(complements.map(({ id, use }) => [id, use]));
  const cards = new Map<string | undefined, ProductCardData>();
  for (const row of rows) {
    const card = serializeProductCard(row, pricing);
    const use = uses.get(row.id);
    if (!card.shipping?.refusal && !cards.has(use)) cards.set(use, card);
  }
  return [...cards.values()].slice(0, ROW_SIZE);
}
