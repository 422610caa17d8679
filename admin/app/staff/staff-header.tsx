import { Plus, UserPlus } from "lucide-react";
import { Link } from "react-router";
import type { StaffList } from "@furoshiki/api/admin/staff";
import { useI18n } from "../i18n/use-i18n.tsx";
import { buttonClass } from "../ui/button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ViewTabs } from "../ui/view-tabs.tsx";

type StaffHeaderProps = { staff: StaffList; roleCount: number; current: "staff" | "roles" | "invitations" };

/** The title of the pages about staff, with their tabs and the buttons to invite a person and to create a role. */
export function StaffHeader({ staff: { items, invitations }, roleCount, current }: StaffHeaderProps) {
  const { t } = useI18n();
  const activeCount = items.filter(({ status }) => status === "active").length;
  const tabs = [
    ["staff", "/staff", activeCount],
    ["roles", "/roles", roleCount],
    ["invitations", "/staff?view=invitations", invitations.length],
  ] as const;
  return (
    <>
      <PageHeader
        title={t("staff.title")}
        actions={
          <>
            <Link to="/roles?create=1" className={buttonClass({ size: "md" })}>
              <Plus size={16} aria-hidden />
              {t("roles.create")}
            </Link>
            <Link to="/staff?invite=1" className={buttonClass({ kind: "primary", size: "md" })}>
              <UserPlus size={16} aria-hidden />
              {t("staff.invite")}
            </Link>
          </>
        }
      />
      <ViewTabs
        label={t("staff.title")}
        tabs={tabs.map(([key, path, count]) => ({
          ...{ key, path, count: String(count) },
          label: t(`staff.view_${key}`),
          isCurrent: key === current,
        }))}
      />
    </>
  );
}
