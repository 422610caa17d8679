import type { Currency } from "../money/currency.ts";
import { formatMoney } from "../money/format.ts";
import type { LetterPart, LetterRow } from "../platform/letter-layout.ts";
import type { Locale } from "../platform/locale.ts";
import type { BoughtCertificate } from "../promotions/bought.ts";
import { text } from "../platform/texts.ts";
import type { OrderLineRow, OrderRow } from "./sql.ts";

/** What was ordered, at the names and prices of then. @param linkTo a product's page by its slug. */
export function goodsPart(
  lines: readonly OrderLineRow[],
  currency: Currency,
  locale: Locale,
  linkTo: (slug: string) => string,
): LetterPart {
  const rows = lines.map((line) => {
    const amount = line.is_present
      ? text(locale, "letter_present")
      : `${line.qty} × ${formatMoney(line.price_minor, currency, locale)}`;
    return {
      name: line.name,
      note: [line.option_name, amount].filter(Boolean).join(", "),
      value: formatMoney(line.total_minor, currency, locale),
      ...(line.link_rewrite === null ? {} : { href: linkTo(line.link_rewrite) }),
    };
  });
  return { title: text(locale, "letter_goods"), rows };
}

/**
 * The gift certificates that were bought, each with its code and its page to print once it is made.
 * @param linkTo the whole address of a path
 */
export function certificatesPart(
  bought: readonly BoughtCertificate[],
  currency: Currency,
  locale: Locale,
  linkTo: (path: string) => string,
): LetterPart {
  const rows = bought.map(({ recipient_name, recipient_email, price_minor, certificate, key }) => ({
    name: `${recipient_name}, ${recipient_email}`,
    value: formatMoney(price_minor, currency, locale),
    ...(certificate === null || certificate.voided_minor === certificate.amount_minor
      ? {}
      : { note: certificate.code, href: linkTo(`/certificates/${key}`) }),
  }));
  return { title: text(locale, "letter_certificates"), rows };
}

/** The sums of an order, line by line, as its page shows them: they add up to the total. */
export function sumsPart(order: OrderRow, currency: Currency): LetterPart {
  const { locale } = order;
  const amount = (minor: number) => formatMoney(minor, currency, locale);
  const more = (key: string, minor: number): LetterRow[] =>
    minor === 0 ? [] : [{ name: text(locale, key), value: amount(minor) }];
  const less = (key: string, minor: number): LetterRow[] =>
    minor === 0 ? [] : [{ name: text(locale, key), value: `\u2212${amount(minor)}` }];
  return {
    title: text(locale, "letter_sums"),
    rows: [
      ...more("letter_goods", order.products_minor),
      ...more("letter_certificates", order.certificates_minor),
      ...less("letter_discount", order.discount_minor),
      ...less("letter_bonus", order.bonus_minor),
      ...less("letter_certificate", order.certificate_minor),
      ...(order.address ? [{ name: text(locale, "letter_delivery"), value: amount(order.delivery_minor) }] : []),
      { name: text(locale, "letter_total"), value: amount(order.total_minor), strong: true },
      ...(order.customs_tax_minor > 0
        ? [{ name: text(locale, "letter_duty"), value: `≈\u00a0${amount(order.customs_tax_minor)}` }]
        : []),
    ],
  };
}

/** How it goes, where to, and to whom; none where nothing is sent. */
export function deliveryParts({ locale, shipping_name, pickup_point, address }: OrderRow): LetterPart[] {
  if (!address) return [];
  const country = locale === "ru-RU" ? address.country_name_ru : address.country_name_en;
  const place = pickup_point
    ? [pickup_point.name, `${pickup_point.city}, ${pickup_point.address}`, pickup_point.work_time]
    : [`${address.city}, ${address.address}`, [address.postcode, address.state, country].filter(Boolean).join(", ")];
  const person = [address.first_name, address.middle_name, address.last_name].filter(Boolean).join(" ");
  return [
    {
      title: text(locale, "letter_receipt"),
      lines: [shipping_name, ...place.filter(Boolean), person, address.phone_mobile],
    },
  ];
}
