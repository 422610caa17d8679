import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { Db, Tx } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import type { ApiEnv, Customer, House } from "../platform/http.ts";
import { refusals } from "./schema.ts";
import { deleteSessionsBeyond, insertSession, isSessionLive, seeSession } from "./session-sql.ts";
import { isCsrfTokenOf, isTokenShaped, newToken, tokenHash } from "./tokens.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A session ends after a day idle, a remembered one after 30 (decisions: Sign-in). */
const IDLE_MS = DAY_MS;
const IDLE_REMEMBERED_MS = 30 * DAY_MS;
/** That a session was used is written down at most so often. */
const TOUCH_EVERY_MS = 5 * 60 * 1000;

const USER_AGENT_MAX = 300;
/** Open sessions of one customer. */
const SESSIONS_MAX = 50;

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * The customer of a request, by its bearer token or, in a browser, by the `token` cookie; null for a guest and for a
 * token that is unknown or has ended. One SQL statement, and none without a token.
 * Refuses `csrf_failed` when a write is known by its cookie only and does not carry the session's csrf token.
 */
export async function customerOf(c: Context<ApiEnv>, house: House): Promise<Customer | null> {
  const authorization = c.req.header("authorization");
  const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  const token = authorization === undefined ? getCookie(c, "token") : bearer;
  if (token === undefined || !isTokenShaped(token)) return null;

  const sessionHash = tokenHash(token);
  const now = house.clock.now();
  const found = await seeSession(house.db, sessionHash, now, {
    before: new Date(now.getTime() - TOUCH_EVERY_MS),
    end: endOf(now, false),
    endRemembered: endOf(now, true),
  });
  if (!found) return null;
  const isWrite = !safeMethods.has(c.req.method);
  if (isWrite && bearer === undefined && !isCsrfTokenOf(sessionHash, c.req.header("csrf-token")))
    throw refuse(refusals, "csrf_failed", { logged: { customerId: found.id } });
  return { ...found, sessionHash };
}

/**
 * Opens a session for a verified password; beyond 50 of a customer, those not used for longest end.
 * @returns its token, or null when the password was replaced meanwhile.
 */
export async function openSession(
  db: Tx,
  who: { customerId: number; passwordHash: string; remember: boolean },
  { ip, userAgent, now }: { ip: string; userAgent: string; now: Date },
): Promise<string | null> {
  const token = newToken();
  const opened = await insertSession(db, {
    ...who,
    ip,
    userAgent: userAgent.slice(0, USER_AGENT_MAX),
    tokenHash: tokenHash(token),
    at: now,
    expiresAt: endOf(now, who.remember),
  });
  if (!opened) return null;
  await deleteSessionsBeyond(db, who.customerId, SESSIONS_MAX);
  return token;
}

/** Whether a session that was seen before still lives; looking does not prolong it. */
export async function hasSession(db: Db, sessionHash: Buffer, now: Date): Promise<boolean> {
  return isSessionLive(db, sessionHash, now);
}

function endOf(now: Date, remember: boolean): Date {
  return new Date(now.getTime() + (remember ? IDLE_REMEMBERED_MS : IDLE_MS));
}
