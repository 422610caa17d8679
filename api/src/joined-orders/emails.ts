import { renderEmail } from "../branding/email-layout.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import { getStoreUrl } from "../platform/i18n/store-url.ts";
import type { EmailTemplate } from "../platform/mail/mailer.ts";
import { buildJoinParams, type JoinEvent } from "./notifications.ts";
import { findJoinNotice } from "./sql.ts";

/** Returns an email template. Orders that are separated by the time of sending are not announced as joined. */
const createJoinEmail =
  (event: JoinEvent): EmailTemplate =>
  async ({ db, config }, { params, storeName }) => {
    const notice = await findJoinNotice(db, Number(params["joinId"]));
    if (!notice || (event === "joined" && notice.separated_at !== null)) return null;
    const { locale } = notice;
    const textParams = buildJoinParams(notice);
    return renderEmail({
      locale,
      storeName,
      subject: formatMessage(locale, `orders_${event}_title`, textParams),
      paragraphs: [
        formatMessage(locale, `orders_${event}_text`, textParams),
        formatMessage(locale, `orders_${event}_more`, textParams),
      ],
      action: {
        name: formatMessage(locale, "order_open"),
        href: getStoreUrl(config, locale, `/profile/orders/${notice.main_order_id}`),
      },
    });
  };

/** The email templates of this module, by name. */
export const emails = {
  orders_joined: createJoinEmail("joined"),
  orders_separated: createJoinEmail("separated"),
} satisfies Record<string, EmailTemplate>;
