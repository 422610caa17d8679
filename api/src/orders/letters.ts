import { currencyByCode } from "../money/service.ts";
import type { Config } from "../platform/config.ts";
import { letterAddress, type LetterPart, layOutLetter } from "../platform/letter-layout.ts";
import type { LetterWriter } from "../platform/mail.ts";
import { moscowTime } from "../platform/moscow-time.ts";
import { text } from "../platform/texts.ts";
import { type LetterEvent, letterEvents } from "./events.ts";
import { boughtInOrder } from "../promotions/bought.ts";
import { certificatesPart, deliveryParts, goodsPart, sumsPart } from "./letter-parts.ts";
import { orderNumber } from "./order-number.ts";
import { findOrder, type OrderRow } from "./sql.ts";
import { trackingUrl } from "./tracking.ts";

/**
 * Writes the letter of an event from the order itself: in its language, its currency and at its prices, whatever the
 * shop's are by now and whoever set it off. Null where the order is gone.
 */
const writerOf =
  (event: LetterEvent): LetterWriter =>
  async ({ db, config }, { params, shop }) => {
    const order = await findOrder(db, Number(params["orderId"]));
    // An order that costs nothing is paid as it is placed: one letter says both.
    if (!order || (event === "awaiting_payment" && order.total_minor === 0)) return null;
    const [currency, bought] = await Promise.all([
      currencyByCode(db, order.currency),
      order.certificates_minor > 0 && event !== "delivered" ? boughtInOrder(db, order.id) : [],
    ]);
    const { locale, lines } = order;
    const linkTo = (path: string) => letterAddress(config, locale, path);
    const about = { number: orderNumber(order.id), tracking: order.tracking_number ?? "none" };
    const own = { name: text(locale, "order_open"), href: linkTo(`/profile/orders/${order.id}`) };
    const action = actionOf(event, order, config);
    const parts: LetterPart[] = [
      ...(lines.length > 0
        ? [goodsPart(lines, currency, locale, (slug) => linkTo(`/${slug}${event === "delivered" ? "#reviews" : ""}`))]
        : []),
      ...(bought.length > 0 ? [certificatesPart(bought, currency, locale, linkTo)] : []),
      ...(event === "delivered" ? [] : [sumsPart(order, currency)]),
      ...(event === "awaiting_payment" || event === "paid" || event === "shipped" ? deliveryParts(order) : []),
    ];
    return layOutLetter({
      locale,
      shop,
      subject: text(locale, `order_told_${event}_title`, about),
      paragraphs: [
        text(locale, `letter_order_${event}`, {
          ...about,
          until: moscowTime(order.pay_until, order.locale),
          was: order.paid_at === null ? "unpaid" : "paid",
        }),
      ],
      action: action ?? own,
      parts,
      links: action ? [own] : [],
    });
  };

/** The one thing to do next, where it is not to look at the order. */
function actionOf(event: LetterEvent, { locale, payment_id, tracking_number }: OrderRow, config: Config) {
  if (event === "awaiting_payment" && payment_id !== null)
    return { name: text(locale, "order_pay"), href: letterAddress(config, locale, `/user/payment/${payment_id}`) };
  if (event === "shipped" && tracking_number !== null)
    return { name: text(locale, "order_track"), href: trackingUrl(tracking_number) };
  return null;
}

/** The letters of this room, by template. */
export const letters: Readonly<Record<string, LetterWriter>> = Object.fromEntries(
  letterEvents.map((event) => [`order_${event}`, writerOf(event)]),
);
