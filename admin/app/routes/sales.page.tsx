import type { SaleList } from "@furoshiki/api/admin/catalog-admin/prices";
import type { TaskPage } from "@furoshiki/api/admin/tasks";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { createTitle } from "../http/page-title.ts";
import { useReloadOnEvents } from "../live/use-events.ts";
import { SalesView } from "../prices/sales-view.tsx";
import type { Route } from "./+types/sales.page";

export async function loader({ context }: Route.LoaderArgs) {
  const { load } = getRequestContext({ context });
  const [sales, planned] = await Promise.all([
    load<SaleList>("sales"),
    load<TaskPage>("tasks?view=planned&kind=prices.adjust&limit=100"),
  ]);
  return { sales: sales.items, planned: planned.items, today: toStoreDay(new Date()) };
}

export default function SalesPage({ loaderData }: Route.ComponentProps) {
  useReloadOnEvents(["task"]);
  return <SalesView {...loaderData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "prices.sales");
