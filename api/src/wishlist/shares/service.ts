import { getProductCards } from "../../catalog/products/product-cards.ts";
import type { ShopperContext } from "../../catalog/pricing/shopper-context.ts";
import { generateToken, hashToken, isWellFormedToken } from "../../platform/crypto/tokens.ts";
import { type Db, withTransaction } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { consumeRateLimit, getClientNetwork } from "../../platform/http/rate-limits.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { giftDays, giftLimit, maxGifts, shareLimit } from "../settings.ts";
import { type OwnShare, refusals, type SaveShareRequest, type SharedWishlist } from "./schema.ts";
import {
  deleteGift,
  deleteShare,
  findShare,
  findSharedWishlist,
  hasVisibleItem,
  insertGift,
  listCurrentGifts,
  lockShare,
  replaceToken,
  upsertShare,
} from "./sql.ts";

const DAY_MS = 86_400_000;

/** Returns how the customer shares their wishlist. */
export async function getOwnShare(db: Db, customerId: number): Promise<OwnShare> {
  return { share: (await findShare(db, customerId)) ?? null };
}

/** Shares the customer's wishlist by a secret link, or changes what it is for. @throws refusal `too_many_requests` */
export async function saveShare(db: Db, customerId: number, request: SaveShareRequest, now: Date): Promise<OwnShare> {
  await limitShares(db, customerId, now);
  return { share: await upsertShare(db, { ...request, customerId, token: generateToken(), now }) };
}

/** Replaces the link; whoever has the old one loses access. @throws refusal `too_many_requests` */
export async function rotateShare(db: Db, customerId: number, now: Date): Promise<OwnShare> {
  await limitShares(db, customerId, now);
  return { share: (await replaceToken(db, customerId, generateToken())) ?? null };
}

/** Ends the sharing with all choices of gifts; idempotent. */
export async function endShare(db: Db, customerId: number): Promise<OwnShare> {
  await deleteShare(db, customerId);
  return { share: null };
}

async function limitShares(db: Db, customerId: number, now: Date): Promise<void> {
  const bucket = { name: "wishlist:shares_per_customer", subject: customerId };
  await consumeRateLimit(db, bucket, { ...(await getSetting(db, shareLimit)), now });
}

/**
 * Returns a shared wishlist. Its owner does not see what was chosen, so that gifts stay a surprise.
 * @param viewer the requesting customer and the giver's key, if they are known
 * @throws refusal `shared_wishlist_not_found`
 */
export async function getSharedWishlist(
  db: Db,
  token: string,
  viewer: { customerId: number | null; giverKey: string | null; now: Date },
  shopper: ShopperContext,
): Promise<SharedWishlist> {
  const { customerId, giverKey, now } = viewer;
  const giverHash = giverKey !== null && isWellFormedToken(giverKey) ? hashToken(giverKey) : null;
  const chosenSince = await getChosenSince(db, now);
  const row = isWellFormedToken(token) ? await findSharedWishlist(db, token, { giverHash, chosenSince }) : undefined;
  if (!row) throw refuse(refusals, "shared_wishlist_not_found");
  const isOwn = row.customer_id === customerId;
  const gifts = new Map(isOwn ? [] : row.gifts.map(({ product_id, is_mine }) => [product_id, is_mine]));
  const cards = await getProductCards(db, row.product_ids, shopper);
  return {
    ...{ owner: row.owner, occasion: row.occasion, occasion_on: row.occasion_on, is_own: isOwn },
    items: cards.map((card) => ({
      ...{ card, is_chosen: gifts.has(card.id), is_chosen_by_me: gifts.get(card.id) ?? false },
    })),
  };
}

type Gift = { token: string; productId: number; giverKey: string };

/**
 * Chooses a product of a shared wishlist as a gift. Choosing it again changes nothing.
 * @throws refusal `shared_wishlist_not_found`, `gift_not_found`, `gift_taken` by somebody else, `gift_limit`, `gift_own`
 * for the owner, or `too_many_requests`
 */
export async function chooseGift(
  db: Db,
  { token, productId, giverKey }: Gift,
  giver: { customerId: number | null; ipAddress: string; now: Date },
): Promise<void> {
  const { customerId, ipAddress, now } = giver;
  const bucket = { name: "wishlist:gifts_per_network", subject: getClientNetwork(ipAddress) };
  await consumeRateLimit(db, bucket, { ...(await getSetting(db, giftLimit)), now });
  const [max, chosenSince] = [await getSetting(db, maxGifts), await getChosenSince(db, now)];
  const giverHash = hashToken(giverKey);
  await withTransaction(db, async (tx) => {
    const ownerId = isWellFormedToken(token) ? await lockShare(tx, token) : undefined;
    if (ownerId === undefined) throw refuse(refusals, "shared_wishlist_not_found");
    if (ownerId === customerId) throw refuse(refusals, "gift_own");
    if (!(await hasVisibleItem(tx, ownerId, productId))) throw refuse(refusals, "gift_not_found");
    const gifts = await listCurrentGifts(tx, ownerId, chosenSince);
    const gift = gifts.find(({ product_id: id }) => id === productId);
    if (gift && !gift.giver_hash.equals(giverHash)) throw refuse(refusals, "gift_taken");
    if (gift) return;
    if (gifts.filter(({ giver_hash: hash }) => hash.equals(giverHash)).length >= max)
      throw refuse(refusals, "gift_limit", { params: { max } });
    await insertGift(tx, { customerId: ownerId, productId, giverHash, now });
  });
}

/** Withdraws the giver's choice. @throws refusal `gift_not_found` if this giver has not chosen the product */
export async function withdrawGift(db: Db, { token, productId, giverKey }: Gift): Promise<void> {
  const isWithdrawn = await deleteGift(db, { token, productId, giverHash: hashToken(giverKey) });
  if (!isWithdrawn) throw refuse(refusals, "gift_not_found");
}

async function getChosenSince(db: Db, now: Date): Promise<Date> {
  return new Date(now.getTime() - (await getSetting(db, giftDays)) * DAY_MS);
}
