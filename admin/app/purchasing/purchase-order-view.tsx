import { PackageCheck, PackageOpen, Pencil, Plus, Send, TriangleAlert, X } from "lucide-react";
import { Form, Link, useNavigation } from "react-router";
import type { PurchaseOrder, PurchaseOrderStep } from "@furoshiki/api/admin/purchasing/purchase-orders";
import type { FormErrors } from "../api-client/form-errors.ts";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { formatDueDay, formatShortDay, formatShortTime } from "../i18n/short-dates.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Note } from "../ui/note.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Timeline, TimelineItem } from "../ui/timeline.tsx";
import { formatPurchaseOrderNumber, getPurchaseOrderPath, PURCHASE_ORDERS_PATH } from "./order-number.ts";
import { PurchaseOrderLines } from "./purchase-order-lines.tsx";
import { SupplierCard, TotalCard } from "./purchase-order-sidebar.tsx";
import { ReceivedBar } from "./received-bar.tsx";
import { PurchaseOrderBadge } from "./status-badge.tsx";

type PurchaseOrderViewProps = {
  order: PurchaseOrder;
  /** The day in the time zone of the store. */
  today: string;
  result: FormErrors | undefined;
};

/** An order from a supplier: its lines, what has arrived, what it costs and what has happened. */
export function PurchaseOrderView({ order, today, result }: PurchaseOrderViewProps) {
  const { t } = useCatalogI18n();
  return (
    <>
      <PageHeader
        title={t("purchasing.title_one", { number: formatPurchaseOrderNumber(order.id) })}
        breadcrumbs={[{ name: t("purchasing.title"), path: PURCHASE_ORDERS_PATH }]}
        badges={<PurchaseOrderBadge status={order.status} />}
        subtitle={<OrderSummary order={order} today={today} />}
        actions={<OrderActions order={order} />}
      />
      <div className="grid items-start gap-x-5 gap-y-4 px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 gap-4">
          {result ? <Note tone="error">{result.message}</Note> : null}
          {order.status === "draft" || order.status === "canceled" ? null : <ReceivedProgress order={order} />}
          <PurchaseOrderLines order={order} />
          <WaitingCustomers order={order} />
          <Events order={order} today={today} />
        </div>
        <div className="grid gap-4">
          <TotalCard order={order} />
          <SupplierCard order={order} />
          {order.note ? (
            <Card title={t("purchasing.note")}>
              <p className="whitespace-pre-line wrap-anywhere">{order.note}</p>
            </Card>
          ) : null}
        </div>
      </div>
    </>
  );
}

function OrderSummary({ order, today }: Pick<PurchaseOrderViewProps, "order" | "today">) {
  const { t, locale } = useCatalogI18n();
  const { supplier, ordered_at: orderedAt, expected_on: expectedOn, status } = order;
  const isExpected = status === "ordered" || status === "partly_received";
  const parts = [
    supplier.name,
    orderedAt === null ? null : t("purchasing.ordered_on", { day: formatShortDay(orderedAt, locale, today) }),
    expectedOn === null || !isExpected
      ? null
      : t(expectedOn < today ? "purchasing.was_expected" : "purchasing.is_expected", {
          day: formatDueDay(expectedOn, locale, today),
        }),
  ];
  return parts.filter((part) => part !== null).join(" · ");
}

const stepIcons = { send: Send, close: PackageCheck, cancel: X } as const;

function OrderActions({ order: { id, status } }: { order: PurchaseOrder }) {
  const { t } = useCatalogI18n();
  const path = getPurchaseOrderPath(id);
  const isOpen = status === "draft" || status === "ordered" || status === "partly_received";
  return (
    <>
      {isOpen ? (
        <Link to={`${path}/edit`} className={buttonClass({ size: "md" })}>
          <Pencil size={16} aria-hidden />
          {t("purchasing.edit")}
        </Link>
      ) : null}
      {status === "draft" || status === "ordered" ? <StepButton step="cancel" status={status} /> : null}
      {status === "partly_received" ? <StepButton step="close" status={status} /> : null}
      {status === "draft" ? <StepButton step="send" status={status} isPrimary /> : null}
      {status === "ordered" || status === "partly_received" ? (
        <Link to={`${path}/receive`} className={buttonClass({ kind: "primary", size: "md" })}>
          <PackageOpen size={16} aria-hidden />
          {t("purchasing.receive")}
        </Link>
      ) : null}
    </>
  );
}

type StepButtonProps = { step: PurchaseOrderStep; status: string; isPrimary?: boolean };

function StepButton({ step, status, isPrimary = false }: StepButtonProps) {
  const { t } = useCatalogI18n();
  const isBusy = useNavigation().formData?.get("step") === step;
  const Icon = stepIcons[step];
  return (
    <Form method="post" replace preventScrollReset className="contents">
      <input type="hidden" name="status" value={status} />
      <Button
        type="submit"
        name="step"
        value={step}
        kind={isPrimary ? "primary" : "outline"}
        size="md"
        busy={isBusy}
        icon={<Icon size={16} aria-hidden />}
      >
        {t(`purchasing.do_${step}`)}
      </Button>
    </Form>
  );
}

function ReceivedProgress({ order: { lines } }: { order: PurchaseOrder }) {
  const { t, format } = useCatalogI18n();
  const sum = (key: "quantity" | "received" | "damaged") => lines.reduce((total, line) => total + line[key], 0);
  const [quantity, received, damaged] = [sum("quantity"), sum("received"), sum("damaged")];
  return (
    <section
      aria-label={t("purchasing.received")}
      className="grid gap-2 rounded-md border border-edge bg-card px-4 py-3"
    >
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <span>{t("purchasing.received_of", { received: format.number(received), count: quantity })}</span>
        <span className="text-ink-2">
          {[
            damaged > 0 ? t("purchasing.damaged_count", { count: damaged }) : null,
            t("purchasing.left_count", { count: quantity - received }),
          ]
            .filter((part) => part !== null)
            .join(" · ")}
        </span>
      </p>
      <ReceivedBar {...{ quantity, received }} />
    </section>
  );
}

function WaitingCustomers({ order: { lines, status } }: { order: PurchaseOrder }) {
  const { t } = useCatalogI18n();
  const waiting = lines.filter(({ waiting_customers: count }) => count > 0);
  if (waiting.length === 0 || status === "received" || status === "canceled") return null;
  return (
    <ul className="grid gap-1.5 rounded-md bg-yamabuki-50 px-3 py-2.5 text-yamabuki-800">
      {waiting.map(({ line, name, option_name, waiting_customers: count }) => (
        <li key={line} className="flex items-start gap-2.5">
          <TriangleAlert size={18} strokeWidth={1.5} aria-hidden className="mt-px shrink-0" />
          {t("purchasing.waiting", { count, name: [name, option_name].filter(Boolean).join(", ") })}
        </li>
      ))}
    </ul>
  );
}

const eventIcons = {
  "purchase_order.created": Plus,
  "purchase_order.sent": Send,
  "purchase_order.received": PackageOpen,
  "purchase_order.closed": PackageCheck,
  "purchase_order.canceled": X,
} as const;

function Events({ order: { events }, today }: Pick<PurchaseOrderViewProps, "order" | "today">) {
  const { t, locale } = useCatalogI18n();
  return (
    <Card title={t("purchasing.events")}>
      <Timeline label={t("purchasing.events")}>
        {events.map(({ id, at, action, actor, reason, pieces }) => (
          <TimelineItem
            key={id}
            Icon={eventIcons[action as keyof typeof eventIcons] ?? Pencil}
            time={formatShortTime(at, locale, today)}
            iso={at}
          >
            {actor ? <b className="font-semibold">{actor}</b> : null} {t.find(`audit.action_${action}`) ?? action}
            {pieces === null ? null : `: ${t("purchasing.pieces_count", { count: Math.abs(pieces) })}`}
            {reason ? <span className="block text-ink-2">{reason}</span> : null}
          </TimelineItem>
        ))}
      </Timeline>
    </Card>
  );
}
