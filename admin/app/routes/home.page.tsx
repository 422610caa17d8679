import type { CustomsCheckPage } from "@furoshiki/api/admin/fulfillment";
import type { OrderPage } from "@furoshiki/api/admin/orders";
import type { SalesToday } from "@furoshiki/api/admin/reports";
import type { Me } from "@furoshiki/api/admin/staff";
import type { StaffNotificationPage } from "@furoshiki/api/admin/staff/notifications";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { HomeHeader } from "../home/home-header.tsx";
import { LatestNotifications } from "../home/latest-notifications.tsx";
import { SalesTodayCard } from "../home/sales-today-card.tsx";
import { WorkQueueTiles } from "../home/work-queue-tiles.tsx";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useReloadOnEvents } from "../live/use-events.ts";
import { useWorkQueues } from "../live/work-queues.ts";
import { OrdersDueFirst } from "../orders/order-queues.tsx";
import { useMe } from "../staff/me.tsx";
import { RunningTasksCard } from "../tasks/running-tasks-card.tsx";
import type { Route } from "./+types/home.page";

const DUE_ORDERS = "orders?view=to_pack&sort=due_asc&limit=6";
const NEXT_TO_PACK = "customs-checks?status=complete&to_pick=true&limit=1";

export async function loader({ context }: Route.LoaderArgs) {
  const { load } = getRequestContext({ context });
  const { permissions } = await load<Me>("me");
  const canReadOrders = permissions.includes("orders:read");
  const [due, own, sales, notifications, next] = await Promise.all([
    canReadOrders ? load<OrderPage>(DUE_ORDERS) : null,
    canReadOrders ? load<OrderPage>(`${DUE_ORDERS}&assignee=me`) : null,
    permissions.includes("reports:read") ? load<SalesToday>("reports/today") : null,
    load<StaffNotificationPage>("me/notifications?limit=5"),
    permissions.includes("orders:fulfill") ? load<CustomsCheckPage>(NEXT_TO_PACK) : null,
  ]);
  const now = new Date();
  const nextToPack = next?.items[0]?.order_id ?? null;
  return { due, own, sales, notifications, nextToPack, now: now.toISOString(), today: toStoreDay(now) };
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { due, own, sales, notifications, nextToPack, now, today } = loaderData;
  const { t } = useI18n();
  const { permissions } = useMe();
  const queues = useWorkQueues();
  const toPack = queues.find(({ key }) => key === "to_pack");
  useReloadOnEvents(["order", "notification"]);
  return (
    <>
      <HomeHeader {...{ today, permissions, nextToPack }} dueCount={toPack?.due ?? null} />
      <div className="grid gap-4 px-4 pt-3 pb-6 desk:px-6 desk:pt-4">
        {queues.length > 0 ? (
          <WorkQueueTiles items={queues} permissions={permissions} now={now} />
        ) : (
          <p className="text-ink-2">{t("home.no_queues")}</p>
        )}
        <div className="grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_21.5rem]">
          <div className="grid min-w-0 gap-4 empty:hidden">
            {sales ? <SalesTodayCard sales={sales} /> : null}
            {own && own.items.length > 0 ? <OrdersDueFirst orders={own.items} today={today} isOwn /> : null}
            {due ? <OrdersDueFirst orders={due.items} today={today} /> : null}
          </div>
          <div className="grid min-w-0 gap-4">
            <RunningTasksCard />
            <LatestNotifications page={notifications} today={today} />
          </div>
        </div>
      </div>
    </>
  );
}
