import type { Order } from "@furoshiki/api/orders";
import { Link } from "../navigation/link.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";

type GiftCard = Order["certificates"]["items"][number];

/** The gift cards bought with the order: recipient, when the email is sent, and a link to the printable page. */
export function OrderGiftCards({ order }: { order: Order }) {
  const { t, format } = useAccountI18n();
  return (
    <section aria-labelledby="gift-cards-title" className="rounded-md border border-line bg-surface p-5 lg:p-8">
      <h2 id="gift-cards-title" className="text-2xl">
        {t("checkout.sum_gift_cards")}
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {order.certificates.items.map((giftCard, index) => (
          <li key={giftCard.path ?? index} className="flex flex-wrap items-start gap-x-4 gap-y-2 py-4">
            <div className="min-w-0 grow basis-52 text-sm">
              <p className="wrap-anywhere">{giftCard.recipient_name}</p>
              <p className="text-xs wrap-anywhere text-ink-2">{giftCard.recipient_email}</p>
              <p className="mt-1 text-xs text-ink-2">
                <GiftCardDelivery giftCard={giftCard} />
              </p>
              {giftCard.code ? <p className="num mt-1 font-medium">{giftCard.code}</p> : null}
              {giftCard.path ? (
                <Link to={giftCard.path} className={buttonClass({ kind: "outline", size: "sm", className: "mt-3" })}>
                  {t("giftcard.open")}
                </Link>
              ) : null}
            </div>
            <p className="price ml-auto text-lg">{format.money(giftCard.price, order)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function GiftCardDelivery({ giftCard }: { giftCard: GiftCard }) {
  const { t, format } = useAccountI18n();
  const { is_void, sent_at, send_on } = giftCard;
  if (is_void) return t("giftcard.purchase_canceled");
  if (sent_at) return t("giftcard.sent", { date: format.date(sent_at) });
  return send_on ? t("giftcard.will_be_sent", { date: format.date(send_on) }) : t("giftcard.sent_once_paid");
}
