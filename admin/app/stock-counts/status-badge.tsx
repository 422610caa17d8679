import { Ban, CircleCheck, CircleDashed, type LucideIcon } from "lucide-react";
import type { StockCountStatus } from "@furoshiki/api/admin/inventory/counts";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";

const looks: Record<StockCountStatus, { Icon: LucideIcon; tone: BadgeTone }> = {
  open: { Icon: CircleDashed, tone: "info" },
  closed: { Icon: CircleCheck, tone: "ok" },
  canceled: { Icon: Ban, tone: "neutral" },
};

/** The status of a count of the shelves. */
export function StockCountBadge({ status, isPlain = false }: { status: StockCountStatus; isPlain?: boolean }) {
  const { t } = useCatalogI18n();
  const { Icon, tone } = looks[status];
  return (
    <Badge tone={tone} icon={<Icon size={14} aria-hidden />} isPlain={isPlain}>
      {t(`counts.status_${status}`)}
    </Badge>
  );
}
