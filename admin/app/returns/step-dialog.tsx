import { Mail, Undo2 } from "lucide-react";
import { Form, useNavigate, useNavigation } from "react-router";
import type { ReturnDetail } from "@furoshiki/api/admin/returns";
import type { PreviewEffects } from "@furoshiki/api/admin/staff/audit";
import { ApprovalNote } from "../approvals/approval-note.tsx";
import { formatMinorAmount } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Note } from "../ui/note.tsx";
import type { ReturnStep, StepFailure, StepPreview } from "./return-steps.ts";
import { StepFields } from "./step-fields.tsx";

type StepDialogProps = {
  return: ReturnDetail;
  step: ReturnStep;
  preview: StepPreview;
  failure: StepFailure | null;
};

/** Shows what a step of a return does, asks for what it needs, and executes it. */
export function StepDialog({ return: row, step, preview, failure }: StepDialogProps) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const isBusy = useNavigation().formMethod === "POST";
  const refusal = failure?.message ?? ("refusal" in preview ? preview.refusal : null);
  // Other lines than the usual ones may be possible when the preview is refused.
  const isBlocked = "refusal" in preview && step !== "receive" && step !== "replace";
  const requiresApproval = "effects" in preview && preview.effects.requires_approval;
  return (
    <Dialog
      title={t(`returns.do_${step}`)}
      closeLabel={t("ui.close")}
      onClose={() => void navigate(`/returns/${row.id}`, { replace: true, preventScrollReset: true })}
    >
      <Form method="post" replace preventScrollReset className="grid gap-4">
        <input type="hidden" name="intent" value={step} />
        <input type="hidden" name="from" value={row.status} />
        <input type="hidden" name="idempotency_key" value={preview.idempotencyKey} />
        {refusal ? <Note tone="error">{refusal}</Note> : null}
        <p className="text-ink-2">{t(`returns.about_${step}`)}</p>
        <StepFields return={row} step={step} errors={failure?.errors ?? {}} />
        {"effects" in preview ? <EffectList effects={preview.effects} step={step} /> : null}
        <ApprovalNote isNeeded={requiresApproval} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            type="submit"
            kind={step === "reject" || step === "close" ? "danger" : "primary"}
            size="md"
            busy={isBusy}
            disabled={isBlocked}
          >
            {t(requiresApproval ? "approvals.request" : `returns.confirm_${step}`)}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function EffectList({ effects, step }: { effects: PreviewEffects; step: ReturnStep }) {
  const { t, format } = useI18n();
  const delay = step === "approve" || step === "reject" ? t("returns.effect_email_delay") : "";
  return (
    <ul className="grid gap-2 border-t border-hair pt-3">
      {effects.refunds.map(({ amount_minor, currency }, index) => (
        <li key={index} className="flex items-start gap-2.5">
          <Undo2 size={16} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
          {t("returns.effect_refund", { amount: formatMinorAmount(format, amount_minor, currency) })}
        </li>
      ))}
      {effects.emails.map(({ template, recipient }) => (
        <li key={template} className="flex items-start gap-2.5">
          <Mail size={16} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
          <span>
            {t("returns.effect_email", { name: t.find(`returns.email_${template}`) ?? template, recipient })} {delay}
          </span>
        </li>
      ))}
      {effects.emails.length === 0 ? (
        <li className="flex items-start gap-2.5">
          <Mail size={16} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
          {t("returns.effect_no_email")}
        </li>
      ) : null}
    </ul>
  );
}
