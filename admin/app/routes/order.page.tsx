import { orderParams, type OrderDetail } from "@furoshiki/api/admin/orders";
import { data } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import { createTitle } from "../http/page-title.ts";
import { formatOrderNumber } from "../i18n/amounts.ts";
import { formatShortTime, toStoreDay } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { OrderLedger } from "../orders/order-ledger.tsx";
import { OrderLines } from "../orders/order-lines.tsx";
import { OrderNextStep } from "../orders/order-next-step.tsx";
import { OrderSidebar } from "../orders/order-sidebar.tsx";
import { OrderStatusBadge } from "../orders/order-status.tsx";
import { OrderTimeline } from "../orders/order-timeline.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import type { Route } from "./+types/order.page";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { data: parsedParams } = orderParams.safeParse(params);
  if (!parsedParams) throw data(null, { status: 404 });
  const order = await getRequestContext({ context }).load<OrderDetail>(`orders/${parsedParams.id}`);
  return { order, today: toStoreDay(new Date()) };
}

export default function OrderPage({ loaderData: { order, today } }: Route.ComponentProps) {
  const { t, locale } = useI18n();
  return (
    <>
      <PageHeader
        title={t("orders.title_one", { number: formatOrderNumber(order.id) })}
        breadcrumbs={[{ name: t("orders.title"), path: "/orders" }]}
        badges={<OrderStatusBadge status={order.status} />}
        subtitle={t("orders.placed_at", { time: formatShortTime(order.placed_at, locale, today) })}
      />
      <div className="grid gap-4 px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        <OrderNextStep order={order} />
        <div className="grid items-start gap-x-5 gap-y-4 lg:grid-cols-[minmax(0,1fr)_344px]">
          <div className="grid min-w-0 gap-4">
            <OrderLines order={order} />
            <OrderLedger order={order} />
            <OrderTimeline order={order} today={today} />
          </div>
          <OrderSidebar order={order} today={today} />
        </div>
      </div>
    </>
  );
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  createTitle(matches, "orders.title_one", { number: formatOrderNumber(Number(params.id)) });
