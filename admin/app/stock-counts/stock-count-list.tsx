import { ClipboardCheck, Plus } from "lucide-react";
import { useRef } from "react";
import { Link, useSearchParams } from "react-router";
import type { CatalogTerms } from "@furoshiki/api/admin/catalog-admin";
import type { ListedStockCount, StockCountPage } from "@furoshiki/api/admin/inventory/counts";
import type { FormErrors } from "../api-client/form-errors.ts";
import { ExportForm } from "../exports/export-form.tsx";
import { pickListQuery } from "../exports/exported-lists.ts";
import { changeListParams } from "../http/search-params.ts";
import { type CatalogI18n, useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { formatShortDay } from "../i18n/short-dates.ts";
import { buttonClass } from "../ui/button.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ListCard } from "../ui/list-card.tsx";
import { ListFooter } from "../ui/list-footer.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { SegmentedLinks } from "../ui/segmented-links.tsx";
import { useListShortcuts } from "../ui/shortcuts.ts";
import { getStockCountPath } from "./counts-path.ts";
import { NewCountDialog } from "./new-count-dialog.tsx";
import { StockCountBadge } from "./status-badge.tsx";

type StockCountListProps = {
  page: StockCountPage;
  /** What can be counted; null without the dialog. */
  terms: CatalogTerms | null;
  /** The day in the time zone of the store. */
  today: string;
  result: FormErrors | undefined;
};

const views = [null, "open", "closed", "canceled"] as const;

/** The counts of the shelves, newest first. */
export function StockCountList({ page, terms, today, result }: StockCountListProps) {
  const i18n = useCatalogI18n();
  const { t } = i18n;
  const [params] = useSearchParams();
  const ref = useRef<HTMLDivElement>(null);
  useListShortcuts(ref, () => undefined);
  const newCount = (
    <Link
      to={changeListParams(params, { do: "new" })}
      preventScrollReset
      className={buttonClass({ kind: "primary", size: "md" })}
    >
      <Plus size={16} aria-hidden />
      {t("counts.new")}
    </Link>
  );
  const links = views.map((status) => ({
    key: status ?? "all",
    label: t(status === null ? "counts.view_all" : `counts.view_${status}`),
    path: changeListParams(params, { status }) || ".",
    isCurrent: params.get("status") === status,
  }));
  return (
    <>
      <PageHeader
        title={t("counts.title")}
        actions={
          <>
            <ExportForm
              list="stock-counts"
              query={pickListQuery(params, ["status"])}
              columns={["count", "status", "created", "lines"]}
            />
            {newCount}
          </>
        }
      />
      <div className="grow px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        <div className="mb-3">
          <SegmentedLinks label={t("counts.views")} links={links} />
        </div>
        <ListCard ref={ref}>
          {page.items.length === 0 ? (
            <EmptyState
              icon={<ClipboardCheck size={26} strokeWidth={1.5} aria-hidden />}
              title={t(params.has("status") ? "counts.none_found" : "counts.none")}
            >
              {t("counts.none_text")}
            </EmptyState>
          ) : (
            <DataTable
              caption={t("counts.title")}
              columns={createColumns(i18n, today)}
              rows={page.items}
              getId={({ id }) => id}
              getName={({ name }) => name}
            />
          )}
          <ListFooter
            summary={t("inventory.newest_first")}
            previousPath={params.has("after") ? changeListParams(params, {}) || "." : null}
            nextPath={page.next === null ? null : changeListParams(params, { after: String(page.next) })}
          />
        </ListCard>
      </div>
      {terms ? <NewCountDialog terms={terms} result={result} closePath={changeListParams(params, {}) || "."} /> : null}
    </>
  );
}

function createColumns({ t, locale, format }: CatalogI18n, today: string): Column<ListedStockCount>[] {
  return [
    {
      key: "name",
      label: t("counts.name"),
      phone: "start",
      render: ({ id, name }) => (
        <Link to={getStockCountPath(id)} data-row-link={id} className="font-medium hover:underline">
          {name}
        </Link>
      ),
    },
    {
      key: "status",
      label: t("counts.status"),
      width: "w-40",
      phone: "end",
      render: ({ status }) => <StockCountBadge status={status} isPlain />,
    },
    {
      key: "counted",
      label: t("counts.counted"),
      width: "w-64",
      phone: "line",
      render: ({ counted, lines }) => (
        <span className="flex items-center gap-2.5">
          <span className="whitespace-nowrap">
            {t("counts.counted_of", { counted: format.number(counted), lines: format.number(lines) })}
          </span>
          <ProgressBar label={t("counts.counted")} value={counted} max={Math.max(1, lines)} />
        </span>
      ),
    },
    {
      key: "differences",
      label: t("counts.differences"),
      width: "w-32",
      align: "end",
      phone: "line-end",
      render: ({ differences }) => (differences === null ? "–" : format.number(differences)),
    },
    {
      key: "created",
      label: t("counts.begun"),
      width: "w-40",
      phone: "full",
      render: ({ created_at: at, created_by: by }) =>
        [formatShortDay(at, locale, today), by].filter((part) => part !== null).join(", "),
    },
  ];
}
