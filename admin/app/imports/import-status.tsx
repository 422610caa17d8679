import { CircleAlert, CircleCheck, CircleDashed, ListChecks, LoaderCircle, Undo2, type LucideIcon } from "lucide-react";
import type { ImportStatus, ListedImport } from "@furoshiki/api/admin/imports";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";

const looks: Record<ImportStatus, { Icon: LucideIcon; tone: BadgeTone }> = {
  uploaded: { Icon: CircleDashed, tone: "neutral" },
  checking: { Icon: LoaderCircle, tone: "info" },
  checked: { Icon: ListChecks, tone: "info" },
  applying: { Icon: LoaderCircle, tone: "info" },
  applied: { Icon: CircleCheck, tone: "ok" },
  undoing: { Icon: LoaderCircle, tone: "info" },
  undone: { Icon: Undo2, tone: "neutral" },
};

/** The status of an import; that it needs a person if its last step has failed. */
export function ImportBadge({ status, failure }: Pick<ListedImport, "status" | "failure">) {
  const { t } = useCatalogI18n();
  const { Icon, tone } = failure ? { Icon: CircleAlert, tone: "error" as const } : looks[status];
  return (
    <Badge tone={tone} icon={<Icon size={14} aria-hidden />} isPlain>
      {failure ? t("imports.status_failed") : t(`imports.status_${status}`)}
    </Badge>
  );
}

/** Whether a step of an import is being executed. */
export function isRunning(status: ImportStatus): boolean {
  return status === "checking" || status === "applying" || status === "undoing";
}
