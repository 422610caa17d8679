import { createHash } from "node:crypto";
import { z } from "zod";
import { type Db, withTransaction } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import type { House } from "../platform/http.ts";
import { layOutLetter, letterAddress } from "../platform/letter-layout.ts";
import type { Locale } from "../platform/locale.ts";
import { type LetterWriter, queueMail } from "../platform/mail.ts";
import { readSigned, signText } from "../platform/signing.ts";
import { text } from "../platform/texts.ts";
import { countAttempt } from "./attempts.ts";
import { isAgreed } from "./consent-sql.ts";
import { giveConsent, type LetterPurpose, unsubscribeToken } from "./consents.ts";
import type { Origin } from "./origin.ts";
import { refusals } from "./schema.ts";
import { findCredentials, markEmailVerified } from "./session-sql.ts";

const LINK_LIVES_MS = 7 * 24 * 60 * 60 * 1000;
const COOLDOWN_MS = 60 * 1000;
const PURPOSE = "newsletter.confirm";
const promise = z.object({ email: z.string(), at: z.number(), form: z.string() });

/**
 * Asks by letter whether the address is his who typed it in; until he says yes, nothing of it is kept but the letter.
 * The answer is the same for whoever gets the newsletter already. Refuses `too_many_requests`.
 */
export async function askForNewsletter(
  db: Db,
  { email, form }: { email: string; form: string },
  { ip, locale, now }: Origin,
): Promise<void> {
  await countAttempt(db, "newsletter_per_address", ip, now);
  await countAttempt(db, "newsletter_per_account", email, now);
  const whose = createHash("sha256").update(email).digest("base64url");
  await withTransaction(db, (db) =>
    queueMail(db, {
      recipient: email,
      locale,
      template: "newsletter_confirmation",
      params: { form },
      dedupKey: `newsletter_confirmation:${whose}:${Math.floor(now.getTime() / COOLDOWN_MS)}`,
    }),
  );
}

/**
 * The yes from the letter: the consent is written down, once, and welcomed. Whoever has an account confirms his address
 * with it. Refuses `link_broken` (not ours, or a week old), `too_many_requests`.
 */
export async function confirmNewsletter(db: Db, token: string, origin: Origin): Promise<void> {
  const { ip, locale, now } = origin;
  const signed = await readSigned(db, PURPOSE, token);
  const asked = signed === null ? null : promise.parse(JSON.parse(signed));
  if (!asked || now.getTime() - asked.at > LINK_LIVES_MS) {
    await countAttempt(db, "reset_link_per_address", ip, now);
    throw refuse(refusals, "link_broken");
  }
  const { email, form } = asked;
  await withTransaction(db, async (db) => {
    const customer = await findCredentials(db, email);
    if (customer) await markEmailVerified(db, customer.id, now, email);
    if (await isAgreed(db, email, "newsletter")) return;
    const id = await giveConsent(db, { id: customer?.id ?? null, email }, "newsletter", form, origin);
    await queueMail(db, {
      recipient: email,
      locale,
      template: "newsletter_welcome",
      dedupKey: `newsletter_welcome:${id}`,
    });
  });
}

const writeConfirmation: LetterWriter = async ({ db, clock, config }, { recipient, locale, params, shop }) => {
  if (await isAgreed(db, recipient, "newsletter")) return null;
  const asked = { email: recipient, at: clock.now().getTime(), form: z.string().parse(params["form"]) };
  const token = await signText(db, PURPOSE, JSON.stringify(asked));
  return layOutLetter({
    locale,
    shop,
    subject: text(locale, "letter_newsletter_subject"),
    paragraphs: [text(locale, "letter_newsletter_asked", { shop }), text(locale, "letter_newsletter_not_you")],
    action: {
      name: text(locale, "letter_newsletter_action"),
      href: letterAddress(config, locale, `/user/newsletter?token=${token}`),
    },
  });
};

const writeWelcome: LetterWriter = async (house, { recipient, locale, shop }) => {
  if (!(await isAgreed(house.db, recipient, "newsletter"))) return null;
  return layOutLetter({
    locale,
    shop,
    subject: text(locale, "letter_welcome_subject"),
    paragraphs: [text(locale, "letter_welcome_text")],
    action: { name: text(locale, "letter_to_shop"), href: letterAddress(house.config, locale, "/new-products") },
    unsubscribe: await unsubscribeLink(house, "newsletter", { recipient, locale }),
  });
};

/** For the foot of a letter that its reader may refuse for the future. */
export async function unsubscribeLink(
  { db, config }: Pick<House, "db" | "config">,
  purpose: LetterPurpose,
  { recipient, locale }: { recipient: string; locale: Locale },
): Promise<{ name: string; href: string }> {
  const token = await unsubscribeToken(db, purpose, recipient);
  return {
    name: text(locale, "letter_unsubscribe"),
    href: letterAddress(config, locale, `/user/unsubscribe?token=${token}`),
  };
}

export const newsletterLetters = {
  newsletter_confirmation: writeConfirmation,
  newsletter_welcome: writeWelcome,
} satisfies Record<string, LetterWriter>;
