import { sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";

/** A gift card with its balance in kopecks and its expiry date. */
export type GiftCard = {
  id: number;
  code: string;
  amount_minor: number;
  balance_minor: number;
  /** Amount removed because the purchase was refunded. */
  voided_minor: number;
  expires_at: Date | null;
};

const columns = ["id", "code", "amount_minor", "balance_minor", "voided_minor", "expires_at"] as const;

/**
 * Finds a gift card.
 * @param code in its stored form
 */
export async function findGiftCardByCode(db: Db, code: string): Promise<GiftCard | undefined> {
  return db.selectFrom("gift_cards").select(columns).where("code", "=", code).executeTakeFirst();
}

export async function findGiftCardById(db: Db, id: number): Promise<GiftCard | undefined> {
  return db.selectFrom("gift_cards").select(columns).where("id", "=", id).executeTakeFirst();
}

/** Locks a gift card's row until the transaction ends. */
export async function lockGiftCard(db: Tx, id: number): Promise<void> {
  await db.selectFrom("gift_cards").select("id").where("id", "=", id).forUpdate().execute();
}

/** Locks the gift card with this code until the transaction ends; `purchase_order_id` is the order in which it was bought. */
export async function lockGiftCardByCode(
  db: Tx,
  code: string,
): Promise<{ id: number; purchase_order_id: number | null } | null> {
  const row = await db
    .selectFrom("gift_cards")
    .select(["id", "purchase_order_id"])
    .where("code", "=", code)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Removes the remaining balance of a gift card for good; the caller must hold its row lock.
 * @returns the removed amount in kopecks
 */
export async function voidBalance(db: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ voided: number }>`
    update gift_cards c set voided_minor = c.voided_minor + previous.balance_minor, balance_minor = 0
    from (select balance_minor from gift_cards where id = ${id}) previous
    where c.id = ${id} returning previous.balance_minor as voided`.execute(db);
  return rows[0]?.voided ?? 0;
}

/**
 * Adds a balance entry of an order to a gift card and changes its balance; a database constraint keeps the balance
 * between zero and the face value.
 * @param entry.deltaMinor kopecks; negative for a charge
 */
export async function addBalanceEntry(
  db: Tx,
  entry: { giftCardId: number; orderId: number; deltaMinor: number; at: Date },
): Promise<void> {
  await db
    .insertInto("gift_card_entries")
    .values({
      gift_card_id: entry.giftCardId,
      order_id: entry.orderId,
      delta_minor: entry.deltaMinor,
      created_at: entry.at,
    })
    .execute();
  await db
    .updateTable("gift_cards")
    .set((row) => ({ balance_minor: row("balance_minor", "+", entry.deltaMinor) }))
    .where("id", "=", entry.giftCardId)
    .execute();
}

/** Makes a gift card valid at least until `until`, without a change of its balance. */
export async function extendValidity(db: Tx, id: number, until: Date): Promise<void> {
  await db
    .updateTable("gift_cards")
    .set({ expires_at: until })
    .where("id", "=", id)
    .where("expires_at", "<", until)
    .execute();
}

/** Lists what an order has charged to gift cards and refunded to them so far, ordered by gift card id. */
export async function listOrderBalanceChanges(
  db: Db,
  orderId: number,
): Promise<{ gift_card_id: number; taken_minor: number; returned_minor: number }[]> {
  const { rows } = await sql<{ gift_card_id: number; taken_minor: number; returned_minor: number }>`
    select gift_card_id, coalesce(-sum(delta_minor) filter (where delta_minor < 0), 0)::bigint as taken_minor,
      coalesce(sum(delta_minor) filter (where delta_minor > 0), 0)::bigint as returned_minor
    from gift_card_entries
    where order_id = ${orderId} group by gift_card_id order by gift_card_id`.execute(db);
  return rows;
}

export type NewGiftCard = {
  code: string;
  amount_minor: number;
  recipient: string;
  message: string;
  purchase_order_id: number | null;
  expires_at: Date;
  created_at: Date;
};

/**
 * Inserts a gift card unless its generated code is taken.
 * @returns its id; undefined if the code is taken
 */
export async function insertGiftCard(db: Db, giftCard: NewGiftCard): Promise<number | undefined> {
  const inserted = await db
    .insertInto("gift_cards")
    .values({ ...giftCard, balance_minor: giftCard.amount_minor })
    .onConflict((on) => on.column("code").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted?.id;
}

/** Lists gift cards, newest first. */
export async function listGiftCards(db: Db, limit: number) {
  return db
    .selectFrom("gift_cards")
    .select([
      "code",
      "amount_minor",
      "balance_minor",
      "voided_minor",
      "purchase_order_id",
      "recipient",
      "expires_at",
      "created_at",
    ])
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}
