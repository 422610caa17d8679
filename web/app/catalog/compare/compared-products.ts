import { readCookie, serializeCookie } from "../../http/cookies.ts";

/** How many products are compared at most. */
export const MAX_COMPARED = 4;
const COOKIE = "compare";
const COOKIE_SECONDS = 30 * 24 * 3600;
const MAX_ID = 2_147_483_647;

/** Parses product ids, in their order and without duplicates; invalid ones and more than four are ignored. */
export function parseComparedIds(value: string | null): number[] {
  const ids = (value ?? "").split(/[,.]/).flatMap((part) => (/^[1-9]\d{0,9}$/.test(part) ? [Number(part)] : []));
  return [...new Set(ids.filter((id) => id <= MAX_ID))].slice(0, MAX_COMPARED);
}

/** Builds the path of the page that compares products, without the locale prefix. The choice is its URL. */
export function buildComparePath(ids: readonly number[], { showAll = false, isFull = false } = {}): string {
  const query = [
    ...(ids.length > 0 ? [`ids=${ids.join(",")}`] : []),
    ...(showAll ? ["rows=all"] : []),
    ...(isFull ? ["full=1"] : []),
  ];
  return `/compare${query.length > 0 ? `?${query.join("&")}` : ""}`;
}

/** Returns the ids of the products that this browser compares. */
export function readComparedIds(cookieHeader: string | null): number[] {
  return parseComparedIds(readCookie(cookieHeader, COOKIE));
}

/** Serializes the cookie with the ids; without ids it is deleted. */
export function serializeComparedIds(ids: readonly number[], secure: boolean): string {
  const maxAge = ids.length > 0 ? COOKIE_SECONDS : 0;
  return serializeCookie(COOKIE, ids.join("."), { httpOnly: true, secure, maxAge });
}
