import { Fragment } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import type { Role } from "@furoshiki/api/admin/staff/roles";
import type { FormErrors } from "../api-client/form-errors.ts";
import { ConflictChoices } from "../edit-conflicts/conflict-choices.tsx";
import { getEditedValue } from "../api-client/field-edits.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { getFieldErrors, getFormMessage } from "./field-errors.ts";
import { useMe } from "./me.tsx";
import { getRoleName, isGrantable } from "./role-names.ts";

type RoleDialogProps = { formErrors: FormErrors | undefined };

/** Creates a role, with the permissions of another one or none. */
export function CreateRoleDialog({ roles, formErrors }: RoleDialogProps & { roles: readonly Role[] }) {
  const { t, locale } = useI18n();
  const { permissions } = useMe();
  return (
    <RoleDialog title={t("roles.create")}>
      <Form method="post" replace preventScrollReset className="grid gap-4">
        <input type="hidden" name="intent" value="create" />
        <NameFields formErrors={formErrors} />
        <SelectField id="permissions" label={t("roles.copy_from")} defaultValue="">
          <option value="">{t("roles.no_permissions")}</option>
          {roles
            .filter((role) => isGrantable(role, permissions))
            .map((role) => (
              <option key={role.id} value={role.permissions.join(" ")}>
                {getRoleName(role, locale)}
              </option>
            ))}
        </SelectField>
        <SubmitButton label={t("roles.create_confirm")} intent="create" />
      </Form>
    </RoleDialog>
  );
}

/** Renames a role, or deletes it if nobody has it. */
export function EditRoleDialog({ role, formErrors }: RoleDialogProps & { role: Role }) {
  const { t } = useI18n();
  const isDeleting = useNavigation().formData?.get("intent") === "delete";
  return (
    <RoleDialog title={t("roles.edit")}>
      <Form method="post" replace preventScrollReset className="grid gap-4">
        <input type="hidden" name="intent" value="rename" />
        <input type="hidden" name="id" value={role.id} />
        <NameFields role={role} formErrors={formErrors} />
        <SubmitButton label={t("roles.rename_confirm")} intent="rename" />
      </Form>
      <Form method="post" replace preventScrollReset className="mt-4 grid gap-2 border-t border-hair pt-4">
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="id" value={role.id} />
        <input type="hidden" name="version" value={role.version} />
        <p className="text-xs text-ink-2">{t(role.staff_count === 0 ? "roles.delete_text" : "roles.delete_in_use")}</p>
        <div>
          <Button type="submit" kind="danger" size="md" busy={isDeleting} disabled={role.staff_count > 0}>
            {t("roles.delete")}
          </Button>
        </div>
      </Form>
    </RoleDialog>
  );
}

function RoleDialog({ title, children }: { title: string; children: React.ReactNode }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  return (
    <Dialog
      title={title}
      closeLabel={t("ui.close")}
      onClose={() => void navigate("/roles", { replace: true, preventScrollReset: true })}
    >
      {children}
    </Dialog>
  );
}

const nameFields = ["name_ru", "name_en"] as const;

function NameFields({ role, formErrors }: RoleDialogProps & { role?: Role }) {
  const { t } = useI18n();
  const { conflicts, edits } = formErrors ?? {};
  const message = conflicts ? undefined : getFormMessage(formErrors);
  const labels = Object.fromEntries(nameFields.map((name) => [name, { label: t(`roles.${name}`) }]));
  return (
    <>
      {message ? <Note tone="error">{message}</Note> : null}
      {conflicts ? <ConflictChoices conflicts={conflicts} fields={labels} /> : null}
      {nameFields
        .filter((name) => !conflicts?.some(({ field }) => field === name))
        .map((name) => (
          <Fragment key={name}>
            {role ? <input type="hidden" name={`seen_${name}`} value={edits?.[name]?.from ?? role[name]} /> : null}
            <Field
              id={name}
              label={t(`roles.${name}`)}
              defaultValue={getEditedValue(edits, name, role?.[name])}
              required
              maxLength={60}
              autoComplete="off"
              errors={getFieldErrors(t, formErrors, name)}
            />
          </Fragment>
        ))}
    </>
  );
}

function SubmitButton({ label, intent }: { label: string; intent: string }) {
  const isBusy = useNavigation().formData?.get("intent") === intent;
  return (
    <div className="flex justify-end">
      <Button type="submit" kind="primary" size="md" busy={isBusy}>
        {label}
      </Button>
    </div>
  );
}
