import { useLocation } from "react-router";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { ViewTabs } from "../ui/view-tabs.tsx";
import { PRICES_PATH, SALES_PATH } from "./prices-path.ts";

const pages = [
  { key: "all", path: PRICES_PATH, label: "prices.all" },
  { key: "sales", path: SALES_PATH, label: "prices.sales" },
] as const;

/** The pages about prices, as tabs. */
export function PriceTabs() {
  const { t } = useCatalogI18n();
  const { pathname } = useLocation();
  const tabs = pages.map(({ key, path, label }) => ({
    ...{ key, path, label: t(label), count: null },
    isCurrent: pathname === path,
  }));
  return <ViewTabs label={t("prices.section")} tabs={tabs} />;
}
