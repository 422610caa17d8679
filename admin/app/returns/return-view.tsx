import { ArrowRight } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import type { ReturnDetail } from "@furoshiki/api/admin/returns";
import type { Approval } from "@furoshiki/api/admin/staff";
import { PendingApprovalsCard } from "../approvals/pending-approvals-card.tsx";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { createActionPath } from "../orders/list-path.ts";
import { useMe } from "../staff/me.tsx";
import { buttonClass } from "../ui/button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ReturnHistory } from "./return-history.tsx";
import { ReturnLines } from "./return-lines.tsx";
import { ReturnSidebar } from "./return-sidebar.tsx";
import { ReturnStatusBadge } from "./return-status.tsx";
import { listPossibleSteps, type ReturnStep, type StepFailure, type StepPreview } from "./return-steps.ts";
import { StepDialog } from "./step-dialog.tsx";

type ReturnViewProps = {
  return: ReturnDetail;
  /** The requests to refund it that wait for a second person. */
  approvals: readonly Approval[];
  /** The step that the URL names. */
  preview: StepPreview | null;
  /** The day in the time zone of the store. */
  today: string;
  failure: StepFailure | null;
};

/** A return with its next step, goods, history and actions. */
export function ReturnView({ return: row, approvals, preview, today, failure }: ReturnViewProps) {
  const { t, locale } = useI18n();
  const [params] = useSearchParams();
  const { permissions } = useMe();
  const canPlaceOrder = row.kind === "claim" && row.status === "approved" && permissions.includes("orders:edit");
  const [nextStep, ...otherSteps] = listPossibleSteps(row);
  return (
    <>
      <PageHeader
        title={[t(`returns.kind_${row.kind}`), row.id].join(" ")}
        breadcrumbs={[{ name: t("returns.title"), path: "/returns" }]}
        badges={<ReturnStatusBadge kind={row.kind} status={row.status} />}
        subtitle={t("returns.requested_at", { time: formatShortTime(row.requested_at, locale, today) })}
        actions={[
          ...(canPlaceOrder ? [<PlaceOrderLink key="place" claimId={row.id} />] : []),
          ...otherSteps.map((step) => (
            <Link
              key={step}
              to={createActionPath(params, step)}
              preventScrollReset
              className={buttonClass({
                size: "md",
                kind: step === "reject" || step === "close" ? "danger" : "outline",
              })}
            >
              {t(`returns.do_${step}`)}…
            </Link>
          )),
        ]}
      />
      <div className="grid gap-4 px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        {nextStep ? <NextStep step={nextStep} /> : null}
        <div className="grid items-start gap-x-5 gap-y-4 lg:grid-cols-[minmax(0,1fr)_344px]">
          <div className="grid min-w-0 gap-4">
            <PendingApprovalsCard approvals={approvals} today={today} />
            <ReturnLines return={row} />
            <ReturnHistory return={row} today={today} />
          </div>
          <ReturnSidebar return={row} today={today} />
        </div>
      </div>
      {preview ? (
        <StepDialog
          key={preview.step}
          return={row}
          step={preview.step}
          preview={preview}
          failure={failure?.intent === preview.step ? failure : null}
        />
      ) : null}
    </>
  );
}

/** The link to an order at no charge with other goods than the claimed ones. */
function PlaceOrderLink({ claimId }: { claimId: number }) {
  const { t } = useI18n();
  return (
    <Link to={`/orders/new?claim=${claimId}`} className={buttonClass({ size: "md" })}>
      {t("returns.do_place")}…
    </Link>
  );
}

function NextStep({ step }: { step: ReturnStep }) {
  const { t } = useI18n();
  const [params] = useSearchParams();
  return (
    <section
      aria-label={t("returns.next_step")}
      className="flex flex-wrap items-center gap-3.5 rounded-md border border-l-3 border-edge border-l-tokiwa-700 bg-card px-4 py-3.5"
    >
      <ArrowRight size={22} strokeWidth={1.5} aria-hidden className="shrink-0 text-tokiwa-700" />
      <h2 className="min-w-0 flex-1 basis-60 text-heading">{t(`returns.next_${step}`)}</h2>
      <Link
        to={createActionPath(params, step)}
        preventScrollReset
        className={buttonClass({ kind: "primary", size: "md" })}
      >
        {t(`returns.do_${step}`)}…
      </Link>
    </section>
  );
}
