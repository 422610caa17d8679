import type { SavedView, ViewResource } from "@furoshiki/api/admin/saved-views";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useMe } from "../staff/me.tsx";
import { type ViewTab, ViewTabs } from "../ui/view-tabs.tsx";
import { SaveViewForm, ViewMenu } from "./save-view-form.tsx";

type ListViewTabsProps = {
  resource: ViewResource;
  label: string;
  /** The views that everybody has. */
  tabs: readonly ViewTab[];
  savedViews: readonly SavedView[];
  /** The path of the list without search parameters. */
  path: string;
  /** The query of the list as a view stores it (`createViewQuery`). */
  query: string;
};

/** The views of a list as tabs, those that were saved last, and the form that saves or changes the present one. */
export function ListViewTabs({ resource, label, tabs, savedViews, path, query }: ListViewTabsProps) {
  const { format } = useI18n();
  const { permissions } = useMe();
  const current = savedViews.find((saved) => saved.query === query);
  const savedTabs = savedViews.map((saved): ViewTab => ({
    key: `saved ${saved.id}`,
    label: saved.name,
    path: saved.query === "" ? path : `${path}?${saved.query}`,
    count: saved.count && `${format.number(saved.count.count)}${saved.count.is_exact ? "" : "+"}`,
    isCurrent: saved === current,
  }));
  const builtInTabs = tabs.map((tab) => ({ ...tab, isCurrent: tab.isCurrent && !current }));
  return (
    <ViewTabs label={label} tabs={[...builtInTabs, ...savedTabs]}>
      {current ? (
        <ViewMenu key={current.id} view={current} />
      ) : permissions.includes("orders:read") ? (
        <SaveViewForm key={query} resource={resource} query={query} />
      ) : null}
    </ViewTabs>
  );
}
