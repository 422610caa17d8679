import { Link2, Mail, PackageCheck, Truck, type LucideIcon } from "lucide-react";
import type { ManualOrderEstimate } from "@furoshiki/api/admin/manual-orders";
import { formatAmount } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { formatWeight } from "../i18n/weights.ts";
import { LinkMinutesField } from "../order-edits/edit-preview.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Note } from "../ui/note.tsx";

type OrderSummaryProps = {
  /** Null while there are no items. */
  estimate: ManualOrderEstimate | null;
  isFree: boolean;
  /** Why the order was not placed; null if it was not sent yet. */
  refusal: string | null;
  /** What the form still lacks; null if it can be sent. */
  missing: "customer" | "items" | "country" | null;
  isCalculating: boolean;
  isPlacing: boolean;
};

/** What an order costs, what placing it does, and the button that places it. */
export function OrderSummary({ estimate, isFree, refusal, missing, isCalculating, isPlacing }: OrderSummaryProps) {
  const { t } = useI18n();
  const problem = estimate?.problem?.text ?? null;
  return (
    <Card title={t("manual_orders.summary")}>
      <div aria-live="polite" aria-busy={isCalculating || undefined} className="grid gap-3">
        {(refusal ?? problem) ? <Note tone="error">{refusal ?? problem}</Note> : null}
        {estimate ? (
          <>
            <AmountList estimate={estimate} />
            <EffectList estimate={estimate} isFree={isFree} />
          </>
        ) : (
          <p className="text-ink-3">{t("manual_orders.nothing_yet")}</p>
        )}
      </div>
      {isFree ? null : (
        <div className="mt-3">
          <LinkMinutesField />
        </div>
      )}
      <input type="hidden" name="expected_total" value={estimate?.totals.total ?? ""} />
      <Button
        type="submit"
        kind="primary"
        size="md"
        busy={isPlacing}
        disabled={missing !== null || problem !== null || isCalculating}
        className="mt-4 w-full"
      >
        {t(isFree ? "manual_orders.place_free" : "manual_orders.place")}
      </Button>
      {missing ? <p className="mt-1.5 text-xs text-ink-3">{t(`manual_orders.missing_${missing}`)}</p> : null}
    </Card>
  );
}

function AmountList({ estimate: { totals, currency, duty } }: { estimate: ManualOrderEstimate }) {
  const { t, format } = useI18n();
  const rows = [
    ["goods", totals.products],
    ["discount", -totals.discount],
    ["delivery", totals.delivery],
  ] as const;
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1.5">
      {rows.map(([name, amount]) =>
        name === "discount" && amount === 0 ? null : (
          <div key={name} className="contents">
            <dt>{t(name === "discount" ? "manual_orders.at_no_charge" : `orders.ledger_${name}`)}</dt>
            <dd className="text-right whitespace-nowrap">{formatAmount(format, amount, currency)}</dd>
          </div>
        ),
      )}
      <div className="col-span-2 flex items-baseline justify-between gap-3 border-t border-edge pt-2">
        <dt className="font-semibold">{t("orders.total")}</dt>
        <dd className="text-right text-title whitespace-nowrap">{formatAmount(format, totals.total, currency)}</dd>
      </div>
      {duty.amount > 0 ? (
        <>
          <dt className="text-ink-3">{t("manual_orders.duty")}</dt>
          <dd className="text-right whitespace-nowrap text-ink-3">{`≈ ${formatAmount(format, duty.amount, currency)}`}</dd>
        </>
      ) : null}
    </dl>
  );
}

function EffectList({ estimate, isFree }: { estimate: ManualOrderEstimate; isFree: boolean }) {
  const i18n = useI18n();
  const { t } = i18n;
  const pieces = estimate.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const effects: [LucideIcon, string][] = [
    [PackageCheck, t("manual_orders.effect_reserved", { count: pieces })],
    [Truck, t("manual_orders.effect_weight", { weight: formatWeight(i18n, estimate.weight_g) })],
    isFree
      ? [Mail, t("manual_orders.effect_claim")]
      : [Link2, t(estimate.duty.needs_confirmation ? "manual_orders.effect_link_duty" : "manual_orders.effect_link")],
  ];
  return (
    <ul className="grid gap-1.5 text-xs">
      {effects.map(([Icon, text]) => (
        <li key={text} className="flex items-start gap-2">
          <Icon size={16} aria-hidden className="mt-px shrink-0 text-ink-3" />
          {text}
        </li>
      ))}
    </ul>
  );
}
