import { renderEmail } from "../../branding/email-layout.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { getStoreUrl } from "../../platform/i18n/store-url.ts";
import type { EmailTemplate } from "../../platform/mail/mailer.ts";
import { formatOrderNumber } from "../order-number.ts";
import { findNote } from "./note-sql.ts";

/** The email with a note for the customer; null if the note was deleted. */
export const noteEmail: EmailTemplate = async ({ db, config }, { params, locale, storeName }) => {
  const note = await findNote(db, Number(params["noteId"]));
  if (!note) return null;
  const number = formatOrderNumber(note.order_id);
  return renderEmail({
    locale,
    storeName,
    subject: formatMessage(locale, "email_order_note_subject", { number }),
    paragraphs: [note.text, formatMessage(locale, "email_order_note")],
    action: {
      name: formatMessage(locale, "order_open"),
      href: getStoreUrl(config, locale, `/profile/orders/${note.order_id}#messages`),
    },
  });
};
