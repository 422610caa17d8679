import type { OrderStatus } from "@furoshiki/api/orders";
import { Ban, CircleCheck, Clock, Package, Plane, RotateCcw, Undo2, Wallet, type LucideIcon } from "lucide-react";
import { useShop } from "../lib/shop.tsx";
import { Badge, type BadgeTone } from "../ui/badge.tsx";

const looks: Record<OrderStatus, { tone: BadgeTone; Icon: LucideIcon }> = {
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
  const { t } = useShop();
  const { tone, Icon } = looks[status];
  return (
    <Badge tone={tone} icon={<Icon size={15} aria-hidden />}>
      {t(`order.status_${status}`)}
    </Badge>
  );
}
