import {
  Activity,
  CreditCard,
  History,
  House,
  MessageSquareText,
  Package,
  ReceiptText,
  Tag,
  ShieldCheck,
  Undo2,
  Users,
  Warehouse,
  type LucideIcon,
} from "lucide-react";
import type { WorkQueue } from "@furoshiki/api/admin/work-queues";
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
  /** The queue whose count is shown beside it. */
  queue?: WorkQueue["key"];
  /** Further pages of the section, which are not below its path. */
  pages?: readonly string[];
  /** The pages of the section that are listed below it; the first one is that of the section itself. */
  children?: readonly NavigationChild[];
}>;
type NavigationChild = Readonly<{ path: string; label: MessageKey; permission: Permission }>;

/** All sections, in the order of the navigation. */
const navigationItems: readonly NavigationItem[] = [
  { path: "/", label: "navigation.home", Icon: House, permission: null, shortcut: "h" },
  {
    path: "/orders",
    label: "navigation.orders",
    Icon: ReceiptText,
    permission: "orders:read",
    shortcut: "o",
    queue: "to_pack",
  },
  {
    path: "/returns",
    label: "navigation.returns",
    Icon: Undo2,
    permission: "orders:read",
    shortcut: "r",
    queue: "returns",
  },
  {
    path: "/payments",
    label: "navigation.payments",
    Icon: CreditCard,
    permission: "payments:read",
    shortcut: "m",
    queue: "failed_refunds",
  },
  {
    path: "/approvals",
    label: "navigation.approvals",
    Icon: ShieldCheck,
    permission: "orders:read",
    shortcut: "w",
    queue: "approvals",
  },
  {
    path: "/fulfillment",
    label: "navigation.fulfillment",
    Icon: Package,
    permission: "orders:fulfill",
    shortcut: "f",
    queue: "to_pack",
  },
  {
    path: "/products",
    label: "navigation.catalog",
    Icon: Tag,
    permission: "products:read",
    shortcut: "p",
    children: [
      { path: "/products", label: "navigation.products", permission: "products:read" },
      { path: "/categories", label: "taxonomy.category_title", permission: "products:read" },
      { path: "/brands", label: "taxonomy.brand_title", permission: "products:read" },
      { path: "/series", label: "taxonomy.series_title", permission: "products:read" },
      { path: "/concerns", label: "taxonomy.concern_title", permission: "products:read" },
      { path: "/tags", label: "taxonomy.tag_title", permission: "products:read" },
      { path: "/ingredients", label: "ingredients.title", permission: "products:read" },
      { path: "/translations", label: "translations.title", permission: "products:read" },
      { path: "/synonyms", label: "synonyms.title", permission: "products:read" },
      { path: "/prices", label: "navigation.prices", permission: "prices:write" },
      { path: "/calendar", label: "calendar.title", permission: "products:read" },
      { path: "/imports", label: "imports.title", permission: "products:write" },
    ],
  },
  {
    path: "/inventory/movements",
    label: "navigation.inventory",
    Icon: Warehouse,
    permission: "products:read",
    shortcut: "i",
    pages: ["/inventory"],
    children: [
      { path: "/inventory/movements", label: "inventory.title", permission: "products:read" },
      { path: "/inventory/purchase-orders", label: "purchasing.title", permission: "inventory:write" },
      { path: "/inventory/counts", label: "counts.title", permission: "inventory:write" },
      { path: "/inventory/reorder", label: "purchasing.reorder_title", permission: "inventory:write" },
      { path: "/inventory/suppliers", label: "purchasing.suppliers_title", permission: "inventory:write" },
    ],
  },
  {
    path: "/reviews",
    label: "navigation.reviews",
    Icon: MessageSquareText,
    permission: "reviews:moderate",
    shortcut: "v",
    queue: "reviews",
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
  {
    path: "/system/health",
    label: "navigation.system",
    Icon: Activity,
    permission: "system:manage",
    shortcut: "y",
    pages: ["/system"],
  },
];

/** Returns the sections that a person may open, with the pages that they may open. */
export function getNavigationItems(permissions: readonly Permission[]): readonly NavigationItem[] {
  return navigationItems
    .filter(({ permission }) => permission === null || permissions.includes(permission))
    .map(({ children, ...item }) =>
      children ? { ...item, children: children.filter(({ permission }) => permissions.includes(permission)) } : item,
    );
}
