import type { OrderRow } from "@furoshiki/api/admin/orders";
import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { createListPath } from "./list-path.ts";
import { CustomsCell, DueDay, OrderLink, ShippingCell } from "./order-cells.tsx";

const noParams = new URLSearchParams();

type OrdersDueFirstProps = {
  orders: readonly OrderRow[];
  /** The day in the time zone of the store. */ today: string;
  /** Whether they are only those that are assigned to the person. */ isOwn?: boolean;
};

/** The orders to pack that are due first. */
export function OrdersDueFirst({ orders, today, isOwn = false }: OrdersDueFirstProps) {
  const { t } = useI18n();
  const listPath = createListPath(noParams, { view: "to_pack", assignee: isOwn ? "me" : null });
  return (
    <Card
      title={t(isOwn ? "home.assigned_to_me" : "home.due_first")}
      isFlush
      actions={
        <Link to={listPath} className={buttonClass({ kind: "quiet" })}>
          {t("home.all_to_pack")}
          <ArrowRight size={16} aria-hidden />
        </Link>
      }
    >
      {orders.length === 0 ? (
        <p className="px-4 pb-4 text-ink-2">{t(isOwn ? "home.nothing_assigned" : "home.nothing_to_pack")}</p>
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
