import { Ban, CircleCheck, CircleDashed, PackageOpen, Truck, type LucideIcon } from "lucide-react";
import type { PurchaseOrderStatus } from "@furoshiki/api/admin/purchasing/purchase-orders";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";

const looks: Record<PurchaseOrderStatus, { Icon: LucideIcon; tone: BadgeTone }> = {
  draft: { Icon: CircleDashed, tone: "neutral" },
  ordered: { Icon: Truck, tone: "info" },
  partly_received: { Icon: PackageOpen, tone: "info" },
  received: { Icon: CircleCheck, tone: "ok" },
  canceled: { Icon: Ban, tone: "neutral" },
};

/** The status of an order from a supplier. */
export function PurchaseOrderBadge({ status, isPlain = false }: { status: PurchaseOrderStatus; isPlain?: boolean }) {
  const { t } = useCatalogI18n();
  const { Icon, tone } = looks[status];
  return (
    <Badge tone={tone} icon={<Icon size={14} aria-hidden />} isPlain={isPlain}>
      {t(`purchasing.status_${status}`)}
    </Badge>
  );
}
