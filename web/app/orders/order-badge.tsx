import type { OrderStatus } from "@furoshiki/api/orders";
import { Ban, CircleCheck, Clock, Package, Plane, RotateCcw, Undo2, Wallet, type LucideIcon } from "lucide-react";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Badge, type BadgeTone } from "../ui/badge.tsx";

const badgeStyles: Record<OrderStatus, { tone: BadgeTone; Icon: LucideIcon }> = {
  awaiting_payment: { tone: "wait", Icon: Clock },
  paid: { tone: "way", Icon: Wallet },
  packing: { tone: "way", Icon: Package },
  shipped: { tone: "way", Icon: Plane },
  delivered: { tone: "done", Icon: CircleCheck },
  returned: { tone: "off", Icon: Undo2 },
  cancelled: { tone: "off", Icon: Ban },
  refunded: { tone: "off", Icon: RotateCcw },
};

export function OrderBadge({ status }: { status: OrderStatus }) {
  const { t } = useI18n();
  const { tone, Icon } = badgeStyles[status];
  return (
    <Badge tone={tone} icon={<Icon size={15} aria-hidden />}>
      {t(`order.status_${status}`)}
    </Badge>
  );
}
