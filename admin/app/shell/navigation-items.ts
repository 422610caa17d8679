import {
  CreditCard,
  History,
  House,
  MessageSquareText,
  Package,
  ReceiptText,
  ShieldCheck,
  Undo2,
  Users,
  type LucideIcon,
} from "lucide-react";
import type { MessageKey } from "../i18n/messages.ts";
import type { Permission } from "../staff/me.tsx";

/** A section of the back office. */
export type NavigationItem = Readonly<{
  path: string;
  label: MessageKey;
  Icon: LucideIcon;
  /** The permission that its page needs; null for everybody. */
  permission: Permission | null;
  /** The key that opens it after `g`. */
  shortcut: string;
  /** Further pages of the section, which are not below its path. */
  pages?: readonly string[];
}>;

/** All sections, in the order of the navigation. */
const navigationItems: readonly NavigationItem[] = [
  { path: "/", label: "navigation.home", Icon: House, permission: null, shortcut: "h" },
  { path: "/orders", label: "navigation.orders", Icon: ReceiptText, permission: "orders:read", shortcut: "o" },
  { path: "/returns", label: "navigation.returns", Icon: Undo2, permission: "orders:read", shortcut: "r" },
  { path: "/payments", label: "navigation.payments", Icon: CreditCard, permission: "payments:read", shortcut: "m" },
  { path: "/approvals", label: "navigation.approvals", Icon: ShieldCheck, permission: "orders:read", shortcut: "w" },
  {
    path: "/fulfillment",
    label: "navigation.fulfillment",
    Icon: Package,
    permission: "orders:fulfill",
    shortcut: "f",
  },
  {
    path: "/reviews",
    label: "navigation.reviews",
    Icon: MessageSquareText,
    permission: "reviews:moderate",
    shortcut: "v",
  },
  {
    path: "/staff",
    label: "navigation.staff",
    Icon: Users,
    permission: "staff:manage",
    shortcut: "s",
    pages: ["/roles"],
  },
  { path: "/audit", label: "navigation.audit", Icon: History, permission: "audit:read", shortcut: "a" },
];

/** Returns the sections that a person may open. */
export function getNavigationItems(permissions: readonly Permission[]): readonly NavigationItem[] {
  return navigationItems.filter(({ permission }) => permission === null || permissions.includes(permission));
}
