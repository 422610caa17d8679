import { formatMessage } from "../../platform/i18n/messages.ts";
import { getStoreUrl } from "../../platform/i18n/store-url.ts";
import type { EmailTemplate } from "../../platform/mail/mailer.ts";
import type { OptionalEmailKind } from "./schema.ts";
import { canSendEmail } from "./service.ts";
import { createUnsubscribeToken } from "./unsubscribe.ts";

/**
 * Makes the emails of a template optional: when one is about to be sent, it is dropped if the recipient does not want
 * its kind (or, if it needs one, has given no consent), and otherwise gets the link and the header to unsubscribe from
 * the kind.
 */
export function optionalEmail(kind: OptionalEmailKind, template: EmailTemplate): EmailTemplate {
  return async (app, queuedEmail) => {
    const { recipient, locale } = queuedEmail;
    if (!(await canSendEmail(app.db, kind, recipient))) return null;
    const token = await createUnsubscribeToken(app.db, kind, recipient);
    return template(app, {
      ...queuedEmail,
      unsubscribe: {
        name: formatMessage(locale, "email_unsubscribe"),
        href: getStoreUrl(app.config, locale, `/user/unsubscribe?token=${token}`),
      },
    });
  };
}
