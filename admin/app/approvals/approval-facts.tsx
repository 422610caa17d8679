import { Link } from "react-router";
import type { Approval } from "@furoshiki/api/admin/staff";
import { formatMinorAmount, formatOrderNumber } from "../i18n/amounts.ts";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useI18n, type I18n } from "../i18n/use-i18n.tsx";
import { KeyValue, KeyValues } from "../ui/key-values.tsx";

type ApprovalProps = { approval: Approval; today: string };

/** Returns what is requested: `Refund`, `Cancellation of the order`. */
export function getRequestName({ t }: Pick<I18n, "t">, { action }: Approval): string {
  return t.find(`approvals.action_${action}`) ?? action;
}

/** The amount of a request, with what it is for and the order that it belongs to. */
export function ApprovalHeading({ approval }: { approval: Approval }) {
  const i18n = useI18n();
  const { subject } = approval;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5">
      <b className="font-semibold">{formatMinorAmount(i18n.format, approval.amount_minor, approval.currency)}</b>
      <span>{getRequestName(i18n, approval)}</span>
      {subject.kind === "order" ? (
        <Link to={`/orders/${subject.id}`} className="link">
          {i18n.t("orders.title_one", { number: formatOrderNumber(Number(subject.id)) })}
        </Link>
      ) : null}
    </p>
  );
}

/** Who has requested it and when, and until when it can be approved. */
export function ApprovalTimes({ approval, today }: ApprovalProps) {
  const { t, locale } = useI18n();
  const format = (iso: string) => formatShortTime(iso, locale, today);
  return (
    <p className="text-xs text-ink-3">
      {approval.requested_by.name} · {format(approval.requested_at)}
      {approval.status === "pending" ? ` · ${t("approvals.valid_until", { time: format(approval.expires_at) })}` : null}
    </p>
  );
}

/** Why it is requested, and what it would change. */
export function ApprovalFacts({ approval }: { approval: Approval }) {
  const { t } = useI18n();
  return (
    <div className="grid gap-2">
      {approval.comment === "" ? null : <p className="text-ink-2">{approval.comment}</p>}
      <KeyValues>
        <KeyValue name={t("orders.reason")}>
          {approval.reason === "" ? null : (t.find(`refunds.reason_${approval.reason}`) ?? approval.reason)}
        </KeyValue>
        {approval.changes.filter(isShown).map(({ field, from, to }) => (
          <KeyValue key={field} name={t.find(`audit.field_${field}`) ?? field}>
            {[from, to].flatMap((value) => formatValue(t, value) ?? []).join(" → ")}
          </KeyValue>
        ))}
      </KeyValues>
    </div>
  );
}

/** Returns whether a change says more than the name of the request and its amount. */
function isShown({ field }: Approval["changes"][number]): boolean {
  return !/^(refund_amount|refunded_minor|total_minor|status|outcome|edit_\d+)$/.test(field);
}

/** Formats a value; null if there is none. */
function formatValue(t: I18n["t"], value: unknown): string | null {
  if (typeof value === "boolean") return t(value ? "audit.yes" : "audit.no");
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}
