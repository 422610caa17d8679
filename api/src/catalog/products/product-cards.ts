import type { Db } from "../../platform/db/database.ts";
import { findCardsByIds } from "./card-sql.ts";
import { getShopperPricing, type ShopperContext } from "../pricing/shopper-context.ts";
import type { ProductCardData } from "../schema.ts";
import { serializeProductCard } from "../pricing/pricing-context.ts";

/** The number of products in a row of cards. */
export const ROW_SIZE = 5;

/** Returns the cards of active products in the order of the ids. Other products are omitted. */
export async function getProductCards(db: Db, ids: number[], shopper: ShopperContext): Promise<ProductCardData[]> {
  if (ids.length === 0) return [];
  const { pricing } = await getShopperPricing(db, shopper);
  return (await findCardsByIds(db, ids, shopper.locale)).map((row) => serializeProductCard(row, pricing));
}
