import type { SaleList } from "@furoshiki/api/admin/catalog-admin/prices";
import { taskListQuery, type TaskPage } from "@furoshiki/api/admin/tasks";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { redirect } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import { createTitle } from "../http/page-title.ts";
import { findInvalidParams } from "../http/search-params.ts";
import { useReloadOnEvents } from "../live/use-events.ts";
import { SALES_PATH } from "../prices/prices-path.ts";
import { SalesView } from "../prices/sales-view.tsx";
import type { Route } from "./+types/sales.page";

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = taskListQuery.pick({ after: true });
  if (findInvalidParams(query, url.searchParams).length > 0) throw redirect(SALES_PATH);
  const { after } = query.parse(Object.fromEntries(url.searchParams));
  const { load } = getRequestContext({ context });
  const [sales, planned] = await Promise.all([
    after === undefined ? load<SaleList>("sales") : null,
    load<TaskPage>(`tasks?view=planned&kind=prices.adjust&limit=100${after === undefined ? "" : `&after=${after}`}`),
  ]);
  return { sales: sales?.items ?? [], planned, today: toStoreDay(new Date()) };
}

export default function SalesPage({ loaderData }: Route.ComponentProps) {
  useReloadOnEvents(["task"]);
  return <SalesView {...loaderData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "prices.sales");
