import { ShieldCheck, Users } from "lucide-react";
import { Form, useNavigation } from "react-router";
import type { StaffMember } from "@furoshiki/api/admin/staff";
import type { Role } from "@furoshiki/api/admin/staff/roles";
import type { FormErrors } from "../api-client/form-errors.ts";
import { ConflictChoices } from "../edit-conflicts/conflict-choices.tsx";
import { useI18n, type I18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import type { RoleDraft } from "./role-matrix.tsx";
import { getRoleName } from "./role-names.ts";

type RoleDockProps = {
  role: Role;
  draft: RoleDraft;
  members: readonly StaffMember[];
  formErrors: FormErrors | undefined;
  onDiscard: () => void;
};

/** The bar with the unsaved changes of a role: what changes, for whom, and the buttons to discard and save it. */
export function RoleDock({ role, draft, members, formErrors, onDiscard }: RoleDockProps) {
  const { t, locale } = useI18n();
  const conflicts = formErrors?.conflicts;
  const isBusy = useNavigation().formMethod === "POST";
  const added = draft.permissions.filter((permission) => !role.permissions.includes(permission)).length;
  const removed = role.permissions.filter((permission) => !draft.permissions.includes(permission)).length;
  const names = members.filter(({ role_key, status }) => role_key === role.key && status === "active");
  return (
    <section
      aria-label={t("roles.unsaved")}
      className="sticky bottom-0 z-10 grid gap-2 border-t border-edge bg-card px-4 py-3 shadow-overlay desk:px-6"
    >
      {formErrors && !formErrors.conflicts ? <Note tone="error">{formErrors.message}</Note> : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="flex items-center gap-2 font-semibold">
          <Users size={16} aria-hidden className="shrink-0" />
          {t("roles.changes", { name: getRoleName(role, locale), added, removed })}
        </p>
        <p className="min-w-0 grow basis-60 text-ink-2">
          {names.length === 0
            ? t("roles.nobody_affected")
            : t("roles.affected", { names: names.map(({ name }) => name).join(", ") })}
        </p>
        <Form
          method="post"
          replace
          preventScrollReset
          className={conflicts ? "grid w-full gap-3" : "w-full desk:w-auto"}
        >
          <input type="hidden" name="intent" value="update_permissions" />
          <input type="hidden" name="id" value={role.id} />
          {conflicts ? (
            <ConflictChoices conflicts={conflicts} fields={getConflictFields(t)} />
          ) : (
            <>
              <input type="hidden" name="seen_permissions" value={role.permissions.join(" ")} />
              <input type="hidden" name="permissions" value={draft.permissions.join(" ")} />
            </>
          )}
          <div className="flex justify-end gap-2 *:grow desk:*:grow-0">
            <Button kind="quiet" size="md" onClick={onDiscard}>
              {t("roles.discard")}
            </Button>
            <Button type="submit" kind="primary" size="md" icon={<ShieldCheck size={16} aria-hidden />} busy={isBusy}>
              {t("roles.save")}
            </Button>
          </div>
        </Form>
      </div>
    </section>
  );
}

function getConflictFields(t: I18n["t"]) {
  const format = (permissions: string) =>
    permissions
      .split(" ")
      .map((permission) => t.find(`permission.${permission}`) ?? permission)
      .join(", ");
  return { permissions: { label: t("roles.permissions"), format, merge: "list" as const } };
}
