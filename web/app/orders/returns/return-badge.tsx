import type { CustomerReturn } from "@furoshiki/api/returns";
import { Badge, type BadgeTone } from "@furoshiki/design-system/ui/badge.tsx";
import { Ban, Check, Clock, type LucideIcon, Package, Wallet } from "lucide-react";
import { useAccountI18n } from "../../i18n/account-i18n.ts";

const styles: Record<CustomerReturn["status"], { tone: BadgeTone; Icon: LucideIcon }> = {
  requested: { tone: "warning", Icon: Clock },
  approved: { tone: "info", Icon: Check },
  received: { tone: "info", Icon: Package },
  resolved: { tone: "success", Icon: Wallet },
  rejected: { tone: "neutral", Icon: Ban },
};

/** The status of a return. */
export function ReturnBadge({ status, outcome }: Pick<CustomerReturn, "status" | "outcome">) {
  const { t } = useAccountI18n();
  const { tone, Icon } = styles[status];
  return (
    <Badge tone={outcome === "none" ? "neutral" : tone} icon={<Icon size={15} aria-hidden />}>
      {t(status === "resolved" ? `return.status_resolved_${outcome ?? "none"}` : `return.status_${status}`)}
    </Badge>
  );
}
