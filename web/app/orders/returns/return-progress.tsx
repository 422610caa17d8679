import type { CustomerReturn } from "@furoshiki/api/returns";
import { type AccountMessageKey, useAccountI18n } from "../../i18n/account-i18n.ts";
import { Link } from "../../navigation/link.tsx";
import { formatOrderNumber } from "../order-number.ts";
import { StepList } from "../step-list.tsx";
import { createReturnSteps } from "./return-steps.ts";

/** What happens with a return now: a sentence with the sum, and its steps. */
export function ReturnProgress({ row }: { row: CustomerReturn }) {
  const { t, format } = useAccountI18n();
  const { headline, text } = getTexts(row);
  const sum = format.money(
    row.refunds.reduce((total, { amount }) => total + amount, 0),
    row,
  );
  return (
    <section aria-label={t("return.steps")} className="mt-6 rounded-md border border-line bg-surface p-5 lg:p-8">
      <h2 className="text-2xl">{t(headline, { sum })}</h2>
      <p className="mt-1 max-w-read text-sm text-ink-2">{t(text)}</p>
      {row.replacement_order_id === null ? null : (
        <Link
          to={`/profile/orders/${row.replacement_order_id}`}
          className="mt-2 inline-block py-1 text-sm text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
        >
          {t("return.open_replacement", { number: formatOrderNumber(row.replacement_order_id) })}
        </Link>
      )}
      <StepList
        steps={createReturnSteps(row).map(({ step, state, at }) => ({
          ...{ key: step, state, at },
          name: t(`return.step_${step}`),
        }))}
      />
    </section>
  );
}

function getTexts({ kind, status, outcome, refunds }: CustomerReturn): {
  headline: AccountMessageKey;
  text: AccountMessageKey;
} {
  if (status === "requested" || status === "received")
    return { headline: `return.headline_${status}`, text: `return.text_${status}` };
  if (status === "approved") {
    return kind === "claim"
      ? { headline: "return.headline_approved_claim", text: "return.text_approved_claim" }
      : { headline: "return.headline_approved", text: "return.text_approved" };
  }
  if (status === "rejected") return { headline: "return.headline_rejected", text: "return.text_closed" };
  if (outcome === "replacement") return { headline: "return.headline_replacement", text: "return.text_replacement" };
  if (outcome === "none") return { headline: "return.headline_none", text: "return.text_closed" };
  if (refunds.length === 0) return { headline: "return.headline_refund", text: "return.text_refund" };
  if (!refunds.some(({ is_money: isMoney }) => isMoney))
    return { headline: "return.headline_refunded", text: "return.text_refund_balance" };
  const isPaid = refunds.every(({ is_paid }) => is_paid);
  return { headline: isPaid ? "return.headline_refunded" : "return.headline_refund_sum", text: "return.text_refund" };
}
