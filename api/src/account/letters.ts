import { createHash } from "node:crypto";
import { type Db, withTransaction } from "../platform/db.ts";
import type { House } from "../platform/http.ts";
import type { Locale } from "../platform/locale.ts";
import { countAttempt } from "./attempts.ts";
import type { Origin } from "./service.ts";
import { findCredentials, insertReset } from "./session-sql.ts";
import { newToken, tokenHash } from "./tokens.ts";

const LINK_LIVES_MS = 60 * 60 * 1000;
/** Asking again within the cooldown brings no second letter (spec §9). */
const COOLDOWN_MS = 60 * 1000;

/**
 * Puts a letter with a reset link into the outbox, whether or not the email is a customer's: who it is, is looked up
 * when the letter is written, so the answer and its time are the same for everybody (decisions: Sign-in).
 * Refuses `too_many_requests`.
 */
export async function askForReset(db: Db, email: string, { ip, locale, now }: Origin): Promise<void> {
  await countAttempt(db, "reset_per_address", ip, now);
  await countAttempt(db, "reset_per_account", email, now);
  const whose = createHash("sha256").update(email).digest("base64url");
  await queueLetter(db, {
    recipient: email,
    locale,
    template: "password_reset",
    dedupKey: `password_reset:${whose}:${Math.floor(now.getTime() / COOLDOWN_MS)}`,
  });
}

/**
 * What the letter says, made as it is sent: the link's token is nowhere but in the letter.
 * Null where the email is nobody's: then nothing is sent.
 */
export async function writeResetLetter(
  { db, clock, config }: Pick<House, "db" | "clock" | "config">,
  { recipient, locale }: { recipient: string; locale: Locale },
): Promise<{ link: string } | null> {
  const at = clock.now();
  const customer = await findCredentials(db, recipient);
  if (!customer) return null;
  const token = newToken();
  await withTransaction(db, (db) =>
    insertReset(db, {
      tokenHash: tokenHash(token),
      customerId: customer.id,
      at,
      expiresAt: new Date(at.getTime() + LINK_LIVES_MS),
    }),
  );
  const prefix = config.localeStrategy === "no_prefix" || locale === "ru-RU" ? "" : `/${locale}`;
  return { link: `${config.publicUrl}${prefix}/change-password?token=${token}` };
}

async function queueLetter(
  db: Db,
  letter: { recipient: string; locale: Locale; template: string; dedupKey: string },
): Promise<void> {
  await db
    .insertInto("mails")
    .values({
      recipient: letter.recipient,
      locale: letter.locale,
      template: letter.template,
      params: "{}",
      dedup_key: letter.dedupKey,
    })
    .onConflict((on) => on.column("dedup_key").doNothing())
    .execute();
}
