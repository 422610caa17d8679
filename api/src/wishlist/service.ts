import { cardsOf, type Looking } from "../catalogue/service.ts";
import { type Db, withTransaction } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import { refusals, type Wishlist, type WishlistCount } from "./schema.ts";
import { countOthers, deleteWish, insertWish, isShown, wishedIds } from "./sql.ts";

/** The ids travel with every page of a signed-in shopper, so there is an end to them. */
const WISHES_MAX = 500;

/** The cards of what a customer has put by, the latest first; what the shop shows no more is left out. */
export async function showWishlist(db: Db, customerId: number, at: Looking): Promise<Wishlist> {
  return { items: await cardsOf(db, await wishedIds(db, customerId), at) };
}

export async function countWishes(db: Db, customerId: number): Promise<WishlistCount> {
  const ids = await wishedIds(db, customerId);
  return { count: ids.length, ids };
}

/** Puts a product by; again changes nothing. Refuses `product_not_found`, `wishlist_full`. */
export async function addWish(db: Db, customerId: number, productId: number, now: Date): Promise<WishlistCount> {
  if (!(await isShown(db, productId))) throw refuse(refusals, "product_not_found");
  await withTransaction(db, async (db) => {
    if ((await countOthers(db, customerId, productId)) >= WISHES_MAX)
      throw refuse(refusals, "wishlist_full", { params: { max: WISHES_MAX } });
    await insertWish(db, customerId, productId, now);
  });
  return countWishes(db, customerId);
}

/** Takes a product out, one that the shop shows no more too; again changes nothing. */
export async function removeWish(db: Db, customerId: number, productId: number): Promise<WishlistCount> {
  await deleteWish(db, customerId, productId);
  return countWishes(db, customerId);
}
