import type { OrderStatus } from "@furoshiki/api/orders";
import {
  Ban,
  CircleCheck,
  Clock,
  Package,
  Plane,
  RotateCcw,
  Store,
  Undo2,
  Wallet,
  type LucideIcon,
} from "lucide-react";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Badge, type BadgeTone } from "@furoshiki/design-system/ui/badge.tsx";

const badgeStyles: Record<OrderStatus, { tone: BadgeTone; Icon: LucideIcon }> = {
  awaiting_payment: { tone: "warning", Icon: Clock },
  paid: { tone: "info", Icon: Wallet },
  packing: { tone: "info", Icon: Package },
  shipped: { tone: "info", Icon: Plane },
  delivered: { tone: "success", Icon: CircleCheck },
  returned: { tone: "neutral", Icon: Undo2 },
  cancelled: { tone: "neutral", Icon: Ban },
  refunded: { tone: "neutral", Icon: RotateCcw },
};

/** The status of an order. @param props.isReady whether its parcel waits at the pickup point */
export function OrderBadge({ status, isReady = false }: { status: OrderStatus; isReady?: boolean }) {
  const { t } = useAccountI18n();
  if (isReady)
    return (
      <Badge tone="success" icon={<Store size={15} aria-hidden />}>
        {t("order.waits")}
      </Badge>
    );
  const { tone, Icon } = badgeStyles[status];
  return (
    <Badge tone={tone} icon={<Icon size={15} aria-hidden />}>
      {t(`order.status_${status}`)}
    </Badge>
  );
}
