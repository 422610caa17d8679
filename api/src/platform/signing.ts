import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Db } from "./db.ts";
import { freshWithin } from "./fresh.ts";

const KEY_BYTES = 32;
const FRESH_MS = 60 * 60 * 1000;

const shopKey = freshWithin(FRESH_MS, async (db) => {
  await db
    .insertInto("signing_keys")
    .values({ key: randomBytes(KEY_BYTES) })
    .onConflict((on) => on.column("is_only").doNothing())
    .execute();
  return (await db.selectFrom("signing_keys").select("key").executeTakeFirstOrThrow()).key;
});

/** A text that only this shop can have written, and only for this purpose: for links that need no row of their own. */
export async function signText(db: Db, purpose: string, text: string): Promise<string> {
  const mark = markOf(await shopKey.get(db), purpose, text);
  return `${Buffer.from(text).toString("base64url")}.${mark.toString("base64url")}`;
}

/** The text that was signed for this purpose; null for one that this shop did not sign, or for something else. */
export async function readSigned(db: Db, purpose: string, token: string): Promise<string | null> {
  const [, encoded = "", mark = ""] = /^([\w-]{1,2000})\.([\w-]{43})$/.exec(token) ?? [];
  const text = Buffer.from(encoded, "base64url").toString();
  const expected = markOf(await shopKey.get(db), purpose, text);
  const given = Buffer.from(mark, "base64url");
  return given.length === expected.length && timingSafeEqual(given, expected) ? text : null;
}

function markOf(key: Buffer, purpose: string, text: string): Buffer {
  return createHmac("sha256", key).update(`${purpose}\0${text}`).digest();
}
