import { renderEmail } from "../../branding/email-layout.ts";
import { getStoreUrl } from "../../platform/i18n/store-url.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import type { EmailTemplate } from "../../platform/mail/mailer.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { z } from "zod";
import { EMAIL_CHANGE_LIFETIME_MS } from "./service.ts";
import { findEmailChange, insertEmailLink, isEmailTaken, isEmailVerified } from "./sql.ts";
import { generateToken, hashToken } from "../../platform/crypto/tokens.ts";

const CONFIRMATION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

const confirmationParams = z.object({ customerId: z.int() });
const changeParams = z.object({ changeId: z.int(), side: z.enum(["old", "new"]) });

/**
 * Email that asks the customer to confirm the address they registered with. Null if it is already confirmed or no
 * longer theirs.
 */
const renderConfirmationEmail: EmailTemplate = async (app, { recipient, locale, params, storeName }) => {
  const { customerId } = confirmationParams.parse(params);
  if (await isEmailVerified(app.db, customerId)) return null;
  const token = await createEmailLink(app, {
    customerId,
    email: recipient,
    changeId: null,
    lifetimeMs: CONFIRMATION_LIFETIME_MS,
  });
  if (token === null) return null;
  return renderEmail({
    locale,
    storeName,
    subject: formatMessage(locale, "email_confirmation_subject"),
    paragraphs: [
      formatMessage(locale, "email_confirmation_requested", { shop: storeName }),
      formatMessage(locale, "email_confirmation_validity"),
    ],
    action: {
      name: formatMessage(locale, "email_confirmation_action"),
      href: getStoreUrl(app.config, locale, `/confirm-email?token=${token}`),
    },
  });
};

/**
 * Email that asks the old or the new address to confirm the change. Null if the change was canceled or the new address
 * is taken.
 */
const renderEmailChangeRequest: EmailTemplate = async (app, { recipient, locale, params, storeName }) => {
  const { changeId, side } = changeParams.parse(params);
  const { db, clock, config } = app;
  const change = await findEmailChange(db, changeId, clock.now());
  if (!change || (side === "new" && (await isEmailTaken(db, change.newEmail)))) return null;
  const { customerId } = change;
  const token = await createEmailLink(app, {
    customerId,
    email: recipient,
    changeId,
    lifetimeMs: EMAIL_CHANGE_LIFETIME_MS,
  });
  if (token === null) return null;
  return renderEmail({
    locale,
    storeName,
    subject: formatMessage(locale, "email_address_change_subject", { shop: storeName }),
    paragraphs: [
      formatMessage(locale, `email_address_change_requested_${side}`, { email: change.newEmail, shop: storeName }),
      formatMessage(locale, "email_address_change_both"),
      formatMessage(locale, `email_address_change_not_you_${side}`),
    ],
    action: {
      name: formatMessage(locale, "email_address_change_action"),
      href: getStoreUrl(config, locale, `/confirm-email?token=${token}`),
    },
  });
};

/** Email that tells both addresses that the change is done. */
const renderEmailChanged: EmailTemplate = async ({ config }, { locale, storeName }) =>
  renderEmail({
    locale,
    storeName,
    subject: formatMessage(locale, "email_address_changed_subject"),
    paragraphs: [
      formatMessage(locale, "email_address_changed_text", { shop: storeName }),
      formatMessage(locale, "email_not_you"),
    ],
    action: { name: formatMessage(locale, "email_to_shop"), href: getStoreUrl(config, locale, "/") },
  });

async function createEmailLink(
  { db, clock }: AppContext,
  { lifetimeMs, ...linkData }: { customerId: number; email: string; changeId: number | null; lifetimeMs: number },
): Promise<string | null> {
  const token = generateToken();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  return (await insertEmailLink(db, { ...linkData, tokenHash: hashToken(token), createdAt: now, expiresAt }))
    ? token
    : null;
}

export const confirmationEmails = {
  email_confirmation: renderConfirmationEmail,
  email_change: renderEmailChangeRequest,
  email_changed: renderEmailChanged,
} satisfies Record<string, EmailTemplate>;
