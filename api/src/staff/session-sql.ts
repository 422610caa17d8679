import { sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";

export type SessionRow = {
  session_id: string;
  level: "password" | "full";
  step_up_until: Date | null;
  is_demo: boolean;
  staff_id: number;
  email: string;
  name: string;
  locale: "ru-RU" | "en-US";
  role_key: string;
  permissions: string[];
};

/**
 * Returns the open session of a token with its person and role, or null. The same statement updates the session's last
 * use, if that lies before `touchBefore`.
 */
export async function findAndTouchSession(
  db: Db,
  tokenHash: Buffer,
  { now, usedAfter, touchBefore }: { now: Date; usedAfter: Date; touchBefore: Date },
): Promise<SessionRow | null> {
  const { rows } = await sql<SessionRow>`
    with touched as (
      update staff_sessions set last_seen_at = ${now}
      where token_hash = ${tokenHash} and expires_at > ${now} and last_seen_at > ${usedAfter} and last_seen_at < ${touchBefore}
    )
    select s.id::text as session_id, s.level, s.step_up_until, s.is_demo, p.id as staff_id, p.email, p.name,
      p.locale, r.key as role_key, r.permissions
    from staff_sessions s join staff p on p.id = s.staff_id join roles r on r.id = p.role_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now} and s.last_seen_at > ${usedAfter} and p.status = 'active'`.execute(
    db,
  );
  return rows[0] ?? null;
}

export type NewSession = {
  token_hash: Buffer;
  staff_id: number;
  level: "password" | "full";
  step_up_until: Date | null;
  is_demo: boolean;
  ip: string;
  device: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
};

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db.insertInto("staff_sessions").values(session).execute();
}

/** Returns the encrypted key of a new authenticator that a session waits for; null if it waits for none. */
export async function findNewKey(db: Db, sessionId: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom("staff_sessions")
    .select("new_totp_key_encrypted")
    .where("id", "=", Number(sessionId))
    .executeTakeFirst();
  return row?.new_totp_key_encrypted ?? null;
}

/** Stores the key of a new authenticator, whose first code completes the sign-in. */
export async function setNewKey(db: Tx, sessionId: string, encryptedKey: Buffer): Promise<void> {
  await db
    .updateTable("staff_sessions")
    .set({ new_totp_key_encrypted: encryptedKey })
    .where("id", "=", Number(sessionId))
    .execute();
}

/** Gives a session the level `full` and another token, so that a token from before the sign-in is worth nothing. */
export async function completeSession(
  db: Tx,
  sessionId: string,
  session: { token_hash: Buffer; step_up_until: Date; expires_at: Date },
): Promise<void> {
  await db
    .updateTable("staff_sessions")
    .set({ ...session, level: "full", new_totp_key_encrypted: null })
    .where("id", "=", Number(sessionId))
    .execute();
}

export async function setStepUp(db: Tx, sessionId: string, until: Date): Promise<void> {
  await db.updateTable("staff_sessions").set({ step_up_until: until }).where("id", "=", Number(sessionId)).execute();
}

export async function deleteSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom("staff_sessions").where("id", "=", Number(sessionId)).execute();
}

/** Returns the sessions of a person that have not ended, the most recently used first. */
export async function listOpenSessions(db: Db, staffId: number, { now, usedAfter }: { now: Date; usedAfter: Date }) {
  return db
    .selectFrom("staff_sessions")
    .select(["id", "device", "ip", "created_at", "last_seen_at"])
    .where("staff_id", "=", staffId)
    .where("level", "=", "full")
    .where("expires_at", ">", now)
    .where("last_seen_at", ">", usedAfter)
    .orderBy("last_seen_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/**
 * Ends a session of a person.
 * @returns whether they had it
 */
export async function deleteOwnSession(db: Db, staffId: number, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("staff_sessions")
    .where("staff_id", "=", staffId)
    .where("id", "=", Number(sessionId))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends the sessions of a person, all or all but one. */
export async function deleteSessions(db: Db, staffId: number, exceptSessionId: string | null): Promise<void> {
  let sessions = db.deleteFrom("staff_sessions").where("staff_id", "=", staffId);
  if (exceptSessionId !== null) sessions = sessions.where("id", "<>", Number(exceptSessionId));
  await sessions.execute();
}
