import type { OrderPage, OrderViewCounts } from "@furoshiki/api/admin/orders";
import type { Me } from "@furoshiki/api/admin/staff";
import { getRequestContext } from "../api-client/request-context.ts";
import { toStoreDay } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useReloadOnEvents } from "../live/use-events.ts";
import { OrderQueues, OrdersDueFirst } from "../orders/order-queues.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import type { Route } from "./+types/home.page";

const DUE_ORDER_COUNT = 8;

export async function loader({ context }: Route.LoaderArgs) {
  const { load } = getRequestContext({ context });
  const { permissions } = await load<Me>("me");
  if (!permissions.includes("orders:read")) return null;
  const [counts, { items }] = await Promise.all([
    load<OrderViewCounts>("orders/views"),
    load<OrderPage>(`orders?view=to_pack&sort=due_asc&limit=${DUE_ORDER_COUNT}`),
  ]);
  return { counts, orders: items, today: toStoreDay(new Date()) };
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  useReloadOnEvents(["order"]);
  return (
    <>
      <PageHeader title={t("home.title")} />
      <div className="grid gap-4 px-4 pt-3 pb-6 desk:px-6 desk:pt-4">
        {loaderData ? (
          <>
            <OrderQueues counts={loaderData.counts} />
            <OrdersDueFirst orders={loaderData.orders} today={loaderData.today} />
          </>
        ) : (
          <p className="text-ink-2">{t("home.no_queues")}</p>
        )}
      </div>
    </>
  );
}
