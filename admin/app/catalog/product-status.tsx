import { Archive, CircleCheck, CircleDashed, EyeOff, type LucideIcon } from "lucide-react";
import type { ProductRow } from "@furoshiki/api/admin/catalog-admin";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";

const badges: Record<ProductRow["status"], { tone: BadgeTone; Icon: LucideIcon }> = {
  draft: { tone: "neutral", Icon: CircleDashed },
  active: { tone: "ok", Icon: CircleCheck },
  hidden: { tone: "neutral", Icon: EyeOff },
  discontinued: { tone: "neutral", Icon: Archive },
};

/** The status of a product. */
export function ProductStatusBadge({ status, isPlain = false }: { status: ProductRow["status"]; isPlain?: boolean }) {
  const { t } = useCatalogI18n();
  const { tone, Icon } = badges[status];
  return (
    <Badge tone={tone} icon={<Icon size={14} aria-hidden />} isPlain={isPlain}>
      {t(`catalog.status_${status}`)}
    </Badge>
  );
}
