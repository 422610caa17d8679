import { useLocation } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { ViewTabs } from "../ui/view-tabs.tsx";

const pages = [
  { key: "customs", path: "/fulfillment/customs", label: "fulfillment.customs" },
  { key: "pick_lists", path: "/fulfillment/pick-lists", label: "fulfillment.pick_list" },
  { key: "handover", path: "/fulfillment/handover", label: "shipments.handover" },
  { key: "documents", path: "/fulfillment/documents", label: "fulfillment.documents" },
] as const;

/** The pages about sending orders, as tabs. */
export function FulfillmentTabs() {
  const { t } = useI18n();
  const { pathname } = useLocation();
  const tabs = pages.map(({ key, path, label }) => ({
    ...{ key, path, label: t(label), count: null },
    isCurrent: pathname === path,
  }));
  return (
    <div className="print:hidden">
      <ViewTabs label={t("fulfillment.pages")} tabs={tabs} />
    </div>
  );
}
