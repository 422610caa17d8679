import { type RawBuilder, sql } from "kysely";
import { STORE_TIME_ZONE } from "../../../../design-system/i18n/time-zone.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { PurchasedGiftCard } from "../schema.ts";

/** Recipient, sender and message of a gift card, as entered by the buyer. */
export type GiftMessage = Omit<PurchasedGiftCard, "price" | "picture"> & { design: PurchasedGiftCard["picture"] };

/** When the email of a scheduled gift card is sent: at 9:00 in the time zone of the store (docs/domain/gift-cards.md). */
const sendAt = sql<Date | null>`(send_on::timestamp + interval '9 hours') at time zone ${STORE_TIME_ZONE}`;

/**
 * A gift card of a placed order: `price_minor` in the order's currency, `face_value_minor` (face value) in kopecks, `key` of
 * its printable page.
 */
export type OrderedGiftCard = GiftMessage & { price_minor: number; face_value_minor: number; key: string };

/** Inserts the gift cards of a new order; their `line` numbers start at 1. */
export async function insertOrderGiftCards(db: Tx, orderId: number, lines: readonly OrderedGiftCard[]): Promise<void> {
  if (lines.length === 0) return;
  await db
    .insertInto("order_gift_cards")
    .values(lines.map((line, index) => ({ ...line, order_id: orderId, line: index + 1 })))
    .execute();
}

/** Lists the gift cards of an order that have not been issued yet, by line number. */
export async function listUnissuedGiftCards(db: Tx, orderId: number) {
  return db
    .selectFrom("order_gift_cards")
    .select(["line", "face_value_minor", "recipient_email", "message"])
    .select(sendAt.as("send_at"))
    .where("order_id", "=", orderId)
    .where("gift_card_id", "is", null)
    .orderBy("line")
    .execute();
}

/** Links a gift card of an order to the gift card that was issued for it. */
export async function markIssued(db: Tx, orderId: number, line: number, giftCardId: number): Promise<void> {
  await db
    .updateTable("order_gift_cards")
    .set({ gift_card_id: giftCardId })
    .where("order_id", "=", orderId)
    .where("line", "=", line)
    .execute();
}

export type DueGiftCard = {
  order_id: number;
  line: number;
  gift_card_id: number;
  recipient_email: string;
  locale: Locale;
};

/**
 * Locks gift cards whose email is due and that no other worker has locked. Fully voided gift cards are left out.
 * @param due.orderId only the gift cards of this order; null: of all orders, oldest first
 */
export async function lockDueGiftCards(
  db: Tx,
  due: { now: Date; orderId: number | null; limit: number },
): Promise<DueGiftCard[]> {
  const { rows } = await sql<DueGiftCard>`
    select l.order_id, l.line, l.gift_card_id, l.recipient_email, o.locale
    from order_gift_cards l
    join gift_cards c on c.id = l.gift_card_id
    join orders o on o.id = l.order_id
    where l.sent_at is null and c.voided_minor < c.amount_minor and l.recipient_email <> ''
      and (l.send_on is null or ${sendAt} <= ${due.now})
      and (${due.orderId}::integer is null or l.order_id = ${due.orderId})
    order by l.order_id, l.line limit ${due.limit} for update of l skip locked`.execute(db);
  return rows;
}

/** Marks the emails of issued gift cards as sent. */
export async function markSent(db: Tx, giftCardIds: readonly number[], now: Date): Promise<void> {
  await db.updateTable("order_gift_cards").set({ sent_at: now }).where("gift_card_id", "in", giftCardIds).execute();
}

/** Whether gift cards of an order have been sent, and none is left to be sent: those that were voided before are not. */
const areSent = (orderId: RawBuilder<unknown>) => sql<boolean>`(
  select count(l.sent_at) > 0 and bool_and(l.sent_at is not null or coalesce(c.voided_minor = c.amount_minor, false))
  from order_gift_cards l left join gift_cards c on c.id = l.gift_card_id where l.order_id = ${orderId})`;

/** Returns whether gift cards of an order have been sent, and none is left to be sent. */
export async function areAllSent(db: Db, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ are_sent: boolean }>`select ${areSent(sql`${orderId}`)} as are_sent`.execute(db);
  return rows[0]?.are_sent ?? false;
}

/** Lists paid orders of gift cards alone none of which is left to be sent, oldest first. */
export async function listCompletelySentOrders(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o
    where o.status = 'paid' and o.products_minor = 0 and o.purchased_gift_cards_minor > 0 and ${areSent(sql`o.id`)}
    order by o.placed_at, o.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** A gift card bought in an order; `price_minor` in the order's currency, `sent_at` null until its email was queued. */
export type PurchasedGiftCardRow = GiftMessage & {
  line: number;
  price_minor: number;
  key: string;
  sent_at: Date | null;
  /** Null until the order is paid. Amounts in kopecks. */
  certificate: { id: number; code: string; amount_minor: number; balance_minor: number; voided_minor: number } | null;
};

const giftMessageColumns = sql`l.recipient_name, l.recipient_email, l.sender_name, l.message, l.design, l.send_on`;

/** Lists the gift cards bought in an order, with their current state. */
export async function listOrderGiftCards(db: Db, orderId: number): Promise<PurchasedGiftCardRow[]> {
  const { rows } = await sql<PurchasedGiftCardRow>`
    select l.line, l.price_minor, l.key, l.sent_at, ${giftMessageColumns},
      case when c.id is null then null else jsonb_build_object('id', c.id, 'code', c.code, 'amount_minor', c.amount_minor,
        'balance_minor', c.balance_minor, 'voided_minor', c.voided_minor) end as certificate
    from order_gift_cards l left join gift_cards c on c.id = l.gift_card_id
    where l.order_id = ${orderId} order by l.line`.execute(db);
  return rows;
}

/** Locks the gift cards bought in an order until the transaction ends, in the order of their ids. */
export async function lockOrderGiftCards(
  db: Tx,
  orderId: number,
): Promise<{ id: number; amount_minor: number; balance_minor: number; voided_minor: number; price_minor: number }[]> {
  return db
    .selectFrom("gift_cards as c")
    .innerJoin("order_gift_cards as l", "l.gift_card_id", "c.id")
    .select(["c.id", "c.amount_minor", "c.balance_minor", "c.voided_minor", "l.price_minor"])
    .where("l.order_id", "=", orderId)
    .orderBy("c.id")
    .forUpdate("c")
    .execute();
}

/** A gift card as its printable page and its email show it; the price is in the currency of its order. */
export type GiftCardDetails = GiftMessage & {
  price_minor: number;
  currency: string;
  key: string;
  code: string;
  id: number;
  amount_minor: number;
  balance_minor: number;
  voided_minor: number;
  expires_at: Date | null;
};

/** Finds a purchased and issued gift card, by the key of its page or by its id. */
export async function findGiftCardDetails(
  db: Db,
  lookup: { key: string } | { giftCardId: number },
): Promise<GiftCardDetails | undefined> {
  const condition = "key" in lookup ? sql`l.key = ${lookup.key}` : sql`c.id = ${lookup.giftCardId}`;
  const { rows } = await sql<GiftCardDetails>`
    select l.key, l.price_minor, o.currency, ${giftMessageColumns}, c.id, c.code, c.amount_minor, c.balance_minor, c.voided_minor, c.expires_at
    from order_gift_cards l join gift_cards c on c.id = l.gift_card_id join orders o on o.id = l.order_id
    where ${condition}`.execute(db);
  return rows[0];
}
