import { Ban, CircleCheck, CircleDot, PackageCheck, Truck, type LucideIcon } from "lucide-react";
import type { ReturnKind, ReturnStatus } from "@furoshiki/api/admin/returns";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Badge, type BadgeTone } from "../ui/badge.tsx";

const icons: Record<ReturnStatus, LucideIcon> = {
  requested: CircleDot,
  approved: Truck,
  received: PackageCheck,
  resolved: CircleCheck,
  rejected: Ban,
};
const tones: Record<ReturnStatus, BadgeTone> = {
  requested: "warn",
  approved: "info",
  received: "info",
  resolved: "ok",
  rejected: "neutral",
};

/** The status of a return. An approved claim waits for no parcel. */
export function ReturnStatusBadge({
  kind,
  status,
  isPlain = false,
}: {
  kind: ReturnKind;
  status: ReturnStatus;
  isPlain?: boolean;
}) {
  const { t } = useI18n();
  const isClaim = kind === "claim" && status === "approved";
  const Icon = isClaim ? CircleDot : icons[status];
  return (
    <Badge tone={tones[status]} icon={<Icon size={14} aria-hidden />} isPlain={isPlain}>
      {t(isClaim ? "returns.status_accepted" : `returns.status_${status}`)}
    </Badge>
  );
}
