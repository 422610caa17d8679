import { letterAddress, layOutLetter } from "../platform/letter-layout.ts";
import type { House } from "../platform/http.ts";
import type { LetterWriter } from "../platform/mail.ts";
import { text } from "../platform/texts.ts";
import { z } from "zod";
import { CHANGE_LIVES_MS } from "./email-links.ts";
import { findEmailChange, insertEmailLink, isEmailTaken, isEmailVerified } from "./email-sql.ts";
import { newToken, tokenHash } from "./tokens.ts";

const CONFIRMATION_LIVES_MS = 7 * 24 * 60 * 60 * 1000;

const confirmationParams = z.object({ customerId: z.int() });
const changeParams = z.object({ changeId: z.int(), side: z.enum(["old", "new"]) });

/** Asks whether the address is his who registered with it. Null where it is confirmed, or not his any more. */
const writeConfirmation: LetterWriter = async (house, { recipient, locale, params, shop }) => {
  const { customerId } = confirmationParams.parse(params);
  if (await isEmailVerified(house.db, customerId)) return null;
  const link = await makeLink(house, { customerId, email: recipient, changeId: null, livesMs: CONFIRMATION_LIVES_MS });
  if (link === null) return null;
  return layOutLetter({
    locale,
    shop,
    subject: text(locale, "letter_confirm_subject"),
    paragraphs: [text(locale, "letter_confirm_asked", { shop }), text(locale, "letter_confirm_lives")],
    action: {
      name: text(locale, "letter_confirm_action"),
      href: letterAddress(house.config, locale, `/confirm-email?token=${link}`),
    },
  });
};

/** Asks one of two addresses for its yes. Null where the change is off, or the new address is somebody's already. */
const writeChange: LetterWriter = async (house, { recipient, locale, params, shop }) => {
  const { changeId, side } = changeParams.parse(params);
  const { db, clock, config } = house;
  const change = await findEmailChange(db, changeId, clock.now());
  if (!change || (side === "new" && (await isEmailTaken(db, change.newEmail)))) return null;
  const { customerId } = change;
  const link = await makeLink(house, { customerId, email: recipient, changeId, livesMs: CHANGE_LIVES_MS });
  if (link === null) return null;
  return layOutLetter({
    locale,
    shop,
    subject: text(locale, "letter_change_subject", { shop }),
    paragraphs: [
      text(locale, `letter_change_asked_${side}`, { email: change.newEmail, shop }),
      text(locale, "letter_change_both"),
      text(locale, `letter_change_not_you_${side}`),
    ],
    action: {
      name: text(locale, "letter_change_action"),
      href: letterAddress(config, locale, `/confirm-email?token=${link}`),
    },
  });
};

/** Tells both addresses that the change has happened. */
const writeChanged: LetterWriter = async ({ config }, { locale, shop }) =>
  layOutLetter({
    locale,
    shop,
    subject: text(locale, "letter_changed_subject"),
    paragraphs: [text(locale, "letter_changed_text", { shop }), text(locale, "letter_not_you")],
    action: { name: text(locale, "letter_to_shop"), href: letterAddress(config, locale, "/") },
  });

async function makeLink(
  { db, clock }: House,
  { livesMs, ...link }: { customerId: number; email: string; changeId: number | null; livesMs: number },
): Promise<string | null> {
  const token = newToken();
  const at = clock.now();
  const expiresAt = new Date(at.getTime() + livesMs);
  return (await insertEmailLink(db, { ...link, tokenHash: tokenHash(token), at, expiresAt })) ? token : null;
}

export const emailLetters = {
  email_confirmation: writeConfirmation,
  email_change: writeChange,
  email_changed: writeChanged,
} satisfies Record<string, LetterWriter>;
