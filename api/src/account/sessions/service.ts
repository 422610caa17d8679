import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { Db, Tx } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { ApiEnv, Customer, AppContext } from "../../platform/http/endpoint.ts";
import { refusals } from "../schema.ts";
import { deleteOldestSessions, insertSession, isSessionActive, findAndTouchSession } from "./sql.ts";
import { isWellFormedToken, generateToken, hashToken } from "../../platform/crypto/tokens.ts";
import { isValidCsrfToken } from "../csrf-token.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A session ends after a day without use, a remembered one after 30 days (docs/domain/accounts.md). */
const IDLE_MS = DAY_MS;
const IDLE_REMEMBERED_MS = 30 * DAY_MS;
/** The last use of a session is written at most this often. */
const TOUCH_INTERVAL_MS = 5 * 60 * 1000;

/** In characters; the rest of a longer user agent is not stored. */
const MAX_USER_AGENT_LENGTH = 300;
/** Maximum number of open sessions of one customer. */
const MAX_SESSIONS = 50;

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Returns the customer of a request, identified by the bearer token or, in a browser, by the `token` cookie; null for a
 * guest and for an unknown or expired token. Takes one SQL statement, and none without a token. Refuses `csrf_failed`
 * if a write request has only the cookie and does not send the CSRF token of the session.
 */
export async function authenticate(c: Context<ApiEnv>, app: AppContext): Promise<Customer | null> {
  const authorization = c.req.header("authorization");
  const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  const token = authorization === undefined ? getCookie(c, "token") : bearer;
  if (token === undefined || !isWellFormedToken(token)) return null;

  const sessionHash = hashToken(token);
  const now = app.clock.now();
  const customer = await findAndTouchSession(app.db, sessionHash, now, {
    lastSeenBefore: new Date(now.getTime() - TOUCH_INTERVAL_MS),
    expiresAt: getSessionExpiry(now, false),
    rememberedExpiresAt: getSessionExpiry(now, true),
  });
  if (!customer) return null;
  const isWriteRequest = !safeMethods.has(c.req.method);
  if (isWriteRequest && bearer === undefined && !isValidCsrfToken(sessionHash, c.req.header("csrf-token")))
    throw refuse(refusals, "csrf_failed", { securityLog: { customerId: customer.id } });
  return { ...customer, sessionHash };
}

/**
 * Opens a session after a sign-in was verified. Above 50 sessions of a customer, the least recently used ones end.
 * @returns its token, or null if the password has been replaced meanwhile.
 */
export async function openSession(
  db: Tx,
  verified: { customerId: number; passwordHash: string | null; remember: boolean },
  { ip, userAgent, now }: { ip: string; userAgent: string; now: Date },
): Promise<string | null> {
  const token = generateToken();
  const isOpened = await insertSession(db, {
    ...verified,
    ip,
    userAgent: userAgent.slice(0, MAX_USER_AGENT_LENGTH),
    tokenHash: hashToken(token),
    createdAt: now,
    expiresAt: getSessionExpiry(now, verified.remember),
  });
  if (!isOpened) return null;
  await deleteOldestSessions(db, verified.customerId, MAX_SESSIONS);
  return token;
}

/** Whether a session is still active; the check does not extend it. */
export async function hasActiveSession(db: Db, sessionHash: Buffer, now: Date): Promise<boolean> {
  return isSessionActive(db, sessionHash, now);
}

function getSessionExpiry(now: Date, remember: boolean): Date {
  return new Date(now.getTime() + (remember ? IDLE_REMEMBERED_MS : IDLE_MS));
}
