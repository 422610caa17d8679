import { ClipboardCheck, X } from "lucide-react";
import { Form, Link, useNavigation, useSearchParams } from "react-router";
import type { StockCount, StockCountQuery } from "@furoshiki/api/admin/inventory/counts";
import type { FormErrors } from "../api-client/form-errors.ts";
import { changeListParams } from "../http/search-params.ts";
import { formatAmount } from "../i18n/amounts.ts";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { formatShortDay } from "../i18n/short-dates.ts";
import { ExportForm } from "../exports/export-form.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ListSearch } from "../ui/filter-bar.tsx";
import { ListCard } from "../ui/list-card.tsx";
import { ListFooter } from "../ui/list-footer.tsx";
import { Note } from "../ui/note.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { SegmentedLinks } from "../ui/segmented-links.tsx";
import { CloseCountDialog } from "./close-count-dialog.tsx";
import { CountLines } from "./count-lines.tsx";
import { STOCK_COUNTS_PATH } from "./counts-path.ts";
import { ScanPanel } from "./scan-panel.tsx";
import { StockCountBadge } from "./status-badge.tsx";
import { useCountScans } from "./use-count-scans.ts";

type StockCountViewProps = {
  count: StockCount;
  query: StockCountQuery;
  /** The day in the time zone of the store. */
  today: string;
  result: FormErrors | undefined;
};

const views = ["all", "left", "differences"] as const;

/** A count of the shelves: its lines are counted by scanning or by number, then their differences change the stock. */
export function StockCountView({ count, query, today, result }: StockCountViewProps) {
  const { t, locale } = useCatalogI18n();
  const [params] = useSearchParams();
  const isOpen = count.status === "open";
  const scans = useCountScans(count.id);
  const subtitle = [
    count.category?.name,
    count.brand?.name,
    t("counts.begun_on", { day: formatShortDay(count.created_at, locale, today) }),
    count.created_by,
  ];
  return (
    <>
      <PageHeader
        title={count.name}
        breadcrumbs={[{ name: t("counts.title"), path: STOCK_COUNTS_PATH }]}
        badges={<StockCountBadge status={count.status} />}
        subtitle={subtitle.filter(Boolean).join(" · ")}
        actions={
          <>
            <ExportForm
              list="stock-count-lines"
              query={
                new URLSearchParams({ count: String(count.id), show: query.show, ...(query.q ? { q: query.q } : {}) })
              }
              columns={["product", "counted", "expected"]}
            />
            {isOpen ? <CountActions waiting={scans.waiting} /> : null}
          </>
        }
      />
      <div className="grid max-w-240 grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        {result && !params.has("do") ? <Note tone="error">{result.message}</Note> : null}
        <CountTiles count={count} />
        {isOpen ? <ScanPanel scans={scans} /> : null}
        {!isOpen && scans.waiting > 0 ? (
          <Note tone="warn">{t("counts.not_counted", { count: scans.waiting })}</Note>
        ) : null}
        <CountLineList {...{ count, query, params }} />
      </div>
      {params.get("do") === "close" && isOpen ? (
        <CloseCountDialog count={count} result={result} closePath={changeListParams(params, {}) || "."} />
      ) : null}
    </>
  );
}

/** Ends the count, once all scans of this device are counted. */
function CountActions({ waiting }: { waiting: number }) {
  const { t } = useCatalogI18n();
  const [params] = useSearchParams();
  const isCanceling = useNavigation().formData?.get("intent") === "cancel";
  if (waiting > 0) return <p className="self-center text-ink-3">{t("counts.waiting", { count: waiting })}</p>;
  return (
    <>
      <Form method="post" replace preventScrollReset className="contents">
        <Button
          type="submit"
          name="intent"
          value="cancel"
          size="md"
          busy={isCanceling}
          icon={<X size={16} aria-hidden />}
        >
          {t("counts.cancel")}
        </Button>
      </Form>
      <Link
        to={changeListParams(params, { do: "close" })}
        preventScrollReset
        className={buttonClass({ kind: "primary", size: "md" })}
      >
        <ClipboardCheck size={16} aria-hidden />
        {t("counts.close")}
      </Link>
    </>
  );
}

/** How much is counted, and what is missing. */
function CountTiles({ count }: { count: StockCount }) {
  const { t, format } = useCatalogI18n();
  const { missing_pieces: missing, extra_pieces: extra, cost_differences: costs } = count;
  const tiles = [
    {
      key: "counted",
      value: t("counts.counted_of", { counted: format.number(count.counted), lines: format.number(count.lines) }),
      note: t("counts.counted_note"),
    },
    { key: "missing", value: missing === null ? "–" : format.number(missing), note: t("counts.pieces_note") },
    { key: "too_many", value: extra === null ? "–" : format.number(extra), note: t("counts.pieces_note") },
    {
      key: "cost",
      value: costs.map(({ amount, currency }) => formatAmount(format, amount, currency)).join(", ") || "–",
      note: t("counts.cost_note"),
    },
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-px overflow-clip rounded-md border border-edge bg-hair desk:grid-cols-4">
      {tiles.map(({ key, value, note }) => (
        <div key={key} className="bg-card px-3 py-3 desk:px-4">
          <dt className="text-ink-2">{t(`counts.${key}`)}</dt>
          <dd className="text-xl font-semibold wrap-anywhere">{value}</dd>
          <dd className="text-xs text-ink-3">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

type CountLineListProps = Pick<StockCountViewProps, "count" | "query"> & { params: URLSearchParams };

function CountLineList({ count, query: { show, q, page, limit }, params }: CountLineListProps) {
  const { t, format } = useCatalogI18n();
  const links = views
    .filter((view) => view !== "differences" || count.differences !== null)
    .map((view) => ({
      key: view,
      label: t(`counts.show_${view}`),
      path: changeListParams(params, { show: view === "all" ? null : view }) || ".",
      isCurrent: view === show,
    }));
  const keptParams = [...params].filter(([name]) => !["q", "page", "do"].includes(name));
  return (
    <section aria-label={t("counts.lines")} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-1.5">
        <SegmentedLinks label={t("counts.views")} links={links} />
        <ListSearch label={t("counts.search")} value={q ?? ""} params={keptParams} />
      </div>
      <ListCard>
        {count.items.length === 0 ? (
          <EmptyState
            icon={<ClipboardCheck size={26} strokeWidth={1.5} aria-hidden />}
            title={t(count.lines === 0 ? "counts.no_lines" : "counts.none_found")}
          >
            {t(count.lines === 0 ? "counts.no_lines_text" : `counts.none_${show}`)}
          </EmptyState>
        ) : (
          <CountLines count={count} />
        )}
        <ListFooter
          summary={t("counts.total", { count: count.total, number: format.number(count.total) })}
          previousPath={
            page > 1 ? changeListParams(params, { page: page === 2 ? null : String(page - 1) }) || "." : null
          }
          nextPath={page * limit < count.total ? changeListParams(params, { page: String(page + 1) }) : null}
        />
      </ListCard>
    </section>
  );
}
