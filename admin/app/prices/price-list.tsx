import { SearchX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigation, useSearchParams } from "react-router";
import type { CatalogTerms } from "@furoshiki/api/admin/catalog-admin";
import type {
  PriceListQuery,
  PricePage,
  PricePreviewRequest,
  PriceRow,
} from "@furoshiki/api/admin/catalog-admin/prices";
import { ExportForm } from "../exports/export-form.tsx";
import { listKeptParams } from "../http/search-params.ts";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { FilterChips, ListSearch } from "../ui/filter-bar.tsx";
import { ListCard } from "../ui/list-card.tsx";
import { ListFooter } from "../ui/list-footer.tsx";
import { Note } from "../ui/note.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ApplyBar } from "./apply-bar.tsx";
import { HistoryDialog } from "./history-dialog.tsx";
import { createFilterChips, PriceFilterForm } from "./price-filters.tsx";
import { PriceGrid } from "./price-grid.tsx";
import { PriceSummary } from "./price-summary.tsx";
import { createPricesPath, createPricesQuery, getSelectionFilter } from "./prices-path.ts";
import { PriceTabs } from "./price-tabs.tsx";
import { RuleForm } from "./rule-form.tsx";
import { type PriceEdits, usePriceEdits } from "./use-price-edits.ts";
import { usePricePreview } from "./use-price-preview.ts";

export type PriceListData = { page: PricePage; terms: CatalogTerms; query: PriceListQuery };

/** Prices of variants with the ones that a rule gives them, which a task applies to all variants of the filter. */
export function PriceList({ page, terms, query }: PriceListData) {
  const i18n = useCatalogI18n();
  const { t, format } = i18n;
  const [params] = useSearchParams();
  const edits = usePriceEdits();
  // What is entered in the form of the rule is applied once the page has it.
  const [isEdited, setIsEdited] = useState(false);
  useEffect(() => setIsEdited(false), [query]);
  const isLoading = useNavigation().state !== "idle";
  const [historyRow, setHistoryRow] = useState<PriceRow | null>(null);
  const historyButton = useRef<Element | null>(null);
  const request = createRequest(params, query, edits);
  const { result, isCurrent } = usePricePreview(request, t("connection.lost"));
  const preview = result && "preview" in result ? result.preview : null;
  const marks = { growth: query.growth, margin: query.margin, isSale: query.sale_ends_at !== undefined };
  return (
    <>
      <PageHeader
        title={t("prices.title")}
        subtitle={t("prices.subtitle", { count: page.total, rate: format.decimal(page.rate) })}
        actions={
          <ExportForm
            list="prices"
            query={createPricesQuery(params)}
            columns={["variant", "status", "cost", "price", "lowest", ...(query.rule === "none" ? [] : ["new_price"])]}
          />
        }
      />
      <PriceTabs />
      <div className="grid grow content-start items-start gap-4 px-4 pt-3 pb-6 min-[1280px]:grid-cols-[minmax(0,1fr)_312px] desk:px-6 desk:pt-4">
        <div className="min-w-0">
          <div className="mb-3 flex min-h-8 flex-wrap items-center gap-1.5">
            <ListSearch
              label={t("catalog.search")}
              value={params.get("q") ?? ""}
              params={listKeptParams(params, ["q"])}
            />
            <FilterChips chips={createFilterChips(i18n, params, terms)} />
            <PriceFilterForm params={params} terms={terms} />
            <KeyHints />
          </div>
          <ListCard>
            {page.items.length === 0 ? (
              <NoPrices params={params} />
            ) : (
              <PriceGrid
                rows={page.items}
                edits={edits}
                marks={marks}
                onShowHistory={(row) => {
                  historyButton.current = document.activeElement;
                  setHistoryRow(row);
                }}
              />
            )}
            <ListFooter
              summary={t("prices.count", { count: page.total })}
              previousPath={params.has("after") ? createPricesPath(params, {}) : null}
              nextPath={page.next === null ? null : createPricesPath(params, { after: page.next })}
            />
          </ListCard>
        </div>
        <div className="grid min-w-0 gap-4 max-[1279px]:order-first">
          <Card title={t("prices.rule")}>
            <RuleForm query={query} rate={page.rate} onEdit={setIsEdited} />
          </Card>
          {result && "message" in result ? <Note tone="error">{result.message}</Note> : null}
          {preview ? <PriceSummary preview={preview} query={query} isCurrent={isCurrent} /> : null}
        </div>
      </div>
      {request ? (
        <ApplyBar {...{ request, preview, edits, params }} isCurrent={isCurrent && !isEdited && !isLoading} />
      ) : null}
      {historyRow ? (
        <HistoryDialog
          row={historyRow}
          onClose={() => {
            setHistoryRow(null);
            if (historyButton.current instanceof HTMLElement) historyButton.current.focus();
          }}
        />
      ) : null}
    </>
  );
}

/** Returns the request of the preview; null as long as nothing is to be changed. */
function createRequest(params: URLSearchParams, query: PriceListQuery, edits: PriceEdits): PricePreviewRequest | null {
  const { rule, value, rate, delivery, rounding, growth, margin, sale_ends_at: endsAt } = query;
  if (rule === "none" && edits.prices.length === 0) return null;
  const sale = endsAt === undefined ? null : { ends_at: endsAt };
  return {
    filter: rule === "none" ? {} : getSelectionFilter(params),
    ...(rule === "none" ? { ids: edits.prices.map(({ id }) => id) } : {}),
    adjustment: {
      ...{ rule, value, delivery, rounding, sale },
      ...(rate === undefined ? {} : { rate }),
      overrides: [...edits.prices],
    },
    ...{ growth, margin },
  };
}

function KeyHints() {
  const { t } = useCatalogI18n();
  const keys = [
    ["↑ ↓", "prices.key_move"],
    ["Ctrl D", "prices.key_fill"],
    ["Esc", "prices.key_revert"],
  ] as const;
  return (
    <p className="ml-auto flex items-center gap-3 text-xs text-ink-3 max-desk:hidden">
      {keys.map(([key, label]) => (
        <span key={key}>
          <kbd className="rounded-xs border border-control bg-card px-1.5 py-0.5">{key}</kbd> {t(label)}
        </span>
      ))}
    </p>
  );
}

function NoPrices({ params }: { params: URLSearchParams }) {
  const { t } = useCatalogI18n();
  return (
    <EmptyState
      icon={<SearchX size={26} strokeWidth={1.5} aria-hidden />}
      title={t("prices.none")}
      actions={
        params.size > 0 ? (
          <Link to={createPricesPath(new URLSearchParams(), {})} className={buttonClass()}>
            {t("list.clear_filters")}
          </Link>
        ) : null
      }
    >
      {t("prices.none_text")}
    </EmptyState>
  );
}
