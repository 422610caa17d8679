import { Form, useNavigate, useNavigation } from "react-router";
import type { Role } from "@furoshiki/api/admin/staff/roles";
import type { FormErrors } from "../api-client/form-errors.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { getFieldErrors, getFormMessage } from "./field-errors.ts";
import { useMe } from "./me.tsx";
import { getRoleName, isGrantable } from "./role-names.ts";
import { SecretToCopy } from "./secret-to-copy.tsx";

type InviteDialogProps = {
  roles: readonly Role[];
  formErrors: FormErrors | undefined;
  /** The invitation that was just sent, with its link. */
  invited: { email: string; url: string } | undefined;
};

/** Invites a person to a role that the inviting person may give; then shows the link once. */
export function InviteDialog({ roles, formErrors, invited }: InviteDialogProps) {
  const { t, locale } = useI18n();
  const { permissions } = useMe();
  const navigate = useNavigate();
  const isBusy = useNavigation().formMethod === "POST";
  const message = getFormMessage(formErrors);
  return (
    <Dialog
      title={t(invited ? "staff.invited" : "staff.invite")}
      closeLabel={t("ui.close")}
      onClose={() => void navigate("/staff", { replace: true, preventScrollReset: true })}
    >
      {invited ? (
        <div className="grid gap-4">
          <p className="text-ink-2">{t("staff.invited_text", { email: invited.email })}</p>
          <SecretToCopy label={t("staff.invited_link")} value={invited.url} />
        </div>
      ) : (
        <Form method="post" replace preventScrollReset className="grid gap-4">
          <input type="hidden" name="intent" value="invite" />
          <p className="text-ink-2">{t("staff.invite_text")}</p>
          {message ? <Note tone="error">{message}</Note> : null}
          <Field
            id="email"
            type="email"
            label={t("staff.email")}
            required
            maxLength={254}
            autoComplete="off"
            errors={getFieldErrors(t, formErrors, "email")}
          />
          <SelectField id="role_key" label={t("staff.role")} required defaultValue="">
            <option value="" disabled>
              {t("staff.choose_role")}
            </option>
            {roles
              .filter((role) => isGrantable(role, permissions))
              .map((role) => (
                <option key={role.key} value={role.key}>
                  {getRoleName(role, locale)}
                </option>
              ))}
          </SelectField>
          <div className="flex justify-end">
            <Button type="submit" kind="primary" size="md" busy={isBusy}>
              {t("staff.invite_confirm")}
            </Button>
          </div>
        </Form>
      )}
    </Dialog>
  );
}
