import { useLocation } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { type Permission, useMe } from "../staff/me.tsx";
import { ViewTabs } from "../ui/view-tabs.tsx";
import { MOVEMENTS_PATH } from "./movements-path.ts";

const pages = [
  { key: "movements", path: MOVEMENTS_PATH, label: "inventory.title", permission: "products:read" },
  {
    key: "purchase_orders",
    path: "/inventory/purchase-orders",
    label: "purchasing.title",
    permission: "inventory:write",
  },
  { key: "reorder", path: "/inventory/reorder", label: "purchasing.reorder_title", permission: "inventory:write" },
  {
    key: "suppliers",
    path: "/inventory/suppliers",
    label: "purchasing.suppliers_title",
    permission: "inventory:write",
  },
] as const satisfies readonly { permission: Permission; [key: string]: string }[];

/** The pages about the stock and where it comes from, as tabs. */
export function InventoryTabs() {
  const { t } = useI18n();
  const { pathname } = useLocation();
  const { permissions } = useMe();
  const tabs = pages
    .filter(({ permission }) => permissions.includes(permission))
    .map(({ key, path, label }) => ({
      ...{ key, path, label: t(label), count: null },
      isCurrent: pathname === path,
    }));
  return <ViewTabs label={t("inventory.section")} tabs={tabs} />;
}
