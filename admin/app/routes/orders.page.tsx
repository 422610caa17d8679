import { redirect } from "react-router";
import { orderListQuery, type OrderPage, type OrderViewCounts } from "@furoshiki/api/admin/orders";
import type { SavedView } from "@furoshiki/api/admin/saved-views";
import type { ListPreference } from "@furoshiki/api/admin/saved-views/preferences";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { createTitle } from "../http/page-title.ts";
import { findInvalidParams } from "../http/search-params.ts";
import { createListPath, createListQuery } from "../orders/list-path.ts";
import { OrderList } from "../orders/order-list.tsx";
import type { Route } from "./+types/orders.page";

export async function loader({ context, url }: Route.LoaderArgs) {
  const params = url.searchParams;
  const invalidParams = findInvalidParams(orderListQuery, params);
  if (invalidParams.length > 0)
    throw redirect(createListPath(params, Object.fromEntries(invalidParams.map((name) => [name, null]))));
  const query = createListQuery(params);
  const { load } = getRequestContext({ context });
  const [page, counts, savedViews, preference] = await Promise.all([
    load<OrderPage>(`orders?${query}`),
    load<OrderViewCounts>("orders/views"),
    load<SavedView[]>("saved-views/orders"),
    load<ListPreference>("me/lists/orders"),
  ]);
  return {
    page,
    counts,
    savedViews,
    preference,
    ...orderListQuery.pick({ view: true, sort: true }).parse(Object.fromEntries(query)),
    today: toStoreDay(new Date()),
  };
}

export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  return <OrderList {...loaderData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "orders.title");
