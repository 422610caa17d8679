import { useEffect, useState } from "react";
import { useFetcher, useNavigate, useSearchParams } from "react-router";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import type { RefundOptions } from "@furoshiki/api/admin/payments/refunds";
import { ApprovalNote } from "../approvals/approval-note.tsx";
import { formatAmount, formatOrderNumber } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { createActionPath } from "../orders/list-path.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Note } from "../ui/note.tsx";
import { RefundCodeField } from "./refund-code-field.tsx";
import { RefundFields } from "./refund-fields.tsx";
import { createRefundPath, type RefundFailure, type RefundPreview } from "./refund-requests.ts";
import { createSelection, createSelectionQuery } from "./refund-selection.ts";
import { RefundSummary } from "./refund-summary.tsx";

type RefundDialogProps = {
  order: OrderDetail;
  options: RefundOptions;
  /** The idempotency key of the refund. */
  requestKey: string;
};

/** Chooses what of an order is refunded, shows what goes back to where, and refunds it. */
export function RefundDialog({ order, options, requestKey }: RefundDialogProps) {
  const { t, format } = useI18n();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [selection, setSelection] = useState(() => createSelection(options));
  const path = createRefundPath(order.id);
  const { refund, refusal, requiresApproval } = useRefundPreview(path, createSelectionQuery(selection));
  const submission = useFetcher<RefundFailure>();
  const failure = submission.data;
  const message = failure && "message" in failure ? failure.message : refusal;
  const formatMoney = (amount: number) => formatAmount(format, amount, order.currency);
  const closedPath = createActionPath(params, null);
  return (
    <Dialog
      title={t("refunds.title")}
      closeLabel={t("ui.close")}
      size="wide"
      onClose={() => void navigate(`/orders/${order.id}${closedPath}`, { replace: true, preventScrollReset: true })}
    >
      <p className="-mt-1 mb-3 text-ink-2">
        {t(options.is_money ? "refunds.summary" : "refunds.summary_without_money", {
          number: formatOrderNumber(order.id),
          left: formatMoney(options.refundable),
          refunded: formatMoney(options.refunded),
        })}
      </p>
      <submission.Form method="post" action={`${path}${closedPath}`}>
        <input type="hidden" name="key" value={requestKey} />
        <div className="-mx-5 grid border-t border-hair desk:grid-cols-[minmax(0,1fr)_344px]">
          <RefundFields
            order={order}
            options={options}
            lines={refund?.lines ?? []}
            selection={selection}
            onChange={(change) => setSelection({ ...selection, ...change })}
          />
          <RefundSummary order={order} refund={refund} />
        </div>
        <div className="-mx-5 border-t border-hair px-5 py-3 empty:hidden">
          <ApprovalNote isNeeded={requiresApproval} />
        </div>
        <div className="-mx-5 -mb-5 grid items-center gap-3 border-t border-hair px-5 py-3.5 desk:flex">
          {message ? <Note tone="error">{message}</Note> : null}
          <RefundCodeField
            isNeeded={refund?.requires_step_up ?? false}
            stepUp={failure && "stepUp" in failure ? failure.stepUp : null}
            limit={options.step_up_limit}
          />
          <Button
            type="submit"
            kind="primary"
            size="md"
            className="desk:ml-auto"
            busy={submission.state !== "idle"}
            disabled={refund === null}
          >
            {refund
              ? t(requiresApproval ? "approvals.request_amount" : "refunds.submit", {
                  amount: formatMoney(refund.total),
                })
              : t("refunds.submit_nothing")}
          </Button>
        </div>
      </submission.Form>
    </Dialog>
  );
}

/**
 * Previews a refund each time the selection changes.
 * @param query the selection; null while nothing is selected
 */
function useRefundPreview(path: string, query: string | null) {
  const { load, data } = useFetcher<RefundPreview>();
  useEffect(() => {
    if (query !== null) void load(`${path}?${query}`);
  }, [load, path, query]);
  const preview = query === null ? undefined : data;
  return {
    refund: preview && "refund" in preview ? preview.refund : null,
    refusal: preview && "refusal" in preview ? preview.refusal : null,
    requiresApproval: preview !== undefined && "refund" in preview && preview.requiresApproval,
  };
}
