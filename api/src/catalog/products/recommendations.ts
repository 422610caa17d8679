import type { Db } from "../../platform/db/database.ts";
import { findSimilarCards } from "./card-sql.ts";
import { findRecommendedCards } from "../listing/recommendations-sql.ts";
import { whereSlugOrId } from "./slug-or-id.ts";
import { getShopperPricing, type ShopperContext, MAX_SIMILAR_PRODUCTS } from "../pricing/shopper-context.ts";
import type { ProductCardData } from "../schema.ts";
import { serializeProductCard } from "../pricing/pricing-context.ts";
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
