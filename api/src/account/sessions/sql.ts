import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import { publish } from "../../platform/db/pub-sub.ts";

/** The longest lifetime of a session, counted from the sign-in, whether or not it is used. */
const MAX_SESSION_AGE_MS = 180 * 24 * 60 * 60 * 1000;

export type NewSession = {
  tokenHash: Buffer;
  customerId: number;
  /** Null if the customer has no password. */
  passwordHash: string | null;
  remember: boolean;
  createdAt: Date;
  expiresAt: Date;
  /** Shown to the customer in their list of devices. */
  ip: string;
  userAgent: string;
};

/**
 * Opens a session, unless the password has been replaced or set since the sign-in was verified: the statement locks the
 * customer's row and reads it again after waiting.
 * @returns whether it was opened.
 */
export async function insertSession(db: Db, session: NewSession): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into sessions (token_hash, customer_id, remember, created_at, last_seen_at, expires_at, ip, user_agent)
    select ${session.tokenHash}, id, ${session.remember}, ${session.createdAt}, ${session.createdAt}, ${session.expiresAt},
      ${session.ip}, ${session.userAgent}
    from customers
    where id = ${session.customerId} and password_hash is not distinct from ${session.passwordHash}::text and deleted_at is null
    for no key update`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * Deletes all sessions of a customer except the `max` most recently used.
 * @returns how many were deleted
 */
export async function deleteOldestSessions(db: Tx, customerId: number, max: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("id", "in", (query) =>
      query
        .selectFrom("sessions")
        .select("id")
        .where("customer_id", "=", customerId)
        .orderBy("last_seen_at", "desc")
        .orderBy("id", "desc")
        .offset(max),
    )
    .executeTakeFirst();
  if (numDeletedRows > 0n) await publish(db, `customer:${customerId}`);
  return Number(numDeletedRows);
}

export type SessionRow = { id: number; email: string; name: string };

/**
 * Returns the customer of an active session, or null. The same statement updates the session's last use and expiry, if
 * its last use lies before `touch.lastSeenBefore`.
 */
export async function findAndTouchSession(
  db: Db,
  tokenHash: Buffer,
  now: Date,
  touch: { lastSeenBefore: Date; expiresAt: Date; rememberedExpiresAt: Date },
): Promise<SessionRow | null> {
  const { rows } = await sql<SessionRow>`
    with touched as (
      update sessions set last_seen_at = ${now},
        expires_at = case when remember then ${touch.rememberedExpiresAt}::timestamptz else ${touch.expiresAt}::timestamptz end
      where token_hash = ${tokenHash} and expires_at > ${now} and last_seen_at < ${touch.lastSeenBefore}
    )
    select c.id, c.email, c.name
    from sessions s join customers c on c.id = s.customer_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now} and s.created_at > ${getOldestValidStart(now)}
      and c.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Ends a session and publishes it, so that open notification streams of the session close. */
export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  const row = await db
    .deleteFrom("sessions")
    .where("token_hash", "=", tokenHash)
    .returning("customer_id")
    .executeTakeFirst();
  if (row) await publish(db, `customer:${row.customer_id}`);
}

/** Sessions created at or before this moment have ended, however often they are used. */
function getOldestValidStart(now: Date): Date {
  return new Date(now.getTime() - MAX_SESSION_AGE_MS);
}

/** Returns the customer's active sessions, the most recently used first. */
export async function listActiveSessions(db: Db, customerId: number, now: Date) {
  return db
    .selectFrom("sessions")
    .select(["id", "ip", "token_hash as tokenHash", "user_agent as userAgent"])
    .select(["created_at as createdAt", "last_seen_at as lastSeenAt"])
    .where("customer_id", "=", customerId)
    .where("expires_at", ">", now)
    .where("created_at", ">", getOldestValidStart(now))
    .orderBy("last_seen_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/**
 * Ends one session.
 * @returns false if the customer has no such session
 */
export async function deleteSessionById(db: Db, customerId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  if (numDeletedRows > 0n) await publish(db, `customer:${customerId}`);
  return numDeletedRows > 0n;
}

/**
 * Ends the customer's sessions except the given one.
 * @returns how many
 */
export async function deleteSessions(db: Tx, customerId: number, exceptTokenHash: Buffer | null): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("customer_id", "=", customerId)
    .$if(exceptTokenHash !== null, (query) => query.where("token_hash", "!=", exceptTokenHash ?? Buffer.alloc(0)))
    .executeTakeFirst();
  await publish(db, `customer:${customerId}`);
  return Number(numDeletedRows);
}

const expiringTables = [
  ...(["sessions", "password_resets", "email_links", "email_changes"] as const),
  ...(["login_codes", "passkey_challenges"] as const),
];

/**
 * Deletes sessions, links, codes and email changes that expired at or before a moment.
 * @returns how many in total
 */
export async function deleteExpiredSessionsAndLinks(db: Db, before: Date): Promise<number> {
  let count = 0n;
  for (const table of expiringTables)
    count += (await db.deleteFrom(table).where("expires_at", "<=", before).executeTakeFirst()).numDeletedRows;
  const overdue = await db
    .deleteFrom("sessions")
    .where("created_at", "<=", getOldestValidStart(before))
    .executeTakeFirst();
  return Number(count + overdue.numDeletedRows);
}

/** Whether a session is active. Does not extend it. */
export async function isSessionActive(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom("sessions")
    .select("id")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .where("created_at", ">", getOldestValidStart(now))
    .executeTakeFirst();
  return row !== undefined;
}
