import type { Context } from "hono";
import { generateToken, hashToken } from "../platform/crypto/tokens.ts";
import type { Db, Tx } from "../platform/db/database.ts";
import { getDeviceName } from "../platform/http/device-name.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import type { AdminEnv, StaffSession } from "./admin-endpoint.ts";
import { getRolePermissions } from "./permissions.ts";
import { getSessionToken } from "./session-cookie.ts";
import { completeSession, findAndTouchSession, insertSession, type NewSession } from "./session-sql.ts";

const MINUTE_MS = 60 * 1000;
/** A session ends after an hour without use, and 12 hours after the sign-in. */
const IDLE_MS = 60 * MINUTE_MS;
const LIFETIME_MS = 12 * 60 * MINUTE_MS;
/** Time between the password and the code. */
const PASSWORD_LIFETIME_MS = 10 * MINUTE_MS;
/** A code of the authenticator allows actions that require a recent one for this long. */
const STEP_UP_MS = 5 * MINUTE_MS;
/** The last use of a session is written at most this often. */
const TOUCH_INTERVAL_MS = MINUTE_MS;

/** The client of a sign-in. */
export type StaffClient = Readonly<{ ipAddress: string; userAgent: string; now: Date }>;

const addMs = (moment: Date, ms: number) => new Date(moment.getTime() + ms);

/** Returns the session of a request's cookie; null without one or if it has ended. Takes one SQL statement. */
export async function authenticate(c: Context<AdminEnv>, app: AppContext): Promise<StaffSession | null> {
  const token = getSessionToken(c, app.config);
  if (token === null) return null;
  const now = app.clock.now();
  return findSession(app.db, token, { now, touchBefore: addMs(now, -TOUCH_INTERVAL_MS) });
}

/** Returns the complete session of a token, without counting as a use; null if it has ended. */
export async function findOpenSession({ db, clock }: AppContext, token: string): Promise<StaffSession | null> {
  const session = await findSession(db, token, { now: clock.now(), touchBefore: new Date(0) });
  return session?.level === "full" ? session : null;
}

async function findSession(
  db: Db,
  token: string,
  { now, touchBefore }: { now: Date; touchBefore: Date },
): Promise<StaffSession | null> {
  const row = await findAndTouchSession(db, hashToken(token), { now, usedAfter: getOldestUse(now), touchBefore });
  if (!row) return null;
  const { staff_id: id, email, name, locale, role_key: roleKey } = row;
  return {
    staff: { id, email, name, locale, roleKey },
    permissions: getRolePermissions({ key: roleKey, permissions: row.permissions }),
    sessionId: row.session_id,
    level: row.level,
    stepUpUntil: row.step_up_until,
    isDemo: row.is_demo,
  };
}

/**
 * Opens a session after the password was verified; the code of the authenticator completes it.
 * @returns its token
 */
export async function openPasswordSession(db: Db, staffId: number, client: StaffClient): Promise<string> {
  return openSession(db, staffId, client, {
    level: "password",
    is_demo: false,
    step_up_until: null,
    expires_at: addMs(client.now, PASSWORD_LIFETIME_MS),
  });
}

/**
 * Opens a complete session, for a person who has just proved both factors.
 * @param isDemo whether the link of a demonstration opens it
 * @returns its token
 */
export async function openFullSession(
  db: Db,
  staffId: number,
  client: StaffClient,
  isDemo: boolean = false,
): Promise<string> {
  return openSession(db, staffId, client, {
    level: "full",
    is_demo: isDemo,
    step_up_until: getStepUpEnd(client.now),
    expires_at: addMs(client.now, LIFETIME_MS),
  });
}

async function openSession(
  db: Db,
  staffId: number,
  { ipAddress, userAgent, now }: StaffClient,
  session: Pick<NewSession, "level" | "is_demo" | "step_up_until" | "expires_at">,
): Promise<string> {
  const token = generateToken();
  await insertSession(db, {
    ...session,
    token_hash: hashToken(token),
    staff_id: staffId,
    ip: ipAddress,
    device: getDeviceName(userAgent),
    created_at: now,
    last_seen_at: now,
  });
  return token;
}

/**
 * Completes the sign-in of a session that has the password only.
 * @returns its new token
 */
export async function completeSignIn(db: Tx, session: StaffSession, now: Date): Promise<string> {
  const token = generateToken();
  await completeSession(db, session.sessionId, {
    token_hash: hashToken(token),
    step_up_until: getStepUpEnd(now),
    // Counted from the password, at most ten minutes ago; the database allows 12 hours from there.
    expires_at: addMs(now, LIFETIME_MS - PASSWORD_LIFETIME_MS),
  });
  return token;
}

/** Returns the moment since which a session must have been used to be open. */
export function getOldestUse(now: Date): Date {
  return addMs(now, -IDLE_MS);
}

/** Returns until when a code that was entered now allows actions that require a recent one. */
export function getStepUpEnd(now: Date): Date {
  return addMs(now, STEP_UP_MS);
}
