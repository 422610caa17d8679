import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { SaveShareRequest, WishlistShare } from "./schema.ts";

const shareColumns = sql`token, occasion, to_char(occasion_on, 'YYYY-MM-DD') as occasion_on`;

/** Returns how a customer shares their wishlist; undefined if it is private. */
export async function findShare(db: Db, customerId: number): Promise<WishlistShare | undefined> {
  const { rows } = await sql<WishlistShare>`
    select ${shareColumns} from wishlist_shares where customer_id = ${customerId}`.execute(db);
  return rows[0];
}

/** Shares a customer's wishlist, or changes what it is for; an existing link stays. */
export async function upsertShare(
  db: Db,
  share: SaveShareRequest & { customerId: number; token: string; now: Date },
): Promise<WishlistShare> {
  const { customerId, token, occasion, occasion_on: day, now } = share;
  const { rows } = await sql<WishlistShare>`
    insert into wishlist_shares (customer_id, token, occasion, occasion_on, created_at)
    values (${customerId}, ${token}, ${occasion}, ${day}, ${now})
    on conflict (customer_id) do update set occasion = excluded.occasion, occasion_on = excluded.occasion_on
    returning ${shareColumns}`.execute(db);
  return rows[0] as WishlistShare;
}

/** Replaces the link of a shared wishlist; undefined if it is private. */
export async function replaceToken(db: Db, customerId: number, token: string): Promise<WishlistShare | undefined> {
  const { rows } = await sql<WishlistShare>`
    update wishlist_shares set token = ${token} where customer_id = ${customerId} returning ${shareColumns}`.execute(
    db,
  );
  return rows[0];
}

export async function deleteShare(db: Db, customerId: number): Promise<void> {
  await db.deleteFrom("wishlist_shares").where("customer_id", "=", customerId).execute();
}

export type SharedWishlistRow = {
  customer_id: number;
  owner: string;
  occasion: string;
  occasion_on: string | null;
  /** The visible products, the most recently added first. */
  product_ids: number[];
  /** The chosen ones of them, and whether by the giver. */
  gifts: { product_id: number; is_mine: boolean }[];
};

/**
 * Returns a shared wishlist by the secret part of its link; undefined if there is none.
 * @param options.giverHash the hash of the giver's key; null without one
 * @param options.chosenSince earlier choices have ended
 */
export async function findSharedWishlist(
  db: Db,
  token: string,
  { giverHash, chosenSince }: { giverHash: Buffer | null; chosenSince: Date },
): Promise<SharedWishlistRow | undefined> {
  const { rows } = await sql<SharedWishlistRow>`
    select s.customer_id, c.name as owner, s.occasion, to_char(s.occasion_on, 'YYYY-MM-DD') as occasion_on,
      array(select p.id from wishlist_items w join products p on p.id = w.product_id
        where w.customer_id = s.customer_id and p.status = 'active' order by w.added_at desc, p.id desc) as product_ids,
      (select coalesce(jsonb_agg(jsonb_build_object('product_id', g.product_id,
          'is_mine', coalesce(g.giver_hash = ${giverHash}::bytea, false))), '[]')
        from wishlist_gifts g where g.customer_id = s.customer_id and g.chosen_at > ${chosenSince}) as gifts
    from wishlist_shares s join customers c on c.id = s.customer_id
    where s.token = ${token}`.execute(db);
  return rows[0];
}

/** Locks a shared wishlist until the end of the transaction, so that choices follow each other. @returns its owner */
export async function lockShare(tx: Tx, token: string): Promise<number | undefined> {
  const share = await tx
    .selectFrom("wishlist_shares")
    .select("customer_id")
    .where("token", "=", token)
    .forUpdate()
    .executeTakeFirst();
  return share?.customer_id;
}

/** Whether a visible product is on a customer's wishlist. */
export async function hasVisibleItem(tx: Tx, customerId: number, productId: number): Promise<boolean> {
  const { rows } = await sql`
    select from wishlist_items w join products p on p.id = w.product_id
    where w.customer_id = ${customerId} and w.product_id = ${productId} and p.status = 'active'`.execute(tx);
  return rows.length > 0;
}

/** Deletes the choices that have ended, and returns the others of a shared wishlist. */
export async function listCurrentGifts(
  tx: Tx,
  customerId: number,
  chosenSince: Date,
): Promise<{ product_id: number; giver_hash: Buffer }[]> {
  await tx
    .deleteFrom("wishlist_gifts")
    .where("customer_id", "=", customerId)
    .where("chosen_at", "<=", chosenSince)
    .execute();
  return tx
    .selectFrom("wishlist_gifts")
    .select(["product_id", "giver_hash"])
    .where("customer_id", "=", customerId)
    .execute();
}

export async function insertGift(
  tx: Tx,
  gift: { customerId: number; productId: number; giverHash: Buffer; now: Date },
): Promise<void> {
  const { customerId, productId, giverHash, now } = gift;
  await tx
    .insertInto("wishlist_gifts")
    .values({ customer_id: customerId, product_id: productId, giver_hash: giverHash, chosen_at: now })
    .execute();
}

/** Withdraws a choice of the giver. @returns whether there was one */
export async function deleteGift(
  db: Db,
  { token, productId, giverHash }: { token: string; productId: number; giverHash: Buffer },
): Promise<boolean> {
  const { rows } = await sql`
    delete from wishlist_gifts g using wishlist_shares s
    where s.token = ${token} and g.customer_id = s.customer_id and g.product_id = ${productId}
      and g.giver_hash = ${giverHash} returning g.product_id`.execute(db);
  return rows.length > 0;
}
