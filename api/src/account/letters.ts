import { createHash } from "node:crypto";
import { type Db, withTransaction } from "../platform/db.ts";
import { layOutLetter, letterAddress } from "../platform/letter-layout.ts";
import { networkOf } from "../platform/limits.ts";
import { type LetterWriter, queueMail } from "../platform/mail.ts";
import { text } from "../platform/texts.ts";
import { countAttempt, isWithinLimit } from "./attempts.ts";
import { deviceLetters } from "./new-device.ts";
import { emailLetters } from "./email-letters.ts";
import { newsletterLetters } from "./newsletter.ts";
import type { Origin } from "./origin.ts";
import { secondFactorLetters } from "./second-factor-letters.ts";
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
  await countAttempt(db, "reset_per_account_and_network", `${email} ${networkOf(ip)}`, now);
  // Beyond this, a link of the last hour is in the customer's mailbox and still works.
  if (!(await isWithinLimit(db, "reset_letters_per_account", email, now))) return;
  const whose = createHash("sha256").update(email).digest("base64url");
  await withTransaction(db, (db) =>
    queueMail(db, {
      recipient: email,
      locale,
      template: "password_reset",
      dedupKey: `password_reset:${whose}:${Math.floor(now.getTime() / COOLDOWN_MS)}`,
    }),
  );
}

/**
 * The letter with a reset link, made as it is sent: the link's token is nowhere but in it.
 * Null where the email is nobody's.
 */
const writeResetLetter: LetterWriter = async ({ db, clock, config }, { recipient, locale }) => {
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
  return layOutLetter({
    locale,
    subject: text(locale, "letter_reset_subject"),
    paragraphs: [text(locale, "letter_reset_asked"), text(locale, "letter_reset_lives")],
    action: {
      name: text(locale, "letter_reset_action"),
      href: letterAddress(config, locale, `/change-password?token=${token}`),
    },
  });
};

/** Tells that the password is another one now; whoever did not set it learns what to do. */
const writePasswordChanged: LetterWriter = async ({ config }, { locale }) =>
  layOutLetter({
    locale,
    subject: text(locale, "letter_password_subject"),
    paragraphs: [text(locale, "letter_password_text"), text(locale, "letter_not_you")],
    action: { name: text(locale, "letter_to_shop"), href: letterAddress(config, locale, "/") },
  });

/** The letters of this room, by template. */
export const letters = {
  ...emailLetters,
  ...newsletterLetters,
  ...secondFactorLetters,
  ...deviceLetters,
  password_reset: writeResetLetter,
  password_changed: writePasswordChanged,
} satisfies Record<string, LetterWriter>;
