import { z } from "zod";
import { getCurrency } from "../../money/service.ts";
import { formatMoney } from "../../money/format.ts";
import { renderEmail } from "../../branding/email-layout.ts";
import { getStoreUrl } from "../../platform/i18n/store-url.ts";
import type { EmailTemplate } from "../../platform/mail/mailer.ts";
import { formatStoreDate } from "../../platform/i18n/store-dates.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { findGiftCardDetails } from "./purchase-sql.ts";
import { getGiftCardState } from "../gift-card-state.ts";

/**
 * Renders the email to the recipient of a gift card, in the buyer's language. Returns null if the gift card can no
 * longer be used.
 */
const renderGiftCardEmail: EmailTemplate = async ({ db, config, clock }, { locale, params, storeName }) => {
  const { giftCardId } = z.object({ giftCardId: z.int() }).parse(params);
  const giftCard = await findGiftCardDetails(db, { giftCardId });
  if (!giftCard || getGiftCardState(giftCard, clock.now()) !== "usable") return null;
  const variables = {
    name: giftCard.recipient_name,
    sender: giftCard.sender_name || "none",
    sum: formatMoney(giftCard.price_minor, await getCurrency(db, giftCard.currency), locale),
    until: giftCard.expires_at ? formatStoreDate(giftCard.expires_at, locale, { includeYear: true }) : "none",
  };
  return renderEmail({
    locale,
    storeName,
    subject: formatMessage(locale, "gift_card_email_subject", { ...variables, shop: storeName }),
    paragraphs: [formatMessage(locale, "gift_card_email_text", variables)],
    action: {
      name: formatMessage(locale, "gift_card_email_open"),
      href: getStoreUrl(config, locale, `/certificates/${giftCard.key}`),
    },
    sections: [
      ...(giftCard.message === ""
        ? []
        : [
            { title: formatMessage(locale, "gift_card_email_message", variables), lines: giftCard.message.split("\n") },
          ]),
      {
        title: formatMessage(locale, "gift_card_email_code"),
        lines: [giftCard.code, formatMessage(locale, "gift_card_email_how", variables)],
      },
    ],
    links: [
      {
        name: formatMessage(locale, "gift_card_email_check_balance"),
        href: getStoreUrl(config, locale, "/certificates/balance"),
      },
      { name: formatMessage(locale, "gift_card_email_shop"), href: getStoreUrl(config, locale, "/") },
    ],
  });
};

export const emails = { gift_card: renderGiftCardEmail } satisfies Record<string, EmailTemplate>;
