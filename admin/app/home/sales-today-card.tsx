import type { SalesToday } from "@furoshiki/api/admin/reports";
import { formatAmount } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Card } from "../ui/card.tsx";

/** The sales of the day so far, each figure beside that of a week before until the same time. */
export function SalesTodayCard({ sales: { currency, today, week_before } }: { sales: SalesToday }) {
  const { t, format } = useI18n();
  const formatMoney = (amount: number) => formatAmount(format, amount, currency);
  const getAverage = ({ orders, revenue }: SalesToday["today"]) => (orders === 0 ? 0 : revenue / orders);
  const figures = [
    ["revenue", formatMoney(today.revenue), formatMoney(week_before.revenue)],
    ["orders", format.number(today.orders), format.number(week_before.orders)],
    ["average", formatMoney(getAverage(today)), formatMoney(getAverage(week_before))],
    ["refunded", formatMoney(today.refunded), formatMoney(week_before.refunded)],
  ] as const;
  return (
    <Card title={t("home.today")} note={t("home.time_zone")}>
      <dl className="grid grid-cols-2 gap-4 desk:grid-cols-4">
        {figures.map(([key, value, before]) => (
          <div key={key}>
            <dt className="text-xs text-ink-2">{t(`home.sales_${key}`)}</dt>
            <dd className="font-display text-heading font-bold tabular-nums">{value}</dd>
            <dd className="text-xs text-ink-3">{t("home.week_before", { value: before })}</dd>
          </div>
        ))}
      </dl>
      <HourChart today={today} />
    </Card>
  );
}

/** The orders of each hour as bars: an SVG, because the content security policy forbids inline styles. */
function HourChart({ today: { hours, orders } }: { today: SalesToday["today"] }) {
  const { t } = useI18n();
  const max = Math.max(1, ...hours);
  return (
    <div className="mt-4">
      <svg
        role="img"
        aria-label={t("home.orders_by_hour", { count: orders })}
        viewBox="0 0 240 100"
        preserveAspectRatio="none"
        className="h-20 w-full border-b border-edge fill-line-strong"
      >
        {[...hours.entries()].map(([hour, count]) => {
          const height = Math.max((count / max) * 100, 2);
          return <rect key={hour} x={hour * 10} y={100 - height} width={9} height={height} />;
        })}
      </svg>
      <div aria-hidden className="mt-1 flex justify-between text-xs text-ink-3 tabular-nums">
        {["00:00", "06:00", "12:00", "18:00", "24:00"].map((time) => (
          <span key={time}>{time}</span>
        ))}
      </div>
    </div>
  );
}
