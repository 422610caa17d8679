import { z } from "zod";
import { renderEmail } from "../../branding/email-layout.ts";
import { decrypt, OTHER_SECRET } from "../../platform/crypto/encryption.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import type { EmailTemplate } from "../../platform/mail/mailer.ts";
import { getCodePurpose } from "./code-request.ts";
import { findLoginCode } from "./sql.ts";

const codeParams = z.object({ tokenHash: z.string() });

/**
 * Email with the code of a sign-in. Null if the code has been used or has expired.
 * @throws Error if another process has encrypted the code with another SHOP_SECRET
 */
const renderLoginCodeEmail: EmailTemplate = async ({ db, clock, config }, { locale, params, storeName }) => {
  const { tokenHash } = codeParams.parse(params);
  const encrypted = await findLoginCode(db, Buffer.from(tokenHash, "base64url"), clock.now());
  if (!encrypted) return null;
  const code = decrypt(config, getCodePurpose(tokenHash), encrypted)?.toString();
  if (!code) throw new Error(OTHER_SECRET);
  return renderEmail({
    locale,
    storeName,
    subject: formatMessage(locale, "email_code_subject", { code, shop: storeName }),
    paragraphs: [
      formatMessage(locale, "email_code_text", { code, shop: storeName }),
      formatMessage(locale, "email_code_validity"),
      formatMessage(locale, "email_code_not_you"),
    ],
  });
};

export const loginCodeEmails = { login_code: renderLoginCodeEmail } satisfies Record<string, EmailTemplate>;
