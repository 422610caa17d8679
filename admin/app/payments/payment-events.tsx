import { CircleAlert } from "lucide-react";
import type { ListedPayment } from "@furoshiki/api/admin/payments";
import { formatAmount } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { RefundStatusBadge } from "../refunds/refund-list.tsx";

/** The refunds of a payment, why its last attempt failed, and what reconciliation found. */
export function PaymentEvents({ payment }: { payment: ListedPayment }) {
  const { t, format } = useI18n();
  const { attempts, refunds, differences, currency } = payment;
  const lastAttempt = attempts.at(-1);
  return (
    <ul className="grid gap-1 py-1.5 whitespace-normal">
      {refunds.map(({ id, status, amount, is_retried }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-2">
          <span>{t("payments.refund", { amount: formatAmount(format, amount, currency) })}</span>
          <RefundStatusBadge status={status} />
          {is_retried ? <span className="text-xs text-ink-3">{t("refunds.retried")}</span> : null}
        </li>
      ))}
      {differences.map(({ finding, at }) => (
        <li key={at} className="flex items-center gap-1.5 text-yamabuki-800">
          <CircleAlert size={14} aria-hidden className="shrink-0" />
          {t.find(`payments.finding_${finding}`) ?? finding}
        </li>
      ))}
      {lastAttempt?.status === "failed" ? (
        <li className="text-ink-2">
          {t("payments.declined", { count: attempts.filter(({ status }) => status === "failed").length })}
        </li>
      ) : null}
    </ul>
  );
}
