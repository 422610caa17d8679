import type { OrderPage } from "@furoshiki/api/admin/orders";
import type { SalesToday } from "@furoshiki/api/admin/reports";
import type { Me } from "@furoshiki/api/admin/staff";
import type { StaffNotificationPage } from "@furoshiki/api/admin/staff/notifications";
import { getRequestContext } from "../api-client/request-context.ts";
import { LatestNotifications } from "../home/latest-notifications.tsx";
import { SalesTodayCard } from "../home/sales-today-card.tsx";
import { WorkQueueTiles } from "../home/work-queue-tiles.tsx";
import { toStoreDay } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useReloadOnEvents } from "../live/use-events.ts";
import { useWorkQueues } from "../live/work-queues.ts";
import { OrdersDueFirst } from "../orders/order-queues.tsx";
import { useMe } from "../staff/me.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import type { Route } from "./+types/home.page";

const DUE_ORDERS = "orders?view=to_pack&sort=due_asc&limit=6";

export async function loader({ context }: Route.LoaderArgs) {
  const { load } = getRequestContext({ context });
  const { permissions } = await load<Me>("me");
  const canReadOrders = permissions.includes("orders:read");
  const [due, own, sales, notifications] = await Promise.all([
    canReadOrders ? load<OrderPage>(DUE_ORDERS) : null,
    canReadOrders ? load<OrderPage>(`${DUE_ORDERS}&assignee=me`) : null,
    permissions.includes("reports:read") ? load<SalesToday>("reports/today") : null,
    load<StaffNotificationPage>("me/notifications?limit=5"),
  ]);
  const now = new Date();
  return { due, own, sales, notifications, now: now.toISOString(), today: toStoreDay(now) };
}

export default function HomePage({ loaderData: { due, own, sales, notifications, now, today } }: Route.ComponentProps) {
  const { t } = useI18n();
  const { permissions } = useMe();
  const queues = useWorkQueues();
  useReloadOnEvents(["order", "notification"]);
  return (
    <>
      <PageHeader title={t("home.title")} />
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
          <LatestNotifications page={notifications} today={today} />
        </div>
      </div>
    </>
  );
}
