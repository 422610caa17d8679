import type { Currency } from "../money/currency.ts";
import { formatMoney } from "../money/format.ts";
import type { LetterPart, LetterRow } from "../platform/letter-layout.ts";
import type { Locale } from "../platform/locale.ts";
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

/** The sums of an order, line by line, as its page shows them: they add up to the total. */
export function sumsPart(order: OrderRow, currency: Currency): LetterPart {
  const { locale } = order;
  const amount = (minor: number) => formatMoney(minor, currency, locale);
  const less = (key: string, minor: number): LetterRow[] =>
    minor === 0 ? [] : [{ name: text(locale, key), value: `\u2212${amount(minor)}` }];
  return {
    title: text(locale, "letter_sums"),
    rows: [
      { name: text(locale, "letter_goods"), value: amount(order.products_minor) },
      ...less("letter_discount", order.discount_minor),
      ...less("letter_bonus", order.bonus_minor),
      ...less("letter_certificate", order.certificate_minor),
      { name: text(locale, "letter_delivery"), value: amount(order.delivery_minor) },
      { name: text(locale, "letter_total"), value: amount(order.total_minor), strong: true },
      ...(order.customs_tax_minor > 0
        ? [{ name: text(locale, "letter_duty"), value: `≈\u00a0${amount(order.customs_tax_minor)}` }]
        : []),
    ],
  };
}

/** How it goes, where to, and to whom. */
export function deliveryPart({ locale, shipping_name, pickup_point, address }: OrderRow): LetterPart {
  const country = locale === "ru-RU" ? address.country_name_ru : address.country_name_en;
  const place = pickup_point
    ? [pickup_point.name, `${pickup_point.city}, ${pickup_point.address}`, pickup_point.work_time]
    : [`${address.city}, ${address.address}`, [address.postcode, address.state, country].filter(Boolean).join(", ")];
  const person = [address.first_name, address.middle_name, address.last_name].filter(Boolean).join(" ");
  return {
    title: text(locale, "letter_receipt"),
    lines: [shipping_name, ...place.filter(Boolean), person, address.phone_mobile],
  };
}
