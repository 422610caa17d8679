import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import type { OrderDetail, OrderNeighbors } from "@furoshiki/api/admin/orders";
import { formatOrderNumber } from "../i18n/amounts.ts";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Badge } from "../ui/badge.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { RecordPresence } from "../ui/record-presence.tsx";
import { NextStepLink, OrderActions } from "./action-buttons.tsx";
import { createOrderBreadcrumbs, NeighborLinks } from "./neighbor-links.tsx";
import { NoteForm } from "./note-form.tsx";
import type { OrderActionResult, StatusAction, StatusPreview } from "./order-actions.ts";
import { OrderLedger } from "./order-ledger.tsx";
import { OrderLines } from "./order-lines.tsx";
import { OrderNextStep } from "./order-next-step.tsx";
import { OrderSidebar } from "./order-sidebar.tsx";
import { OrderStatusBadge } from "./order-status.tsx";
import { OrderTimeline } from "./order-timeline.tsx";
import { WaitingMessages } from "./waiting-messages.tsx";
import { StatusDialog } from "./status-dialog.tsx";

type OrderViewProps = {
  order: OrderDetail;
  /** The status action that the URL names. */
  preview: (StatusPreview & { action: StatusAction }) | null;
  /** Where the order is in the list that it was opened from; null if it was opened directly. */
  neighbors: OrderNeighbors | null;
  /** The day in the time zone of the store. */
  today: string;
  /** Says that somebody else has changed the order. */
  changes: ReactNode;
  customsCard: ReactNode;
  documentsCard: ReactNode;
  /** The link to the page that edits the order. */
  editLink: ReactNode;
  /** The edits of the order. */
  edits: ReactNode;
  refundList: ReactNode;
  /** The orders that are sent in one parcel with it. */
  parcelCard: ReactNode;
  returnsCard: ReactNode;
  shipmentsCard: ReactNode;
  result: OrderActionResult | undefined;
};

/** An order with its next step, items, ledger, timeline, notes and actions. */
export function OrderView({ order, preview, neighbors, today, result, ...cards }: OrderViewProps) {
  const i18n = useI18n();
  const { t, locale } = i18n;
  const [params] = useSearchParams();
  return (
    <>
      <PageHeader
        title={t("orders.title_one", { number: formatOrderNumber(order.id) })}
        breadcrumbs={createOrderBreadcrumbs(i18n, params, neighbors)}
        neighbors={
          <div className="flex min-w-0 items-center gap-2.5">
            <RecordPresence kind="order" id={order.id} />
            {neighbors ? <NeighborLinks neighbors={neighbors} params={params} /> : null}
          </div>
        }
        badges={
          <>
            <OrderStatusBadge status={order.status} />
            {order.is_parcel_lost ? <Badge tone="warn">{t("orders.parcel_lost")}</Badge> : null}
          </>
        }
        subtitle={[
          t("orders.placed_at", { time: formatShortTime(order.placed_at, locale, today) }),
          ...(order.created_by ? [t("orders.placed_by", { name: order.created_by.name })] : []),
        ].join(", ")}
        actions={
          <>
            {cards.editLink}
            <OrderActions order={order} />
          </>
        }
      />
      <div className="grid gap-4 px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        {cards.changes}
        <OrderNextStep order={order}>
          <NextStepLink order={order} />
        </OrderNextStep>
        <div className="grid items-start gap-x-5 gap-y-4 lg:grid-cols-[minmax(0,1fr)_344px]">
          <div className="grid min-w-0 gap-4">
            <OrderLines order={order} />
            {cards.parcelCard}
            {cards.edits}
            {cards.shipmentsCard}
            <OrderLedger order={order} />
            {cards.refundList}
            <OrderTimeline order={order} today={today}>
              <WaitingMessages order={order} />
              <NoteForm order={order} result={result} />
            </OrderTimeline>
          </div>
          <OrderSidebar
            order={order}
            today={today}
            customsCard={cards.customsCard}
            returnsCard={cards.returnsCard}
            documentsCard={cards.documentsCard}
            result={result}
          />
        </div>
      </div>
      {preview ? <StatusDialog order={order} action={preview.action} preview={preview} result={result} /> : null}
    </>
  );
}
