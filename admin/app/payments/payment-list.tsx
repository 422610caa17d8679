import { CircleAlert, CreditCard } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import type { ListedPayment, PaymentPage, PaymentView } from "@furoshiki/api/admin/payments";
import { formatAmount, formatOrderNumber } from "../i18n/amounts.ts";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { RefundStatusBadge } from "../refunds/refund-list.tsx";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ListSearch } from "../ui/filter-bar.tsx";
import { ListFooter } from "../ui/list-footer.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ViewTabs } from "../ui/view-tabs.tsx";
import { createPaymentsPath, createPaymentViewPath } from "./payments-path.ts";

const views: readonly PaymentView[] = ["failed_refunds", "pending_refunds", "differences", "declined", "all"];
const tones = { awaiting: "neutral", success: "ok", error: "warn", cancelled: "neutral" } as const satisfies Record<
  ListedPayment["status"],
  BadgeTone
>;

type PaymentListProps = {
  page: PaymentPage;
  view: PaymentView;
  /** The day in the time zone of the store. */
  today: string;
};

/** The payments with their attempts and refunds, in views; failed refunds first. */
export function PaymentList({ page, view, today }: PaymentListProps) {
  const { t, format } = useI18n();
  const [params] = useSearchParams();
  const { counts } = page;
  const tabs = views.map((key) => {
    const count = key === "failed_refunds" || key === "pending_refunds" ? counts[key] : null;
    return {
      ...{ key, label: t(`payments.view_${key}`), path: createPaymentViewPath(key), isCurrent: key === view },
      count: count === null ? null : format.number(count),
      isAlert: key === "failed_refunds" && counts.failed_refunds > 0,
    };
  });
  return (
    <>
      <PageHeader title={t("payments.title")} />
      <ViewTabs label={t("payments.views")} tabs={tabs} />
      <div className="grow px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        <div className="mb-3 flex min-h-8 flex-wrap items-center gap-1.5">
          <ListSearch label={t("payments.search")} value={params.get("q") ?? ""} params={[["view", view]]} />
        </div>
        <div className="-mx-4 overflow-clip border-y border-edge bg-card desk:mx-0 desk:rounded-md desk:border-x">
          {page.items.length === 0 ? (
            <EmptyState icon={<CreditCard size={26} strokeWidth={1.5} aria-hidden />} title={t("payments.none")}>
              {t(view === "failed_refunds" ? "payments.none_failed" : "payments.none_text")}
            </EmptyState>
          ) : (
            <PaymentTable payments={page.items} today={today} />
          )}
          <ListFooter
            summary={t("payments.newest_first")}
            previousPath={null}
            nextPath={page.next === null ? null : createPaymentsPath(params, { after: page.next })}
          />
        </div>
      </div>
    </>
  );
}

function PaymentTable({ payments, today }: { payments: readonly ListedPayment[]; today: string }) {
  const { t } = useI18n();
  return (
    <table className="data-table">
      <caption className="sr-only">{t("payments.title")}</caption>
      <colgroup>
        <col className="w-34" />
        <col className="w-34" />
        <col className="w-44" />
        <col className="w-32" />
        <col className="w-40" />
        <col />
      </colgroup>
      <thead>
        <tr>
          {(["order", "created", "method", "amount", "status", "events"] as const).map((column) => (
            <th key={column} scope="col" data-align={column === "amount" ? "end" : undefined}>
              {t(`payments.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} today={today} />
        ))}
      </tbody>
    </table>
  );
}

function PaymentRow({ payment, today }: { payment: ListedPayment; today: string }) {
  const { t, format, locale } = useI18n();
  const method = t.find(`payments.method_${payment.method}`) ?? payment.method;
  return (
    <tr>
      <td data-phone="start">
        <Link
          to={`/orders/${payment.order_id}`}
          data-row-link={payment.order_id}
          className="font-medium hover:underline"
        >
          {formatOrderNumber(payment.order_id)}
        </Link>
      </td>
      <td>{formatShortTime(payment.created_at, locale, today)}</td>
      <td className="text-ink-2">
        {method}, {payment.provider}
      </td>
      <td data-align="end" data-phone="end" className="font-medium">
        {formatAmount(format, payment.amount, payment.currency)}
      </td>
      <td data-phone="line">
        <Badge tone={tones[payment.status]} isPlain>
          {t(`payments.status_${payment.status}`)}
        </Badge>
      </td>
      <td data-phone="full" className="whitespace-normal">
        <PaymentEvents payment={payment} />
      </td>
    </tr>
  );
}

/** The refunds of a payment, why its last attempt failed, and what reconciliation found. */
function PaymentEvents({ payment }: { payment: ListedPayment }) {
  const { t, format } = useI18n();
  const { attempts, refunds, differences, currency } = payment;
  const lastAttempt = attempts.at(-1);
  return (
    <ul className="grid gap-1 py-1.5">
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
