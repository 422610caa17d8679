import { History, Link2, PackageCheck, Undo2, Weight, type LucideIcon } from "lucide-react";
import type { OrderEditOutcome } from "@furoshiki/api/admin/order-edits";
import { ApprovalNote } from "../approvals/approval-note.tsx";
import { formatAmount } from "../i18n/amounts.ts";
import { useI18n, type I18n } from "../i18n/use-i18n.tsx";
import { formatWeight } from "../i18n/weights.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Note } from "../ui/note.tsx";
import { SelectField } from "../ui/select-field.tsx";

/** How long a payment link is valid, in minutes. */
const linkMinutes = [60, 1440, 4320, 10_080] as const;

/** The choice of how long a payment link is valid. */
export function LinkMinutesField() {
  const { t } = useI18n();
  return (
    <SelectField id="link_minutes" label={t("order_edits.link_valid")} defaultValue={1440}>
      {linkMinutes.map((minutes) => (
        <option key={minutes} value={minutes}>
          {t(`order_edits.link_${minutes}`)}
        </option>
      ))}
    </SelectField>
  );
}

type EditPreviewProps = {
  /** What the edit would change; null if nothing is changed yet or it is refused. */
  outcome: OrderEditOutcome | null;
  /** Whether a second person has to approve the edit. */
  requiresApproval: boolean;
  /** Why the edit is refused; null if it is not. */
  refusal: string | null;
  isCalculating: boolean;
  isSaving: boolean;
};

/** What an edit changes: amounts before and after, the difference, and what happens next. */
export function EditPreview({ outcome, requiresApproval, refusal, isCalculating, isSaving }: EditPreviewProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const kind = outcome ? getKind(outcome.difference) : null;
  return (
    <Card title={t("order_edits.what_changes")}>
      <div aria-live="polite" aria-busy={isCalculating || undefined} className="grid gap-3">
        {refusal ? <Note tone="error">{refusal}</Note> : null}
        {outcome && kind ? (
          <>
            <AmountTable outcome={outcome} />
            <p className="flex flex-wrap items-baseline justify-between gap-x-3 border-t border-edge pt-3">
              <span className="font-semibold">{t(`order_edits.headline_${kind}`)}</span>
              {kind === "equal" ? null : <span className="text-title">{formatDifference(i18n, outcome)}</span>}
            </p>
            <EffectList outcome={outcome} />
            <ApprovalNote isNeeded={requiresApproval} />
            {outcome.duty.needs_confirmation ? <DutyNote outcome={outcome} /> : null}
          </>
        ) : null}
        {!outcome && !refusal ? <p className="text-ink-3">{t("order_edits.nothing_changed")}</p> : null}
      </div>
      {kind === "pay" ? (
        <div className="mt-3">
          <LinkMinutesField />
        </div>
      ) : null}
      <input type="hidden" name="expected_difference" value={outcome?.difference ?? ""} />
      <Button
        type="submit"
        name="intent"
        value="save"
        kind="primary"
        size="md"
        busy={isSaving}
        disabled={!outcome || isCalculating}
        className="mt-4 w-full"
      >
        {outcome && kind ? getSubmitLabel(i18n, outcome, { kind, requiresApproval }) : t("order_edits.save_equal")}
      </Button>
    </Card>
  );
}

type Kind = "pay" | "refund" | "equal";

function getKind(difference: number): Kind {
  if (difference === 0) return "equal";
  return difference > 0 ? "pay" : "refund";
}

function getSubmitLabel(
  i18n: I18n,
  outcome: OrderEditOutcome,
  { kind, requiresApproval }: { kind: Kind; requiresApproval: boolean },
): string {
  const amount = formatDifference(i18n, outcome);
  return i18n.t(requiresApproval ? "approvals.request_amount" : `order_edits.save_${kind}`, { amount });
}

function formatDifference({ format }: I18n, { difference, currency }: OrderEditOutcome): string {
  return formatAmount(format, Math.abs(difference), currency);
}

function AmountTable({ outcome: { before, after, currency } }: { outcome: OrderEditOutcome }) {
  const { t, format } = useI18n();
  const rows = (
    [
      ["goods", before.products, after.products],
      ["discount", -before.discount, -after.discount],
      ["loyalty_points", -before.loyalty, -after.loyalty],
      ["gift_card", -before.gift_card, -after.gift_card],
      ["delivery", before.delivery, after.delivery],
      ["gift_cards_purchased", before.gift_cards_purchased, after.gift_cards_purchased],
    ] as const
  ).filter(([name, ...amounts]) => name === "goods" || name === "delivery" || amounts.some((amount) => amount !== 0));
  const cellClass = "py-1 pl-3 text-right whitespace-nowrap";
  return (
    <table className="w-full">
      <thead className="text-xs text-ink-3">
        <tr>
          <th scope="col">
            <span className="sr-only">{t("orders.money")}</span>
          </th>
          <th scope="col" className={`${cellClass} font-medium`}>
            {t("order_edits.before")}
          </th>
          <th scope="col" className={`${cellClass} font-medium`}>
            {t("order_edits.after")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, from, to]) => (
          <tr key={name}>
            <th scope="row" className="py-1 text-left font-normal">
              {t(`orders.ledger_${name}`)}
            </th>
            <td className={`${cellClass} text-ink-3`}>{formatAmount(format, from, currency)}</td>
            <td className={cellClass}>{formatAmount(format, to, currency)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot className="border-t border-edge font-semibold">
        <tr>
          <th scope="row" className="pt-2 text-left">
            {t("orders.total")}
          </th>
          <td className={`${cellClass} pt-2 text-ink-3`}>{formatAmount(format, before.total, currency)}</td>
          <td className={`${cellClass} pt-2`}>{formatAmount(format, after.total, currency)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function EffectList({ outcome }: { outcome: OrderEditOutcome }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { lines, weight_g: weight, difference } = outcome;
  const listPieces = (direction: 1 | -1) =>
    lines
      .map(({ name, quantity, quantity_before }) => ({ name, pieces: direction * (quantity - quantity_before) }))
      .filter(({ pieces }) => pieces > 0)
      .map(({ name, pieces }) => `${name} — ${pieces}`)
      .join("; ");
  const [reserved, returned] = [listPieces(1), listPieces(-1)];
  const effects: [LucideIcon, string | null][] = [
    [Link2, difference > 0 ? t("order_edits.effect_link") : null],
    [PackageCheck, reserved ? t("order_edits.effect_reserved", { items: reserved }) : null],
    [Undo2, returned ? t("order_edits.effect_returned", { items: returned }) : null],
    [History, t(difference > 0 ? "order_edits.effect_waits" : "order_edits.effect_at_once")],
    [
      Weight,
      weight.before === weight.after
        ? null
        : t("order_edits.effect_weight", {
            before: formatWeight(i18n, weight.before),
            after: formatWeight(i18n, weight.after),
          }),
    ],
  ];
  return (
    <ul className="grid gap-1.5 text-xs">
      {effects.map(([Icon, text]) =>
        text === null ? null : (
          <li key={text} className="flex items-start gap-2">
            <Icon size={16} aria-hidden className="mt-px shrink-0 text-ink-3" />
            {text}
          </li>
        ),
      )}
    </ul>
  );
}

function DutyNote({ outcome: { duty, currency } }: { outcome: OrderEditOutcome }) {
  const { t, format } = useI18n();
  return (
    <Note tone="warn">
      <b className="font-semibold">
        {t("order_edits.duty_rises", {
          before: formatAmount(format, duty.before, currency),
          after: formatAmount(format, duty.after, currency),
        })}
      </b>{" "}
      {t("order_edits.duty_confirmed_later")}
    </Note>
  );
}
