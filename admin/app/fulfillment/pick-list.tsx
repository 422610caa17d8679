import { ClipboardList, Printer } from "lucide-react";
import { Form, useNavigation } from "react-router";
import type { CustomsCheckPage, PickList } from "@furoshiki/api/admin/fulfillment";
import { formatOrderNumber } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ListCard } from "../ui/list-card.tsx";
import { Note } from "../ui/note.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { FulfillmentTabs } from "./fulfillment-tabs.tsx";
import { OrderChoice } from "./order-choice.tsx";

type PickListPageProps = {
  pickList: PickList;
  /** The orders that can be picked, in the order in which they were paid. */
  ready: CustomsCheckPage["items"];
  /** When the list was made, as text. */
  time: string;
};

/** What has to be taken from the shelves for the selected orders. It is made to be printed. */
export function PickListView({ pickList, ready, time }: PickListPageProps) {
  const { t } = useI18n();
  const { orders, joined, skipped, pieces, items } = pickList;
  return (
    <>
      <PageHeader
        title={t("fulfillment.pick_list")}
        subtitle={t("fulfillment.pick_list_summary", { time, orders: orders.length - joined.length, pieces })}
        actions={
          items.length === 0 ? null : (
            <span className="scriptless:hidden print:hidden">
              <Button
                kind="primary"
                size="md"
                icon={<Printer size={16} aria-hidden />}
                onClick={() => print()}
                className="w-full"
              >
                {t("fulfillment.print")}
              </Button>
            </span>
          )
        }
      />
      <FulfillmentTabs />
      <div className="grid grow content-start items-start gap-4 px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6 lg:grid-cols-[minmax(0,1fr)_300px] print:block print:px-0">
        <div className="grid min-w-0 gap-3">
          {skipped.length > 0 ? <SkippedOrders skipped={skipped} /> : null}
          <ListCard>
            {items.length === 0 ? (
              <EmptyState
                icon={<ClipboardList size={26} strokeWidth={1.5} aria-hidden />}
                title={t("fulfillment.nothing_to_pick")}
              >
                {t("fulfillment.nothing_to_pick_text")}
              </EmptyState>
            ) : (
              <PickTable items={items} orders={orders} joined={joined} />
            )}
          </ListCard>
        </div>
        <PickListForm ready={ready} selected={orders} />
      </div>
    </>
  );
}

function SkippedOrders({ skipped }: Pick<PickList, "skipped">) {
  const { t } = useI18n();
  return (
    <Note tone="warn">
      <ul>
        {skipped.map(({ order_id: id, reason }) => (
          <li key={id}>{t(`fulfillment.skipped_${reason}`, { number: formatOrderNumber(id) })}</li>
        ))}
      </ul>
    </Note>
  );
}

function PickTable({ items, orders, joined }: Pick<PickList, "items" | "orders" | "joined">) {
  const { t, format } = useI18n();
  // Parcels are numbered in the list, so that a row names their orders in little space.
  const mainIds = new Map(joined.map(({ order_id, main_order_id }) => [order_id, main_order_id]));
  const parcels = orders.filter((id) => !mainIds.has(id));
  const positions = new Map(orders.map((id) => [id, parcels.indexOf(mainIds.get(id) ?? id) + 1]));
  return (
    <table className="pick-table">
      <caption className="sr-only">{t("fulfillment.pick_list")}</caption>
      <thead>
        <tr>
          <th scope="col" className="w-10 print:w-8">
            <span className="sr-only">{t("fulfillment.picked")}</span>
          </th>
          <th scope="col">{t("fulfillment.product")}</th>
          <th scope="col" className="w-16 text-right">
            {t("fulfillment.quantity")}
          </th>
          <th scope="col" className="hidden w-[34%] desk:table-cell print:table-cell">
            {t("fulfillment.for_orders")}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={`${item.product_id} ${item.option_id}`}>
            <td>
              <input
                type="checkbox"
                className="checkbox block"
                aria-label={t("fulfillment.pick_item", { name: item.reference })}
              />
            </td>
            <td>
              <p className="font-medium">{[item.name, item.option_name].filter(Boolean).join(", ")}</p>
              <p className="text-xs text-ink-3">
                {item.brand}
                {item.brand_ja ? (
                  <span lang="ja" className="ml-1.5">
                    {item.brand_ja}
                  </span>
                ) : null}
                <span className="code ml-2">{[item.reference, item.barcode].filter(Boolean).join(" · ")}</span>
              </p>
              <div className="mt-1 desk:hidden print:hidden">
                <ItemOrders orders={item.orders} positions={positions} />
              </div>
            </td>
            <td className="text-right text-base font-semibold">{format.number(item.quantity)}</td>
            <td className="hidden desk:table-cell print:table-cell">
              <ItemOrders orders={item.orders} positions={positions} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ItemOrders({
  orders,
  positions,
}: {
  orders: PickList["items"][number]["orders"];
  positions: ReadonlyMap<number, number>;
}) {
  return (
    <ul className="flex flex-wrap gap-x-3 text-xs">
      {orders.map(({ order_id: id, quantity }) => (
        <li key={id} className="whitespace-nowrap">
          <span className="text-ink-3">{positions.get(id)}.</span> {formatOrderNumber(id)}
          {orders.length > 1 ? <b className="ml-1 font-semibold">× {quantity}</b> : null}
        </li>
      ))}
    </ul>
  );
}

function PickListForm({ ready, selected }: { ready: PickListPageProps["ready"]; selected: readonly number[] }) {
  const { t } = useI18n();
  const isBusy = useNavigation().location?.pathname === "/fulfillment/pick-lists";
  return (
    <div className="order-first lg:order-none print:hidden">
      <Card title={t("fulfillment.orders")} note={t("fulfillment.ready_count", { count: ready.length })}>
        {/* A new key applies the selection of the URL to the uncontrolled checkboxes. */}
        <Form key={selected.join()} action="/fulfillment/pick-lists" className="grid gap-3">
          <OrderChoice orders={ready} selected={selected} />
          {ready.length === 0 ? null : (
            <Button type="submit" size="md" busy={isBusy}>
              {t("fulfillment.make_list")}
            </Button>
          )}
        </Form>
      </Card>
    </div>
  );
}
