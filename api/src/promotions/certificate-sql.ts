import { sql } from "kysely";
import type { Db, Tx } from "../platform/db.ts";

/** A gift certificate: what is left on it, in kopecks, and until when. */
export type Certificate = {
  id: number;
  code: string;
  amount_minor: number;
  balance_minor: number;
  /** What was taken out of it because its purchase was called off. */
  voided_minor: number;
  expires_at: Date | null;
};

const columns = ["id", "code", "amount_minor", "balance_minor", "voided_minor", "expires_at"] as const;

export async function certificateByCode(db: Db, code: string): Promise<Certificate | undefined> {
  return db.selectFrom("gift_certificates").select(columns).where("code", "=", code).executeTakeFirst();
}

export async function certificateById(db: Db, id: number): Promise<Certificate | undefined> {
  return db.selectFrom("gift_certificates").select(columns).where("id", "=", id).executeTakeFirst();
}

/** Holds a certificate's row until the transaction ends. */
export async function lockCertificateRow(db: Tx, id: number): Promise<void> {
  await db.selectFrom("gift_certificates").select("id").where("id", "=", id).forUpdate().execute();
}

/** Holds the certificate of a code, and says which order has bought it. */
export async function lockByCode(db: Tx, code: string): Promise<{ id: number; bought_in: number | null } | null> {
  const row = await db
    .selectFrom("gift_certificates")
    .select(["id", "bought_in"])
    .where("code", "=", code)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Takes out of a certificate what is left on it, for good; its row must be held. @returns how much, in kopecks. */
export async function emptyCertificate(db: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ voided: number }>`
    update gift_certificates c set voided_minor = c.voided_minor + was.balance_minor, balance_minor = 0
    from (select balance_minor from gift_certificates where id = ${id}) was
    where c.id = ${id} returning was.balance_minor as voided`.execute(db);
  return rows[0]?.voided ?? 0;
}

/** Moves money on a certificate for an order; the database keeps the balance between nothing and the amount. */
export async function moveOnCertificate(
  db: Tx,
  move: { certificateId: number; orderId: number; deltaMinor: number; at: Date },
): Promise<void> {
  await db
    .insertInto("gift_certificate_entries")
    .values({
      certificate_id: move.certificateId,
      order_id: move.orderId,
      delta_minor: move.deltaMinor,
      at: move.at,
    })
    .execute();
  await db
    .updateTable("gift_certificates")
    .set((row) => ({ balance_minor: row("balance_minor", "+", move.deltaMinor) }))
    .where("id", "=", move.certificateId)
    .execute();
}

/** What an order has taken from certificates and put back on them up to now, in the order of their ids. */
export async function movedByOrder(
  db: Db,
  orderId: number,
): Promise<{ certificate_id: number; taken_minor: number; returned_minor: number }[]> {
  const { rows } = await sql<{ certificate_id: number; taken_minor: number; returned_minor: number }>`
    select certificate_id, coalesce(-sum(delta_minor) filter (where delta_minor < 0), 0)::bigint as taken_minor,
      coalesce(sum(delta_minor) filter (where delta_minor > 0), 0)::bigint as returned_minor
    from gift_certificate_entries
    where order_id = ${orderId} group by certificate_id order by certificate_id`.execute(db);
  return rows;
}

export type NewCertificate = {
  code: string;
  amount_minor: number;
  recipient: string;
  message: string;
  bought_in: number | null;
  expires_at: Date;
  created_at: Date;
};

/** Writes a certificate unless its drawn code is taken. @returns its id, undefined where the code was taken. */
export async function insertCertificate(db: Db, certificate: NewCertificate): Promise<number | undefined> {
  const written = await db
    .insertInto("gift_certificates")
    .values({ ...certificate, balance_minor: certificate.amount_minor })
    .onConflict((on) => on.column("code").doNothing())
    .returning("id")
    .executeTakeFirst();
  return written?.id;
}

/** The newest certificates first. */
export async function allCertificates(db: Db, limit: number) {
  return db
    .selectFrom("gift_certificates")
    .select([
      "code",
      "amount_minor",
      "balance_minor",
      "voided_minor",
      "bought_in",
      "recipient",
      "expires_at",
      "created_at",
    ])
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}
