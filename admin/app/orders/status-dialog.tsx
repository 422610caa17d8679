import { Form, useNavigate, useNavigation, useSearchParams } from "react-router";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import { ApprovalNote } from "../approvals/approval-note.tsx";
import { useI18n, type I18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { EffectList } from "./effect-list.tsx";
import { createActionPath } from "./list-path.ts";
import { getBlockReasons, type OrderActionResult, type StatusAction, type StatusPreview } from "./order-actions.ts";

type StatusDialogProps = {
  order: OrderDetail;
  action: StatusAction;
  preview: StatusPreview;
  result: OrderActionResult | undefined;
};

/** Shows what a status action would do, asks for what it needs, and executes it. */
export function StatusDialog({ order, action, preview, result }: StatusDialogProps) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const isBusy = useNavigation().formMethod === "POST";
  const [params] = useSearchParams();
  const path = `/orders/${order.id}${createActionPath(params, null)}`;
  const failure = result && "message" in result && result.intent === action ? result : null;
  const blockReason = findBlockReason(order, action, preview, t);
  const refusal = failure?.message ?? blockReason;
  const requiresApproval = "effects" in preview && preview.effects.requires_approval;
  return (
    <Dialog
      title={t(`orders.do_${action}`)}
      closeLabel={t("ui.close")}
      onClose={() => void navigate(path, { replace: true, preventScrollReset: true })}
    >
      <Form method="post" replace preventScrollReset className="grid gap-4">
        <input type="hidden" name="intent" value={action} />
        <input type="hidden" name="from" value={order.status} />
        {refusal ? <Note tone="error">{refusal}</Note> : null}
        {"effects" in preview && blockReason === null ? <EffectList effects={preview.effects} /> : null}
        <ApprovalNote isNeeded={requiresApproval} />
        <ActionFields order={order} action={action} errors={failure?.errors ?? {}} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            type="submit"
            kind={action === "cancel" ? "danger" : "primary"}
            size="md"
            busy={isBusy}
            disabled={blockReason !== null}
          >
            {t(requiresApproval ? "approvals.request" : `orders.confirm_${action}`)}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Returns why an action cannot be executed; null if it can. Somebody else may have taken the step meanwhile. */
function findBlockReason(
  order: OrderDetail,
  action: StatusAction,
  preview: StatusPreview,
  t: I18n["t"],
): string | null {
  if ("refusal" in preview) return preview.refusal;
  const isPast = getBlockReasons(order, action)?.includes("order_transition_not_allowed") ?? false;
  return isPast ? t("orders.blocked_order_transition_not_allowed") : null;
}

type ActionFieldsProps = Pick<StatusDialogProps, "order" | "action"> & {
  errors: Readonly<Record<string, readonly string[]>>;
};

function ActionFields({ order, action, errors }: ActionFieldsProps) {
  const { t } = useI18n();
  return (
    <>
      {action === "ship" ? (
        <Field
          id="tracking_number"
          label={t("orders.tracking")}
          hint={t("orders.tracking_hint")}
          errors={errors["tracking_number"]}
          maxLength={40}
          autoComplete="off"
        />
      ) : null}
      {action === "cancel" ? (
        <Field
          id="reason"
          label={t("orders.reason")}
          hint={t("orders.reason_hint")}
          errors={errors["reason"]}
          required
          maxLength={500}
        />
      ) : null}
      {getBlockReasons(order, action)?.includes("assigned_to_other") ? (
        <label className="flex min-h-6 items-center gap-2.5">
          <input type="checkbox" name="take_over" value="1" required className="checkbox" />
          {t("orders.take_over", { name: order.assignment?.staff.name ?? "" })}
        </label>
      ) : null}
    </>
  );
}
