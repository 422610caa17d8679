import type { Order } from "@furoshiki/api/orders";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { Bell } from "lucide-react";
import type { ReactNode } from "react";
import { formatStreetAddress } from "../delivery/street-address.ts";
import { Link } from "../navigation/link.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";

const panelClass = "rounded-md border border-line bg-surface p-5";

/** The ordered items with the names and prices at the time of the order. `children`: what can be done with them. */
export function OrderItems({ order, children }: { order: Order; children: ReactNode }) {
  const { t, format } = useAccountI18n();
  return (
    <section aria-labelledby="goods" className={`${panelClass} lg:p-8`}>
      <h2 id="goods" className="text-2xl">
        {t("checkout.items")}
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {order.items.map((item, index) => {
          const name = insertNonBreakingSpaces(item.name);
          return (
            <li key={index} className="flex flex-wrap gap-x-4 gap-y-1 py-4 sm:flex-nowrap">
              {item.image ? (
                <Picture
                  image={item.image}
                  sizes="64px"
                  className="aspect-4/5 w-full rounded-xs object-cover"
                  wrapperClass="w-16 shrink-0"
                />
              ) : null}
              <div className="min-w-0 grow basis-36">
                <p className="num text-xs text-ink-3">{t("product.reference", { reference: item.reference })}</p>
                <p className="text-sm wrap-anywhere">
                  {item.link_rewrite ? (
                    <Link to={`/${item.link_rewrite}`} className="hover:text-tokiwa-700">
                      {name}
                    </Link>
                  ) : (
                    name
                  )}
                </p>
                {item.option_name ? <p className="mt-0.5 text-xs text-ink-2">{item.option_name}</p> : null}
                <p className="num mt-1 text-xs text-ink-2">
                  {item.is_present ? t("order.gift") : `${item.qty} × ${format.money(item.price, order)}`}
                </p>
                {item.discount > 0 ? (
                  <p className="num text-xs text-beni-600">
                    {t("order.line_discount", { sum: format.money(item.discount, order) })}
                  </p>
                ) : null}
              </div>
              <p className="price ml-auto text-lg">{format.money(item.price_total, order)}</p>
            </li>
          );
        })}
      </ul>
      {order.comment ? (
        <p className="mt-2 border-t border-line pt-4 text-sm break-words whitespace-pre-line">
          <span className="block text-ink-2">{t("checkout.comment")}</span>
          {order.comment}
        </p>
      ) : null}
      {children}
    </section>
  );
}

/** The totals of an order, by kind of charge and discount. `children`: what can be done with them. */
export function OrderTotals({ order, children }: { order: Order; children?: ReactNode }) {
  const { t, format } = useAccountI18n();
  const formatMoney = (amount: number) => format.money(amount, order);
  const totalName =
    order.status === "awaiting_payment"
      ? t("checkout.to_pay")
      : t(order.status === "cancelled" ? "order.sum_total" : "order.sum_paid");
  const rows = [
    ...(order.products > 0 ? [{ name: t("order.sum_products"), value: formatMoney(order.products) }] : []),
    ...(order.promocode
      ? [
          {
            name: t("order.sum_promo", { code: order.promocode }),
            value: order.discounts.promo > 0 ? formatMoney(-order.discounts.promo) : t("order.promo_applied"),
            tone: "text-beni-600",
          },
        ]
      : []),
    ...(order.discounts.bonus > 0
      ? [{ name: t("checkout.sum_loyalty"), value: formatMoney(-order.discounts.bonus) }]
      : []),
    ...(order.shipping
      ? [
          {
            name: t("checkout.sum_delivery"),
            value: order.delivery === 0 ? t("checkout.free") : formatMoney(order.delivery),
          },
        ]
      : []),
    ...(order.discounts.certificate > 0
      ? [{ name: t("checkout.sum_gift_card"), value: formatMoney(-order.discounts.certificate) }]
      : []),
    ...(order.certificates_price > 0
      ? [{ name: t("checkout.sum_gift_cards"), value: formatMoney(order.certificates_price) }]
      : []),
    ...(order.customs_tax > 0
      ? [{ name: t("checkout.sum_duty_at_receipt"), value: `≈\u00a0${formatMoney(order.customs_tax)}` }]
      : []),
  ];
  return (
    <section aria-labelledby="totals-title" className={`${panelClass} lg:p-6`}>
      <h2 id="totals-title" className="text-xl">
        {t("order.totals")}
      </h2>
      <dl className="num mt-3 space-y-2 text-sm">
        {rows.map(({ name, value, ...row }) => (
          <div key={name} className="flex justify-between gap-3">
            <dt className="text-ink-2">{name}</dt>
            <dd className={`font-medium whitespace-nowrap ${"tone" in row ? row.tone : ""}`}>{value}</dd>
          </div>
        ))}
        <div className="mt-3 flex items-baseline justify-between gap-3 border-t border-line pt-3">
          <dt className="text-base font-semibold">{totalName}</dt>
          <dd className="price text-2xl">{formatMoney(order.total)}</dd>
        </div>
      </dl>
      {children}
    </section>
  );
}

type OrderDeliveryProps = {
  order: Order;
  /** The day on which the customer is reminded of their parcel, such as `2026-12-09`. */
  remindOn?: string | null;
};

/** Delivery address or pickup point, and the recipient. */
export function OrderDelivery({ order, remindOn = null }: OrderDeliveryProps) {
  const { t, format } = useAccountI18n();
  const { address, shipping } = order;
  if (!address || !shipping) return null;
  return (
    <section aria-labelledby="receipt" className={`${panelClass} text-sm break-words lg:p-6`}>
      <h2 id="receipt" className="text-xl">
        {t("order.receipt")}
      </h2>
      <p className="mt-3 font-medium">{shipping.name}</p>
      {shipping.point ? (
        <p className="text-ink-2">{shipping.point}</p>
      ) : (
        <p className="text-ink-2">
          {formatStreetAddress(address)}
          <br />
          {[address.postcode, address.state, address.country_name].filter(Boolean).join(", ")}
        </p>
      )}
      <p className="mt-3 font-medium">{t("order.recipient")}</p>
      <p className="text-ink-2">
        {[address.first_name, address.middle_name, address.last_name].filter(Boolean).join(" ")}
        <br />
        <span className="num">{address.phone_mobile}</span>
      </p>
      {remindOn ? (
        <p className="mt-3 flex gap-2.5">
          <Bell size={18} strokeWidth={1.5} aria-hidden className="mt-0.5 shrink-0" />
          {t("order.remind_on", { day: format.days(remindOn, remindOn) })}
        </p>
      ) : null}
    </section>
  );
}
