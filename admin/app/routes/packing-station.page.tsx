import type { PackingOrder } from "@furoshiki/api/admin/fulfillment/shipments";
import { orderParams } from "@furoshiki/api/admin/orders";
import type { Me } from "@furoshiki/api/admin/staff";
import { data, isRouteErrorResponse } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import { PackingStation } from "../fulfillment/station.tsx";
import { readStationLanguage } from "../fulfillment/station-texts.tsx";
import { createTitle } from "../http/page-title.ts";
import { formatOrderNumber } from "../i18n/amounts.ts";
import { SessionExpiryDialog } from "../shell/session-expiry-dialog.tsx";
import type { Route } from "./+types/packing-station.page";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { load } = getRequestContext({ context });
  const id = orderParams.safeParse({ id: params.order });
  if (!id.success) throw data(null, { status: 404 });
  const [me, order] = await Promise.all([load<Me>("me"), load<PackingOrder>(`orders/${id.data.id}/packing`)]);
  const { id: staffId, name, locale } = me.staff;
  return {
    order,
    packer: { id: staffId, name },
    initialLanguage: readStationLanguage(request.headers.get("cookie")) ?? locale,
  };
}

let loaded: Awaited<ReturnType<typeof loader>> | null = null;

/** Keeps the open order when it cannot be loaded again: the packer goes on, and a later refresh shows what was changed. */
export async function clientLoader({ serverLoader, params }: Route.ClientLoaderArgs) {
  try {
    loaded = await serverLoader();
  } catch (error) {
    const isOpen = loaded?.order.id === Number(params.order);
    if (!loaded || !isOpen || (isRouteErrorResponse(error) && error.status < 500)) throw error;
  }
  return loaded;
}
clientLoader.hydrate = true as const;

export default function PackingStationPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PackingStation key={loaderData.order.id} {...loaderData} />
      <SessionExpiryDialog />
    </>
  );
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  createTitle(matches, "fulfillment.packing_of", { number: formatOrderNumber(Number(params.order)) });
