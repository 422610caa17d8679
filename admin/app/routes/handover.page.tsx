import { type ShipmentPage, shipmentListQuery } from "@furoshiki/api/admin/fulfillment/shipments";
import { redirect } from "react-router";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { getRefusalMessage } from "../api-client/form-errors.ts";
import { getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { changeCarrierOrder } from "../fulfillment/carrier-actions.ts";
import { type HandoverResult, HandoverView } from "../fulfillment/handover-list.tsx";
import { createTitle } from "../http/page-title.ts";
import { findInvalidParams } from "../http/search-params.ts";
import type { Route } from "./+types/handover.page";

const PATH = "/fulfillment/handover";

export async function loader({ context, url }: Route.LoaderArgs) {
  if (findInvalidParams(shipmentListQuery, url.searchParams).length > 0) throw redirect(PATH);
  const query = new URLSearchParams(url.searchParams);
  query.set("status", "packed");
  const page = await getRequestContext({ context }).load<ShipmentPage>(`shipments?${query}`);
  const nextPath = page.next === null ? null : `${PATH}?after=${page.next}`;
  return { page, nextPath, today: toStoreDay(new Date()) };
}

/**
 * Registers shipments at CDEK, or hands over every shipment whose tracking number was entered; one that is refused does not stop the
 * others.
 */
export async function action({ context, request }: Route.ActionArgs): Promise<HandoverResult> {
  const requestContext = getRequestContext({ context });
  const form = await request.formData();
  const registered = form.get("register");
  if (typeof registered === "string") return registerShipments(requestContext, registered.split(",").map(Number));
  const numbers: Record<number, string> = {};
  const errors: Record<number, string> = {};
  for (const [name, value] of form) {
    const id = Number(/^tracking_(\d+)$/.exec(name)?.[1]);
    if (!id || typeof value !== "string" || value.trim() === "") continue;
    numbers[id] = value;
    const error = await ship(requestContext, id, value);
    if (error !== null) errors[id] = error;
  }
  return { shipped: Object.keys(numbers).length - Object.keys(errors).length, registered: 0, errors, numbers };
}

async function registerShipments(requestContext: RequestContext, ids: readonly number[]): Promise<HandoverResult> {
  const errors: Record<number, string> = {};
  for (const id of ids) {
    const failure = await changeCarrierOrder(requestContext, "register_carrier_order", id);
    if (failure) errors[id] = failure.message;
  }
  return { shipped: 0, registered: ids.length - Object.keys(errors).length, errors, numbers: {} };
}

/** @returns the reason why it is refused, or null */
async function ship(requestContext: RequestContext, id: number, trackingNumber: string): Promise<string | null> {
  try {
    await requestContext.call(`shipments/${id}/ship`, { method: "POST", body: { tracking_number: trackingNumber } });
    return null;
  } catch (error) {
    return getRefusalMessage(error, requestContext, [404]);
  }
}

export default function HandoverPage({ loaderData, actionData }: Route.ComponentProps) {
  return <HandoverView {...loaderData} result={actionData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "shipments.handover");
