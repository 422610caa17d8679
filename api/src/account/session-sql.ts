import { sql } from "kysely";
import type { Db, Tx } from "../platform/db.ts";
import { tellNews } from "../platform/news.ts";

/** From the sign-in on, whether or not the session is used. */
const SESSION_LIFETIME_MS = 180 * 24 * 60 * 60 * 1000;
/** Nobody looks through more of them; whoever finds none of them his own signs out everywhere. */
const SESSIONS_SHOWN = 100;

export type Credentials = { id: number; passwordHash: string; hasSecondFactor: boolean };

export async function findCredentials(db: Db, email: string): Promise<Credentials | null> {
  const found = await db
    .selectFrom("customers")
    .select(["id", "password_hash as passwordHash"])
    .select((row) =>
      row
        .exists(
          row
            .selectFrom("second_factors")
            .select("customer_id")
            .whereRef("second_factors.customer_id", "=", "customers.id")
            .where("confirmed_at", "is not", null),
        )
        .$castTo<boolean>()
        .as("hasSecondFactor"),
    )
    .where("email", "=", email)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return found ?? null;
}

export async function passwordHashOf(db: Db, customerId: number): Promise<string> {
  const { password_hash } = await db
    .selectFrom("customers")
    .select("password_hash")
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();
  return password_hash;
}

/**
 * Replaces a password; where `verified` is given, only while it is still the one that was verified.
 * @returns whether it was replaced. The row stays locked, so no session is opened with the old one meanwhile.
 */
export async function replacePassword(db: Tx, customerId: number, passwordHash: string, verified?: string) {
  const changed = await db
    .updateTable("customers")
    .set({ password_hash: passwordHash })
    .where("id", "=", customerId)
    .where("deleted_at", "is", null)
    .$if(verified !== undefined, (query) => query.where("password_hash", "=", verified ?? ""))
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Notes that an address is its customer's, as long as it is the one he has. */
export async function markEmailVerified(db: Tx, customerId: number, at: Date, email: string): Promise<void> {
  await db
    .updateTable("customers")
    .set({ email_verified_at: at })
    .where("id", "=", customerId)
    .where("email", "=", email)
    .where("email_verified_at", "is", null)
    .execute();
}

export type NewSession = {
  tokenHash: Buffer;
  customerId: number;
  passwordHash: string;
  remember: boolean;
  at: Date;
  expiresAt: Date;
  /** The device, as its owner will see it in his list. */
  ip: string;
  userAgent: string;
};

/**
 * Opens a session, unless the password it was verified with has been replaced meanwhile: the customer's row is locked
 * against that, and read again after waiting.
 * @returns whether it was opened.
 */
export async function insertSession(db: Db, session: NewSession): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into sessions (token_hash, customer_id, remember, created_at, last_seen_at, expires_at, ip, user_agent)
    select ${session.tokenHash}, id, ${session.remember}, ${session.at}, ${session.at}, ${session.expiresAt},
      ${session.ip}, ${session.userAgent}
    from customers
    where id = ${session.customerId} and password_hash = ${session.passwordHash} and deleted_at is null
    for no key update`.execute(db);
  return numAffectedRows === 1n;
}

/** Ends all sessions of a customer but the `max` that were used last. @returns how many were ended. */
export async function deleteSessionsBeyond(db: Tx, customerId: number, max: number): Promise<number> {
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
  if (numDeletedRows > 0n) await tellNews(db, `customer:${customerId}`);
  return Number(numDeletedRows);
}

export type SessionRow = { id: number; email: string; name: string };

/**
 * The customer of a live session, or null. In the same statement the session's end moves on (`idleEnd`, by whether it
 * is to be remembered), at most once in the time since `touchedBefore`.
 */
export async function seeSession(
  db: Db,
  tokenHash: Buffer,
  at: Date,
  touch: { before: Date; end: Date; endRemembered: Date },
): Promise<SessionRow | null> {
  const { rows } = await sql<SessionRow>`
    with touched as (
      update sessions set last_seen_at = ${at},
        expires_at = case when remember then ${touch.endRemembered}::timestamptz else ${touch.end}::timestamptz end
      where token_hash = ${tokenHash} and expires_at > ${at} and last_seen_at < ${touch.before}
    )
    select c.id, c.email, c.name
    from sessions s join customers c on c.id = s.customer_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${at} and s.created_at > ${oldestStart(at)}
      and c.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Ends a session; whoever watches it hears at once. */
export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  const gone = await db
    .deleteFrom("sessions")
    .where("token_hash", "=", tokenHash)
    .returning("customer_id")
    .executeTakeFirst();
  if (gone) await tellNews(db, `customer:${gone.customer_id}`);
}

/** Sessions that were opened before this moment have ended, however often they are used. */
function oldestStart(at: Date): Date {
  return new Date(at.getTime() - SESSION_LIFETIME_MS);
}

/** A customer's live sessions, the latest used first. */
export async function sessionsOf(db: Db, customerId: number, at: Date) {
  return db
    .selectFrom("sessions")
    .select(["id", "ip", "token_hash as tokenHash", "user_agent as userAgent"])
    .select(["created_at as createdAt", "last_seen_at as lastSeenAt"])
    .where("customer_id", "=", customerId)
    .where("expires_at", ">", at)
    .where("created_at", ">", oldestStart(at))
    .orderBy("last_seen_at", "desc")
    .orderBy("id", "desc")
    .limit(SESSIONS_SHOWN)
    .execute();
}

/** @returns false where the customer has no such session. */
export async function deleteSessionById(db: Db, customerId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  if (numDeletedRows > 0n) await tellNews(db, `customer:${customerId}`);
  return numDeletedRows > 0n;
}

/** Ends a customer's sessions, all but the one that is named. @returns how many. */
export async function deleteSessions(db: Tx, customerId: number, except: Buffer | null): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("customer_id", "=", customerId)
    .$if(except !== null, (query) => query.where("token_hash", "!=", except ?? Buffer.alloc(0)))
    .executeTakeFirst();
  await tellNews(db, `customer:${customerId}`);
  return Number(numDeletedRows);
}

export async function insertReset(
  db: Tx,
  reset: { tokenHash: Buffer; customerId: number; at: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto("password_resets")
    .values({
      token_hash: reset.tokenHash,
      customer_id: reset.customerId,
      created_at: reset.at,
      expires_at: reset.expiresAt,
    })
    .execute();
}

/** Whose live, unused reset link this is, or null. */
export async function findReset(
  db: Db,
  tokenHash: Buffer,
  at: Date,
): Promise<{ customerId: number; email: string; name: string } | null> {
  const found = await db
    .selectFrom("password_resets")
    .innerJoin("customers", "customers.id", "password_resets.customer_id")
    .select(["customers.id as customerId", "customers.email", "customers.name"])
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return found ?? null;
}

/** Uses a reset link up, once: true for the first who comes. */
export async function useReset(db: Tx, tokenHash: Buffer, at: Date): Promise<boolean> {
  const used = await db
    .updateTable("password_resets")
    .set({ used_at: at })
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

/** Makes a customer's other links useless. */
export async function deleteResets(db: Tx, customerId: number): Promise<void> {
  await db.deleteFrom("password_resets").where("customer_id", "=", customerId).where("used_at", "is", null).execute();
}

const ending = ["sessions", "password_resets", "email_links", "email_changes"] as const;

/** Drops sessions, links and changes of email that ended before `at`. @returns how many of all. */
export async function deleteEnded(db: Db, at: Date): Promise<number> {
  let count = 0n;
  for (const table of ending)
    count += (await db.deleteFrom(table).where("expires_at", "<=", at).executeTakeFirst()).numDeletedRows;
  const old = await db.deleteFrom("sessions").where("created_at", "<=", oldestStart(at)).executeTakeFirst();
  return Number(count + old.numDeletedRows);
}

/** True while a session lives. */
export async function isSessionLive(db: Db, tokenHash: Buffer, at: Date): Promise<boolean> {
  const found = await db
    .selectFrom("sessions")
    .select("id")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", at)
    .where("created_at", ">", oldestStart(at))
    .executeTakeFirst();
  return found !== undefined;
}
