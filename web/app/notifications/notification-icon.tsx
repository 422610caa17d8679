import {
  Bell,
  BellRing,
  CircleAlert,
  CircleCheck,
  CircleX,
  CreditCard,
  Megaphone,
  MessageSquare,
  Package,
  PackageCheck,
  Percent,
  ShoppingBag,
  Truck,
  Undo2,
} from "lucide-react";
import type { ComponentType } from "react";
import { PointsIcon } from "../loyalty/points-icon.tsx";

type IconProps = { size?: number; strokeWidth?: number };

/** The icon of each kind of notification, by the beginning of its name; the first match applies. */
const iconsByPrefix: readonly [string, ComponentType<IconProps>][] = [
  ["order_awaiting", CreditCard],
  ["order_paid", CircleCheck],
  ["order_shipped", Truck],
  ["order_delivered", PackageCheck],
  ["order_cancelled", CircleX],
  ["order_expired", CircleX],
  ["order_ref", Undo2],
  ["order_ret", Undo2],
  ["order_", Package],
  ["parcel_", Truck],
  ["payment_failed", CircleAlert],
  ["payment_", Undo2],
  ["return_", Undo2],
  ["review_", MessageSquare],
  ["question_", MessageSquare],
  ["price_drop", Percent],
  ["back_in_stock", BellRing],
  ["points_", PointsIcon],
  ["abandoned_cart", ShoppingBag],
  ["announcement", Megaphone],
];

/** The icon of a notification, beside a title that says the same. */
export function NotificationIcon({ kind }: { kind: string }) {
  const Icon = iconsByPrefix.find(([prefix]) => kind.startsWith(prefix))?.[1] ?? Bell;
  return (
    <span
      aria-hidden
      className="grid size-10 shrink-0 place-items-center rounded-full border border-line bg-surface text-tokiwa-700"
    >
      <Icon size={20} strokeWidth={1.5} />
    </span>
  );
}
