import type { CustomerOrderReturns, NewReturn } from "@furoshiki/api/returns";
import { CircleHelp, Frown, type LucideIcon, PackageX, RefreshCw, SearchX, Undo2 } from "lucide-react";

type Reason = NewReturn["reason"];

export const reasonIcons: Record<Reason, LucideIcon> = {
  damaged: PackageX,
  wrong_item: RefreshCw,
  missing_item: SearchX,
  not_suitable: Frown,
  changed_mind: Undo2,
  lost: CircleHelp,
};

/** The reasons for which goods do not come back (docs/domain/returns.md). */
const claimReasons = ["damaged", "wrong_item", "missing_item", "lost"] as const satisfies readonly Reason[];
const returnReasons = ["not_suitable", "changed_mind"] as const satisfies readonly Reason[];

/** Returns whether a reason is about goods that do not come back. */
export function isClaim(reason: string): boolean {
  return claimReasons.some((one) => one === reason);
}

/** Lists the reasons that a customer can choose for an order; a parcel that has arrived was not lost. */
export function listReasons({ can_claim, can_return, order }: CustomerOrderReturns): Reason[] {
  return [
    ...(can_claim ? claimReasons.filter((reason) => reason !== "lost" || order.delivered_at === null) : []),
    ...(can_return ? returnReasons : []),
  ];
}
