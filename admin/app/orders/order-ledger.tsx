import { Scale } from "lucide-react";
import { Fragment } from "react";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import { formatAmount } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Card } from "../ui/card.tsx";

type LedgerSide = { title: string; entries: OrderDetail["ledger"]["charges"]; sum: number };

/** What an order cost against what was paid, and whether the two match. */
export function OrderLedger({ order: { ledger, currency } }: { order: OrderDetail }) {
  const { t, format } = useI18n();
  const formatMoney = (amount: number) => formatAmount(format, amount, currency);
  const { charges, payments, charged, paid, balance } = ledger;
  const sides: LedgerSide[] = [
    { title: t("orders.charged"), entries: charges, sum: charged },
    { title: t("orders.received"), entries: payments, sum: paid },
  ];
  const state = balance === 0 ? "even" : balance > 0 ? "due" : "owed";
  return (
    <Card title={t("orders.money")} isFlush>
      <div className="grid border-t border-hair desk:grid-cols-2">
        {sides.map(({ title, entries, sum }) => (
          <dl
            key={title}
            className="grid grid-cols-[minmax(0,1fr)_auto] content-start gap-x-3 gap-y-1.5 px-4 py-3 not-first:border-t not-first:border-hair desk:not-first:border-t-0 desk:not-first:border-l"
          >
            <dt className="font-semibold">{title}</dt>
            <dd className="text-right font-semibold">{formatMoney(sum)}</dd>
            {entries.map(({ kind, amount }, index) => (
              <Fragment key={index}>
                <dt className="text-ink-2">{t(`orders.ledger_${kind}`)}</dt>
                <dd className="text-right">{formatMoney(amount)}</dd>
              </Fragment>
            ))}
          </dl>
        ))}
      </div>
      <p
        className={`flex items-center gap-2 border-t border-hair px-4 py-2.5 text-xs ${state === "owed" ? "text-beni-600" : "text-ink-2"}`}
      >
        <Scale size={16} aria-hidden className="shrink-0" />
        {t(`orders.balance_${state}`, { amount: formatMoney(Math.abs(balance)) })}
      </p>
    </Card>
  );
}
