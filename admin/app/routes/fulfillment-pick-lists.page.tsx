import { pickListQuery, type CustomsCheckPage, type PickList } from "@furoshiki/api/admin/fulfillment";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { PickListView } from "../fulfillment/pick-list.tsx";
import { createTitle } from "../http/page-title.ts";
import { formatShortTime } from "../i18n/short-dates.ts";
import type { Route } from "./+types/fulfillment-pick-lists.page";

const MAX_READY_ORDERS = 200;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { load, locale } = getRequestContext({ context });
  // The form sends one parameter for each order, links and the API have one list.
  const orderIds = url.searchParams.getAll("order_ids").join(",");
  const isValid = pickListQuery.safeParse({ order_ids: orderIds }).success;
  const [pickList, { items: ready }] = await Promise.all([
    load<PickList>(isValid ? `pick-list?order_ids=${orderIds}` : "pick-list"),
    load<CustomsCheckPage>(`customs-checks?status=complete&to_pick=true&limit=${MAX_READY_ORDERS}`),
  ]);
  const now = new Date();
  return { pickList, ready, time: formatShortTime(now.toISOString(), locale, toStoreDay(now)) };
}

export default function PickListsPage({ loaderData }: Route.ComponentProps) {
  return <PickListView {...loaderData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "fulfillment.pick_list");
