import { optionalEmail } from "../../account/message-preferences/optional-email.ts";
import { renderEmail } from "../../branding/email-layout.ts";
import type { EmailTemplate } from "../../platform/mail/mailer.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { pendingAlertKinds } from "../schema.ts";

const renderAlertEmail: EmailTemplate = async ({ config }, { locale, params, storeName, unsubscribe }) => {
  const kind = pendingAlertKinds.find((alertKind) => alertKind === params["kind"]);
  if (!kind) throw new Error(`unknown alert kind ${String(params["kind"])}`);
  return renderEmail({
    locale,
    storeName,
    subject: formatMessage(locale, `alert_${kind}_title`),
    paragraphs: [
      formatMessage(locale, `alert_${kind}_text`, { name: String(params["name"]) }),
      formatMessage(locale, kind === "refill" ? "alert_refill_reason" : "alert_email_reason"),
    ],
    action: { name: formatMessage(locale, "alert_open"), href: config.publicUrl + String(params["path"]) },
    unsubscribe,
  });
};

/** The email templates of alerts. */
export const emails = { product_alert: optionalEmail("products", renderAlertEmail) } satisfies Record<
  string,
  EmailTemplate
>;
