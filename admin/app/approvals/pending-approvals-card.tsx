import { Clock } from "lucide-react";
import { Link } from "react-router";
import type { Approval } from "@furoshiki/api/admin/staff";
import { formatMinorAmount } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Badge } from "../ui/badge.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ApprovalTimes, getRequestName } from "./approval-facts.tsx";
import { CancelForm } from "./cancel-form.tsx";

/** The requests about a record that wait for a second person; nothing if there are none. */
export function PendingApprovalsCard({ approvals, today }: { approvals: readonly Approval[]; today: string }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  if (approvals.length === 0) return null;
  return (
    <Card title={t("approvals.waiting")} isFlush>
      <ul>
        {approvals.map((approval) => (
          <li key={approval.id} className="grid gap-1 border-t border-hair px-4 py-2.5 first:border-t-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge tone="warn" icon={<Clock size={14} aria-hidden />}>
                {t("approvals.status_pending")}
              </Badge>
              <span className="font-medium">
                {getRequestName(i18n, approval)} · {formatMinorAmount(format, approval.amount_minor, approval.currency)}
              </span>
              <div className="ml-auto">
                {approval.is_own ? <CancelForm id={approval.id} /> : null}
                {approval.can_decide ? (
                  <Link to={`/approvals?action=approve&id=${approval.id}`} className={buttonClass()}>
                    {t("approvals.do_approve")}…
                  </Link>
                ) : null}
              </div>
            </div>
            <ApprovalTimes approval={approval} today={today} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
