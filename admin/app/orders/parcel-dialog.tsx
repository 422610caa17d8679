import { Form, useNavigate, useNavigation, useSearchParams } from "react-router";
import type { JoinOutcome } from "@furoshiki/api/joined-orders";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import { ApprovalNote } from "../approvals/approval-note.tsx";
import { formatAmount, formatOrderNumber } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { KeyValue, KeyValues } from "../ui/key-values.tsx";
import { Note } from "../ui/note.tsx";
import { EffectList } from "./effect-list.tsx";
import { formatParcelAction, type ParcelPreview } from "./joined-orders.ts";
import { createActionPath } from "./list-path.ts";
import type { OrderActionResult } from "./order-actions.ts";

type ParcelDialogProps = {
  order: OrderDetail;
  preview: ParcelPreview;
  result: OrderActionResult | undefined;
};

/** Shows what joining or separating orders would do, asks for the reason, and does it. */
export function ParcelDialog({ order, preview, result }: ParcelDialogProps) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const isBusy = useNavigation().formMethod === "POST";
  const [params] = useSearchParams();
  const intent = formatParcelAction(preview);
  const failure = result && "message" in result && result.intent === intent ? result : null;
  const refusal = failure?.message ?? ("refusal" in preview ? preview.refusal : null);
  const requiresApproval = "effects" in preview && preview.effects.requires_approval;
  const numbers = [order.id, ...(preview.kind === "join" ? [preview.otherId] : (order.parcel?.joined_orders ?? []))];
  return (
    <Dialog
      title={t(`orders.do_${preview.kind}`)}
      closeLabel={t("ui.close")}
      onClose={() =>
        void navigate(`/orders/${order.id}${createActionPath(params, null)}`, {
          replace: true,
          preventScrollReset: true,
        })
      }
    >
      <Form method="post" replace preventScrollReset className="grid gap-4">
        <p>{t(`orders.${preview.kind}_text`, { numbers: numbers.map(formatOrderNumber).join(", ") })}</p>
        {refusal ? <Note tone="error">{refusal}</Note> : null}
        {"outcome" in preview && preview.outcome ? <JoinSums outcome={preview.outcome} /> : null}
        {"effects" in preview ? <EffectList effects={preview.effects} /> : null}
        <ApprovalNote isNeeded={requiresApproval} />
        <Field
          id="reason"
          label={t("orders.reason")}
          hint={t("orders.parcel_reason_hint")}
          errors={failure?.errors["reason"]}
          required
          maxLength={500}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            type="submit"
            name="intent"
            value={intent}
            kind="primary"
            size="md"
            busy={isBusy}
            disabled={"refusal" in preview}
          >
            {t(requiresApproval ? "approvals.request" : `orders.do_${preview.kind}`)}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** What the customer has paid for delivery, what one parcel costs, and the duty. */
function JoinSums({ outcome: { delivery, refund, duty, iso_code: currency } }: { outcome: JoinOutcome }) {
  const { t, format } = useI18n();
  const formatMoney = (amount: number) => formatAmount(format, amount, currency);
  return (
    <KeyValues>
      <KeyValue name={t("orders.join_delivery_paid")}>{formatMoney(delivery.paid)}</KeyValue>
      <KeyValue name={t("orders.join_delivery_together")}>{formatMoney(delivery.together)}</KeyValue>
      <KeyValue name={t("orders.join_refund")}>{formatMoney(refund)}</KeyValue>
      <KeyValue name={t("orders.join_duty")}>{duty.together === 0 ? null : formatMoney(duty.together)}</KeyValue>
    </KeyValues>
  );
}
