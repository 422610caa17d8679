import type { OrderRow, OrderViewCounts } from "@furoshiki/api/admin/orders";
import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { createListPath, isAlertView } from "./list-path.ts";
import { CustomsCell, DueDay, OrderLink, ShippingCell } from "./order-cells.tsx";

const noParams = new URLSearchParams();

/** The views of orders that wait for somebody, each with its count. */
export function OrderQueues({ counts }: { counts: OrderViewCounts }) {
  const { t, format } = useI18n();
  const queues = counts.filter(({ key }) => key !== "all");
  return (
    <nav aria-label={t("home.queues")} className="overflow-clip rounded-md border border-edge bg-card">
      <ul className="-mr-px -mb-px grid grid-cols-2 desk:grid-flow-col desk:auto-cols-fr desk:grid-cols-none">
        {queues.map(({ key, count, is_exact }) => (
          <li key={key} className="border-r border-b border-hair">
            <Link to={createListPath(noParams, { view: key })} className="block h-full px-4 py-3 hover:bg-hover">
              <span className="font-medium">{t(`orders.view_${key}`)}</span>
              <span
                className={`block font-display tabular-nums text-title font-bold ${isAlertView(key) && count > 0 ? "text-beni-600" : ""}`}
              >
                {format.number(count)}
                {is_exact ? "" : "+"}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The orders to pack that are due first. @param today the day in the time zone of the store */
export function OrdersDueFirst({ orders, today }: { orders: readonly OrderRow[]; today: string }) {
  const { t } = useI18n();
  const listPath = createListPath(noParams, { view: "to_pack" });
  return (
    <Card
      title={t("home.due_first")}
      isFlush
      actions={
        <Link to={listPath} className={buttonClass({ kind: "quiet" })}>
          {t("home.all_to_pack")}
          <ArrowRight size={16} aria-hidden />
        </Link>
      }
    >
      {orders.length === 0 ? (
        <p className="px-4 pb-4 text-ink-2">{t("home.nothing_to_pack")}</p>
      ) : (
        <ul>
          {orders.map((order) => (
            <li
              key={order.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t border-hair px-4 py-2.5 desk:grid-cols-[9rem_minmax(0,1fr)_10rem_8rem]"
            >
              <OrderLink row={order} params={noParams} />
              <span className="max-desk:order-3 max-desk:col-span-2">
                <ShippingCell row={order} />
              </span>
              <span className="max-desk:hidden">
                <CustomsCell row={order} />
              </span>
              <span className="text-right">
                <DueDay day={order.due_on} today={today} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
