import { CircleAlert, Mail, Percent, Store, TrendingUp, TriangleAlert, type LucideIcon } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import type { PriceCheck, PriceListQuery, PricePreview } from "@furoshiki/api/admin/catalog-admin/prices";
import { formatAmount } from "../i18n/amounts.ts";
import { type CatalogI18n, useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Card } from "../ui/card.tsx";
import { formatPercent } from "./price-grid.tsx";
import { changeLimits } from "./price-options.ts";
import { createPricesPath } from "./prices-path.ts";

type PriceSummaryProps = { preview: PricePreview; query: PriceListQuery; isCurrent: boolean };

/** What new prices change: how many, by how much, and what should be looked at before. */
export function PriceSummary({ preview, query, isCurrent }: PriceSummaryProps) {
  const i18n = useCatalogI18n();
  const { t, format } = i18n;
  const counts = [
    ["rises", format.number(preview.rises)],
    ["median", preview.median_change === null ? "—" : formatPercent(i18n, preview.median_change, true)],
    ["falls", format.number(preview.falls)],
    ["average_margin", preview.average_margin === null ? "—" : formatPercent(i18n, preview.average_margin)],
    ["unchanged", format.number(preview.unchanged)],
    ["cost_unknown", format.number(preview.refused.cost_unknown)],
  ] as const;
  return (
    <div className={`grid gap-4 ${isCurrent ? "" : "opacity-60"}`} aria-busy={!isCurrent}>
      <Card title={t("prices.effects")}>
        <Distribution counts={preview.distribution} i18n={i18n} />
        <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-1.5">
          {counts.map(([key, value]) => (
            <div key={key} className="flex items-baseline justify-between gap-2">
              <dt className="text-xs text-ink-2">{t(`prices.${key}`)}</dt>
              <dd className="num font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Checks preview={preview} query={query} i18n={i18n} />
    </div>
  );
}

/** A histogram of the changes, without empty ends; the numbers are in a list for screen readers. */
function Distribution({ counts, i18n }: { counts: readonly number[]; i18n: CatalogI18n }) {
  const { t, format } = i18n;
  const filled = counts.flatMap((count, index) => (count > 0 ? [index] : []));
  const [first = 0, last = -1] = [filled[0], filled.at(-1)];
  const highest = Math.max(1, ...counts);
  const bars = counts.slice(first, last + 1).map((count, offset) => {
    const index = first + offset;
    const [from, to] = [changeLimits[index - 1], changeLimits[index]];
    const range = [from, to].map((limit) => (limit === undefined ? "…" : formatPercent(i18n, limit, true))).join(" – ");
    return { index, count, range, isRise: from !== undefined && from >= 0 };
  });
  if (bars.length === 0) return <p className="text-ink-2">{t("prices.nothing_changes")}</p>;
  return (
    <ul className="flex h-24 items-end gap-1" aria-label={t("prices.distribution")}>
      {bars.map(({ index, count, range, isRise }) => (
        <li
          key={index}
          title={`${range}: ${format.number(count)}`}
          className="flex h-full min-w-0 grow basis-0 flex-col justify-end"
        >
          <span className="sr-only">
            {range}: {format.number(count)}
          </span>
          <span
            aria-hidden
            style={{ height: `${Math.max(3, (count / highest) * 72)}px` }}
            className={`block rounded-t-xs ${isRise ? "bg-tokiwa-300" : "bg-control"}`}
          />
          <span aria-hidden className="truncate pt-1 text-center text-[11px] text-ink-3">
            {formatBarLabel(i18n, index)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The limit of a bar that is nearer to zero. */
function formatBarLabel(i18n: CatalogI18n, index: number): string {
  const [from, to] = [changeLimits[index - 1], changeLimits[index]];
  const limit = from !== undefined && from >= 0 ? from : to;
  return limit === undefined ? "" : formatPercent(i18n, limit, true);
}

type Line = { key: string; Icon: LucideIcon; count: number; text: string; check?: PriceCheck; tone: string };

function Checks({ preview, query, i18n }: Omit<PriceSummaryProps, "isCurrent"> & { i18n: CatalogI18n }) {
  const { t, format } = i18n;
  const [params] = useSearchParams();
  const { refused, hidden_example: example } = preview;
  const refusedCount = refused.price_not_positive + refused.price_too_high + refused.sale_price_not_lower;
  const count = (value: number) => ({ count: value });
  const warn = "text-yamabuki-800";
  const all: Line[] = [
    {
      key: "growth",
      Icon: TrendingUp,
      count: preview.outliers,
      check: "growth",
      tone: warn,
      text: t("prices.check_growth", { ...count(preview.outliers), percent: format.percent(query.growth) }),
    },
    {
      key: "margin",
      Icon: CircleAlert,
      count: preview.low_margins,
      check: "margin",
      tone: "text-beni-600",
      text: t("prices.check_margin", { ...count(preview.low_margins), percent: format.percent(query.margin) }),
    },
    {
      key: "refused",
      Icon: TriangleAlert,
      count: refusedCount,
      check: "refused",
      tone: "text-beni-600",
      text: t("prices.check_refused", count(refusedCount)),
    },
    {
      key: "no_cost",
      Icon: TriangleAlert,
      count: refused.cost_unknown,
      check: "no_cost",
      tone: warn,
      text: t("prices.check_no_cost", count(refused.cost_unknown)),
    },
    {
      key: "discount",
      Icon: Percent,
      count: preview.hidden_discounts,
      check: "discount",
      tone: "text-beni-600",
      text: t("prices.check_discount", count(preview.hidden_discounts)),
    },
    {
      key: "emails",
      Icon: Mail,
      count: preview.emails,
      tone: "text-ink-2",
      text: t("prices.check_emails", count(preview.emails)),
    },
    {
      key: "offers",
      Icon: Store,
      count: preview.feed_offers,
      tone: "text-ink-2",
      text: t("prices.check_offers", count(preview.feed_offers)),
    },
  ];
  const lines = all.filter((line) => line.count > 0);
  return (
    <Card title={t("prices.checks")}>
      {lines.length === 0 ? <p className="text-ink-2">{t("prices.checks_none")}</p> : null}
      <ul className="grid gap-2">
        {lines.map(({ key, Icon, tone, text, check }) => (
          <li key={key} className="flex items-start gap-2">
            <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${tone}`} />
            <span className="min-w-0 grow">
              {text}
              {key === "discount" && example ? (
                <span className="block text-xs text-ink-2">
                  {t("prices.discount_example", {
                    reference: example.reference,
                    declared: formatAmount(format, example.old_price, "RUB"),
                    lowest: formatAmount(format, example.lowest_price, "RUB"),
                  })}
                </span>
              ) : null}
            </span>
            {check ? (
              <Link to={createPricesPath(params, { check })} preventScrollReset className="link shrink-0">
                {t("prices.open_check")}
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}
