import { useEffect } from "react";
import { Link, useFetcher } from "react-router";
import type { OrderDetail, OrderRow } from "@furoshiki/api/admin/orders";
import { formatAmount, formatOrderNumber } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { formatWeight } from "../i18n/weights.ts";
import { buttonClass } from "../ui/button.tsx";
import { KeyValue, KeyValues } from "../ui/key-values.tsx";
import { SidePanel } from "../ui/side-panel.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { createOrderPath } from "./list-path.ts";
import { DueDay } from "./order-cells.tsx";
import { OrderNextStep } from "./order-next-step.tsx";
import { OrderStatusBadge } from "./order-status.tsx";
import { formatShippingMethod } from "../i18n/shipping-methods.ts";

type OrderPeekProps = {
  row: OrderRow;
  /** The search parameters of the list. */
  params: URLSearchParams;
  today: string;
  onClose: () => void;
};

/** A short form of an order over the list. What the list knows is shown while the rest is loaded. */
export function OrderPeek({ row, params, today, onClose }: OrderPeekProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { load, data } = useFetcher<{ order: OrderDetail }>();
  const path = `/orders/${row.id}`;
  useEffect(() => {
    void load(path);
  }, [load, path]);
  return (
    <SidePanel
      title={t("orders.title_one", { number: formatOrderNumber(row.id) })}
      subtitle={[row.customer, row.country, row.shipping_method && formatShippingMethod(i18n, row.shipping_method)]
        .filter(Boolean)
        .join(" · ")}
      onClose={onClose}
      footer={
        <Link to={createOrderPath(row.id, params)} className={buttonClass({ kind: "primary", size: "md" })}>
          {t("orders.open")}
        </Link>
      }
    >
      <div className="mb-4 flex items-center justify-between gap-3">
        <OrderStatusBadge status={row.status} />
        {row.due_on === null ? null : (
          <span className="text-ink-2">
            {t("orders.due")}: <DueDay day={row.due_on} today={today} />
          </span>
        )}
      </div>
      {data?.order.id === row.id ? <PeekContent order={data.order} /> : <Skeleton rows={6} />}
    </SidePanel>
  );
}

function PeekContent({ order }: { order: OrderDetail }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const { currency, totals, lines, notes } = order;
  const formatMoney = (amount: number) => formatAmount(format, amount, currency);
  const note = notes[0];
  const discounts = totals.discount + totals.loyalty_points + totals.gift_card;
  return (
    <div className="grid gap-4">
      <OrderNextStep order={order} />
      <section aria-label={t("orders.items")}>
        <h3 className="flex justify-between font-sans text-sm font-semibold">
          {t("orders.items")}
          <span className="text-xs font-normal text-ink-3">{formatWeight(i18n, order.shipping.weight_g)}</span>
        </h3>
        <ul className="mt-1.5">
          {lines.map(({ line, name, quantity, price, total }) => (
            <li key={line} className="flex items-center gap-3 border-t border-hair py-2">
              <div className="min-w-0 grow">
                <p className="font-medium">{name}</p>
                <p className="text-xs text-ink-3">
                  {quantity} × {formatMoney(price)}
                </p>
              </div>
              <span className="font-medium">{formatMoney(total)}</span>
            </li>
          ))}
        </ul>
      </section>
      <KeyValues>
        <KeyValue name={t("orders.discounts")}>{discounts === 0 ? null : formatMoney(-discounts)}</KeyValue>
        <KeyValue name={t("orders.delivery")}>{formatMoney(totals.delivery)}</KeyValue>
        <KeyValue name={t("orders.total")}>
          <b className="font-semibold">{formatMoney(totals.total)}</b>
        </KeyValue>
      </KeyValues>
      {note ? (
        <section aria-label={t("orders.last_note")} className="border-t border-hair pt-4">
          <h3 className="font-sans text-sm font-semibold">{t("orders.last_note")}</h3>
          <p className="mt-1 whitespace-pre-line">{note.text}</p>
        </section>
      ) : null}
    </div>
  );
}
