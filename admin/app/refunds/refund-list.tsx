import { CircleAlert, CircleCheck, Clock, RotateCcw } from "lucide-react";
import { useFetcher } from "react-router";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import { formatAmount } from "../i18n/amounts.ts";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useMe } from "../staff/me.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { FieldMessage } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { RefundCodeField } from "./refund-code-field.tsx";
import { createRefundPath, type RefundFailure } from "./refund-requests.ts";

type Refund = OrderDetail["payments"][number]["refunds"][number];

const states = {
  pending: { tone: "info", Icon: Clock },
  succeeded: { tone: "ok", Icon: CircleCheck },
  failed: { tone: "error", Icon: CircleAlert },
} as const;

/** The state of a refund. */
export function RefundStatusBadge({ status }: { status: Refund["status"] }) {
  const { t } = useI18n();
  const { tone, Icon } = states[status];
  return (
    <Badge tone={tone} icon={<Icon size={14} aria-hidden />} isPlain={status !== "failed"}>
      {t(`refunds.status_${status}`)}
    </Badge>
  );
}

type RefundListProps = {
  order: OrderDetail;
  /** The idempotency key of the page, for refunds that are sent again. */
  requestKey: string;
  today: string;
};

/**
 * The refunds of an order with their states, newest first; nothing if there are none. A failed one can be sent again, or
 * recorded as paid another way.
 */
export function RefundList({ order, requestKey, today }: RefundListProps) {
  const { t } = useI18n();
  const refunds = order.payments
    .flatMap((payment) => payment.refunds)
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at));
  if (refunds.length === 0) return null;
  return (
    <Card title={t("refunds.list")} isFlush>
      <ul>
        {refunds.map((refund) => (
          <RefundItem key={refund.id} order={order} requestKey={requestKey} refund={refund} today={today} />
        ))}
      </ul>
    </Card>
  );
}

function RefundItem({ order, requestKey, refund, today }: RefundListProps & { refund: Refund }) {
  const { t, format, locale } = useI18n();
  const reason = t.find(`refunds.reason_${refund.reason}`) ?? refund.reason;
  const author = refund.created_by === null ? "" : ` · ${refund.created_by}`;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-t border-hair px-4 py-2.5">
      <p className="font-medium">{formatAmount(format, refund.amount, order.currency)}</p>
      <RefundStatusBadge status={refund.status} />
      <p className="col-span-2 text-xs text-ink-3">
        {formatShortTime(refund.created_at, locale, today)} · {reason}
        {author}
        {refund.is_money ? null : ` · ${t("refunds.to_balance")}`}
      </p>
      {refund.comment === "" ? null : <p className="col-span-2 text-ink-2">{refund.comment}</p>}
      {refund.paid_outside_note === null ? null : (
        <p className="col-span-2 text-ink-2">{t("refunds.paid_outside", { note: refund.paid_outside_note })}</p>
      )}
      {refund.status === "failed" ? <FailedRefund order={order} requestKey={requestKey} refund={refund} /> : null}
    </li>
  );
}

type FailedRefundProps = Omit<RefundListProps, "today"> & { refund: Refund };

function FailedRefund(props: FailedRefundProps) {
  const { t } = useI18n();
  const { permissions } = useMe();
  const { refund } = props;
  if (refund.is_retried) return <p className="col-span-2 text-xs text-ink-3">{t("refunds.retried")}</p>;
  return (
    <div className="col-span-2 grid gap-2">
      <p className="text-beni-600">{t("refunds.failed_text")}</p>
      {permissions.includes("refunds:create") ? (
        <>
          <RetryForm {...props} />
          <RecordForm {...props} />
        </>
      ) : null}
    </div>
  );
}

function RetryForm({ order, requestKey, refund }: FailedRefundProps) {
  const { t } = useI18n();
  const submission = useFetcher<RefundFailure>();
  const failure = submission.data;
  return (
    <submission.Form method="post" action={createRefundPath(order.id)} className="flex flex-wrap items-center gap-3">
      <input type="hidden" name="refund_id" value={refund.id} />
      <input type="hidden" name="key" value={`${requestKey} ${refund.id}`} />
      {failure && "message" in failure ? <Note tone="error">{failure.message}</Note> : null}
      <RefundCodeField isNeeded={false} stepUp={failure && "stepUp" in failure ? failure.stepUp : null} />
      <Button type="submit" icon={<RotateCcw size={16} aria-hidden />} busy={submission.state !== "idle"}>
        {t("refunds.retry")}
      </Button>
    </submission.Form>
  );
}

/** Records that the money was paid another way, such as by a bank transfer. */
function RecordForm({ order, requestKey, refund }: FailedRefundProps) {
  const { t } = useI18n();
  const submission = useFetcher<RefundFailure>();
  const failure = submission.data;
  const id = `note-${refund.id}`;
  const errors = failure && "errors" in failure ? failure.errors["note"] : undefined;
  return (
    <details>
      <summary className="cursor-pointer py-1 font-medium text-ai-700">{t("refunds.record")}</summary>
      <submission.Form
        method="post"
        action={createRefundPath(order.id)}
        className="mt-2 grid justify-items-start gap-2"
      >
        <input type="hidden" name="refund_id" value={refund.id} />
        <input type="hidden" name="key" value={`${requestKey} ${refund.id} outside`} />
        <label htmlFor={id} className="text-xs font-medium">
          {t("refunds.record_note")}
        </label>
        <textarea
          id={id}
          name="note"
          required
          maxLength={500}
          rows={2}
          aria-describedby={errors ? `${id}-error` : `${id}-hint`}
          className="block w-full rounded-md border border-line-strong bg-card px-3 py-2 text-base desk:text-sm"
        />
        <FieldMessage id={id} hint={t("refunds.record_hint")} errors={errors} />
        {failure && "message" in failure ? <Note tone="error">{failure.message}</Note> : null}
        <RefundCodeField isNeeded={false} stepUp={failure && "stepUp" in failure ? failure.stepUp : null} />
        <Button type="submit" busy={submission.state !== "idle"}>
          {t("refunds.record_submit")}
        </Button>
      </submission.Form>
    </details>
  );
}
