import { PackageOpen, UserRoundCheck } from "lucide-react";
import { useState } from "react";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useMe } from "../staff/me.tsx";
import { TaskDialog } from "../tasks/task-dialog.tsx";
import type { ListSelection } from "../tasks/task-requests.ts";
import { BulkBar } from "../ui/bulk-bar.tsx";
import { Button } from "../ui/button.tsx";

const kinds = { assign: "orders.assign", start_packing: "orders.start-packing" } as const;
type Action = keyof typeof kinds;

/** All orders of a list are selected: what can be done with them is a task. */
export function AllOrdersBulkBar({ selection, onClear }: { selection: ListSelection; onClear: () => void }) {
  const { t } = useI18n();
  const { permissions } = useMe();
  const [action, setAction] = useState<Action | null>(null);
  const [isStarted, setIsStarted] = useState(false);
  const { count } = selection;
  const close = () => {
    setAction(null);
    if (isStarted) onClear();
  };
  return (
    <>
      <BulkBar count={count} label={t("tasks.selected_all", { count })} details={null} isFocused onClear={onClear}>
        {permissions.includes("orders:fulfill") ? (
          <>
            <Button icon={<UserRoundCheck size={16} aria-hidden />} onClick={() => setAction("assign")}>
              {t("orders.assign")}…
            </Button>
            <Button
              kind="primary"
              icon={<PackageOpen size={16} aria-hidden />}
              onClick={() => setAction("start_packing")}
            >
              {t("orders.do_start_packing")}…
            </Button>
          </>
        ) : null}
      </BulkBar>
      {action ? (
        <TaskDialog
          key={action}
          request={{ kind: kinds[action], selection, input: {} }}
          subjectKind="order"
          title={t(action === "assign" ? "orders.bulk_assign" : "orders.bulk_preview_packing")}
          confirmLabel={t(action === "assign" ? "orders.assign" : "orders.confirm_start_packing")}
          onStarted={() => setIsStarted(true)}
          onClose={close}
        />
      ) : null}
    </>
  );
}
