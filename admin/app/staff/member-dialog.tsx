import { LogOut, Mail, ShieldOff } from "lucide-react";
import { Form, useNavigate, useNavigation } from "react-router";
import type { StaffMember } from "@furoshiki/api/admin/staff";
import type { PreviewEffects } from "@furoshiki/api/admin/staff/audit";
import type { FormErrors } from "../api-client/form-errors.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Note } from "../ui/note.tsx";
import { SecretToCopy } from "./secret-to-copy.tsx";

/** What an action on an account would do, or why it is refused. */
export type MemberPreview = { effects: PreviewEffects } | { refusal: string };

type MemberDialogProps = {
  member: StaffMember;
  action: "disable" | "reset-second-factor";
  preview: MemberPreview;
  formErrors: FormErrors | undefined;
  /** The code that was just created, with which the person signs in. */
  recoveryCode: string | undefined;
};

/** Shows what disabling an account or resetting its second factor would do, and does it. */
export function MemberDialog({ member, action, preview, formErrors, recoveryCode }: MemberDialogProps) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const isBusy = useNavigation().formMethod === "POST";
  const refusal = formErrors?.message ?? ("refusal" in preview ? preview.refusal : null);
  const texts = action === "disable" ? "disable" : "reset_second_factor";
  return (
    <Dialog
      title={t(`staff.${texts}`)}
      closeLabel={t("ui.close")}
      onClose={() => void navigate(`/staff?member=${member.id}`, { replace: true, preventScrollReset: true })}
    >
      {recoveryCode === undefined ? (
        <Form method="post" replace preventScrollReset className="grid gap-4">
          <input type="hidden" name="intent" value={action} />
          <input type="hidden" name="id" value={member.id} />
          <p className="text-ink-2">{t(`staff.${texts}_text`, { name: member.name })}</p>
          {refusal ? <Note tone="error">{refusal}</Note> : null}
          {"effects" in preview ? <EffectList member={member} action={action} effects={preview.effects} /> : null}
          <div className="flex justify-end">
            <Button type="submit" kind="danger" size="md" busy={isBusy} disabled={"refusal" in preview}>
              {t(`staff.${texts}`)}
            </Button>
          </div>
        </Form>
      ) : (
        <div className="grid gap-4">
          <p className="text-ink-2">{t("staff.recovery_code_text", { name: member.name })}</p>
          <SecretToCopy label={t("staff.recovery_code")} value={recoveryCode} />
        </div>
      )}
    </Dialog>
  );
}

function EffectList({
  member,
  action,
  effects,
}: Pick<MemberDialogProps, "member" | "action"> & { effects: PreviewEffects }) {
  const { t } = useI18n();
  const items = [
    ...(action === "disable" ? [{ Icon: ShieldOff, text: t("staff.effect_disabled") }] : []),
    { Icon: LogOut, text: t("staff.effect_sessions", { count: member.sessions }) },
    ...effects.emails.map(({ recipient }) => ({ Icon: Mail, text: t("staff.effect_email", { recipient }) })),
  ];
  return (
    <ul className="grid gap-2">
      {items.map(({ Icon, text }) => (
        <li key={text} className="flex items-start gap-2.5">
          <Icon size={16} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
          {text}
        </li>
      ))}
    </ul>
  );
}
