import { getProductCards } from "../catalog/products/product-cards.ts";
import type { ShopperContext } from "../catalog/pricing/shopper-context.ts";
import { type Db, withTransaction } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import { refusals, type Wishlist, type WishlistCount } from "./schema.ts";
import {
  countOtherItems,
  deleteWishlistItem,
  insertWishlistItem,
  isProductVisible,
  listWishlistProductIds,
} from "./sql.ts";

/** Limited because the ids are sent with every page of a signed-in customer. */
const MAX_WISHLIST_ITEMS = 500;

/**
 * Returns the product cards of the customer's wishlist, most recently added first. Products that the shop no longer
 * shows are left out.
 */
export async function getWishlist(db: Db, customerId: number, shopper: ShopperContext): Promise<Wishlist> {
  return { items: await getProductCards(db, await listWishlistProductIds(db, customerId), shopper) };
}

/** Returns the number of visible wishlist items and their product ids. */
export async function getWishlistCount(db: Db, customerId: number): Promise<WishlistCount> {
  const ids = await listWishlistProductIds(db, customerId);
  return { count: ids.length, ids };
}

/**
 * Adds a product to the wishlist; idempotent.
 * @throws refusal `product_not_found` or `wishlist_full`
 */
export async function addWishlistItem(
  db: Db,
  customerId: number,
  productId: number,
  now: Date,
): Promise<WishlistCount> {
  if (!(await isProductVisible(db, productId))) throw refuse(refusals, "product_not_found");
  await withTransaction(db, async (db) => {
    if ((await countOtherItems(db, customerId, productId)) >= MAX_WISHLIST_ITEMS)
      throw refuse(refusals, "wishlist_full", { params: { max: MAX_WISHLIST_ITEMS } });
    await insertWishlistItem(db, customerId, productId, now);
  });
  return getWishlistCount(db, customerId);
}

/** Removes a product from the wishlist, even if the shop no longer shows it; idempotent. */
export async function removeWishlistItem(db: Db, customerId: number, productId: number): Promise<WishlistCount> {
  await deleteWishlistItem(db, customerId, productId);
  return getWishlistCount(db, customerId);
}
