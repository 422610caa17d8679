import { renderEmail } from "../branding/email-layout.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import { getStoreUrl } from "../platform/i18n/store-url.ts";
import type { EmailTemplate } from "../platform/mail/mailer.ts";
import { buildTextParams, type EditNotification, getEditPath } from "./notifications.ts";
import { findNotifiedEdit } from "./sql.ts";

/** Returns an email template. A payment link that has ended by the time of sending is not sent. */
const createEditEmail =
  (event: EditNotification): EmailTemplate =>
  async ({ db, config }, { params, storeName }) => {
    const edit = await findNotifiedEdit(db, Number(params["editId"]));
    if (!edit || (event === "requested" && edit.status !== "awaiting_payment")) return null;
    const { locale } = edit;
    const textParams = buildTextParams(edit);
    return renderEmail({
      locale,
      storeName,
      subject: formatMessage(locale, `order_edit_notification_${event}_title`, textParams),
      paragraphs: [
        formatMessage(locale, `order_edit_notification_${event}_text`, textParams),
        formatMessage(locale, `order_edit_notification_${event}_more`, textParams),
      ],
      action: {
        name: formatMessage(locale, event === "requested" ? "order_edit_pay" : "order_open"),
        href: getStoreUrl(config, locale, getEditPath(edit, event)),
      },
    });
  };

/** The email templates of this module, by name. */
export const emails = {
  order_edit_requested: createEditEmail("requested"),
  order_edit_applied: createEditEmail("applied"),
} satisfies Record<string, EmailTemplate>;
