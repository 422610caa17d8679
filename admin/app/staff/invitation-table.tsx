import { MailPlus } from "lucide-react";
import { Form, useNavigation } from "react-router";
import type { StaffList } from "@furoshiki/api/admin/staff";
import type { Role } from "@furoshiki/api/admin/staff/roles";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { findRoleName } from "./role-names.ts";

type InvitationTableProps = { invitations: StaffList["invitations"]; roles: readonly Role[]; today: string };

/** The invitations that were not accepted yet; each can be withdrawn. */
export function InvitationTable({ invitations, roles, today }: InvitationTableProps) {
  const { t, locale } = useI18n();
  const withdrawn = useNavigation().formData?.get("email");
  if (invitations.length === 0)
    return (
      <EmptyState icon={<MailPlus size={26} strokeWidth={1.5} aria-hidden />} title={t("staff.no_invitations")}>
        {t("staff.no_invitations_text")}
      </EmptyState>
    );
  return (
    <table className="data-table">
      <caption className="sr-only">{t("staff.view_invitations")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("staff.email")}</th>
          <th scope="col">{t("staff.role")}</th>
          <th scope="col">{t("staff.invited_by")}</th>
          <th scope="col">{t("staff.valid_until")}</th>
          <th scope="col">
            <span className="sr-only">{t("staff.actions")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {invitations.map(({ email, role_key, invited_by, expires_at }) => (
          <tr key={email}>
            <td data-phone="start" className="font-medium">
              {email}
            </td>
            <td data-phone="line">{findRoleName(roles, role_key, locale)}</td>
            <td>{invited_by ?? t("staff.invited_by_command")}</td>
            <td data-phone="full">{formatShortTime(expires_at, locale, today)}</td>
            <td data-align="end" data-phone="end">
              <Form method="post">
                <input type="hidden" name="intent" value="withdraw" />
                <Button
                  type="submit"
                  size="xs"
                  name="email"
                  value={email}
                  busy={withdrawn === email}
                  aria-label={t("staff.withdraw_of", { email })}
                >
                  {t("staff.withdraw")}
                </Button>
              </Form>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
