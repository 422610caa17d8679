import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import type { HealthState } from "@furoshiki/api/admin/system";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Badge } from "../ui/badge.tsx";

const states = {
  ok: { Icon: CircleCheck, tone: "ok" },
  warning: { Icon: TriangleAlert, tone: "warn" },
  problem: { Icon: CircleAlert, tone: "error" },
} as const;

/** A state with an icon and a word. */
export function StateBadge({ state, isPlain = false }: { state: HealthState; isPlain?: boolean }) {
  const { t } = useI18n();
  const { Icon, tone } = states[state];
  return (
    <Badge tone={tone} isPlain={isPlain} icon={<Icon size={14} aria-hidden />}>
      {t(`system.state_${state}`)}
    </Badge>
  );
}
