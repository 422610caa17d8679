import { Form, useNavigate, useNavigation } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { ApprovalFacts, ApprovalHeading, ApprovalTimes } from "./approval-facts.tsx";
import type { DecisionResult, OpenDecision } from "./decisions.ts";

type DecisionDialogProps = { open: OpenDecision; today: string; result: DecisionResult | undefined };

/** Shows what a colleague has requested, and approves or rejects it. */
export function DecisionDialog({ open: { decision, approval, refusal }, today, result }: DecisionDialogProps) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const isBusy = useNavigation().formMethod === "POST";
  const failure = result && "message" in result && result.intent === decision ? result : null;
  const message = failure?.message ?? refusal;
  return (
    <Dialog
      title={t(`approvals.title_${decision}`)}
      closeLabel={t("ui.close")}
      onClose={() => void navigate("/approvals", { replace: true, preventScrollReset: true })}
    >
      <Form method="post" replace preventScrollReset className="grid gap-4">
        <input type="hidden" name="intent" value={decision} />
        <input type="hidden" name="id" value={approval.id} />
        {message ? <Note tone="error">{message}</Note> : null}
        <div className="grid gap-1">
          <ApprovalHeading approval={approval} />
          <ApprovalTimes approval={approval} today={today} />
        </div>
        <ApprovalFacts approval={approval} />
        {decision === "reject" ? (
          <Field
            id="reason"
            label={t("orders.reason")}
            hint={t("approvals.reject_hint")}
            errors={failure?.errors["reason"]}
            required
            maxLength={500}
          />
        ) : (
          <p className="text-ink-2">{t("approvals.approve_about")}</p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            type="submit"
            kind={decision === "reject" ? "danger" : "primary"}
            size="md"
            busy={isBusy}
            disabled={refusal !== null}
          >
            {t(`approvals.do_${decision}`)}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
