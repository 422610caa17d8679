import { Ban, CircleCheck, Clock, Package, PackageCheck, Truck, Undo2, type LucideIcon } from "lucide-react";
import type { OrderStatus } from "@furoshiki/api/orders";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Badge, type BadgeTone } from "../ui/badge.tsx";

export const statusIcons: Record<OrderStatus, LucideIcon> = {
  awaiting_payment: Clock,
  paid: CircleCheck,
  packing: Package,
  shipped: Truck,
  delivered: PackageCheck,
  returned: Undo2,
  cancelled: Ban,
  refunded: Undo2,
};
const tones: Record<OrderStatus, BadgeTone> = {
  awaiting_payment: "neutral",
  paid: "ok",
  packing: "info",
  shipped: "info",
  delivered: "ok",
  returned: "warn",
  cancelled: "neutral",
  refunded: "neutral",
};

/** The status of an order. */
export function OrderStatusBadge({ status, isPlain = false }: { status: OrderStatus; isPlain?: boolean }) {
  const { t } = useI18n();
  const Icon = statusIcons[status];
  return (
    <Badge tone={tones[status]} icon={<Icon size={14} aria-hidden />} isPlain={isPlain}>
      {t(`orders.status_${status}`)}
    </Badge>
  );
}
