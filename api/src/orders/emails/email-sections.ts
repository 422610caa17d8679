import { getFormatters } from "../../../../design-system/i18n/format.ts";
import type { Currency } from "../../money/currency.ts";
import { formatMoney } from "../../money/format.ts";
import type { EmailSection, EmailRow } from "../../branding/email-layout.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { PurchasedGiftCardRow } from "../../gift-cards/purchases/purchases.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { formatDestination, formatRecipientName } from "../order-address.ts";
import type { OrderLineRow, OrderRow } from "../sql.ts";

/**
 * Builds the section of the ordered items, with the names and prices at the time of the order.
 * @param getUrl returns the absolute URL of a product page, given its slug.
 */
export function buildItemsSection(
  lines: readonly OrderLineRow[],
  currency: Currency,
  locale: Locale,
  getUrl: (slug: string) => string,
): EmailSection {
  const rows = lines.map((line) => {
    const amount = line.is_gift
      ? formatMessage(locale, "email_gift")
      : `${line.qty} × ${formatMoney(line.price_minor, currency, locale)}`;
    return {
      name: line.name,
      note: [line.option_name, amount].filter(Boolean).join(", "),
      value: formatMoney(line.total_minor, currency, locale),
      ...(line.link_rewrite === null ? {} : { href: getUrl(line.link_rewrite) }),
    };
  });
  return { title: formatMessage(locale, "email_items"), rows };
}

/**
 * Builds the section of the gift cards bought with the order. Once a gift card is issued, its row shows the code and
 * links to its printable page.
 * @param getUrl returns the absolute URL of a path.
 */
export function buildGiftCardsSection(
  giftCards: readonly PurchasedGiftCardRow[],
  currency: Currency,
  locale: Locale,
  getUrl: (path: string) => string,
): EmailSection {
  const rows = giftCards.map(({ recipient_name, recipient_email, price_minor, certificate: giftCard, key }) => ({
    name: `${recipient_name}, ${recipient_email}`,
    value: formatMoney(price_minor, currency, locale),
    ...(giftCard === null || giftCard.voided_minor === giftCard.amount_minor
      ? {}
      : { note: giftCard.code, href: getUrl(`/certificates/${key}`) }),
  }));
  return { title: formatMessage(locale, "email_gift_cards"), rows };
}

/** Builds the section of the order's amounts. The rows add up to the total, as on the order page. */
export function buildTotalsSection(order: OrderRow, currency: Currency): EmailSection {
  const { locale } = order;
  const formatAmount = (minor: number) => formatMoney(minor, currency, locale);
  const buildAddition = (key: string, minor: number): EmailRow[] =>
    minor === 0 ? [] : [{ name: formatMessage(locale, key), value: formatAmount(minor) }];
  const buildDeduction = (key: string, minor: number): EmailRow[] =>
    minor === 0 ? [] : [{ name: formatMessage(locale, key), value: `\u2212${formatAmount(minor)}` }];
  return {
    title: formatMessage(locale, "email_totals"),
    rows: [
      ...buildAddition("email_items", order.products_minor),
      ...buildAddition("email_gift_cards", order.purchased_gift_cards_minor),
      ...buildDeduction("email_discount", order.discount_minor),
      ...buildDeduction("email_loyalty_points", order.loyalty_minor),
      ...buildDeduction("email_gift_card", order.gift_card_minor),
      ...(order.address
        ? [{ name: formatMessage(locale, "email_delivery"), value: formatAmount(order.delivery_minor) }]
        : []),
      { name: formatMessage(locale, "email_total"), value: formatAmount(order.total_minor), strong: true },
      ...(order.customs_tax_minor > 0
        ? [{ name: formatMessage(locale, "email_duty"), value: `≈\u00a0${formatAmount(order.customs_tax_minor)}` }]
        : []),
    ],
  };
}

/** Builds the section of the promised days, shipping method, destination and recipient; empty if nothing is shipped. */
export function buildDeliverySections(order: OrderRow): EmailSection[] {
  const { locale, shipping_name, pickup_point, address, promised_from, promised_until } = order;
  if (!address) return [];
  const expected =
    promised_from !== null && promised_until !== null && getFormatters(locale).days(promised_from, promised_until);
  const destination = pickup_point
    ? [pickup_point.name, `${pickup_point.city}, ${pickup_point.address}`, pickup_point.work_time]
    : formatDestination(address, locale);
  return [
    {
      title: formatMessage(locale, "email_delivery_details"),
      lines: [
        ...(expected ? [formatMessage(locale, "email_expected", { days: expected })] : []),
        ...[shipping_name, ...destination.filter(Boolean), formatRecipientName(address), address.phone_mobile],
      ],
    },
  ];
}
