import { purchaseOrderListQuery, type PurchaseOrderPage } from "@furoshiki/api/admin/purchasing/purchase-orders";
import type { SupplierList } from "@furoshiki/api/admin/purchasing/suppliers";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { redirect } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import { createTitle } from "../http/page-title.ts";
import { findInvalidParams } from "../http/search-params.ts";
import { createListPath } from "../purchasing/list-path.ts";
import { PurchaseOrderList } from "../purchasing/purchase-order-list.tsx";
import type { Route } from "./+types/purchase-orders.page";

export async function loader({ context, url }: Route.LoaderArgs) {
  const params = url.searchParams;
  const invalidParams = findInvalidParams(purchaseOrderListQuery, params);
  if (invalidParams.length > 0)
    throw redirect(createListPath(params, Object.fromEntries(invalidParams.map((name) => [name, null]))));
  const { load } = getRequestContext({ context });
  const [page, { items: suppliers }] = await Promise.all([
    load<PurchaseOrderPage>(`purchase-orders?${params}`),
    load<SupplierList>("suppliers"),
  ]);
  const { view } = purchaseOrderListQuery.pick({ view: true }).parse(Object.fromEntries(params));
  return { page, suppliers, view, today: toStoreDay(new Date()) };
}

export default function PurchaseOrdersPage({ loaderData }: Route.ComponentProps) {
  return <PurchaseOrderList {...loaderData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "purchasing.title");
