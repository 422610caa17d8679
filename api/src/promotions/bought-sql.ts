import { sql } from "kysely";
import type { Db, Tx } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import type { CertificateLine } from "./schema.ts";

/** For whom a certificate is, as its buyer wrote it. */
export type Dedication = Omit<CertificateLine, "price">;

/** A certificate of an order that is placed; `price_minor` in the order's currency, `worth_minor` in kopecks. */
export type OrderedCertificate = Dedication & { price_minor: number; worth_minor: number; key: string };

export async function insertOrdered(db: Tx, orderId: number, lines: readonly OrderedCertificate[]): Promise<void> {
  if (lines.length === 0) return;
  await db
    .insertInto("order_certificates")
    .values(lines.map((line, at) => ({ ...line, order_id: orderId, line: at + 1 })))
    .execute();
}

/** The certificates of an order that are not made yet, in their order. */
export async function unissuedOf(db: Tx, orderId: number) {
  return db
    .selectFrom("order_certificates")
    .select(["line", "worth_minor", "recipient_email", "message"])
    .select(sql<Date | null>`(send_on::timestamp + interval '9 hours') at time zone 'Europe/Moscow'`.as("send_at"))
    .where("order_id", "=", orderId)
    .where("certificate_id", "is", null)
    .orderBy("line")
    .execute();
}

export async function noteIssued(db: Tx, orderId: number, line: number, certificateId: number): Promise<void> {
  await db
    .updateTable("order_certificates")
    .set({ certificate_id: certificateId })
    .where("order_id", "=", orderId)
    .where("line", "=", line)
    .execute();
}

export type DueCertificate = {
  order_id: number;
  line: number;
  certificate_id: number;
  recipient_email: string;
  locale: Locale;
};

/**
 * Holds certificates whose letter is due, unless another worker does: those of one order, or the first of all. What
 * was taken back whole is not sent.
 */
export async function lockDue(
  db: Tx,
  due: { now: Date; orderId: number | null; limit: number },
): Promise<DueCertificate[]> {
  const { rows } = await sql<DueCertificate>`
    select l.order_id, l.line, l.certificate_id, l.recipient_email, o.locale
    from order_certificates l
    join gift_certificates c on c.id = l.certificate_id
    join orders o on o.id = l.order_id
    where l.sent_at is null and c.voided_minor < c.amount_minor and l.recipient_email <> ''
      and (l.send_on is null or (l.send_on::timestamp + interval '9 hours') at time zone 'Europe/Moscow' <= ${due.now})
      and (${due.orderId}::integer is null or l.order_id = ${due.orderId})
    order by l.order_id, l.line limit ${due.limit} for update of l skip locked`.execute(db);
  return rows;
}

export async function noteSent(db: Tx, certificateIds: readonly number[], now: Date): Promise<void> {
  await db
    .updateTable("order_certificates")
    .set({ sent_at: now })
    .where("certificate_id", "in", certificateIds)
    .execute();
}

/** Whether nothing of an order's certificates waits to be sent. */
export async function isAllSent(db: Db, orderId: number): Promise<boolean> {
  const waiting = await db
    .selectFrom("order_certificates")
    .select("line")
    .where("order_id", "=", orderId)
    .where("sent_at", "is", null)
    .executeTakeFirst();
  return waiting === undefined;
}

export type BoughtCertificate = Dedication & {
  line: number;
  price_minor: number;
  key: string;
  sent_at: Date | null;
  /** Null while the order is not paid. Amounts in kopecks. */
  certificate: { id: number; code: string; amount_minor: number; balance_minor: number; voided_minor: number } | null;
};

const dedication = sql`l.recipient_name, l.recipient_email, l.sender_name, l.message, l.picture, l.send_on`;

/** The certificates of an order, with what became of them. */
export async function boughtInOrder(db: Db, orderId: number): Promise<BoughtCertificate[]> {
  const { rows } = await sql<BoughtCertificate>`
    select l.line, l.price_minor, l.key, l.sent_at, ${dedication},
      case when c.id is null then null else jsonb_build_object('id', c.id, 'code', c.code, 'amount_minor', c.amount_minor,
        'balance_minor', c.balance_minor, 'voided_minor', c.voided_minor) end as certificate
    from order_certificates l left join gift_certificates c on c.id = l.certificate_id
    where l.order_id = ${orderId} order by l.line`.execute(db);
  return rows;
}

/** Holds the certificates that an order has bought until the transaction ends, in the order of their ids. */
export async function lockBought(
  db: Tx,
  orderId: number,
): Promise<{ id: number; amount_minor: number; balance_minor: number; voided_minor: number; price_minor: number }[]> {
  return db
    .selectFrom("gift_certificates as c")
    .innerJoin("order_certificates as l", "l.certificate_id", "c.id")
    .select(["c.id", "c.amount_minor", "c.balance_minor", "c.voided_minor", "l.price_minor"])
    .where("l.order_id", "=", orderId)
    .orderBy("c.id")
    .forUpdate("c")
    .execute();
}

/** A certificate as its printed page and its letter show it; the price is in the currency of its order. */
export type DedicatedCertificate = Dedication & {
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

export async function findDedicated(
  db: Db,
  by: { key: string } | { certificateId: number },
): Promise<DedicatedCertificate | undefined> {
  const is = "key" in by ? sql`l.key = ${by.key}` : sql`c.id = ${by.certificateId}`;
  const { rows } = await sql<DedicatedCertificate>`
    select l.key, l.price_minor, o.currency, ${dedication}, c.id, c.code, c.amount_minor, c.balance_minor, c.voided_minor, c.expires_at
    from order_certificates l join gift_certificates c on c.id = l.certificate_id join orders o on o.id = l.order_id
    where ${is}`.execute(db);
  return rows[0];
}
