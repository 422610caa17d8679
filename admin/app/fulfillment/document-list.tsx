import { FileText, Printer } from "lucide-react";
import { useState } from "react";
import { Form, Link, useNavigation, useSearchParams } from "react-router";
import type { CustomsCheckPage } from "@furoshiki/api/admin/fulfillment";
import type { Document, DocumentPage } from "@furoshiki/api/admin/fulfillment/documents";
import { formatOrderNumber } from "../i18n/amounts.ts";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useI18n, type I18n } from "../i18n/use-i18n.tsx";
import { useMe } from "../staff/me.tsx";
import { Person } from "../ui/avatar.tsx";
import { BulkBar } from "../ui/bulk-bar.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable, type Column } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ListCard } from "../ui/list-card.tsx";
import { ListFooter } from "../ui/list-footer.tsx";
import { Note } from "../ui/note.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { SelectField } from "../ui/select-field.tsx";
import {
  createFilePath,
  createMergedFilePath,
  documentKinds,
  MAX_PRINTED_ORDERS,
  type PrintResult,
} from "./document-actions.ts";
import { FulfillmentTabs } from "./fulfillment-tabs.tsx";
import { OrderChoice } from "./order-choice.tsx";

type DocumentListProps = {
  page: DocumentPage;
  /** The orders that can be sent. */
  ready: CustomsCheckPage["items"];
  /** The day in the time zone of the store. */
  today: string;
  /** What printing has done; undefined if nothing was printed. */
  result: PrintResult | undefined;
};

/** The printed documents, and a form that prints documents for several orders. */
export function DocumentList({ page, ready, today, result }: DocumentListProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const canOpenOrders = useMe().permissions.includes("orders:read");
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set());
  const selected = page.items.filter(({ id, is_erased: isErased }) => selectedIds.has(id) && !isErased);
  return (
    <>
      <PageHeader title={t("fulfillment.documents")} subtitle={t("fulfillment.documents_subtitle")} />
      <FulfillmentTabs />
      <div className="grid grow content-start items-start gap-4 px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6 lg:grid-cols-[minmax(0,1fr)_300px]">
        <div className="grid min-w-0 gap-3">
          {result ? <PrintedDocuments result={result} /> : null}
          <KindFilter />
          <ListCard>
            {page.items.length === 0 ? (
              <EmptyState
                icon={<FileText size={26} strokeWidth={1.5} aria-hidden />}
                title={t("fulfillment.no_documents")}
              >
                {t("fulfillment.no_documents_text")}
              </EmptyState>
            ) : (
              <DataTable
                caption={t("fulfillment.documents")}
                columns={createColumns(i18n, today, canOpenOrders)}
                rows={page.items}
                getId={({ id }) => id}
                getName={({ number }) => number}
                selection={{ ids: selectedIds, change: setSelectedIds }}
              />
            )}
            <DocumentFooter page={page} />
          </ListCard>
          <BulkBar count={selected.length} details={null} onClear={() => setSelectedIds(new Set())}>
            <a
              href={createMergedFilePath(selected.map(({ id }) => id))}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ kind: "primary" })}
            >
              {t("fulfillment.open_together")}
            </a>
          </BulkBar>
        </div>
        <PrintOrdersForm ready={ready} />
      </div>
    </>
  );
}

function PrintedDocuments({ result: { documents, failures } }: { result: PrintResult }) {
  const { t } = useI18n();
  return (
    <div className="grid gap-2">
      {documents.length > 0 ? (
        <div role="status">
          <Note tone="ok">
            {t("fulfillment.printed", { count: documents.length })}{" "}
            <a
              href={createMergedFilePath(documents.map(({ id }) => id))}
              target="_blank"
              rel="noreferrer"
              className="link font-medium"
            >
              {t("fulfillment.open_file")}
            </a>
          </Note>
        </div>
      ) : null}
      {failures.length > 0 ? (
        <Note tone="error">
          <ul>
            {failures.map(({ order_id: id, message }) => (
              <li key={id}>{t("fulfillment.print_failed", { number: formatOrderNumber(id), message })}</li>
            ))}
          </ul>
        </Note>
      ) : null}
    </div>
  );
}

function KindFilter() {
  const { t } = useI18n();
  const [params] = useSearchParams();
  const current = params.get("kind");
  return (
    <nav aria-label={t("fulfillment.kinds")} className="flex flex-wrap gap-1.5">
      {[null, ...documentKinds].map((kind) => (
        <Link
          key={kind}
          to={kind === null ? "/fulfillment/documents" : `/fulfillment/documents?kind=${kind}`}
          aria-current={kind === current ? "page" : undefined}
          className="chip text-ink-2 hover:border-line-strong aria-[current]:border-ink aria-[current]:font-medium aria-[current]:text-ink"
        >
          {t(kind === null ? "fulfillment.all_kinds" : `fulfillment.kind_${kind}`)}
        </Link>
      ))}
    </nav>
  );
}

function createColumns({ t, locale }: I18n, today: string, canOpenOrders: boolean): Column<Document>[] {
  return [
    {
      ...{ key: "number", label: t("fulfillment.number"), width: "w-30", phone: "start" },
      render: ({ id, number, is_erased: isErased }) =>
        isErased ? (
          <span className="code">{number}</span>
        ) : (
          <a
            href={createFilePath(id)}
            target="_blank"
            rel="noreferrer"
            data-row-link={id}
            className="code font-medium hover:underline"
          >
            {number}
          </a>
        ),
    },
    {
      ...{ key: "kind", label: t("fulfillment.kind"), phone: "line" },
      render: ({ kind }) => t(`fulfillment.kind_${kind}`),
    },
    {
      ...{ key: "order", label: t("fulfillment.order"), width: "w-32", phone: "end" },
      render: ({ order_id: id, shipment }) => (
        <>
          {canOpenOrders ? (
            <Link to={`/orders/${id}`} className="hover:underline">
              {formatOrderNumber(id)}
            </Link>
          ) : (
            formatOrderNumber(id)
          )}
          {shipment ? <span className="text-ink-3"> · {shipment.number}</span> : null}
        </>
      ),
    },
    {
      ...{ key: "time", label: t("fulfillment.printed_at"), width: "w-28", phone: "line-end" },
      render: ({ created_at: time }) => <span className="text-ink-2">{formatShortTime(time, locale, today)}</span>,
    },
    {
      ...{ key: "author", label: t("fulfillment.printed_by"), width: "w-30" },
      render: ({ created_by: author }) => (author ? <Person {...author} /> : <span className="text-ink-3">—</span>),
    },
    {
      ...{ key: "state", label: t("fulfillment.state"), width: "w-26", phone: "full" },
      render: ({ superseded_at: supersededAt, is_erased: isErased }) =>
        isErased || supersededAt !== null ? (
          <span className="text-ink-3">{t(isErased ? "fulfillment.erased" : "fulfillment.superseded")}</span>
        ) : (
          t("fulfillment.current")
        ),
    },
  ];
}

function DocumentFooter({ page: { items, next } }: { page: DocumentPage }) {
  const { t } = useI18n();
  const [params] = useSearchParams();
  const nextParams = new URLSearchParams(params);
  nextParams.set("before", String(next));
  return (
    <ListFooter
      summary={t("fulfillment.documents_shown", { count: items.length })}
      previousPath={null}
      nextPath={next === null ? null : `/fulfillment/documents?${nextParams}`}
    />
  );
}

function PrintOrdersForm({ ready }: { ready: CustomsCheckPage["items"] }) {
  const { t } = useI18n();
  const isBusy = useNavigation().formMethod === "POST";
  const shown = ready.slice(0, MAX_PRINTED_ORDERS);
  return (
    <div className="order-first lg:order-none">
      <Card title={t("fulfillment.print_for_orders")}>
        <Form method="post" action="/fulfillment/documents" className="grid gap-3">
          <SelectField id="kind" label={t("fulfillment.kind")} defaultValue="packing_slip">
            {documentKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`fulfillment.kind_${kind}`)}
              </option>
            ))}
          </SelectField>
          <OrderChoice orders={shown} selected={[]} />
          {shown.length === 0 ? null : (
            <Button type="submit" kind="primary" size="md" busy={isBusy} icon={<Printer size={16} aria-hidden />}>
              {t("fulfillment.print")}
            </Button>
          )}
        </Form>
      </Card>
    </div>
  );
}
