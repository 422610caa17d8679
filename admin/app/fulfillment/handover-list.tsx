import { PackageCheck, Send } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import type { ShipmentExportColumn, ShipmentPage, ShipmentRow } from "@furoshiki/api/admin/fulfillment/shipments";
import { ExportForm } from "../exports/export-form.tsx";
import { formatOrderNumber } from "../i18n/amounts.ts";
import { formatShippingMethod } from "../i18n/shipping-methods.ts";
import { formatShortTime } from "../i18n/short-dates.ts";
import { type I18n, useI18n } from "../i18n/use-i18n.tsx";
import { formatWeight } from "../i18n/weights.ts";
import { BulkBar } from "../ui/bulk-bar.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { FieldMessage } from "../ui/field.tsx";
import { ListCard } from "../ui/list-card.tsx";
import { Note } from "../ui/note.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { isCurrentOrder, MAX_CARRIER_FILE_SHIPMENTS } from "./carrier-actions.ts";
import { CarrierFileButton } from "./carrier-file-button.tsx";
import { chunk } from "./chunk.ts";
import { FulfillmentTabs } from "./fulfillment-tabs.tsx";
import { PrintMenu } from "./print-menu.tsx";

/** What was handed over: the number of shipments, and the errors of the others by the id of the shipment. */
export type HandoverResult = Readonly<{
  shipped: number;
  /** The number of shipments that were registered at CDEK. */
  registered: number;
  errors: Readonly<Record<number, string>>;
  numbers: Readonly<Record<number, string>>;
}>;

type HandoverProps = {
  page: ShipmentPage;
  /** The path of the next page; null if there is none. */
  nextPath: string | null;
  /** The day in the time zone of the store. */
  today: string;
  result: HandoverResult | undefined;
};

const exportColumns: readonly ShipmentExportColumn[] = [
  ...(["order", "method", "pieces", "weight", "packed", "tracking", "status"] as const),
];

/** The packed shipments that wait for the carrier. Those whose tracking numbers are entered are handed over together. */
export function HandoverView({ page, nextPath, today, result }: HandoverProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const isBusy = useNavigation().formMethod === "POST";
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set());
  const selected = page.items.filter(({ id }) => selectedIds.has(id));
  const failures = Object.keys(result?.numbers ?? {}).filter((id) => result?.errors[Number(id)] !== undefined).length;
  return (
    <>
      <PageHeader
        title={t("shipments.handover")}
        subtitle={t("shipments.waiting", { count: page.total })}
        actions={
          <>
            <OpenStationForm />
            <ExportForm list="shipments" query={new URLSearchParams({ status: "packed" })} columns={exportColumns} />
          </>
        }
      />
      <FulfillmentTabs />
      <div className="grid gap-3 px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        <div role="status">
          {result && result.shipped > 0 ? (
            <Note tone="ok">{t("shipments.handed_over", { count: result.shipped })}</Note>
          ) : null}
          {result && result.registered > 0 ? (
            <Note tone="ok">{t("shipments.cdek_registered", { count: result.registered })}</Note>
          ) : null}
        </div>
        {failures > 0 ? <Note tone="error">{t("shipments.not_handed_over", { count: failures })}</Note> : null}
        <Form method="post" preventScrollReset className="grid gap-3">
          <ListCard>
            {page.items.length === 0 ? (
              <EmptyState
                icon={<PackageCheck size={26} strokeWidth={1.5} aria-hidden />}
                title={t("shipments.none_waiting")}
              >
                {t("shipments.none_waiting_text")}
              </EmptyState>
            ) : (
              <DataTable
                caption={t("shipments.handover")}
                columns={createColumns(i18n, today, result)}
                rows={page.items}
                getId={({ id }) => id}
                getName={({ order_id }) => formatOrderNumber(order_id)}
                selection={{ ids: selectedIds, change: setSelectedIds }}
              />
            )}
          </ListCard>
          {page.items.length === 0 ? null : (
            <div className="flex flex-wrap items-center justify-end gap-3">
              <span className="text-ink-3">{t("shipments.handover_hint")}</span>
              {nextPath === null ? null : (
                <Link to={nextPath} className={buttonClass({ size: "md" })}>
                  {t("shipments.next_page")}
                </Link>
              )}
              <LabelButtons items={page.items} />
              <Button type="submit" kind="primary" size="md" busy={isBusy} icon={<Send size={16} aria-hidden />}>
                {t("shipments.hand_over")}
              </Button>
              {/* Not the first button, which Enter would press. */}
              <RegisterButton items={page.items} isBusy={isBusy} />
            </div>
          )}
        </Form>
        <BulkBar count={selected.length} details={null} onClear={() => setSelectedIds(new Set())}>
          <PrintMenu targets={selected.map(({ id, order_id }) => ({ order_id, shipment_id: id }))} />
        </BulkBar>
      </div>
    </>
  );
}

/** Registers the shipments of the page at CDEK that are not registered there. */
function RegisterButton({ items, isBusy }: { items: readonly ShipmentRow[]; isBusy: boolean }) {
  const { t } = useI18n();
  const ids = items.filter(canRegister).map(({ id }) => id);
  if (ids.length === 0) return null;
  return (
    <Button type="submit" name="register" value={ids.join(",")} size="md" disabled={isBusy}>
      {t("shipments.cdek_register_all", { count: ids.length })}
    </Button>
  );
}

/** Print the labels of the shipments of the page that have a number of CDEK, as few files as possible. */
function LabelButtons({ items }: { items: readonly ShipmentRow[] }) {
  const { t } = useI18n();
  const ids = items.filter(({ carrier_order: order }) => order?.status === "created").map(({ id }) => id);
  return chunk(ids, MAX_CARRIER_FILE_SHIPMENTS).map((labelIds) => (
    <CarrierFileButton key={labelIds[0]} kind="label" shipmentIds={labelIds} size="md">
      {t("shipments.cdek_labels", { count: labelIds.length })}
    </CarrierFileButton>
  ));
}

function canRegister({ cdek_registration: registration, carrier_order: order }: ShipmentRow): boolean {
  return registration === "available" && (order === null || !isCurrentOrder(order));
}

/** Opens an order at the packing station by its number, which the pick list has. */
function OpenStationForm() {
  const { t } = useI18n();
  return (
    <Form action="/fulfillment/pack" className="flex gap-2">
      <input
        name="order"
        required
        inputMode="numeric"
        autoComplete="off"
        pattern="[\d\s]{9,11}"
        aria-label={t("shipments.order_to_pack")}
        placeholder={t("shipments.order_to_pack")}
        className="h-11 min-w-0 grow rounded-md border border-line-strong bg-card px-2.5 text-base desk:h-9 desk:w-44 desk:text-sm"
      />
      <Button type="submit" size="md">
        {t("shipments.pack")}
      </Button>
    </Form>
  );
}

function createColumns(i18n: I18n, today: string, result: HandoverResult | undefined): Column<ShipmentRow>[] {
  const { t, locale } = i18n;
  const countryNames = new Intl.DisplayNames(locale, { type: "region" });
  return [
    {
      key: "order",
      label: t("orders.number"),
      width: "w-36",
      phone: "start",
      render: ({ order_id: id, joined_orders: joined, number, shipments }) => (
        <Link to={`/fulfillment/pack/${id}`} data-row-link className="font-medium hover:underline">
          {formatOrderNumber(id)}
          {shipments > 1 ? <span className="font-normal text-ink-3"> · {number}</span> : null}
          {joined.map((other) => (
            <span key={other} className="block font-normal text-ink-2">
              + {formatOrderNumber(other)}
            </span>
          ))}
        </Link>
      ),
    },
    {
      key: "method",
      label: t("orders.shipping"),
      phone: "line",
      render: ({ country, shipping_method: method }) =>
        `${countryNames.of(country) ?? country}, ${formatShippingMethod(i18n, method)}`,
    },
    {
      key: "pieces",
      label: t("orders.items"),
      width: "w-20",
      align: "end",
      render: ({ pieces }) => t("orders.pieces", { count: pieces }),
    },
    {
      key: "weight",
      label: t("orders.weight"),
      width: "w-24",
      align: "end",
      phone: "end",
      render: ({ weight_g: grams }) => (grams === null ? null : formatWeight(i18n, grams)),
    },
    {
      key: "packed",
      label: t("shipments.packed"),
      width: "w-48",
      phone: "line-end",
      render: ({ packed_at: at, packed_by: name }) => (
        <span className="text-ink-2">
          {[at === null ? null : formatShortTime(at, locale, today), name].filter(Boolean).join(", ")}
        </span>
      ),
    },
    {
      key: "tracking",
      label: t("orders.tracking"),
      width: "w-72",
      phone: "full",
      render: (row) => <TrackingField key={row.id} row={row} result={result} />,
    },
  ];
}

/** The tracking number of a shipment. Enter leads to the next field, since a scanner ends with it. */
function TrackingField({ row, result }: { row: ShipmentRow; result: HandoverResult | undefined }) {
  const { t } = useI18n();
  const id = `tracking-${row.id}`;
  const error = result?.errors[row.id];
  return (
    <div className="grid gap-1 py-1.5 whitespace-normal">
      <input
        id={id}
        name={`tracking_${row.id}`}
        defaultValue={result?.numbers[row.id] ?? row.tracking?.number ?? ""}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        aria-label={t("shipments.tracking_of", { number: formatOrderNumber(row.order_id) })}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onKeyDown={focusNextField}
        data-tracking
        className={`code h-11 w-full rounded-md border bg-card px-2.5 desk:h-8 ${error === undefined ? "border-line-strong" : "border-beni-600"}`}
      />
      <FieldMessage id={id} errors={error === undefined ? [] : [error]} />
      {row.carrier_order && row.carrier_order.status !== "created" ? (
        <span className="text-xs text-ink-3">
          {t("shipments.cdek_order")}: {t(`shipments.cdek_${row.carrier_order.status}`)}
        </span>
      ) : null}
    </div>
  );
}

function focusNextField(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const { form } = event.currentTarget;
  const fields = [...(form?.querySelectorAll<HTMLElement>("[data-tracking], button[type=submit]") ?? [])];
  fields[fields.indexOf(event.currentTarget) + 1]?.focus();
}
