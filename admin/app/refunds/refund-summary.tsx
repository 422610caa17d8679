import { Coins, CreditCard, Gift, Info, Mail, type LucideIcon } from "lucide-react";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import type { RequestedRefund } from "@furoshiki/api/admin/payments/refunds";
import { formatAmount } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";

type RefundSummaryProps = { order: OrderDetail; refund: RequestedRefund | null };

/** Where the money of a refund goes, its receipt, and what else happens. */
export function RefundSummary({ order, refund }: RefundSummaryProps) {
  const { t, format } = useI18n();
  const formatMoney = (amount: number) => formatAmount(format, amount, order.currency);
  return (
    <aside
      aria-live="polite"
      aria-label={t("refunds.where")}
      className="grid content-start gap-3 border-t border-hair bg-sheet px-5 pt-3.5 pb-4 desk:border-t-0 desk:border-l"
    >
      <h3 className="font-sans text-sm font-semibold">{t("refunds.where")}</h3>
      {refund === null ? (
        <p className="text-ink-3">{t("refunds.choose")}</p>
      ) : (
        <>
          <ul>
            {listShares(refund, order.payment_method).map(({ Icon, key, values, amount }) => (
              <li
                key={key}
                className="grid grid-cols-[18px_minmax(0,1fr)_auto] gap-x-2.5 border-t border-hair py-2 first:border-t-0"
              >
                <Icon size={18} strokeWidth={1.5} aria-hidden className="mt-px text-ink-3" />
                <span>{t(`refunds.to_${key}`, values)}</span>
                <span className="font-semibold">{formatMoney(amount)}</span>
                <span className="col-start-2 text-xs text-ink-3">
                  {t(refund.money > 0 ? `refunds.to_${key}_when` : "refunds.at_once")}
                </span>
              </li>
            ))}
          </ul>
          <div className="grid grid-cols-[auto_1fr] items-baseline border-t border-edge pt-2.5 text-right">
            <span className="text-left font-semibold">{t("refunds.total")}</span>
            <span className="font-display text-title font-bold tabular-nums">{formatMoney(refund.total)}</span>
            {refund.money > 0 ? (
              <span className="col-span-2 text-xs text-ink-3">
                {t("refunds.remaining", { amount: formatMoney(refund.remaining) })}
              </span>
            ) : null}
          </div>
          <RefundReceipt refund={refund} />
          <Effect Icon={Mail}>{t(refund.money > 0 ? "refunds.email" : "refunds.email_at_once")}</Effect>
          {refund.is_order_canceled ? <Effect Icon={Info}>{t("refunds.cancels_order")}</Effect> : null}
        </>
      )}
    </aside>
  );
}

function listShares({ money, gift_card: giftCard, points }: RequestedRefund, method: string) {
  const isCard = method === "card" || method === "foreign_card";
  const shares: {
    Icon: LucideIcon;
    key: "card" | "account" | "gift_card" | "points";
    values: Record<string, string | number>;
    amount: number;
  }[] = money > 0 ? [{ Icon: CreditCard, key: isCard ? "card" : "account", values: {}, amount: money }] : [];
  if (giftCard)
    shares.push({ Icon: Gift, key: "gift_card", values: { ending: giftCard.ending }, amount: giftCard.amount });
  if (points) shares.push({ Icon: Coins, key: "points", values: { points: points.points }, amount: points.amount });
  return shares;
}

function RefundReceipt({ refund: { receipt, currency } }: { refund: RequestedRefund }) {
  const { t, format } = useI18n();
  if (receipt === null) return null;
  return (
    <div className="grid gap-1.5">
      <h3 className="font-sans text-sm font-semibold">{t("refunds.receipt")}</h3>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border border-dashed border-control bg-card px-3 py-2 font-mono text-2xs text-ink-2">
        {receipt.map(({ description, quantity, amount }, index) => (
          <div key={index} className="col-span-2 grid grid-cols-subgrid">
            <dt>
              {description} × {quantity}
            </dt>
            <dd className="text-right">{formatAmount(format, amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Effect({ Icon, children }: { Icon: LucideIcon; children: string }) {
  return (
    <p className="flex items-start gap-2 text-ink-2">
      <Icon size={16} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
      {children}
    </p>
  );
}
