import { type ReorderList, reorderQuery } from "@furoshiki/api/admin/purchasing/reorder";
import type { SupplierList } from "@furoshiki/api/admin/purchasing/suppliers";
import { redirect } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import { createTitle } from "../http/page-title.ts";
import { findInvalidParams } from "../http/search-params.ts";
import { ReorderView } from "../purchasing/reorder-view.tsx";
import type { Route } from "./+types/reorder.page";

export async function loader({ context, url }: Route.LoaderArgs) {
  if (findInvalidParams(reorderQuery, url.searchParams).length > 0) throw redirect("/inventory/reorder");
  const { load } = getRequestContext({ context });
  const [list, { items: suppliers }] = await Promise.all([
    load<ReorderList>(`reports/reorder?${url.searchParams}`),
    load<SupplierList>("suppliers"),
  ]);
  return { list, suppliers };
}

export default function ReorderPage({ loaderData }: Route.ComponentProps) {
  return <ReorderView {...loaderData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "purchasing.reorder_title");
