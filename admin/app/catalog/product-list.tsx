import { Plus } from "lucide-react";
import { useRef } from "react";
import { Link, useSearchParams } from "react-router";
import type { CatalogTerms, ProductListQuery, ProductPage, ProductView } from "@furoshiki/api/admin/catalog-admin";
import type { SavedView } from "@furoshiki/api/admin/saved-views";
import type { ListPreference } from "@furoshiki/api/admin/saved-views/preferences";
import { ExportForm } from "../exports/export-form.tsx";
import { listKeptParams } from "../http/search-params.ts";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { ListTools } from "../list-preferences/list-tools.tsx";
import { ListViewTabs } from "../saved-views/list-view-tabs.tsx";
import { createViewQuery } from "../saved-views/view-path.ts";
import { useMe } from "../staff/me.tsx";
import { useRowSelection } from "../tasks/use-row-selection.ts";
import { buttonClass } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyList } from "../ui/empty-list.tsx";
import { FilterChips, ListSearch } from "../ui/filter-bar.tsx";
import { ListCard } from "../ui/list-card.tsx";
import { ListFooter } from "../ui/list-footer.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ShortcutHelp } from "../ui/shortcut-help.tsx";
import { useListShortcuts } from "../ui/shortcuts.ts";
import { createListPath, createListQuery, createSelectionQuery, filterNames } from "./list-path.ts";
import { ProductBulkBar } from "./product-bulk-bar.tsx";
import { columnLabels, createColumns, getProductListLayout } from "./product-columns.tsx";
import { createFilterChips, ProductFilterForm } from "./product-filters.tsx";

export type ProductListData = {
  page: ProductPage;
  terms: CatalogTerms;
  savedViews: readonly SavedView[];
  /** How the person has arranged the list. */
  preference: ListPreference;
  view: ProductView;
  sort: ProductListQuery["sort"];
  /** The day in the time zone of the store. */
  today: string;
};

/** Views that should be empty. */
const alertViews: ReadonlySet<ProductView> = new Set(["low_stock", "outdated_translation", "incomplete"]);

/** The list of products with its views and filters. */
export function ProductList({ page, terms, savedViews, preference, view, sort, today }: ProductListData) {
  const i18n = useCatalogI18n();
  const { t } = i18n;
  const [params] = useSearchParams();
  const { permissions } = useMe();
  const ref = useRef<HTMLDivElement>(null);
  useListShortcuts(ref, () => undefined);
  const query = createSelectionQuery(params);
  const selection = useRowSelection(query.toString());
  const isEditor = permissions.includes("products:write");
  const layout = getProductListLayout(params, preference);
  const labels = Object.fromEntries(Object.entries(columnLabels).map(([key, label]) => [key, t(label)]));
  return (
    <>
      <PageHeader
        title={t("catalog.title")}
        actions={
          <>
            <ExportForm list="products" query={createListQuery(params)} columns={["product", ...layout.columns]} />
            {isEditor ? (
              <Link to="/products/new" className={buttonClass({ kind: "primary", size: "md" })}>
                <Plus size={16} aria-hidden />
                {t("catalog.new_product")}
              </Link>
            ) : null}
          </>
        }
      />
      <ProductViewTabs views={page.views} {...{ savedViews, view, sort, params }} />
      <div className="grow px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        {/* A new key resets uncontrolled inputs when the filters change. */}
        <div className="mb-3 flex min-h-8 flex-wrap items-center gap-1.5">
          <ListSearch
            label={t("catalog.search")}
            value={params.get("q") ?? ""}
            params={listKeptParams(params, ["q"])}
          />
          <FilterChips chips={createFilterChips(i18n, params, terms)} />
          <ProductFilterForm params={params} terms={terms} />
          <ListTools resource="products" layout={layout} labels={labels} params={listKeptParams(params, ["columns"])} />
        </div>
        <ListCard ref={ref}>
          {page.items.length === 0 ? (
            <NoProducts params={params} view={view} />
          ) : (
            <DataTable
              caption={t("catalog.title")}
              columns={createColumns(i18n, params, { visible: layout.columns, sort, today })}
              isCompact={layout.isCompact}
              rows={page.items}
              getId={({ id }) => id}
              getName={({ name }) => name}
              {...(isEditor ? { selection: { ids: selection.ids, change: selection.changeIds } } : {})}
            />
          )}
          <ProductListFooter page={page} params={params} />
        </ListCard>
        {isEditor ? <ProductBulkBar rows={page.items} total={page.total} {...{ selection, terms, query }} /> : null}
      </div>
    </>
  );
}

type ProductViewTabsProps = Pick<ProductListData, "savedViews" | "view" | "sort"> & {
  views: ProductPage["views"];
  params: URLSearchParams;
};

function ProductViewTabs({ views, savedViews, view, sort, params }: ProductViewTabsProps) {
  const { t, format } = useCatalogI18n();
  const kept = new URLSearchParams(listKeptParams(params, ["view", "sort", "q", ...filterNames]));
  const tabs = views.map(({ key, count, is_exact }) => ({
    key,
    label: t(`catalog.view_${key}`),
    path: createListPath(kept, { view: key }),
    count: `${format.number(count)}${is_exact ? "" : "+"}`,
    isCurrent: key === view,
    isAlert: count > 0 && alertViews.has(key),
  }));
  const query = createViewQuery(params, { view, sort });
  return (
    <ListViewTabs resource="products" path="/products" label={t("catalog.views")} {...{ tabs, savedViews, query }} />
  );
}

function NoProducts({ params, view }: { params: URLSearchParams; view: ProductView }) {
  const { t } = useCatalogI18n();
  const isFiltered = params.has("q") || filterNames.some((name) => params.get(name));
  return (
    <EmptyList
      title={t(isFiltered ? "catalog.none_found" : "catalog.none")}
      text={t(isFiltered ? "catalog.none_found_text" : "catalog.none_text")}
      unfilteredPath={isFiltered ? createListPath(new URLSearchParams(), { view }) : null}
    />
  );
}

function ProductListFooter({ page: { next, total }, params }: { page: ProductPage; params: URLSearchParams }) {
  const { t, format } = useCatalogI18n();
  const count = `${format.number(total.count)}${total.is_exact ? "" : "+"}`;
  const shortcuts = [
    { keys: ["j", "k"], label: t("shortcuts.move"), hint: t("shortcuts.move_short") },
    { keys: ["x"], label: t("shortcuts.select"), hint: t("shortcuts.select_short") },
    { keys: ["Enter"], label: t("shortcuts.open"), hint: t("shortcuts.open_short") },
    { keys: ["/"], label: t("shortcuts.search") },
    { keys: ["?"], label: t("shortcuts.help") },
  ];
  return (
    <ListFooter
      summary={t("catalog.count", { count })}
      previousPath={params.has("after") ? createListPath(params, {}) : null}
      nextPath={next === null ? null : createListPath(params, { after: next })}
    >
      <ShortcutHelp shortcuts={shortcuts} />
    </ListFooter>
  );
}
